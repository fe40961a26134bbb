package httpapi

import (
	"context"

	"linnet/internal/base/fault"
	"linnet/internal/core/analytics"
	"linnet/internal/edge/apikit"
)

// addFigures adds the numbers of views by people, and of clicks on blocks, to pages.
// While the click store is unavailable, pages have none.
func (a *API) addFigures(ctx context.Context, pages []BioPage) error {
	if len(pages) == 0 {
		return nil
	}
	ids := apikit.Map(pages, func(p BioPage) string { return p.ID })
	views, err := a.countByPage(ctx, ids, analytics.PageViews)
	if err != nil {
		return ignoreUnavailable(err)
	}
	clicks, err := a.countByPage(ctx, ids, analytics.BlockClicks)
	if err != nil {
		return ignoreUnavailable(err)
	}
	for i := range pages {
		viewed, clicked := views[pages[i].ID], clicks[pages[i].ID]
		pages[i].Views, pages[i].Clicks = &viewed, &clicked
	}
	return nil
}

func ignoreUnavailable(err error) error {
	if fault.Is(err, fault.Unavailable) {
		return nil
	}
	return err
}

// countByPage returns the clicks of a subject of all time, by page.
func (a *API) countByPage(ctx context.Context, ids []string, of analytics.Subject) (map[string]int64, error) {
	report, err := a.Analytics.Report(ctx, apikit.ActorOf(ctx), analytics.Request{
		Period:  analytics.Period{Interval: analytics.AllTime},
		Subject: of,
		Filters: []analytics.Filter{{Dimension: analytics.Page, Values: ids}},
		GroupBy: []analytics.Dimension{analytics.Page},
		Limit:   len(ids),
	}, analytics.Parts{})
	if err != nil {
		return nil, err
	}
	counts := make(map[string]int64, len(ids))
	for _, row := range report.Lists[analytics.Page] {
		counts[row.Key] = row.Clicks
	}
	return counts, nil
}
