package httpapi

import (
	"context"

	"linnet/internal/base/fault"
	"linnet/internal/core/analytics"
	"linnet/internal/edge/apikit"
)

// addViews adds the numbers of views by people to pages. While the click store is
// unavailable, pages have none.
func (a *API) addViews(ctx context.Context, pages []BioPage) error {
	if len(pages) == 0 {
		return nil
	}
	ids := apikit.Map(pages, func(p BioPage) string { return p.ID })
	report, err := a.Analytics.Report(ctx, apikit.ActorOf(ctx), analytics.Request{
		Period: analytics.Period{Interval: analytics.AllTime}, Views: true,
		Filters: []analytics.Filter{{Dimension: analytics.Page, Values: ids}}, GroupBy: []analytics.Dimension{analytics.Page}, Limit: len(ids),
	}, analytics.Parts{})
	switch {
	case fault.Is(err, fault.Unavailable):
		return nil
	case err != nil:
		return err
	}
	views := make(map[string]int64, len(ids))
	for _, row := range report.Lists[analytics.Page] {
		views[row.Key] = row.Clicks
	}
	for i := range pages {
		n := views[pages[i].ID]
		pages[i].Views = &n
	}
	return nil
}
