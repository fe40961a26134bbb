package click

import (
	"sync/atomic"
	"time"
)

// sequenceBits are the low bits of a click's id that are not its time.
const sequenceBits = 16

// IDs makes the ids of clicks: the time in Unix ms, and below it how many ids
// the millisecond has had. One process never gives an id twice. Ids made so
// sort by time, can be found by it, and cost a sorted column next to nothing
// where random ones cost eight bytes. They are names and not secrets: an id
// opens nothing. The zero value is ready to use, by many goroutines.
type IDs struct {
	last  atomic.Uint64
	turns atomic.Uint64 // how often the clock was put back
}

// farBack is how far the clock may lag behind the last id, in ms, before it is
// taken for a clock that was put back and not for a goroutine that was late.
const farBack = 5_000

// New returns an id for a click at that time, and the time that is in it: a
// moment later when the last id was for a later time already.
func (i *IDs) New(at time.Time) (id uint64, said time.Time) {
	for {
		last := i.last.Load()
		next, lastMS := IDBase(at), last>>sequenceBits
		switch ms := next >> sequenceBits; {
		case ms > lastMS:
			next |= i.offset(i.turns.Load())
		case ms+farBack >= lastMS:
			next = last + 1
		default: // the same milliseconds come again: count from elsewhere
			next |= i.offset(i.turns.Add(1))
		}
		if i.last.CompareAndSwap(last, next) {
			return next, TimeOfID(next)
		}
	}
}

// offset is where counting begins in each millisecond.
func (*IDs) offset(turns uint64) uint64 { return turns % 16 << (sequenceBits - 4) }

// IDBase is what the ids of all clicks of that time have in common. The click
// store keeps the rest.
func IDBase(at time.Time) uint64 { return uint64(at.UnixMilli()) << sequenceBits }

// TimeOfID returns the time in an id that IDs made, to the millisecond. Ids of
// clicks before there were such ids tell a time that means nothing.
func TimeOfID(id uint64) time.Time { return time.UnixMilli(int64(id >> sequenceBits)).UTC() }
