package records_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/loop"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

func TestStore_LeasesElectOneNode(t *testing.T) {
	t.Parallel()
	test := func(t *testing.T, nodes ...*records.Store) {
		clock := clock.NewManual(testkit.Day())
		var runs atomic.Int32
		round := func() {
			var working sync.WaitGroup
			for i, node := range nodes {
				leader := loop.Leader{Leases: node, Owner: "run_" + string(rune('a'+i)), Clock: clock}
				working.Go(func() {
					err := leader.Do(t.Context(), "cleanup", time.Hour, func(context.Context) error { runs.Add(1); return nil })
					if err != nil {
						t.Error(err)
					}
				})
			}
			working.Wait()
		}
		round()
		if n := runs.Load(); n != 1 {
			t.Fatalf("%d nodes ran the task, want 1", n)
		}
		clock.Advance(time.Hour + time.Minute)
		round()
		if n := runs.Load(); n != 2 {
			t.Errorf("%d runs after the lease ended, want 2", n)
		}
	}
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		s := testkit.SQLite(t)
		test(t, s, s)
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		url := testkit.Postgres(t)
		test(t, openAt(t, url), openAt(t, url))
	})
}

func TestStore_ReleasedLeaseIsFree(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		now := testkit.Day()
		acquire := func(owner string, want bool) {
			t.Helper()
			if ok, err := s.AcquireLease(t.Context(), "x", owner, now, now.Add(time.Hour)); err != nil || ok != want {
				t.Errorf("%s acquires the lease: %v, %v; want %v", owner, ok, err, want)
			}
		}
		acquire("a", true)
		acquire("a", true)
		acquire("b", false)
		if err := s.ReleaseLease(t.Context(), "x", "b"); err != nil {
			t.Fatal(err)
		}
		acquire("b", false)
		if err := s.ReleaseLease(t.Context(), "x", "a"); err != nil {
			t.Fatal(err)
		}
		acquire("b", true)
	})
}
