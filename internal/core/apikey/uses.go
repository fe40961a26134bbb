package apikey

import (
	"context"
	"sync"
	"time"

	"linnet/internal/base/loop"
)

// Use is one use of a key.
type Use struct {
	KeyID   string
	At      time.Time
	Network string // the /24 or /64 of the client
}

// flushEvery is the interval of writes: requests with a key cost no write.
const flushEvery = time.Minute

// useBuffer has the last use of each key since the last flush.
type useBuffer struct {
	mu      sync.Mutex
	pending map[string]Use
}

func newUseBuffer() *useBuffer { return &useBuffer{pending: map[string]Use{}} }

func (b *useBuffer) add(u Use) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !u.At.Before(b.pending[u.KeyID].At) {
		b.pending[u.KeyID] = u
	}
}

// drain returns the pending uses and empties the buffer.
func (b *useBuffer) drain() []Use {
	b.mu.Lock()
	defer b.mu.Unlock()
	uses := make([]Use, 0, len(b.pending))
	for _, u := range b.pending {
		uses = append(uses, u)
	}
	clear(b.pending)
	return uses
}

// apply sets the last use of k to the pending one, if that is later.
func (b *useBuffer) apply(k *Key) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if u, ok := b.pending[k.ID]; ok && u.At.After(k.LastUsedAt) {
		k.LastUsedAt, k.LastUsedNetwork = u.At, u.Network
	}
}

// Flush stores the last uses since the previous Flush. After an error they stay
// pending.
func (s *Service) Flush(ctx context.Context) error {
	uses := s.uses.drain()
	if len(uses) == 0 {
		return nil
	}
	err := s.store.RecordAPIKeyUses(ctx, uses)
	if err != nil {
		for _, u := range uses {
			s.uses.add(u)
		}
	}
	return err
}

// Run flushes every minute until ctx ends, and once more then.
func (s *Service) Run(ctx context.Context) {
	loop.Task{Name: "last use of API keys", Every: flushEvery, Delay: flushEvery, Do: s.Flush, Log: s.log}.Run(ctx)
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := s.Flush(last); err != nil {
		s.log.WarnContext(last, "last use of API keys not stored", "err", err)
	}
}
