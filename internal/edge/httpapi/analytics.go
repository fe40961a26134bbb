package httpapi

import (
	"context"

	"linnet/internal/core/analytics"
	"linnet/internal/edge/apikit"
)

type analyticsInput struct {
	GroupBy groupBy `query:"groupBy" required:"true" doc:"The statistic, which determines the shape of the response."`
	PeriodParams
	FilterParams
	SeriesParams
}

func (a *API) analytics(ctx context.Context, in *analyticsInput) (*apikit.Output[analyticsResult], error) {
	request, err := a.analyticsRequest(ctx, in.PeriodParams, in.FilterParams, in.SeriesParams)
	if err != nil {
		return nil, err
	}
	parts := in.GroupBy.addTo(&request)
	report, err := a.Analytics.Report(ctx, apikit.ActorOf(ctx), request, parts)
	if err != nil {
		return nil, err
	}
	return apikit.OutputOf(analyticsResult{in.GroupBy.of(report)}), nil
}

type reportInput struct {
	GroupBy []groupBy `query:"groupBy" doc:"The parts, separated by commas; all by default."`
	PeriodParams
	FilterParams
	SeriesParams
}

func (a *API) report(ctx context.Context, in *reportInput) (*apikit.Output[reportResult], error) {
	groups := in.GroupBy
	if len(groups) == 0 {
		groups = allGroups()
	}
	request, err := a.analyticsRequest(ctx, in.PeriodParams, in.FilterParams, in.SeriesParams)
	if err != nil {
		return nil, err
	}
	var parts analytics.Parts
	for _, g := range groups {
		p := g.addTo(&request)
		parts.Count, parts.Series, parts.Heatmap = parts.Count || p.Count, parts.Series || p.Series, parts.Heatmap || p.Heatmap
	}
	report, err := a.Analytics.Report(ctx, apikit.ActorOf(ctx), request, parts)
	if err != nil {
		return nil, err
	}
	out := reportResult{}
	for _, g := range groups {
		out[g] = g.of(report)
	}
	return apikit.OutputOf(out), nil
}

// analyticsRequest combines the parameters of a request. The time zone is the
// workspace's by default.
func (a *API) analyticsRequest(ctx context.Context, p PeriodParams, f FilterParams, s SeriesParams) (analytics.Request, error) {
	request := p.request(filtersOf(f), s)
	var err error
	if request.Subject, err = subjectOf(p.Orphans, p.Views, p.Blocks); err != nil || request.TimeZone != "" {
		return request, err
	}
	workspace, err := a.Workspaces.Current(ctx, apikit.ActorOf(ctx))
	request.TimeZone = workspace.TimeZone
	return request, err
}
