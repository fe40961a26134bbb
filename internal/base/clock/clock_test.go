package clock_test

import (
	"testing"
	"time"

	"linnet/internal/base/clock"
)

func TestSteady_FollowsTheMonotonicClock(t *testing.T) {
	t.Parallel()
	began := time.Now()
	steady := clock.Steady(clock.System{})
	first := steady.Now()
	if off := first.Sub(began); off < 0 || off > time.Minute || first.Location() != time.UTC {
		t.Errorf("the first reading is %v, the machine's %v", first, began)
	}
	for range 1000 {
		if next := steady.Now(); next.Before(first) {
			t.Fatalf("%v after %v", next, first)
		}
	}
}

func TestSteady_ReturnsAManualClockItself(t *testing.T) {
	t.Parallel()
	manual := clock.NewManual(time.Unix(0, 0))
	if clock.Steady(manual) != clock.Clock(manual) {
		t.Error("a manual clock has no other steady clock")
	}
}
