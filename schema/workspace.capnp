@0xc5f1d7a2e94b3860;
# What a host serves to a shell worker: one Session, the bootstrap capability.
#
# Errors are exceptions whose reason begins with a POSIX code in brackets,
# "[ENOENT] no such file". Names, targets and paths are bytes. Times are
# nanoseconds since the Unix epoch, sizes bytes.

using Go = import "/go.capnp";
$Go.package("schema");
$Go.import("github.com/capshell/capshell/schema");

struct Node {
  ino    @0 :UInt64;
  rev    @1 :UInt64;        # since when it is so
  kind   @2 :UInt8;         # 1 file, 2 directory, 3 symbolic link, 4 FIFO
  mode   @3 :UInt16;
  nlink  @4 :UInt32;
  size   @5 :Int64;
  atime  @6 :Int64;
  mtime  @7 :Int64;
  ctime  @8 :Int64;
  target @9 :Data;          # of a symbolic link
  chunks @10 :List(UInt64); # of the first 64 pages; 0 is a page of zeros
}

struct Entry {
  name @0 :Data;
  node @1 :Node;
}

struct Listing {            # all that a directory holds
  dir     @0 :UInt64;
  entries @1 :List(Entry);
}

struct PageRange {          # pages of a file, as it is at rev
  ino   @0 :UInt64;
  rev   @1 :UInt64;
  first @2 :Int64;
  count @3 :UInt32;
}

struct PageChunk {
  page @0 :Int64;
  id   @1 :UInt64;
}

struct Change {             # see vfs.Change
  op      @0 :UInt8;
  time    @1 :Int64;
  ino     @2 :UInt64;
  dir     @3 :UInt64;
  name    @4 :Data;
  newDir  @5 :UInt64;
  newName @6 :Data;
  assumed @7 :UInt64;
  excl    @8 :Bool;
  trunc   @9 :Bool;
  size    @10 :Int64;
  pages   @11 :List(PageChunk);
  data    @12 :Data;
  set     @13 :UInt8;
  node    @14 :Node;
}

struct Alias {
  asked @0 :UInt64;
  found @1 :UInt64;
}

struct Failure {
  index @0 :UInt32;
  code  @1 :Text;
}

struct DirentChange {
  dir  @0 :UInt64;
  name @1 :Data;
  ino  @2 :UInt64;          # 0: the name is gone
}

interface FileSystem {
  # The listing of dir at the revision (0: the newest), and of as many
  # directories below it, breadth first, as fit in limit entries.
  tree @0 (dir :UInt64, limit :UInt32, revision :UInt64) -> (listings :List(Listing), revision :UInt64);
  # The chunks of a file's pages.
  chunks @1 (range :PageRange) -> (ids :List(UInt64));
  # The bytes of pages of files; a page of zeros and one behind the end are
  # empty. At most 4 MiB together. ids are the chunks that they came from.
  read @2 (ranges :List(PageRange)) -> (pages :List(Data), ids :List(UInt64));
  # Stores pages; only chunks uploaded by this session can be named in its changes.
  # final: they belong to the session's last commit.
  upload @3 (pages :List(Data), final :Bool) -> (ids :List(UInt64));
  # Commits changes. A repeated request answers again and changes nothing.
  # final: nothing will be read or changed after it.
  commit @4 (request :UInt64, changes :List(Change), final :Bool) -> (revision :UInt64, aliases :List(Alias), failed :List(Failure), made :Bool);
  # What changed after the revision; waits up to waitMs for something to.
  changed @5 (since :UInt64, waitMs :UInt32) -> (revision :UInt64, reload :Bool, nodes :List(Node), removed :List(UInt64), dirents :List(DirentChange));
  # Inode numbers that nobody else gets.
  lease @6 (count :UInt32) -> (first :UInt64);
}

interface Output {
  write @0 (stream :UInt8, data :Data) -> stream;  # stream 1 stdout, 2 stderr
}

interface Control {
  # The signals sent to the exec after the first seen; waits for one.
  signals @0 (seen :UInt32) -> (signals :List(UInt8));
  # Bytes of the exec's input; waits for some.
  input @1 (max :UInt32) -> (data :Data, end :Bool);
}

struct Asset {
  url       @0 :Text;
  key       @1 :Text;
  bucket    @2 :Text;
  expiresAt @3 :Int64;      # milliseconds since the Unix epoch
}

interface Assets {
  publish @0 (path :Data, expiresMs :Int64, contentType :Text, filename :Text, disposition :Text, prefix :Text) -> (asset :Asset);
}

struct Job {
  args      @0 :List(Data);
  env       @1 :List(Data);
  dir       @2 :Data;
  umask     @3 :UInt16;
  effect    @4 :Bool;       # one commit at the end or none
  readOnly  @5 :Bool;
  granted   @6 :List(Text); # "fs", "output", "control", "assets", "log"
  revision  @7 :UInt64;
  inoFirst  @8 :UInt64;     # leased inode numbers
  inoCount  @9 :UInt32;
  root      @10 :Node;
  listings  @11 :List(Listing);
  pid       @12 :UInt32;    # of the script's first process
  timeoutMs @13 :UInt64;
  stdin     @14 :Data;      # where it doesn't come by input
  flushMs   @15 :UInt32;    # how long a change may wait; 0: 50 ms
  tree      @16 :UInt64;    # which tree the chunks' ids are of: they are never used again in it
}

struct Event {
  stream @0 :UInt8;         # 1 stdout, 2 stderr
  value  @1 :Data;
}

struct Ending {             # see rpc.Ending
  status  @0 :UInt8;
  lost    @1 :Bool;
  error   @2 :Text;
  applied @3 :Int64;
  skipped @4 :Int64;
  pulled  @5 :Int64;
}

# What the supervisor of a worker tells of an exec that it runs by batches.
interface Log {
  # Takes events, the first of which has the number seq; those that were taken
  # before are left out. Answers with the signals after the first seen.
  report @0 (seq :Int64, events :List(Event), seen :UInt32) -> (signals :List(UInt8));
  # The same, and the end.
  finish @1 (seq :Int64, events :List(Event), ending :Ending) -> ();
  # Bytes of the exec's input behind the first from; doesn't wait for any.
  feed   @2 (from :Int64) -> (data :Data, end :Bool);
}

interface Session extends(FileSystem, Output, Control, Assets, Log) {
  open @0 (version :UInt32) -> (job :Job);
  # The script's end, after all its output and its last commit.
  exit @1 (status :UInt32, error :Text) -> ();
}

# The invoke carrier: where nothing can be dialled, calls travel in batches,
# one request and one reply each. The token restores the session.
struct Batch {
  version @0 :UInt32;
  token   @1 :Data;
  calls   @2 :List(BatchCall);
  holder  @3 :Text;         # who runs the exec: the first to ask is the only one
}

struct BatchCall {
  interface @0 :UInt64;
  method    @1 :UInt16;
  params    @2 :AnyPointer;
}

struct BatchReply {
  results @0 :List(BatchResult);
}

struct BatchResult {
  union {
    result @0 :AnyPointer;
    error  @1 :Text;
  }
}

# The last commit of a session whose worker answers an invoke: it comes with
# the answer. A page's id in changes is its index in pages, from 1 on.
struct Final {
  changes @0 :List(Change);
  pages   @1 :List(Data);
}
