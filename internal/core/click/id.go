package click

import (
	"sync/atomic"
	"time"
)

// An id has the time in Unix ms, the number of the node and a sequence number
// within the millisecond, from high to low bits.
const (
	nodeBits     = 6
	sequenceBits = 10
	lowBits      = nodeBits + sequenceBits // what is not the time
)

// MaxNodes is the number of nodes whose clicks have different ids. Their numbers
// are 0 to MaxNodes-1.
const MaxNodes = 1 << nodeBits

// IDs generates the ids of clicks. Ids are unique among nodes of different numbers
// and sort by time, so that a sorted column of them compresses well. They are not
// secret. The zero value is ready to use, for node 0, and safe for concurrent use.
type IDs struct {
	last  atomic.Uint64
	steps atomic.Uint64 // how often the clock was set back
	node  atomic.Uint64
}

// maxLag is the time by which a click may be behind the last id, in ms, before the clock
// counts as set back. A smaller lag is a visit that took long, on a busy machine or a disk that
// hangs. Its id has the time of the last one.
const maxLag = 60_000

// SetNode sets the number of the node for all further ids. Of a number that is not
// below MaxNodes, only the low bits count.
func (i *IDs) SetNode(number int) { i.node.Store(uint64(number) % MaxNodes) } //nolint:gosec // the low bits

// Node returns the number of the node.
func (i *IDs) Node() int { return int(i.node.Load()) } //nolint:gosec // below MaxNodes

// New returns an id for a click and the time in the id, which is slightly later
// than at when the last id was for a later time.
func (i *IDs) New(at time.Time) (id uint64, actual time.Time) {
	for {
		last := i.last.Load()
		next, lastMS := IDBase(at), last>>lowBits
		switch ms := next >> lowBits; {
		case ms > lastMS:
			next |= i.first(i.steps.Load())
		case ms+maxLag >= lastMS:
			next = i.after(last)
		default: // the same milliseconds occur again: use another range
			next |= i.first(i.steps.Add(1))
		}
		if i.last.CompareAndSwap(last, next) {
			return next, TimeOfID(next)
		}
	}
}

// first returns the low bits of the first id of a millisecond.
func (i *IDs) first(steps uint64) uint64 {
	return i.node.Load()<<sequenceBits | steps%16<<(sequenceBits-4)
}

// after returns the next id in the millisecond of last, or the first one of the
// next millisecond when the sequence numbers are used up or the node has another
// number now.
func (i *IDs) after(last uint64) uint64 {
	next := last + 1
	if NodeOfID(last) == i.Node() && next>>sequenceBits == last>>sequenceBits {
		return next
	}
	return (last>>lowBits+1)<<lowBits | i.first(i.steps.Load())
}

// IDBase returns the common part of the ids of a millisecond. The click store
// stores the rest.
func IDBase(at time.Time) uint64 { return uint64(at.UnixMilli()) << lowBits }

// TimeOfID returns the time in an id of IDs, to the millisecond. It is meaningless
// for the random ids of earlier versions.
func TimeOfID(id uint64) time.Time { return time.UnixMilli(int64(id >> lowBits)).UTC() }

// NodeOfID returns the number of the node in an id of IDs. It is meaningless for the
// random ids of earlier versions.
func NodeOfID(id uint64) int { return int(id >> sequenceBits % MaxNodes) } //nolint:gosec // below MaxNodes
