package analytics

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"linnet/internal/core/visitor"
)

// addOtherOutcomes adds the visits that the query does not count to its list of outcomes,
// which shows what became of all visits. There are few of them, so a query of their own is
// cheaper than reading them for every part of the report. They have other outcomes than
// the rows of the list, so clicks and uniques of these remain the same.
func (s *Service) addOtherOutcomes(ctx context.Context, q Query, lists map[Dimension][]Row) error {
	at := slices.IndexFunc(q.Lists, func(l List) bool { return l.Dimension == Outcome })
	if at < 0 || q.AnyOutcome || q.Subject.Outcomes() == nil {
		return nil
	}
	list := q.Lists[at]
	q.AnyOutcome, q.Count, q.Series, q.Heatmap, q.Lists = true, false, nil, false, []List{list}
	q.Filters = append(slices.Clone(q.Filters), Filter{Dimension: Outcome, Values: textsOf(visitor.OtherOutcomes())})
	others, err := s.store.Query(ctx, q)
	if err != nil {
		return fmt.Errorf("count the other outcomes: %w", err)
	}
	rows := append(lists[Outcome], others.Lists[Outcome]...)
	slices.SortFunc(rows, func(a, b Row) int { return cmp.Or(cmp.Compare(b.Clicks, a.Clicks), strings.Compare(a.Key, b.Key)) })
	lists[Outcome] = rows[:min(len(rows), list.Limit)]
	return nil
}
