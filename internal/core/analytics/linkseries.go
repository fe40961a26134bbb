package analytics

import (
	"context"
	"fmt"
	"slices"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
)

// MaxSeriesLinks is the most links of one call of DailyClicks.
const MaxSeriesLinks = 100

// DailyClicks returns the clicks by people on each of links on each of the last
// days, oldest first, today last. A day begins at midnight in the time zone.
// The figures are those of a Report of the last 30 days with a series of days;
// days is at most 30. Every link is in the result.
func (s *Service) DailyClicks(
	ctx context.Context, actor access.Actor, timeZone string, days int, linkIDs []string,
) (map[string][]int64, error) {
	if err := access.Require(actor, access.ReadAnalytics); err != nil {
		return nil, err
	}
	if len(linkIDs) > MaxSeriesLinks {
		return nil, fault.New(fault.Invalid, fmt.Sprintf("Request at most %d links.", MaxSeriesLinks))
	}
	result := make(map[string][]int64, len(linkIDs))
	links := make([]uint64, 0, len(linkIDs))
	for _, id := range linkIDs {
		result[id] = make([]int64, days)
		if number, ok := ident.Number(id); ok {
			links = append(links, number)
		}
	}
	if len(links) == 0 {
		return result, nil
	}
	q, period, _, err := s.query(ctx, actor, Request{Period: Period{Interval: Last30d, TimeZone: timeZone}})
	if err != nil {
		return nil, err
	}
	if q.Series, err = series(Day, period); err != nil {
		return nil, err
	}
	q.Series.Starts = q.Series.Starts[max(len(q.Series.Starts)-days, 0):]
	q.Start = q.Series.Starts[0]
	hidden := map[uint64]bool{} // LinkSeries does not filter
	for _, f := range q.Filters {
		for _, id := range f.Values {
			number, _ := ident.Number(id)
			hidden[number] = true
		}
	}
	links = slices.DeleteFunc(links, func(number uint64) bool { return hidden[number] })
	if len(links) == 0 {
		return result, nil
	}
	counts, err := s.store.LinkSeries(ctx, q, links)
	if err != nil {
		return nil, fmt.Errorf("count the clicks of links by day: %w", err)
	}
	for number, clicks := range counts {
		result[ident.Text(ident.Link, number)] = clicks
	}
	return result, nil
}
