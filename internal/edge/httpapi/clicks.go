package httpapi

import (
	"context"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/edge/apikit"
)

// Retention is what the API needs of core/retention.
type Retention interface {
	// DeleteClicks deletes a link's clicks for good.
	DeleteClicks(ctx context.Context, actor access.Actor, linkID string) error
}

// Click is one visit to a link. It never holds an address.
type Click struct {
	ID        string    `json:"id" example:"clk_3kq7c8v0d5m2a"`
	At        time.Time `json:"at"`
	LinkID    string    `json:"linkId" example:"lnk_3kq7c8v0d5m2a"`
	Alias     string    `json:"alias" doc:"As it was typed."`
	Trigger   string    `json:"trigger" enum:"link,qr,bio"`
	Outcome   string    `json:"outcome" enum:"redirect,fallback,preview,password,scheduled,expired,archived,blocked,deleted"`
	RuleID    *string   `json:"ruleId" doc:"The rule that decided."`
	URL       *string   `json:"url" doc:"Where the visitor was sent; null when nowhere."`
	Country   *string   `json:"country" doc:"ISO 3166-1; null when it is not known."`
	Region    *string   `json:"region" doc:"ISO 3166-2."`
	City      *string   `json:"city"`
	Continent *string   `json:"continent"`
	Language  *string   `json:"language" doc:"BCP 47." example:"de-AT"`
	Device    *string   `json:"device" enum:"desktop,mobile,tablet"`
	OS        *string   `json:"os"`
	Browser   *string   `json:"browser"`
	Referrer  *string   `json:"referrer" doc:"A host."`
	Bot       bool      `json:"bot"`
	BotReason *string   `json:"botReason" enum:"agent,address,head,prefetch,preview"`
}

func clickOf(c click.Click) Click {
	return Click{
		ID: ident.Text(ident.Click, c.ID), At: apikit.Timestamp(c.At), LinkID: ident.Text(ident.Link, c.LinkID), Alias: c.Alias,
		Trigger: string(c.Trigger), Outcome: string(c.Outcome), RuleID: apikit.TextOrNull(ident.Text(ident.Rule, c.RuleID)), URL: apikit.TextOrNull(c.URL),
		Country: apikit.TextOrNull(c.Place.Country), Region: apikit.TextOrNull(c.Place.Region), City: apikit.TextOrNull(c.Place.City), Continent: apikit.TextOrNull(c.Place.Continent),
		Language: apikit.TextOrNull(c.Language), Device: apikit.TextOrNull(string(c.Device)), OS: apikit.TextOrNull(c.OS), Browser: apikit.TextOrNull(c.Browser),
		Referrer: apikit.TextOrNull(c.Referrer), Bot: c.Bot != "", BotReason: apikit.TextOrNull(string(c.Bot)),
	}
}

// listClicksInput chooses clicks as analytics does, so that whoever counts them
// can look at them too.
type listClicksInput struct {
	PeriodParams
	FilterParams
	Limit int `query:"limit" minimum:"1" maximum:"100" default:"50" doc:"The most clicks. For those before them give the time of the last one as end."`
}

func (a *API) listClicks(ctx context.Context, in *listClicksInput) (*apikit.ListOutput[Click], error) {
	request, err := a.question(ctx, in.everAsDefault(), in.FilterParams, SeriesParams{Limit: in.Limit})
	if err != nil {
		return nil, err
	}
	recent, err := a.Analytics.Recent(ctx, apikit.ActorOf(ctx), request)
	if err != nil {
		return nil, err
	}
	return apikit.WholeList(apikit.Map(recent, clickOf)), nil
}

// everAsDefault is the period with all time where it names no beginning: the
// last clicks are wanted, however long ago they were.
func (in *listClicksInput) everAsDefault() PeriodParams {
	p := in.PeriodParams
	switch {
	case p.Interval != "" || !p.Start.IsZero():
	case p.End.IsZero():
		p.Interval = string(analytics.AllTime)
	default:
		p.Start = analytics.Earliest()
	}
	return p
}

// ClickParams choose what a stream tells of.
type ClickParams struct {
	LinkID  []string `query:"linkId" doc:"Ids of links, with commas between them."`
	Traffic string   `query:"traffic" enum:"human,bot,all" default:"human"`
}

// recentClicks returns the last clicks on links, the newest first.
func (a *API) recentClicks(ctx context.Context, p ClickParams, limit int) ([]click.Click, error) {
	return a.Analytics.Recent(ctx, apikit.ActorOf(ctx), analytics.Request{
		Period: analytics.Period{Interval: analytics.AllTime}, Traffic: analytics.Traffic(p.Traffic),
		Filters: analytics.FilterOf(analytics.Link, p.LinkID), Limit: limit,
	})
}

func (a *API) deleteClicks(ctx context.Context, in *LinkPath) (*struct{}, error) {
	return nil, a.Retention.DeleteClicks(ctx, apikit.ActorOf(ctx), in.ID)
}
