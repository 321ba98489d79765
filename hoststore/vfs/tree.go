package vfs

// NodeInfo is a node as a revision has it.
type NodeInfo struct {
	Node
	Rev    uint64   // since when it is so
	Parent Ino      // of a directory: the one that holds it
	Chunks []uint64 // the chunks of its first 64 pages, 0 for a page of zeros
}

// Entry is a name in a directory with its node.
type Entry struct {
	Name string
	NodeInfo
}

// Listing is all that a directory holds.
type Listing struct {
	Dir     Ino
	Entries []Entry
}

// Changes is what differs between two revisions.
type Changes struct {
	Revision uint64
	Reload   bool // since is past the retention: look at everything again
	Nodes    []NodeInfo
	Removed  []Ino
	Dirents  []DirentChange
}

// DirentChange is a name that is bound to another node since; Ino 0: to none.
type DirentChange struct {
	Dir  Ino
	Name string
	Ino  Ino
}

// Result of a commit. Revision is the newest one then, also where nothing changed.
type Result struct {
	Revision uint64
	Made     bool // whether this commit made it
	// Alias maps an inode that a create asked for to the file that was
	// there already and was written to in its place.
	Alias map[Ino]Ino `json:",omitempty"`
	// Failed lists the changes that couldn't be made, by index.
	Failed []Failure `json:",omitempty"`
}

// Failure is a change that couldn't be made.
type Failure struct {
	Index int
	Err   Errno
}
