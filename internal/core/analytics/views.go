package analytics

import (
	"context"
	"fmt"
	"slices"
)

// views counts the views of the bio pages that the filters of a query name; nil:
// they name none, or the query has no count. Filters by properties that only clicks
// have are ignored: the views of a page are the basis of the click rate of
// each of its blocks.
func (s *Service) views(ctx context.Context, q Query) (*Count, error) {
	if !q.Count || q.Subject == PageViews || q.Subject == OrphanVisits || !q.namesPage() {
		return nil, nil
	}
	q.Subject, q.Series, q.Heatmap, q.Lists = PageViews, nil, false, nil
	q.Filters = slices.DeleteFunc(slices.Clone(q.Filters), func(f Filter) bool { return f.Dimension.ofClicksOnly() })
	found, err := s.store.Query(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("count the views of pages: %w", err)
	}
	return &found.Count, nil
}

// namesPage reports whether the filters of a query choose pages.
func (q *Query) namesPage() bool {
	return slices.ContainsFunc(q.Filters, func(f Filter) bool { return f.Dimension == Page && !f.Negated })
}

// ofClicksOnly reports whether views have no value in d, or one of another meaning.
func (d Dimension) ofClicksOnly() bool {
	return slices.Contains([]Dimension{Link, Rule, URL, Variant, Block, Trigger, QRCode, Outcome}, d)
}
