package throttle_test

import (
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/core/throttle"
)

func start() *clock.Manual { return clock.NewManual(time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)) }

func TestTake_BurstThenOnePerInterval(t *testing.T) {
	t.Parallel()
	c := start()
	l := throttle.New(c, throttle.Limit{Burst: 3, Every: time.Minute}, 100)
	for i := range 3 {
		if got := l.Take("ada"); got.Wait != 0 || got.Left != 2-i {
			t.Fatalf("take %d: %+v", i, got)
		}
	}
	if got := l.Take("ada"); got.Wait != time.Minute || got.Left != 0 {
		t.Fatalf("the fourth: %+v", got)
	}
	if got := l.Take("bob"); got.Wait != 0 {
		t.Fatalf("another key shares the budget: %+v", got)
	}
	c.Advance(20 * time.Second)
	if got := l.Take("ada"); got.Wait != 40*time.Second {
		t.Fatalf("a refused take cost something: %+v", got)
	}
	c.Advance(40 * time.Second)
	if got := l.Take("ada"); got.Wait != 0 || got.Left != 0 {
		t.Fatalf("after waiting as told: %+v", got)
	}
	c.Advance(time.Hour)
	if got := l.Take("ada"); got.Left != 2 {
		t.Fatalf("a long rest gave more than the burst: %+v", got)
	}
}

func TestRefund_RestoresTheToken(t *testing.T) {
	t.Parallel()
	l := throttle.New(start(), throttle.Limit{Burst: 2, Every: time.Minute}, 100)
	for i := range 50 {
		if got := l.Take("ada"); got.Wait != 0 {
			t.Fatalf("right try %d: %+v", i, got)
		}
		l.Refund("ada")
	}
	l.Refund("stranger")
	for range 3 {
		l.Take("reset")
	}
	l.Reset("reset")
	if got := l.Take("reset"); got.Wait != 0 || got.Left != 1 {
		t.Errorf("a forgotten key: %+v", got)
	}
	for range 2 {
		l.Take("ada")
	}
	if l.Take("ada").Wait == 0 {
		t.Error("giving back made the budget larger than the burst")
	}
}

func TestTake_ConcurrentCallsShareTheBurst(t *testing.T) {
	t.Parallel()
	l := throttle.New(start(), throttle.Limit{Burst: 10, Every: time.Minute}, 100)
	var allowed atomic.Int64
	var wg sync.WaitGroup
	for range 200 {
		wg.Go(func() {
			if l.Take("ada").Wait == 0 {
				allowed.Add(1)
			}
		})
	}
	wg.Wait()
	if got := allowed.Load(); got != 10 {
		t.Errorf("%d were allowed", got)
	}
}

func TestLimiter_KeepsUsedKeysUnderAFlood(t *testing.T) {
	t.Parallel()
	l := throttle.New(start(), throttle.Limit{Burst: 10, Every: time.Hour}, 1000)
	waited := false
	for i := range 50_000 {
		l.Take("flood" + strconv.Itoa(i))
		if i%500 == 0 && l.Take("ada").Wait > 0 {
			waited = true
		}
	}
	if !waited {
		t.Error("a flood of keys made the limiter forget one that is tried all the time")
	}
}
