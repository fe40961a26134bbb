package fair

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// TestGate_AdmitsOneOfEachKeyAndSlotsInAll counts the holders of a gate after all
// callers wait or hold.
func TestGate_AdmitsOneOfEachKeyAndSlotsInAll(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ slots, keys, want int }{
		"more keys than slots": {2, 5, 2}, "more slots than keys": {8, 3, 3}, "no bound in all": {0, 5, 5},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := New(c.slots)
				var holders, admitted atomic.Int64
				done := make(chan struct{})
				var callers sync.WaitGroup
				for i := range 10 * c.keys {
					callers.Go(func() {
						release, err := g.Acquire(t.Context(), string(rune('a'+i%c.keys)))
						if err != nil {
							t.Error(err)
							return
						}
						defer release()
						if holders.Add(1); holders.Load() > int64(c.want) {
							t.Errorf("%d holders, want %d", holders.Load(), c.want)
						}
						defer holders.Add(-1)
						admitted.Add(1)
						<-done
					})
				}
				synctest.Wait()
				if n := holders.Load(); n != int64(c.want) {
					t.Errorf("%d holders at once, want %d", n, c.want)
				}
				close(done)
				callers.Wait()
				if n := admitted.Load(); n != int64(10*c.keys) {
					t.Errorf("%d of %d were admitted", n, 10*c.keys)
				}
				if len(g.keys) != 0 || len(g.slots) != 0 {
					t.Errorf("%d keys and %d slots remain", len(g.keys), len(g.slots))
				}
			})
		})
	}
}

func TestGate_WaitingEndsWithTheContext(t *testing.T) {
	t.Parallel()
	g := New(1)
	release, err := g.Acquire(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	for _, key := range []string{"a", "b"} { // one waits for its key, the other for a slot
		if _, err := g.Acquire(ended, key); !errors.Is(err, context.Canceled) {
			t.Errorf("key %s: %v", key, err)
		}
	}
	release()
	release, err = g.Acquire(t.Context(), "b")
	if err != nil {
		t.Fatal(err)
	}
	release()
	if len(g.keys) != 0 {
		t.Errorf("%d keys remain", len(g.keys))
	}
}
