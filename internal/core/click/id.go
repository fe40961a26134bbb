package click

import (
	"sync/atomic"
	"time"
)

// sequenceBits is the number of low bits in a click's id that are not its time.
const sequenceBits = 16

// IDs generates the ids of clicks: the time in Unix ms and a sequence number
// within the millisecond. Ids are unique within a process and sort by time, so
// that a sorted column of them compresses well. They are not secret. The zero
// value is ready to use and safe for concurrent use.
type IDs struct {
	last  atomic.Uint64
	steps atomic.Uint64 // how often the clock was set back
}

// maxLag is the time by which the clock may be behind the last id, in ms, before
// it counts as set back. A smaller lag is a delayed goroutine.
const maxLag = 5_000

// New returns an id for a click and the time in the id, which is slightly later
// than at when the last id was for a later time.
func (i *IDs) New(at time.Time) (id uint64, actual time.Time) {
	for {
		last := i.last.Load()
		next, lastMS := IDBase(at), last>>sequenceBits
		switch ms := next >> sequenceBits; {
		case ms > lastMS:
			next |= i.offset(i.steps.Load())
		case ms+maxLag >= lastMS:
			next = last + 1
		default: // the same milliseconds occur again: use another range
			next |= i.offset(i.steps.Add(1))
		}
		if i.last.CompareAndSwap(last, next) {
			return next, TimeOfID(next)
		}
	}
}

// offset is the first sequence number of each millisecond.
func (*IDs) offset(steps uint64) uint64 { return steps % 16 << (sequenceBits - 4) }

// IDBase returns the common part of the ids of a millisecond. The click store
// stores the rest.
func IDBase(at time.Time) uint64 { return uint64(at.UnixMilli()) << sequenceBits }

// TimeOfID returns the time in an id of IDs, to the millisecond. It is meaningless
// for the random ids of earlier versions.
func TimeOfID(id uint64) time.Time { return time.UnixMilli(int64(id >> sequenceBits)).UTC() }
