package httpapi

import (
	"context"

	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
)

// Analytics counts clicks.
type Analytics interface {
	// Report answers all parts of a request in one pass over the clicks.
	Report(ctx context.Context, actor access.Actor, r analytics.Request, parts analytics.Parts) (analytics.Report, error)
	// Recent returns the last clicks, the newest first.
	Recent(ctx context.Context, actor access.Actor, r analytics.Request) ([]click.Click, error)
}

type analyticsInput struct {
	GroupBy groupBy `query:"groupBy" required:"true" doc:"Which figures."`
	PeriodParams
	FilterParams
	SeriesParams
}

type analyticsOutput struct{ Body analyticsAnswer }

func (a *API) analytics(ctx context.Context, in *analyticsInput) (*analyticsOutput, error) {
	request := in.request(in.FilterParams, in.SeriesParams)
	parts := in.GroupBy.into(&request)
	report, err := a.Analytics.Report(ctx, actorOf(ctx), request, parts)
	if err != nil {
		return nil, err
	}
	return &analyticsOutput{analyticsAnswer{in.GroupBy.shape(report)}}, nil
}

type reportInput struct {
	GroupBy []groupBy `query:"groupBy" doc:"The parts that are wanted, with commas between them; all unless said otherwise."`
	PeriodParams
	FilterParams
	SeriesParams
}

type reportOutput struct{ Body reportAnswer }

func (a *API) report(ctx context.Context, in *reportInput) (*reportOutput, error) {
	wanted := in.GroupBy
	if len(wanted) == 0 {
		wanted = everyGroupBy()
	}
	request := in.request(in.FilterParams, in.SeriesParams)
	var parts analytics.Parts
	for _, g := range wanted {
		p := g.into(&request)
		parts.Count, parts.Series, parts.Heatmap = parts.Count || p.Count, parts.Series || p.Series, parts.Heatmap || p.Heatmap
	}
	report, err := a.Analytics.Report(ctx, actorOf(ctx), request, parts)
	if err != nil {
		return nil, err
	}
	out := reportAnswer{}
	for _, g := range wanted {
		out[g] = g.shape(report)
	}
	return &reportOutput{out}, nil
}
