package spare_test

import (
	"runtime"
	"testing"

	"linnet/internal/base/spare"
)

func TestThereIsOnePlaceMoreWhileSomebodyHoldsIt(t *testing.T) {
	t.Setenv("GOMAXPROCS", "")
	normal := runtime.GOMAXPROCS(0)
	var place spare.Place
	holds := func(want int) {
		t.Helper()
		if got := runtime.GOMAXPROCS(0); got != want {
			t.Errorf("%d places, want %d", got, want)
		}
	}
	first, second := place.Hold(), place.Hold()
	holds(normal + 1)
	first()
	holds(normal + 1)
	second()
	holds(normal)
	third := place.Hold()
	holds(normal + 1)
	third()
	holds(normal)
}

func TestTheOperatorHasTheLastWord(t *testing.T) {
	t.Setenv("GOMAXPROCS", "1")
	normal := runtime.GOMAXPROCS(0)
	var place spare.Place
	defer place.Hold()()
	if got := runtime.GOMAXPROCS(0); got != normal {
		t.Errorf("%d places instead of %d", got, normal)
	}
}
