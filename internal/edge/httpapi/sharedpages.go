package httpapi

import (
	"context"
	"net/netip"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/core/analytics"
	"linnet/internal/core/share"
	"linnet/internal/edge/apikit"
)

// SharedPages serves shared pages to visitors without an account.
type SharedPages interface {
	Open(ctx context.Context, token, pass string) (share.View, error)
	Unlock(ctx context.Context, token, password string, addr netip.Addr) (pass string, until time.Time, err error)
	Report(ctx context.Context, token, pass string, r analytics.Request, parts analytics.Parts) (analytics.Report, error)
}

// SharedPagePath names a shared page by its secret.
type SharedPagePath struct {
	Token string `path:"token" maxLength:"100" doc:"The secret in the page's address."`
}

// SharedPage is what a visitor sees of a shared page before its figures.
type SharedPage struct {
	Locked    bool       `json:"locked" doc:"The password is due; all else is null."`
	Scope     *string    `json:"scope" enum:"link,folder,tag,workspace"`
	Label     *string    `json:"label" doc:"What it is about, in words." example:"localhost:8080/launch"`
	Name      *string    `json:"name" doc:"Null: the label serves."`
	ExpiresAt *time.Time `json:"expiresAt"`

	Selection apikit.OrNull[ShareSelection] `json:"selection" doc:"What the page shows."`
}

// SharedPageParams names a shared page and carries the proof of its password.
type SharedPageParams struct {
	SharedPagePath
	Pass string `header:"Linnet-Share-Pass" doc:"What unlocking answered."`
}

type sharedPageOutput struct{ Body SharedPage }

func (a *API) openShare(ctx context.Context, in *SharedPageParams) (*sharedPageOutput, error) {
	view, err := a.Shares.Open(ctx, in.Token, in.Pass)
	if err != nil {
		return nil, err
	}
	if view.Locked {
		return &sharedPageOutput{SharedPage{Locked: true}}, nil
	}
	return &sharedPageOutput{SharedPage{
		Scope: new(string(view.Scope)), Label: apikit.TextOrNull(view.Label), Name: apikit.TextOrNull(view.Name), ExpiresAt: apikit.TimeOrNull(view.ExpiresAt),
		Selection: apikit.OrNull[ShareSelection]{Value: new(selectionOf(view.Share, view.Labels))},
	}}, nil
}

type unlockShareInput struct {
	SharedPagePath
	Body struct {
		Password string `json:"password" maxLength:"200"`
	} `nameHint:"UnlockShare"`
}

type unlockShareOutput struct {
	Body struct {
		Pass      string    `json:"pass" doc:"Send it as Linnet-Share-Pass. It is good for this page only, and no session."`
		ExpiresAt time.Time `json:"expiresAt"`
	} `nameHint:"SharePass"`
}

func (a *API) unlockShare(ctx context.Context, in *unlockShareInput) (*unlockShareOutput, error) {
	pass, until, err := a.Shares.Unlock(ctx, in.Token, in.Body.Password, apikit.CallOf(ctx).Addr)
	if err != nil {
		return nil, err
	}
	out := &unlockShareOutput{}
	out.Body.Pass, out.Body.ExpiresAt = pass, apikit.Timestamp(until)
	return out, nil
}

// sharedGroupBy names a part of a shared page's report.
type sharedGroupBy groupBy

func everySharedGroupBy() []sharedGroupBy {
	return apikit.Map(share.Parts(), func(p share.Part) sharedGroupBy { return sharedGroupBy(p) })
}

// Schema spells out the names.
func (sharedGroupBy) Schema(r huma.Registry) *huma.Schema {
	return apikit.NamedSchema(r, "SharedGroupBy", func() *huma.Schema { return apikit.Enum(everySharedGroupBy()...) })
}

// sharedReportInput is a subset of what members may ask.
type sharedReportInput struct {
	SharedPageParams
	GroupBy     []sharedGroupBy `query:"groupBy" doc:"The parts that are wanted, with commas between them; all unless said otherwise."`
	Interval    string          `query:"interval" enum:"today,yesterday,24h,7d,28d,30d,90d,91d,12mo,mtd,qtd,ytd" doc:"The page's own period unless given, or 30d where it has none."`
	Start       time.Time       `query:"start" doc:"The first moment, instead of interval."`
	End         time.Time       `query:"end" doc:"The first moment that is out; now unless said otherwise."`
	TimeZone    string          `query:"timeZone" doc:"IANA name; UTC unless said otherwise."`
	Traffic     string          `query:"traffic" enum:"human,bot,all" doc:"The page's own unless given."`
	Compare     string          `query:"compare" enum:"previous"`
	Granularity string          `query:"granularity" enum:"minute,hour,day,week,month"`
	Limit       int             `query:"limit" minimum:"1" maximum:"100" default:"10"`
	LinkID      []string        `query:"linkId" doc:"Ids of links that are shared. Filters are those of the report of members."`
	Alias       []string        `query:"alias"`
	Trigger     []string        `query:"trigger"`
	Country     []string        `query:"country"`
	Region      []string        `query:"region"`
	City        []string        `query:"city"`
	Continent   []string        `query:"continent"`
	Language    []string        `query:"language"`
	OS          []string        `query:"os"`
	Browser     []string        `query:"browser"`
	InApp       []string        `query:"inAppBrowser"`
	Device      []string        `query:"device"`
	Referrer    []string        `query:"referrer"`
	UTMSource   []string        `query:"utmSource"`
	UTMMedium   []string        `query:"utmMedium"`
	UTMCampaign []string        `query:"utmCampaign"`
	UTMTerm     []string        `query:"utmTerm"`
	UTMContent  []string        `query:"utmContent"`
	Weekday     []string        `query:"weekday"`
	Hour        []string        `query:"hour"`
}

func (in *sharedReportInput) request() analytics.Request {
	return PeriodParams{Interval: in.Interval, Start: in.Start, End: in.End, TimeZone: in.TimeZone, Traffic: in.Traffic}.request(
		FilterParams{
			LinkID: in.LinkID, Alias: in.Alias, Trigger: in.Trigger, Country: in.Country, Region: in.Region, City: in.City,
			Continent: in.Continent, Language: in.Language, OS: in.OS, Browser: in.Browser, InApp: in.InApp, Device: in.Device,
			Referrer: in.Referrer, UTMSource: in.UTMSource, UTMMedium: in.UTMMedium, UTMCampaign: in.UTMCampaign,
			UTMTerm: in.UTMTerm, UTMContent: in.UTMContent, Weekday: in.Weekday, Hour: in.Hour,
		}, SeriesParams{Compare: in.Compare, Granularity: in.Granularity, Limit: in.Limit})
}

func (a *API) sharedReport(ctx context.Context, in *sharedReportInput) (*reportOutput, error) {
	wanted := in.GroupBy
	if len(wanted) == 0 {
		view, err := a.Shares.Open(ctx, in.Token, in.Pass)
		if err != nil {
			return nil, err
		}
		wanted = apikit.Map(view.Shown(), func(p share.Part) sharedGroupBy { return sharedGroupBy(p) })
	}
	request := in.request()
	var parts analytics.Parts
	for _, g := range slices.Compact(wanted) {
		p := groupBy(g).into(&request)
		parts.Count, parts.Series, parts.Heatmap = parts.Count || p.Count, parts.Series || p.Series, parts.Heatmap || p.Heatmap
	}
	report, err := a.Shares.Report(ctx, in.Token, in.Pass, request, parts)
	if err != nil {
		return nil, err
	}
	out := reportAnswer{}
	for _, g := range wanted {
		out[groupBy(g)] = groupBy(g).shape(report)
	}
	return &reportOutput{out}, nil
}
