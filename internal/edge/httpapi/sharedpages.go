package httpapi

import (
	"context"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/core/analytics"
	"linnet/internal/core/share"
	"linnet/internal/edge/apikit"
)

// SharedPagePath has the token of a shared page.
type SharedPagePath struct {
	Token string `path:"token" maxLength:"100" doc:"The last part of the page's URL."`
}

// SharedPage describes a shared page to its visitors.
type SharedPage struct {
	Locked    bool       `json:"locked" doc:"True if a password is required; all other fields are null."`
	Scope     *string    `json:"scope" enum:"link,folder,tag,workspace"`
	Label     *string    `json:"label" doc:"The name of the link, folder, tag or workspace." example:"localhost:8080/launch"`
	Name      *string    `json:"name" doc:"Null: use the label."`
	ExpiresAt *time.Time `json:"expiresAt"`

	Selection apikit.OrNull[ShareSelection] `json:"selection" doc:"The data that the page shows."`
}

// SharedPageParams has the token of a shared page, and its pass if it is locked.
type SharedPageParams struct {
	SharedPagePath
	Pass string `header:"Linnet-Share-Pass" doc:"The pass returned by the unlock operation."`
}

func (a *API) openShare(ctx context.Context, in *SharedPageParams) (*apikit.Output[SharedPage], error) {
	view, err := a.Shares.Open(ctx, in.Token, in.Pass)
	if err != nil {
		return nil, err
	}
	if view.Locked {
		return apikit.OutputOf(SharedPage{Locked: true}), nil
	}
	return apikit.OutputOf(SharedPage{
		Scope:     new(string(view.Scope)),
		Label:     apikit.TextOrNull(view.Label),
		Name:      apikit.TextOrNull(view.Name),
		ExpiresAt: apikit.TimeOrNull(view.ExpiresAt),
		Selection: apikit.OrNull[ShareSelection]{Value: new(selectionOf(view.Share, view.Labels))},
	}), nil
}

type unlockShareInput struct {
	SharedPagePath
	Body struct {
		Password string `json:"password" maxLength:"200"`
	} `nameHint:"UnlockShare"`
}

type sharePass struct {
	Pass      string    `json:"pass" doc:"Send it as Linnet-Share-Pass. It is valid for this page only."`
	ExpiresAt time.Time `json:"expiresAt"`
}

func (a *API) unlockShare(ctx context.Context, in *unlockShareInput) (*apikit.Output[sharePass], error) {
	pass, until, err := a.Shares.Unlock(ctx, in.Token, in.Body.Password, apikit.CallOf(ctx).Addr)
	if err != nil {
		return nil, err
	}
	out := &apikit.Output[sharePass]{}
	out.Body.Pass, out.Body.ExpiresAt = pass, apikit.Timestamp(until)
	return out, nil
}

// sharedGroupBy is a part of the report of a shared page.
type sharedGroupBy groupBy

func allSharedGroups() []sharedGroupBy {
	return apikit.Map(share.Parts(), func(p share.Part) sharedGroupBy { return sharedGroupBy(p) })
}

// Schema lists the values.
func (sharedGroupBy) Schema(r huma.Registry) *huma.Schema {
	return apikit.NamedSchema(r, "SharedGroupBy", func() *huma.Schema { return apikit.Enum(allSharedGroups()...) })
}

// sharedReportInput is a subset of the parameters of a report.
type sharedReportInput struct {
	SharedPageParams
	GroupBy     []sharedGroupBy `query:"groupBy" doc:"The parts, separated by commas; all by default."`
	Interval    string          `query:"interval" enum:"today,yesterday,24h,7d,28d,30d,90d,91d,12mo,mtd,qtd,ytd" doc:"A relative period; that of the page by default, or 30d if it has none."`
	Start       time.Time       `query:"start" doc:"The start of the period, instead of interval."`
	End         time.Time       `query:"end" doc:"The end of the period, exclusive; now by default."`
	TimeZone    string          `query:"timeZone" doc:"IANA name; UTC by default."`
	Traffic     string          `query:"traffic" enum:"human,bot,all" doc:"That of the page by default."`
	Compare     string          `query:"compare" enum:"previous"`
	Granularity string          `query:"granularity" enum:"minute,hour,day,week,month"`
	Limit       int             `query:"limit" minimum:"1" maximum:"100" default:"10"`
	SharedFilterParams
}

func (in *sharedReportInput) request() analytics.Request {
	period := PeriodParams{Interval: in.Interval, Start: in.Start, End: in.End, TimeZone: in.TimeZone, Traffic: in.Traffic}
	return period.request(filtersOf(in.SharedFilterParams), SeriesParams{Compare: in.Compare, Granularity: in.Granularity, Limit: in.Limit})
}

func (a *API) sharedReport(ctx context.Context, in *sharedReportInput) (*apikit.Output[reportResult], error) {
	groups := in.GroupBy
	if len(groups) == 0 {
		view, err := a.Shares.Open(ctx, in.Token, in.Pass)
		if err != nil {
			return nil, err
		}
		groups = apikit.Map(view.Shown(), func(p share.Part) sharedGroupBy { return sharedGroupBy(p) })
	}
	request := in.request()
	var parts analytics.Parts
	for _, g := range groups {
		p := groupBy(g).addTo(&request)
		parts.Count, parts.Series, parts.Heatmap = parts.Count || p.Count, parts.Series || p.Series, parts.Heatmap || p.Heatmap
	}
	report, err := a.Shares.Report(ctx, in.Token, in.Pass, request, parts)
	if err != nil {
		return nil, err
	}
	out := reportResult{}
	for _, g := range groups {
		out[groupBy(g)] = groupBy(g).of(report)
	}
	return apikit.OutputOf(out), nil
}
