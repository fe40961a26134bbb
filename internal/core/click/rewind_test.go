package click

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// fixedCounts are counters with fixed positions.
type fixedCounts struct{ boundary, counted uint64 }

func (c fixedCounts) Boundary() uint64 { return c.boundary }
func (c fixedCounts) Counted() uint64  { return c.counted }

func (c fixedCounts) Reached() (counted, counting uint64) { return c.counted, c.counted }

// TestPipeline_EndsABatchAtTheBoundary stores records on both sides of it, and retains in
// the journal what is not counted.
func TestPipeline_EndsABatchAtTheBoundary(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.counts = fixedCounts{boundary: 7, counted: 3}
		b.record(t, 20)
		b.start(t.Context())
		pass(BatchEvery)
		if diff := cmp.Diff([]int{7, 13}, b.sink.batches); diff != "" {
			t.Error(diff)
		}
		if b.journal.forgot != 3 {
			t.Errorf("the journal forgot the records up to %d, and 3 are counted", b.journal.forgot)
		}
		b.close(t)
	})
}

// TestPipeline_RewindsToASinkThatWasReplaced loses records of the sink while it is down.
func TestPipeline_RewindsToASinkThatWasReplaced(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.start(t.Context())
		b.record(t, 10)
		pass(BatchEvery)
		b.want(t, 10)
		b.sink.set(func() { b.sink.before = func() error { return errDown } })
		b.record(t, 5)
		pass(time.Second)
		b.pipe.Rewind()
		b.sink.set(func() { b.sink.before, b.sink.clicks, b.sink.position = nil, b.sink.clicks[:4], 4 })
		pass(lastRetry + time.Second)
		b.want(t, 15)
		b.sink.set(func() { b.sink.clicks, b.sink.position = b.sink.clicks[:2], 2 }) // while it is idle
		b.pipe.Rewind()
		pass(time.Second)
		b.want(t, 15)
		b.close(t)
	})
}
