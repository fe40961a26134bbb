package click

import (
	"fmt"
	"sync"
	"sync/atomic"

	"linnet/internal/base/ident"
)

// Journal is the durable log between the redirect and the pipeline. Positions
// increase with every record.
type Journal interface {
	// Append returns nil when the record survives the end of the process, or is
	// queued in memory because the disk fails. It may block while the disk hangs;
	// it then calls onStall on another goroutine, once, and returns after it.
	Append(record []byte, onStall func()) error
	// Read calls visit with at most limit records after a position, oldest first and
	// not beyond the position through, and returns the position after the last one. It
	// does not wait for records.
	Read(after, through uint64, limit int, visit func(record []byte) error) (uint64, error)
	// Forget discards the records up to a position.
	Forget(upTo uint64) error
	// End returns the position after the last record.
	End() uint64
}

// JournalRecorder is a Recorder that encrypts the address of hits and appends them
// to a journal. It is safe for concurrent use.
type JournalRecorder struct {
	journal Journal
	salts   *Salts
	ids     IDs
	nonces  atomic.Uint64 // counts up from a random number
	buffers sync.Pool

	recorded  atomic.Uint64
	refused   atomic.Uint64
	anonymous atomic.Uint64
}

// NewRecorder returns a recorder that appends to journal. Salts.Prepare must have
// succeeded.
func NewRecorder(journal Journal, salts *Salts) *JournalRecorder {
	r := &JournalRecorder{
		journal: journal,
		salts:   salts,
		buffers: sync.Pool{New: func() any {
			buf := make([]byte, 0, 1024)
			return &buf
		}},
	}
	r.nonces.Store(ident.Uint64())
	return r
}

// SetNode sets the number of this node in the ids of further hits, see IDs.
func (r *JournalRecorder) SetNode(number int) { r.ids.SetNode(number) }

// Node returns the number of this node in the ids of hits.
func (r *JournalRecorder) Node() int { return r.ids.Node() }

// Record appends the hit to the journal. It sets the id of a hit without one, and
// At, which must be set, to the time in the id. It reduces a hit with Aggregate. The address is omitted when the
// salt of the day is not loaded, because the records were unavailable for a day.
func (r *JournalRecorder) Record(hit *Hit, answer func()) error {
	switch {
	case hit.Aggregate:
		hit.aggregate()
	case hit.ID == 0:
		hit.ID, hit.At = r.ids.New(hit.At)
	}
	keys := r.salts.at(DayOf(hit.At))
	if keys == nil {
		r.anonymous.Add(1)
	}
	buf, _ := r.buffers.Get().(*[]byte)
	*buf = encode(*buf, hit, keys, r.nonces.Add(1))
	err := r.journal.Append(*buf, answer)
	r.buffers.Put(buf)
	if err != nil {
		r.refused.Add(1)
		return fmt.Errorf("click: %w", err)
	}
	r.recorded.Add(1)
	return nil
}

// RecorderStats are the counters of a recorder.
type RecorderStats struct {
	Recorded  uint64 // appended hits
	Refused   uint64 // hits that the journal rejected; they are lost
	Anonymous uint64 // hits without their address
}

// Stats returns the counters.
func (r *JournalRecorder) Stats() RecorderStats {
	return RecorderStats{Recorded: r.recorded.Load(), Refused: r.refused.Load(), Anonymous: r.anonymous.Load()}
}
