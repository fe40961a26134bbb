package click

import (
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"
)

// reachedModel is a pipeline and its counters, of which each step can be watched.
type reachedModel struct {
	tally
	batch    Batch // begun
	inStore  uint64
	inCounts uint64

	stored            []Batch // not counted, oldest first
	counted, counting uint64  // positions
}

const watched = 7 // the workspace of the test

// step does the next part of storing a batch, or of counting those that are stored.
func (m *reachedModel) step(r *rand.Rand) {
	clicks := func(b Batch) (n uint64) {
		for _, c := range b.Clicks {
			if c.WorkspaceID == watched {
				n++
			}
		}
		return n
	}
	switch {
	case r.IntN(3) > 0 && m.batch.Through == 0:
		m.batch.Through = m.tally.stored + 10
		for range 1 + r.IntN(3) {
			m.batch.Clicks = append(m.batch.Clicks, Click{WorkspaceID: watched + uint64(r.IntN(2))})
		}
		m.begin(m.batch)
	case m.batch.Through > 0 && r.IntN(2) == 0:
		m.inStore += clicks(m.batch)
		m.stored = append(m.stored, m.batch) // counted from here on
		m.finish(m.batch, m.counted)
		m.batch = Batch{}
	case len(m.stored) > 0 && m.counting == m.counted:
		m.counting = m.stored[r.IntN(len(m.stored))].Through
	case m.counting > m.counted:
		for m.counted < m.counting {
			m.inCounts += clicks(m.stored[0])
			m.counted = m.stored[0].Through
			m.stored = m.stored[1:]
		}
	}
}

// TestTally_BoundsWhatAQueryIncludes reads the store and the counters at some moment between
// two others.
func TestTally_BoundsWhatAQueryIncludes(t *testing.T) {
	t.Parallel()
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		m := &reachedModel{}
		walk := func() {
			for range r.IntN(4) {
				m.step(r)
			}
		}
		exact := 0
		for range 200 {
			before := m.reached(watched, m.counting, m.counted)
			walk()
			store, counts := m.inStore, m.inCounts
			walk()
			after := m.reached(watched, m.counting, m.counted)
			if store < before.Stored || store > after.Storing {
				t.Fatalf("seed %d: the store has %d clicks, not %d to %d", seed, store, before.Stored, after.Storing)
			}
			if counts < before.Counted || counts > after.Counting {
				t.Fatalf("seed %d: the counters have %d clicks, not %d to %d", seed, counts, before.Counted, after.Counting)
			}
			if before.Stored == after.Storing && before.Counted == after.Counting {
				exact++
			}
		}
		if exact == 0 {
			t.Fatalf("seed %d: no result is known exactly", seed)
		}
	}
}

func TestTally_BoundsItsMemoryWhileNothingIsCounted(t *testing.T) {
	t.Parallel()
	var y tally
	for i := range uint64(1000) {
		b := Batch{Through: i + 1, Clicks: []Click{{WorkspaceID: watched}}}
		y.begin(b)
		y.finish(b, 0)
	}
	if n := len(y.workspaces[watched].batches); n > maxUncounted {
		t.Errorf("%d batches are remembered", n)
	}
	if r := y.reached(watched, 500, 500); r.Counted > 500 || r.Counting < 500 {
		t.Errorf("500 clicks are counted: %+v", r)
	}
	if r, want := y.reached(watched, 1000, 1000), (Reached{1000, 1000, 1000, 1000}); r != want {
		t.Errorf("all clicks are counted: %+v", r)
	}
}

func TestPipeline_NumbersTheClicksOfAWorkspace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.sink.source = "" // embedded
		b.start(t.Context())
		feed := b.pipe.Subscribe(2, 10)
		defer feed.Close()
		b.record(t, 6) // three are of workspace 2
		b.sink.set(func() { b.sink.before = func() error { return errDown } })
		pass(BatchEvery)
		if r, ok := b.pipe.Reached(2); !ok || r.Stored != 0 || r.Storing != 3 {
			t.Errorf("while the sink is down: %+v", r)
		}
		b.sink.set(func() { b.sink.before = nil })
		pass(lastRetry)
		for want := range uint64(3) {
			if e := <-feed.C; e.Number != want+1 {
				t.Errorf("click %d has the number %d", want+1, e.Number)
			}
		}
		if r, _ := b.pipe.Reached(2); r != (Reached{3, 3, 3, 3}) {
			t.Errorf("got %+v", r)
		}
		if r, _ := b.pipe.Reached(9); r != (Reached{}) {
			t.Errorf("a workspace without clicks has %+v", r)
		}
		b.close(t)
	})
}

// TestPipeline_NumbersGoOnAfterARewind does not use numbers twice.
func TestPipeline_NumbersGoOnAfterARewind(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.sink.source = ""
		b.start(t.Context())
		b.sink.set(func() { b.sink.before = func() error { return errDown } })
		b.record(t, 4)
		pass(time.Second)
		b.pipe.Rewind()
		b.sink.set(func() { b.sink.before = nil })
		feed := b.pipe.Subscribe(2, 10)
		defer feed.Close()
		pass(lastRetry)
		if e := <-feed.C; e.Number != 3 {
			t.Errorf("the first click has the number %d", e.Number)
		}
		if r, _ := b.pipe.Reached(2); r != (Reached{4, 4, 4, 4}) {
			t.Errorf("got %+v", r)
		}
		b.close(t)
	})
}
