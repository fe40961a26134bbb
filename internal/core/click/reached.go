package click

import "sync"

// Reached is how far the clicks of a workspace have got on this node, views and orphans
// included. Clicks are numbered from 1 since the node started, in the order in which they
// are stored and published (see Event).
//
// Read before a query it says which clicks the result includes at least, read after it
// which ones at most: the result of a click store has the clicks up to Stored before it and
// none after Storing behind it; counters of links have those up to Counted, and none after
// Counting.
type Reached struct {
	Stored, Storing   uint64
	Counted, Counting uint64
}

// tally numbers the clicks of each workspace. It is safe for concurrent use. A workspace
// takes 100 B from its first click on.
type tally struct {
	mu         sync.Mutex
	workspaces map[uint64]*reach
	stored     uint64 // position of the last stored batch
}

// reach is how far the clicks of a workspace have got.
type reach struct {
	storing, stored uint64
	counted         uint64 // up to the first of batches
	batches         []storedBatch
}

// storedBatch is a batch that the counters may not have.
type storedBatch struct {
	through uint64 // its position
	number  uint64 // of the last click of the workspace in it
}

// begin numbers the clicks of a batch, which is about to be stored.
func (t *tally) begin(batch Batch) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.workspaces == nil {
		t.workspaces = map[uint64]*reach{}
	}
	for i := range batch.Clicks {
		id := batch.Clicks[i].WorkspaceID
		w := t.workspaces[id]
		if w == nil {
			w = &reach{}
			t.workspaces[id] = w
		}
		w.storing++
	}
}

// finish records that a batch is stored, while the counters have had those up to a
// position. It returns the numbers of the batch's clicks.
func (t *tally) finish(batch Batch, counted uint64) []uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	numbers := make([]uint64, len(batch.Clicks))
	for i := range batch.Clicks {
		w := t.workspaces[batch.Clicks[i].WorkspaceID]
		w.stored++
		numbers[i] = w.stored
		w.add(storedBatch{through: batch.Through, number: w.stored}, counted)
	}
	t.stored = batch.Through
	return numbers
}

// maxUncounted bounds the batches of a workspace that wait for its counters. When the
// counters stop, because the records are unavailable, the newest ones are merged.
const maxUncounted = 64

// add adds a batch, or a further click of the last one, and removes those that are counted.
func (r *reach) add(b storedBatch, counted uint64) {
	for len(r.batches) > 0 && r.batches[0].through <= counted {
		r.counted = r.batches[0].number
		r.batches = r.batches[1:]
	}
	if last := len(r.batches) - 1; last >= 0 && (r.batches[last].through == b.through || len(r.batches) == maxUncounted) {
		r.batches[last] = b
		return
	}
	r.batches = append(r.batches, b)
}

// atLeast returns the number up to which all clicks are before a position of the journal.
func (r *reach) atLeast(position uint64) uint64 {
	number := r.counted
	for _, b := range r.batches {
		if b.through > position {
			break
		}
		number = b.number
	}
	return number
}

// atMost returns a number after which all clicks are behind a position of the journal,
// which is that of a stored batch.
func (r *reach) atMost(position uint64) uint64 {
	for _, b := range r.batches {
		if b.through >= position {
			return b.number
		}
	}
	return r.stored
}

// abandon ends a batch that will not be stored. Its numbers are not used again.
func (t *tally) abandon() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, w := range t.workspaces {
		*w = reach{storing: w.storing, stored: w.storing, counted: w.storing}
	}
	t.stored = 0
}

// reached returns how far the clicks of a workspace have got, while the counters have had
// the clicks up to the position counted and may have those up to counting.
func (t *tally) reached(workspaceID, counting, counted uint64) Reached {
	t.mu.Lock()
	defer t.mu.Unlock()
	w := t.workspaces[workspaceID]
	if w == nil {
		return Reached{}
	}
	r := Reached{Stored: w.stored, Storing: w.storing, Counted: w.atLeast(counted), Counting: w.storing}
	if counting <= t.stored {
		r.Counting = w.atMost(counting)
	}
	return r
}
