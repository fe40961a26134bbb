package throttle_test

import (
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/core/throttle"
)

// stepped is a clock whose time of day and monotonic time are set separately.
type stepped struct {
	*clock.Manual               // the time of day
	steady        *clock.Manual // the monotonic clock
}

func (s stepped) Steady() clock.Clock { return s.steady }

func TestLimiter_IgnoresStepsOfTheTimeOfDay(t *testing.T) {
	t.Parallel()
	for name, step := range map[string]time.Duration{"ten minutes back": -10 * time.Minute, "a day ahead": 24 * time.Hour} {
		c := stepped{start(), start()}
		l := throttle.New(c, throttle.Limit{Burst: 1, Every: time.Second}, 100)
		l.Take("ada")
		c.Advance(step)
		if got := l.Take("ada"); got.Wait != time.Second {
			t.Errorf("%s: right after, the wait is %v, want 1s", name, got.Wait)
		}
		c.steady.Advance(time.Second)
		if got := l.Take("ada"); got.Wait != 0 {
			t.Errorf("%s: a second later, the wait is %v", name, got.Wait)
		}
		c.Advance(-step)
		c.steady.Advance(time.Second)
		if got := l.Take("ada"); got.Wait != 0 {
			t.Errorf("%s, and back: the wait is %v", name, got.Wait)
		}
	}
}
