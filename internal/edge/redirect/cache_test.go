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

func TestCache_UnknownKeysEvictNoEntries(t *testing.T) {
	t.Parallel()
	reads := 0
	bounds := cacheBounds[string, string]{weight: 100, weigh: func(key[string], string) uint32 { return 1 }, negative: 500}
	log := &cacheLog{clock: clock.System{}, log: slog.New(slog.DiscardHandler)}
	c := newCache(bounds, log, func(_ context.Context, k key[string]) (string, string, error) {
		reads++
		if strings.HasPrefix(k.name, "link") {
			return "value", k.name, nil
		}
		return "", "", fault.New(fault.NotFound, "no")
	})
	getLinks := func() {
		for i := range 100 {
			if _, _, err := c.get(t.Context(), key[string]{"d", fmt.Sprint("link", i)}); err != nil {
				t.Fatal(err)
			}
		}
	}
	getLinks()
	for i := range 20_000 {
		if _, _, err := c.get(t.Context(), key[string]{"d", fmt.Sprint("scan", i)}); !fault.Is(err, fault.NotFound) {
			t.Fatal(err)
		}
	}
	reads = 0
	getLinks()
	if reads != 0 {
		t.Errorf("%d of 100 links were evicted", reads)
	}
	c.negative.CleanUp()
	if n := c.negative.EstimatedSize(); n > 500 {
		t.Errorf("%d negative entries", n)
	}
}
