package loop_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/loop"
)

func TestTask_RunsAtTheIntervalAndOnWake(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var runs atomic.Int64
		wake := make(chan struct{}, 1)
		go loop.Task{Name: "x", Every: time.Minute, Wake: wake, Do: func(context.Context) error { runs.Add(1); return nil }}.Run(ctx)
		synctest.Wait()
		if n := runs.Load(); n != 1 {
			t.Fatalf("%d runs at the start, want 1", n)
		}
		wake <- struct{}{}
		synctest.Wait()
		<-time.After(time.Minute + time.Second)
		synctest.Wait()
		if n := runs.Load(); n != 3 {
			t.Errorf("%d runs after a wake-up and a minute, want 3", n)
		}
		cancel()
		synctest.Wait()
	})
}

func TestTask_SurvivesPanicsAndRetries(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var runs atomic.Int64
		go loop.Task{Name: "x", Every: time.Hour, Retry: time.Second, Do: func(context.Context) error {
			if runs.Add(1) == 1 {
				panic("first run")
			}
			return nil
		}}.Run(ctx)
		<-time.After(time.Minute)
		synctest.Wait()
		if n := runs.Load(); n != 2 {
			t.Errorf("%d runs in a minute, want 2: the panic and its retry", n)
		}
		cancel()
		synctest.Wait()
	})
}

func TestTask_RunsAgainAfterTheTimeOfAfter(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var runs atomic.Int64
		go loop.Task{Name: "x", Every: time.Hour, Do: func(context.Context) error {
			if runs.Add(1) < 5 {
				return loop.After(time.Second)
			}
			return nil
		}}.Run(ctx)
		<-time.After(time.Minute)
		synctest.Wait()
		if n := runs.Load(); n != 5 {
			t.Errorf("%d runs in a minute, want 5", n)
		}
		cancel()
		synctest.Wait()
	})
}

func TestTask_AddsJitter(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var runs atomic.Int64
		go loop.Task{Name: "x", Every: time.Minute, Jitter: time.Minute, Do: func(context.Context) error { runs.Add(1); return nil }}.Run(ctx)
		<-time.After(time.Hour)
		synctest.Wait()
		if n := runs.Load(); n < 31 || n > 60 {
			t.Errorf("%d runs in an hour of waits between one and two minutes", n)
		}
		cancel()
		synctest.Wait()
	})
}

// leases is a table of leases in memory.
type leases struct {
	mu    sync.Mutex
	owner string
	until time.Time
	down  bool
}

func (l *leases) AcquireLease(_ context.Context, _, owner string, now, until time.Time) (bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.down {
		return false, errors.New("connection refused")
	}
	if l.owner != owner && now.Before(l.until) {
		return false, nil
	}
	l.owner, l.until = owner, until
	return true, nil
}

func (l *leases) ReleaseLease(_ context.Context, _, owner string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.owner == owner {
		l.until = time.Time{}
	}
	return nil
}

func (l *leases) setDown(down bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.down = down
}

func TestLeader_OneNodeRunsTheTask(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		shared := &leases{}
		var runs struct{ a, b atomic.Int64 }
		start := func(owner string, runs *atomic.Int64) context.CancelFunc {
			ctx, cancel := context.WithCancel(t.Context())
			go loop.Task{
				Name: "x", Every: time.Minute, Leader: &loop.Leader{Leases: shared, Owner: owner, Clock: clock.System{}},
				Do: func(context.Context) error { runs.Add(1); return nil },
			}.Run(ctx)
			synctest.Wait()
			return cancel
		}
		stopA := start("a", &runs.a)
		stopB := start("b", &runs.b)
		<-time.After(10 * time.Minute)
		synctest.Wait()
		if a, b := runs.a.Load(), runs.b.Load(); a < 10 || b != 0 {
			t.Errorf("%d runs on a and %d on b while both nodes are up, want all on a", a, b)
		}
		stopA()
		<-time.After(10 * time.Minute)
		synctest.Wait()
		if b := runs.b.Load(); b < 7 {
			t.Errorf("b ran %d times in the ten minutes after a stopped", b)
		}
		stopB()
		synctest.Wait()
	})
}

// A node that fails or stops leaves frequent work to the others at once, not after
// the lease has ended.
func TestLeader_ReleasesTheLeaseOfFrequentWork(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		shared := &leases{}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		task := func(owner string, do func(context.Context) error) loop.Task {
			return loop.Task{
				Name: "x", Every: 10 * time.Second, Do: do, Leader: &loop.Leader{Leases: shared, Owner: owner, Clock: clock.System{}},
			}
		}
		var runs atomic.Int64
		go task("broken", func(context.Context) error { return errors.New("no connection") }).Run(ctx)
		synctest.Wait()
		first, stopFirst := context.WithCancel(ctx)
		go task("first", func(context.Context) error { runs.Add(1); return loop.After(time.Second) }).Run(first)
		<-time.After(30 * time.Second)
		if n := runs.Load(); n < 25 {
			t.Errorf("%d runs beside a node that fails", n)
		}
		stopFirst()
		synctest.Wait()
		runs.Store(0)
		go task("second", func(context.Context) error { runs.Add(1); return nil }).Run(ctx)
		<-time.After(15 * time.Second)
		if runs.Load() == 0 {
			t.Error("no run in the 15 seconds after the other node stopped")
		}
	})
}

func TestLeader_CancelsWorkWhoseLeaseIsLost(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		shared := &leases{}
		leader := &loop.Leader{Leases: shared, Owner: "a", Clock: clock.System{}}
		done := make(chan error, 1)
		go func() {
			done <- leader.Do(t.Context(), "x", 0, func(ctx context.Context) error {
				<-ctx.Done()
				return ctx.Err()
			})
		}()
		synctest.Wait()
		shared.setDown(true)
		if err := <-done; err == nil {
			t.Error("the work of a node without a lease succeeded")
		}
	})
}

func TestLeader_RenewsTheLeaseOfLongWork(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		shared := &leases{}
		a := &loop.Leader{Leases: shared, Owner: "a", Clock: clock.System{}}
		b := &loop.Leader{Leases: shared, Owner: "b", Clock: clock.System{}}
		go func() {
			_ = a.Do(t.Context(), "x", 0, func(context.Context) error {
				<-time.After(time.Hour)
				return nil
			})
		}()
		<-time.After(50 * time.Minute)
		ran := false
		if err := b.Do(t.Context(), "x", 0, func(context.Context) error { ran = true; return nil }); err != nil || ran {
			t.Errorf("the second node ran meanwhile: %v, %v", ran, err)
		}
		<-time.After(time.Hour)
	})
}
