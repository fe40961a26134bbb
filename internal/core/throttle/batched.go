package throttle

import (
	"bytes"
	"context"
	"slices"
	"sync"
	"time"

	"linnet/internal/base/clock"
)

// publishKeys is the number of keys in one statement of a batch.
const publishKeys = 200

// Taken is a number of tokens taken from one bucket.
type Taken struct {
	Key Key
	N   int
}

// Batched is a limiter of frequent calls, for which a statement each is too dear. It
// limits each node exactly. A node with others adds what it took to the store with each
// call of Publish, and adopts the state there: for a moment, n nodes can allow n times the
// burst, and later less for the same time. It is safe for concurrent use.
type Batched struct {
	limiter *Limiter
	name    string
	shared  *Shared // nil: this node counts alone
	keys    int

	mu    sync.Mutex
	taken map[string]int // since the last batch
}

// NewBatched returns a limiter as New does. s publishes its batches under a name that
// is unique among limiters; a nil s does not.
func NewBatched(c clock.Clock, limit Limit, keys int, s *Shared, name string) *Batched {
	b := &Batched{limiter: New(c, limit, keys), name: name, shared: s, keys: keys, taken: map[string]int{}}
	s.register(b)
	return b
}

// Take takes a token of key, as Limiter.Take does.
func (b *Batched) Take(key string) Verdict {
	v := b.limiter.Take(key)
	if b.shared == nil || v.Wait > 0 {
		return v
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if n, known := b.taken[key]; known || len(b.taken) < b.keys {
		b.taken[key] = n + 1
	}
	return v
}

// publish adds to the store what this node took, and adopts the state there. What was
// not added because of an error is part of the next batch.
func (b *Batched) publish() {
	b.mu.Lock()
	taken := b.taken
	b.taken = map[string]int{}
	b.mu.Unlock()
	names := make(map[Key]string, len(taken))
	batch := make([]Taken, 0, len(taken))
	for name, n := range taken {
		key := b.shared.key(b.name, name)
		names[key] = name
		batch = append(batch, Taken{Key: key, N: n})
	}
	// In one order on all nodes, so that their statements do not wait for each other in a circle.
	slices.SortFunc(batch, func(x, y Taken) int { return bytes.Compare(x.Key[:], y.Key[:]) })
	for part := range slices.Chunk(batch, publishKeys) {
		used, err := b.shared.add(b.limiter.limit, part)
		for _, t := range part {
			if at, found := used[t.Key]; err == nil && found {
				b.adopt(names[t.Key], at)
			} else {
				b.putBack(names[t.Key], t.N)
			}
		}
	}
}

// adopt sets the bucket of this node to the one of the store, and takes what was taken
// since the batch.
func (b *Batched) adopt(key string, used time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.limiter.learn(key, used+time.Duration(b.taken[key])*b.limiter.limit.Every)
}

// putBack adds tokens to the next batch, at most what the store counts.
func (b *Batched) putBack(key string, n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.taken[key] = min(b.taken[key]+n, 2*b.limiter.limit.Burst)
}

// register adds a limiter whose batches Publish publishes.
func (s *Shared) register(b *Batched) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.batched = append(s.batched, b)
}

// Publish publishes what this node took from its batched limiters. The caller calls it
// about once a second.
func (s *Shared) Publish() {
	s.mu.Lock()
	batched := slices.Clone(s.batched)
	s.mu.Unlock()
	for _, b := range batched {
		b.publish()
	}
}

// add adds a batch to the store.
func (s *Shared) add(l Limit, batch []Taken) (used map[Key]time.Duration, err error) {
	err = s.do(func(ctx context.Context) (err error) {
		used, err = s.Store.AddAttempts(ctx, batch, l)
		return err
	})
	return used, err
}
