package node_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/core/node"
)

// leases answers with a number or an error.
type leases struct {
	mu       sync.Mutex
	number   int
	err      error
	released time.Time
}

func (l *leases) answer(number int, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.number, l.err = number, err
}

func (l *leases) LeaseNode(_ context.Context, n node.Node, now time.Time) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n.Source != "jrn_1" || n.Name != "web-1" || !n.LeaseUntil.After(now) {
		return 0, errors.New("the node is incomplete")
	}
	return l.number, l.err
}

func (l *leases) ReleaseNode(_ context.Context, _ string, at time.Time) error {
	l.released = at
	return nil
}

func TestMembership_FollowsItsLease(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store, down := &leases{number: 3}, errors.New("the records are down")
		var given atomic.Int64
		join := func() (*node.Membership, error) {
			return node.Join(t.Context(), node.Deps{
				Store: store, Source: "jrn_1", Name: "web-1", OnNumber: func(n int) { given.Store(int64(n)) },
				Clock: clock.System{}, Log: slog.New(slog.DiscardHandler),
			})
		}
		m, err := join()
		if err != nil || m.Number() != 3 || given.Load() != 3 {
			t.Fatal(err, given.Load())
		}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { defer close(done); m.Run(ctx) }()

		store.answer(0, down)
		<-time.After(23 * time.Hour)
		if err := m.Health(); err != nil || m.Number() != 3 {
			t.Errorf("within the lease: %v", err)
		}
		<-time.After(2 * time.Hour)
		if err := m.Health(); err == nil {
			t.Error("a lease that ended is healthy")
		}
		if _, err := join(); !errors.Is(err, down) {
			t.Errorf("joined without a lease: %v", err)
		}
		store.answer(5, nil)
		<-time.After(2 * time.Minute)
		if err := m.Health(); err != nil || m.Number() != 5 || given.Load() != 5 {
			t.Errorf("after the outage: number %d, %v", given.Load(), err)
		}
		stop()
		<-done
		if !store.released.After(time.Now()) {
			t.Errorf("the number is free since %v, before clocks that differ agree", store.released)
		}
	})
}
