package analytics

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/click"
)

// MaxDaily is the most links or QR codes of one call of DailyClicks, DailyScans or
// DailySharedScans.
const MaxDaily = 100

// DailyClicks returns the clicks by people on each of links on each of the last
// days, oldest first, today last. A day begins at midnight in the time zone.
// The figures are those of a Report of the last 30 days with a series of days;
// days is at most 30. Every link is in the result.
func (s *Service) DailyClicks(
	ctx context.Context, actor access.Actor, timeZone string, days int, linkIDs []string,
) (map[string][]int64, error) {
	return s.daily(ctx, actor, Link, nil, timeZone, days, themselves(linkIDs))
}

// DailySharedScans returns the scans by people of the QR codes of links that do not count
// their own scans, all codes of a link together, as DailyClicks does for links.
func (s *Service) DailySharedScans(
	ctx context.Context, actor access.Actor, timeZone string, days int, linkIDs []string,
) (map[string][]int64, error) {
	return s.daily(ctx, actor, Link, SharedScans(), timeZone, days, themselves(linkIDs))
}

// SharedScans returns the filters of scans whose QR code is unknown.
func SharedScans() []Filter {
	return []Filter{
		{Dimension: Trigger, Values: []string{string(click.TriggerQR)}},
		{Dimension: QRCode, Values: []string{""}},
	}
}

// themselves returns each id by itself.
func themselves(ids []string) map[string]string {
	all := make(map[string]string, len(ids))
	for _, id := range ids {
		all[id] = id
	}
	return all
}

// DailyScans returns the scans by people of QR codes that count their own scans, as
// DailyClicks does for links. linkOf has the id of each code's link, by the id of the
// code. Codes of links that the actor may not read have no scans.
func (s *Service) DailyScans(
	ctx context.Context, actor access.Actor, timeZone string, days int, linkOf map[string]string,
) (map[string][]int64, error) {
	return s.daily(ctx, actor, QRCode, nil, timeZone, days, linkOf)
}

// daily counts the clicks that pass filters on each of the last days by ids of a
// dimension. linkOf has the link of each id.
func (s *Service) daily(
	ctx context.Context, actor access.Actor, by Dimension, filters []Filter, timeZone string, days int, linkOf map[string]string,
) (map[string][]int64, error) {
	if err := access.Require(actor, access.ReadAnalytics); err != nil {
		return nil, err
	}
	if len(linkOf) > MaxDaily {
		return nil, fault.New(fault.Invalid, fmt.Sprintf("Request at most %d at once.", MaxDaily))
	}
	result := make(map[string][]int64, len(linkOf))
	for id := range linkOf {
		result[id] = make([]int64, days)
	}
	if len(linkOf) == 0 {
		return result, nil
	}
	q, period, _, err := s.wholeQuery(ctx, actor, Request{Period: Period{Interval: Last30d, TimeZone: timeZone}})
	if err != nil {
		return nil, err
	}
	if q.Series, err = series(Day, period); err != nil {
		return nil, err
	}
	q.Series.Starts = q.Series.Starts[max(len(q.Series.Starts)-days, 0):]
	q.Start = q.Series.Starts[0]
	ids, err := s.readable(ctx, actor.View(), linkOf)
	if err != nil || len(ids) == 0 {
		return result, err
	}
	q.Filters = filters
	counts, err := s.store.SeriesByID(ctx, q, by, ids)
	if err != nil {
		return nil, fmt.Errorf("count clicks by day: %w", err)
	}
	for number, clicks := range counts {
		result[ident.Text(by.IDPrefix(), number)] = clicks
	}
	return result, nil
}

// readable returns the numbers of the ids whose links are in the view.
func (s *Service) readable(ctx context.Context, v access.View, linkOf map[string]string) ([]uint64, error) {
	links := slices.Sorted(maps.Values(linkOf))
	hidden, err := s.hiddenAmong(ctx, v, slices.Compact(links))
	if err != nil {
		return nil, err
	}
	ids := make([]uint64, 0, len(linkOf))
	for id, linkID := range linkOf {
		if number, ok := ident.Number(id); ok && !hidden[linkID] {
			ids = append(ids, number)
		}
	}
	return ids, nil
}
