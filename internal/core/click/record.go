package click

import (
	"fmt"
	"sync"
	"sync/atomic"

	"linnet/internal/base/ident"
)

// Journal is the durable log between the redirect and the pipeline. A position
// is a number that grows with every record.
type Journal interface {
	// Append returns nil when the record survives the death of the process,
	// or waits in memory because the disk fails. It never blocks for longer
	// than a bounded time.
	Append(record []byte) error
	// Read hands at most limit records after a position to visit, oldest
	// first, and returns the position that it came to. It does not wait.
	Read(after uint64, limit int, visit func(record []byte) error) (uint64, error)
	// Forget lets the records up to a position go.
	Forget(upTo uint64) error
	// End returns the position after the last record.
	End() uint64
}

// JournalRecorder is the Recorder of the product: it seals a hit's address and
// puts the hit into the journal. Its methods may be called from many
// goroutines.
type JournalRecorder struct {
	journal Journal
	salts   *Salts
	ids     IDs
	nonces  atomic.Uint64 // counts from where no other process has ever been
	buffers sync.Pool

	recorded  atomic.Uint64
	refused   atomic.Uint64
	anonymous atomic.Uint64
}

// NewRecorder returns a recorder that writes to journal. The salts must be
// prepared.
func NewRecorder(journal Journal, salts *Salts) *JournalRecorder {
	r := &JournalRecorder{
		journal: journal, salts: salts,
		buffers: sync.Pool{New: func() any {
			buf := make([]byte, 0, 1024)
			return &buf
		}},
	}
	r.nonces.Store(ident.Uint64())
	return r
}

// Record puts the hit into the journal. A hit without an id gets one, and At
// becomes the time in it, a moment later at most; At must be set. When the
// salt of its day is not at hand (the record store has been down for a day) the
// address is left out, and the visitor stays unknown.
func (r *JournalRecorder) Record(hit *Hit) error {
	if hit.ID == 0 {
		hit.ID, hit.At = r.ids.New(hit.At)
	}
	keys := r.salts.at(DayOf(hit.At))
	if keys == nil {
		r.anonymous.Add(1)
	}
	buf, _ := r.buffers.Get().(*[]byte)
	*buf = encode(*buf, hit, keys, r.nonces.Add(1))
	err := r.journal.Append(*buf)
	r.buffers.Put(buf)
	if err != nil {
		r.refused.Add(1)
		return fmt.Errorf("click: %w", err)
	}
	r.recorded.Add(1)
	return nil
}

// RecorderStats counts what a recorder did since it was made.
type RecorderStats struct {
	Recorded  uint64 // hits in the journal
	Refused   uint64 // hits that the journal did not take: lost
	Anonymous uint64 // hits whose address was left out
}

// Stats returns the counters.
func (r *JournalRecorder) Stats() RecorderStats {
	return RecorderStats{Recorded: r.recorded.Load(), Refused: r.refused.Load(), Anonymous: r.anonymous.Load()}
}
