package redirect

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
)

// Strangers who try addresses out fill their own budget and no other.
func TestScanningEvictsNothing(t *testing.T) {
	t.Parallel()
	reads := 0
	size := shelfSize[string]{weight: 100, weigh: func(key, string) uint32 { return 1 }, absent: 500}
	s := newShelf(size, &cacheLog{clk: clock.System{}, log: slog.New(slog.DiscardHandler)}, func(_ context.Context, k key) (string, string, error) {
		reads++
		if strings.HasPrefix(k.name, "link") {
			return "value", k.name, nil
		}
		return "", "", fault.New(fault.NotFound, "no")
	})
	links := func() {
		for i := range 100 {
			if _, _, err := s.get(t.Context(), key{"d", fmt.Sprint("link", i)}); err != nil {
				t.Fatal(err)
			}
		}
	}
	links()
	for i := range 20_000 {
		if _, _, err := s.get(t.Context(), key{"d", fmt.Sprint("scan", i)}); !fault.Is(err, fault.NotFound) {
			t.Fatal(err)
		}
	}
	reads = 0
	links()
	if reads != 0 {
		t.Errorf("%d of 100 links were evicted", reads)
	}
	s.absent.CleanUp()
	if n := s.absent.EstimatedSize(); n > 500 {
		t.Errorf("%d unknown keys are remembered", n)
	}
}
