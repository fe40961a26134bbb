package analytics_test

import (
	"context"
	"errors"
	"testing"

	"linnet/internal/base/clock"
	"linnet/internal/core/analytics"
	"linnet/internal/core/analytics/analyticstest"
	"linnet/internal/core/click"
	"linnet/internal/core/event"
	"linnet/internal/core/visitor"
)

// files returns the queries of exports.
type files struct{ queries []analytics.Query }

func (f *files) Export(_ context.Context, q analytics.Query, _ analytics.Export) (analytics.File, error) {
	f.queries = append(f.queries, q)
	return analytics.File{}, errors.New("no file")
}

// TestSingle_OmitsClicksThatAreOnlyCounted has a click, an aggregate one, and one that a domain
// stored before it got the privacy mode aggregate.
func TestSingle_OmitsClicksThatAreOnlyCounted(t *testing.T) {
	t.Parallel()
	store := &analyticstest.Oracle{}
	one := func(id, domain uint64) click.Click {
		return click.Click{ID: id, At: now, WorkspaceID: 9, DomainID: domain, LinkID: 1, Outcome: visitor.Redirected}
	}
	if err := store.Append(t.Context(), click.Batch{Through: 1, Clicks: []click.Click{
		one(1, 4), one(click.FirstAggregateID+7, 4), one(3, 5),
	}}); err != nil {
		t.Fatal(err)
	}
	s := analytics.New(analytics.Deps{Store: store, Names: names{}, Clock: clock.NewManual(now)})
	r, err := s.Report(t.Context(), actor(), analytics.Request{}, analytics.Parts{Count: true})
	if err != nil || r.Count.Clicks != 3 {
		t.Errorf("%d clicks are counted, %v", r.Count.Clicks, err)
	}
	page, err := s.Recent(t.Context(), actor(), analytics.Request{}, "")
	if err != nil || page.Total != 1 || len(page.Clicks) != 1 || page.Clicks[0].ID != 1 {
		t.Errorf("listed %+v, %v", page, err)
	}
	exported := &files{}
	exporter := analytics.NewExporter(analytics.ExporterDeps{
		Service: s, Files: exported, Note: func(context.Context, event.Event) error { return nil },
	})
	if _, err := exporter.Export(t.Context(), actor(), analytics.Request{}, analytics.CSV); err == nil || len(exported.queries) != 1 {
		t.Fatalf("%d exports, %v", len(exported.queries), err)
	}
	found, err := store.Recent(t.Context(), exported.queries[0], 10)
	if err != nil || len(found) != 1 || found[0].ID != 1 {
		t.Errorf("exported %+v, %v", found, err)
	}
}
