package records_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"linnet/internal/core/throttle"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

func takeAttempt(t *testing.T, s *records.Store, k throttle.Key, l throttle.Limit) (taken bool, used time.Duration) {
	t.Helper()
	taken, used, err := s.TakeAttempt(t.Context(), k, l)
	if err != nil {
		t.Fatal(err)
	}
	return taken, used
}

func TestStore_LimitsAttempts(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		limit, key := throttle.Limit{Burst: 3, Every: time.Hour}, throttle.Key{1}
		for i := 1; i <= 3; i++ {
			taken, used := takeAttempt(t, s, key, limit)
			if over := time.Duration(i)*time.Hour - used; !taken || over < 0 || over > time.Minute {
				t.Fatalf("attempt %d: %v, full in %v", i, taken, used)
			}
		}
		if taken, used := takeAttempt(t, s, key, limit); taken || used <= 2*time.Hour || used > 3*time.Hour {
			t.Errorf("the fourth: %v, full in %v", taken, used)
		}
		if taken, _ := takeAttempt(t, s, throttle.Key{2}, limit); !taken {
			t.Error("another key shares the limit")
		}
		if err := s.RefundAttempt(t.Context(), key, limit); err != nil {
			t.Fatal(err)
		}
		first, _ := takeAttempt(t, s, key, limit)
		second, _ := takeAttempt(t, s, key, limit)
		if !first || second {
			t.Errorf("after a refund: %v, %v", first, second)
		}
		if err := s.ClearAttempts(t.Context(), key); err != nil {
			t.Fatal(err)
		}
		if taken, used := takeAttempt(t, s, key, limit); !taken || used > time.Hour {
			t.Errorf("after it was cleared: %v, full in %v", taken, used)
		}
	})
}

func TestStore_AttemptsRefillWithTime(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		limit, key := throttle.Limit{Burst: 1, Every: time.Hour}, throttle.Key{1}
		takeAttempt(t, s, key, limit)
		for _, c := range []struct {
			shift string
			want  bool
		}{
			{`full_at + 10000000`, false},   // taken by a statement that began 10 seconds later
			{`full_at - 3500000000`, false}, // 110 seconds remain
			{`full_at - 200000000`, true},
			{`full_at + 7200000000`, true}, // the clock was set back
		} {
			if err := s.Exec(t.Context(), `UPDATE attempts SET full_at = `+c.shift); err != nil {
				t.Fatal(err)
			}
			if taken, used := takeAttempt(t, s, key, limit); taken != c.want || taken && used > time.Hour {
				t.Errorf("%s: %v, full in %v", c.shift, taken, used)
			}
		}
	})
}

func TestStore_PurgesFullAttempts(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		limit := throttle.Limit{Burst: 2, Every: time.Hour}
		for i := range 3 {
			takeAttempt(t, s, throttle.Key{byte(i)}, limit)
		}
		if err := s.Exec(t.Context(), `UPDATE attempts SET full_at = 1`); err != nil {
			t.Fatal(err)
		}
		takeAttempt(t, s, throttle.Key{9}, limit)
		for _, want := range []int64{2, 1, 0} {
			if n, err := s.PurgeAttempts(t.Context(), 2); err != nil || n != want {
				t.Errorf("%d buckets were deleted, %v; want %d", n, err, want)
			}
		}
		if taken, used := takeAttempt(t, s, throttle.Key{9}, limit); !taken || used <= time.Hour {
			t.Errorf("the bucket in use was deleted: %v, full in %v", taken, used)
		}
	})
}

func TestStore_ConcurrentAttemptsOfNodesShareTheBurst(t *testing.T) {
	t.Parallel()
	url := testkit.MigratedPostgres(t)
	nodes := []*records.Store{openAt(t, url), openAt(t, url)}
	limit := throttle.Limit{Burst: 20, Every: time.Hour}
	var allowed atomic.Int64
	var working sync.WaitGroup
	for i := range 200 {
		working.Go(func() {
			taken, _, err := nodes[i%2].TakeAttempt(t.Context(), throttle.Key{7}, limit)
			if err != nil {
				t.Error(err)
			}
			if taken {
				allowed.Add(1)
			}
		})
	}
	working.Wait()
	if allowed.Load() != 20 {
		t.Errorf("%d of 200 concurrent attempts were allowed, want 20", allowed.Load())
	}
}

// Attempts are many: the log of the server and its replicas must not have them.
func TestStore_AttemptsAreUnloggedOnPostgres(t *testing.T) {
	t.Parallel()
	url := testkit.Postgres(t)
	for range 2 { // the second time, the table exists
		s := openAt(t, url)
		if err := s.Exec(t.Context(), `DO $$ BEGIN
			ASSERT (SELECT relpersistence FROM pg_class WHERE oid = 'attempts'::regclass) = 'u', 'logged';
		END $$`); err != nil {
			t.Error(err)
		}
	}
}

func TestStore_AddsAttemptsInBatches(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		limit, a, b := throttle.Limit{Burst: 10, Every: time.Hour}, throttle.Key{1}, throttle.Key{2}
		add := func(want map[throttle.Key]int, batch ...throttle.Taken) {
			t.Helper()
			used, err := s.AddAttempts(t.Context(), batch, limit)
			if err != nil || len(used) != len(want) {
				t.Fatal(used, err)
			}
			for k, hours := range want {
				if short := time.Duration(hours)*time.Hour - used[k]; short < 0 || short > time.Minute {
					t.Errorf("the bucket %d is full in %v, want %d hours", k[0], used[k], hours)
				}
			}
		}
		add(map[throttle.Key]int{a: 3}, throttle.Taken{Key: a, N: 3})
		add(map[throttle.Key]int{a: 5, b: 12}, throttle.Taken{Key: a, N: 2}, throttle.Taken{Key: b, N: 12})
		add(map[throttle.Key]int{b: 20}, throttle.Taken{Key: b, N: 100}) // it owes at most what it can have
		if err := s.Exec(t.Context(), `UPDATE attempts SET full_at = 1`); err != nil {
			t.Fatal(err)
		}
		add(map[throttle.Key]int{a: 1, b: 2}, throttle.Taken{Key: a, N: 1}, throttle.Taken{Key: b, N: 2})
	})
}
