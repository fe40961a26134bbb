package pixels

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"linnet/internal/base/fault"
)

// TestBudget_BoundsConcurrentWork runs more work than the budget allows at a time.
func TestBudget_BoundsConcurrentWork(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ budget, need, want int64 }{
		"large":  {100 << 20, 30 << 20, 3},
		"whole":  {100 << 20, 100 << 20, 1},
		"small":  {128 << 20, 2 << 20, 4},
		"little": {16 << 20, Small, 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b, done := NewBudget(c.budget), make(chan struct{})
				var holders, ended atomic.Int64
				var all sync.WaitGroup
				for range 20 {
					all.Go(func() {
						release, err := b.Acquire(t.Context(), c.need)
						if err != nil {
							t.Error(err)
							return
						}
						holders.Add(1)
						<-done
						holders.Add(-1)
						release()
						ended.Add(1)
					})
				}
				synctest.Wait()
				if n := holders.Load(); n != c.want {
					t.Errorf("%d at a time, want %d", n, c.want)
				}
				close(done)
				all.Wait()
				if n := ended.Load(); n != 20 {
					t.Errorf("%d of 20 were admitted", n)
				}
			})
		})
	}
}

func TestBudget_SmallWorkDoesNotWaitForLargeWork(t *testing.T) {
	t.Parallel()
	b := NewBudget(64 << 20)
	release, err := b.Acquire(t.Context(), 64<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	small, err := b.Acquire(t.Context(), Small)
	if err != nil {
		t.Fatal(err)
	}
	small()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := b.Acquire(ctx, Small+1); !fault.Is(err, fault.Unavailable) || !errors.Is(err, context.Canceled) {
		t.Errorf("a caller that left got %v", err)
	}
	if _, err := b.Acquire(t.Context(), 64<<20+1); !errors.Is(err, ErrTooLarge) {
		t.Errorf("work above the budget got %v", err)
	}
}
