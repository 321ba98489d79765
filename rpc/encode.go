package rpc

import (
	"syscall"

	capnp "capnproto.org/go/capnp/v3"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/schema"
)

func putNode(d schema.Node, n *vfs.NodeInfo) error {
	d.SetIno(uint64(n.Ino))
	d.SetRev(n.Rev)
	d.SetKind(uint8(n.Kind))
	d.SetMode(uint16(n.Mode))
	d.SetNlink(n.Nlink)
	d.SetSize(n.Size)
	d.SetAtime(n.Atime)
	d.SetMtime(n.Mtime)
	d.SetCtime(n.Ctime)
	if n.Target != "" {
		if err := d.SetTarget([]byte(n.Target)); err != nil {
			return err
		}
	}
	if len(n.Chunks) == 0 {
		return nil
	}
	return putUint64s(n.Chunks, d.NewChunks)
}

func getNode(d schema.Node) (n vfs.NodeInfo, err error) {
	n.Ino, n.Rev, n.Kind, n.Mode, n.Nlink = vfs.Ino(d.Ino()), d.Rev(), vfs.Kind(d.Kind()), uint32(d.Mode()), d.Nlink()
	n.Size, n.Atime, n.Mtime, n.Ctime = d.Size(), d.Atime(), d.Mtime(), d.Ctime()
	target, err := d.Target()
	if err != nil {
		return n, err
	}
	n.Target = string(target)
	chunks, err := d.Chunks()
	n.Chunks = getUint64s(chunks)
	return n, err
}

func putUint64s(ids []uint64, alloc func(int32) (capnp.UInt64List, error)) error {
	l, err := alloc(int32(len(ids)))
	if err != nil {
		return err
	}
	for i, id := range ids {
		l.Set(i, id)
	}
	return nil
}

func getUint64s(l capnp.UInt64List) []uint64 {
	if l.Len() == 0 {
		return nil
	}
	ids := make([]uint64, l.Len())
	for i := range ids {
		ids[i] = l.At(i)
	}
	return ids
}

func putNodes(nodes []vfs.NodeInfo, alloc func(int32) (schema.Node_List, error)) error {
	l, err := alloc(int32(len(nodes)))
	if err != nil {
		return err
	}
	for i := range nodes {
		if err := putNode(l.At(i), &nodes[i]); err != nil {
			return err
		}
	}
	return nil
}

func putListings(listings []vfs.Listing, alloc func(int32) (schema.Listing_List, error)) error {
	l, err := alloc(int32(len(listings)))
	if err != nil {
		return err
	}
	for i, listing := range listings {
		d := l.At(i)
		d.SetDir(uint64(listing.Dir))
		entries, err := d.NewEntries(int32(len(listing.Entries)))
		if err != nil {
			return err
		}
		for j := range listing.Entries {
			e := &listing.Entries[j]
			if err := entries.At(j).SetName([]byte(e.Name)); err != nil {
				return err
			}
			node, err := entries.At(j).NewNode()
			if err != nil {
				return err
			}
			if err := putNode(node, &e.NodeInfo); err != nil {
				return err
			}
		}
	}
	return nil
}

func getListings(l schema.Listing_List) ([]vfs.Listing, error) {
	out := make([]vfs.Listing, l.Len())
	for i := range out {
		d := l.At(i)
		out[i].Dir = vfs.Ino(d.Dir())
		entries, err := d.Entries()
		if err != nil {
			return nil, err
		}
		out[i].Entries = make([]vfs.Entry, entries.Len())
		for j := range out[i].Entries {
			e := entries.At(j)
			name, err := e.Name()
			if err != nil {
				return nil, err
			}
			node, err := e.Node()
			if err != nil {
				return nil, err
			}
			out[i].Entries[j].Name = string(name)
			if out[i].Entries[j].NodeInfo, err = getNode(node); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

func putChanges(changes []vfs.Change, alloc func(int32) (schema.Change_List, error)) error {
	l, err := alloc(int32(len(changes)))
	if err != nil {
		return err
	}
	for i := range changes {
		if err := putChange(l.At(i), &changes[i]); err != nil {
			return err
		}
	}
	return nil
}

func putChange(d schema.Change, c *vfs.Change) error {
	d.SetOp(uint8(c.Op))
	d.SetTime(c.Time)
	d.SetIno(uint64(c.Ino))
	d.SetDir(uint64(c.Dir))
	d.SetNewDir(uint64(c.NewDir))
	d.SetAssumed(uint64(c.Assumed))
	d.SetExcl(c.Excl)
	d.SetTrunc(c.Trunc)
	d.SetSize(c.Size)
	d.SetSet(c.Set)
	if c.Name != "" {
		if err := d.SetName([]byte(c.Name)); err != nil {
			return err
		}
	}
	if c.NewName != "" {
		if err := d.SetNewName([]byte(c.NewName)); err != nil {
			return err
		}
	}
	if len(c.Data) > 0 {
		if err := d.SetData(c.Data); err != nil {
			return err
		}
	}
	if c.Op == vfs.OpCreate || c.Op == vfs.OpSetAttr {
		n, err := d.NewNode()
		if err != nil {
			return err
		}
		if err := putNode(n, &vfs.NodeInfo{Node: c.Node}); err != nil {
			return err
		}
	}
	if len(c.Pages) == 0 {
		return nil
	}
	pages, err := d.NewPages(int32(len(c.Pages)))
	if err != nil {
		return err
	}
	for i, p := range c.Pages {
		pages.At(i).SetPage(p.Page)
		pages.At(i).SetId(p.ID)
	}
	return nil
}

func getChange(d schema.Change) (c vfs.Change, err error) {
	c = vfs.Change{Op: vfs.Op(d.Op()), Time: d.Time(), Ino: vfs.Ino(d.Ino()), Dir: vfs.Ino(d.Dir()), NewDir: vfs.Ino(d.NewDir()),
		Assumed: vfs.Ino(d.Assumed()), Excl: d.Excl(), Trunc: d.Trunc(), Size: d.Size(), Set: d.Set()}
	name, err := d.Name()
	if err != nil {
		return c, err
	}
	newName, err := d.NewName()
	if err != nil {
		return c, err
	}
	data, err := d.Data()
	if err != nil {
		return c, err
	}
	c.Name, c.NewName = string(name), string(newName)
	c.Data = append([]byte(nil), data...)
	if d.HasNode() {
		n, err := d.Node()
		if err != nil {
			return c, err
		}
		info, err := getNode(n)
		if err != nil {
			return c, err
		}
		c.Node = info.Node
	}
	pages, err := d.Pages()
	if err != nil {
		return c, err
	}
	for i := range pages.Len() {
		c.Pages = append(c.Pages, vfs.PageChunk{Page: pages.At(i).Page(), ID: pages.At(i).Id()})
	}
	return c, nil
}

func putData[S ~string | ~[]byte](list []S, alloc func(int32) (capnp.DataList, error)) error {
	l, err := alloc(int32(len(list)))
	if err != nil {
		return err
	}
	for i, s := range list {
		if len(s) == 0 {
			continue
		}
		if err := l.Set(i, []byte(s)); err != nil {
			return err
		}
	}
	return nil
}

func getData[S ~string | ~[]byte](l capnp.DataList) ([]S, error) {
	out := make([]S, l.Len())
	for i := range out {
		b, err := l.At(i)
		if err != nil {
			return nil, err
		}
		out[i] = S(append([]byte(nil), b...))
	}
	return out, nil
}

func putRange(d schema.PageRange, r Range) {
	d.SetIno(uint64(r.Ino))
	d.SetRev(r.Rev)
	d.SetFirst(r.First)
	d.SetCount(uint32(r.Count))
}

func getRange(d schema.PageRange) Range {
	return Range{Ino: vfs.Ino(d.Ino()), Rev: d.Rev(), First: d.First(), Count: int(d.Count())}
}

// MarshalJob encodes a job, for where it doesn't come as the answer to Open.
func MarshalJob(j *Job) ([]byte, error) {
	msg, seg, err := capnp.NewMessage(capnp.SingleSegment(nil))
	if err != nil {
		return nil, err
	}
	d, err := schema.NewRootJob(seg)
	if err != nil {
		return nil, err
	}
	if err := putJob(d, j); err != nil {
		return nil, err
	}
	return msg.Marshal()
}

// UnmarshalJob decodes what MarshalJob made.
func UnmarshalJob(data []byte) (j Job, err error) {
	msg, err := unmarshal(data)
	if err != nil {
		return j, err
	}
	d, err := schema.ReadRootJob(msg)
	if err != nil {
		return j, err
	}
	return getJob(d)
}

// Final is the last commit of a session, which comes with the answer to the
// invoke that ran it. A page's ID in Changes is its index in Pages, from 1 on.
type Final struct {
	Changes []vfs.Change
	Pages   [][]byte
}

// Marshal encodes it.
func (f *Final) Marshal() ([]byte, error) {
	msg, seg, err := capnp.NewMessage(capnp.SingleSegment(nil))
	if err != nil {
		return nil, err
	}
	d, err := schema.NewRootFinal(seg)
	if err != nil {
		return nil, err
	}
	if err := putChanges(f.Changes, d.NewChanges); err != nil {
		return nil, err
	}
	if err := putData(f.Pages, d.NewPages); err != nil {
		return nil, err
	}
	return msg.Marshal()
}

// UnmarshalFinal decodes what Marshal made.
func UnmarshalFinal(data []byte) (f Final, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = Errorf("EINVAL", "malformed changeset: %v", r)
		}
	}()
	msg, err := unmarshal(data)
	if err != nil {
		return f, err
	}
	d, err := schema.ReadRootFinal(msg)
	if err != nil {
		return f, err
	}
	changes, err := d.Changes()
	if err != nil {
		return f, err
	}
	for i := range changes.Len() {
		c, err := getChange(changes.At(i))
		if err != nil {
			return f, err
		}
		f.Changes = append(f.Changes, c)
	}
	pages, err := d.Pages()
	if err != nil {
		return f, err
	}
	f.Pages, err = getData[[]byte](pages)
	return f, err
}

func putSignals(signals []syscall.Signal, list func(int32) (capnp.UInt8List, error)) error {
	l, err := list(int32(len(signals)))
	if err != nil {
		return err
	}
	for i, sig := range signals {
		l.Set(i, uint8(sig))
	}
	return nil
}

func getSignals(l capnp.UInt8List, err error) (signals []syscall.Signal, _ error) {
	if err != nil {
		return nil, err
	}
	for i := range l.Len() {
		signals = append(signals, syscall.Signal(l.At(i)))
	}
	return signals, nil
}

func putEvents(events []Event, list func(int32) (schema.Event_List, error)) error {
	l, err := list(int32(len(events)))
	if err != nil {
		return err
	}
	for i, e := range events {
		l.At(i).SetStream(uint8(e.Stream))
		if err := l.At(i).SetValue(e.Value); err != nil {
			return err
		}
	}
	return nil
}

func getEvents(l schema.Event_List, err error) ([]Event, error) {
	if err != nil {
		return nil, err
	}
	events := make([]Event, l.Len())
	for i := range events {
		value, err := l.At(i).Value()
		if err != nil {
			return nil, err
		}
		events[i] = Event{int(l.At(i).Stream()), append([]byte(nil), value...)}
		if s := events[i].Stream; s != 1 && s != 2 {
			return nil, Errorf("EINVAL", "an event of stream %d, not 1 or 2", s)
		}
	}
	return events, nil
}
