// Package fair bounds concurrent work that many callers share.
package fair

import (
	"context"
	"runtime"
	"sync"

	"linnet/internal/base/fault"
)

// Gate admits one holder of each key at a time, and a fixed number in all. A key with
// many waiters therefore holds one slot, and a key without holder and waiters takes no
// memory. It is safe for concurrent use.
type Gate struct {
	slots chan struct{} // nil: as many holders as keys

	mu   sync.Mutex
	keys map[string]*turn
}

// turn is the lock of a key.
type turn struct {
	held chan struct{}
	refs int // the holder and waiters
}

// New returns a Gate for at most slots holders; 0: only keys are bounded.
func New(slots int) *Gate {
	g := &Gate{keys: map[string]*turn{}}
	if slots > 0 {
		g.slots = make(chan struct{}, slots)
	}
	return g
}

// ForComputing returns a Gate for work that occupies a processor: it admits as many
// holders as half of the processors, at least one.
func ForComputing() *Gate { return New(max(1, runtime.GOMAXPROCS(0)/2)) }

// Acquire blocks until the caller is admitted. It returns fault.Unavailable with the
// error of ctx when that ends before. The caller must call release once.
func (g *Gate) Acquire(ctx context.Context, key string) (release func(), err error) {
	t := g.ref(key)
	if err := take(ctx, t.held); err != nil {
		g.unref(key, t)
		return nil, err
	}
	if g.slots != nil {
		if err := take(ctx, g.slots); err != nil {
			<-t.held
			g.unref(key, t)
			return nil, err
		}
	}
	return func() {
		if g.slots != nil {
			<-g.slots
		}
		<-t.held
		g.unref(key, t)
	}, nil
}

func take(ctx context.Context, slot chan struct{}) error {
	select {
	case slot <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fault.Wrap(ctx.Err(), fault.Unavailable, "Linnet is busy right now. Please try again in a moment.")
	}
}

func (g *Gate) ref(key string) *turn {
	g.mu.Lock()
	defer g.mu.Unlock()
	t := g.keys[key]
	if t == nil {
		t = &turn{held: make(chan struct{}, 1)}
		g.keys[key] = t
	}
	t.refs++
	return t
}

func (g *Gate) unref(key string, t *turn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if t.refs--; t.refs == 0 {
		delete(g.keys, key)
	}
}
