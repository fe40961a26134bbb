package httpapi

import (
	"slices"
	"testing"

	"linnet/internal/core/analytics"
)

func TestGroupBy_AddsADimensionOnce(t *testing.T) {
	t.Parallel()
	var r analytics.Request
	for _, g := range []groupBy{"country", "browser", "country", groupCount, "browser"} {
		if parts := g.addTo(&r); parts.Count != (g == groupCount) {
			t.Errorf("%s adds %+v", g, parts)
		}
	}
	if want := []analytics.Dimension{"country", "browser"}; !slices.Equal(r.GroupBy, want) {
		t.Errorf("grouped by %v, want %v", r.GroupBy, want)
	}
}
