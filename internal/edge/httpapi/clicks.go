package httpapi

import (
	"context"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/edge/apikit"
)

// Click is a visit to a link. It never contains an IP address.
type Click struct {
	ID        string    `json:"id" example:"clk_3kq7c8v0d5m2a"`
	At        time.Time `json:"at"`
	LinkID    string    `json:"linkId" example:"lnk_3kq7c8v0d5m2a" doc:"Empty for a visit to an unknown alias, for the view of a bio page and for a click on a block of it without a link."`
	Domain    string    `json:"domain" doc:"The host of the short URL; empty when the domain was purged." example:"localhost:8080"`
	Alias     string    `json:"alias" doc:"The alias as the visitor typed it."`
	Trigger   string    `json:"trigger" enum:"link,qr,bio"`
	Outcome   string    `json:"outcome" enum:"redirect,fallback,preview,password,scheduled,expired,archived,blocked,deleted,view,open" doc:"view: a bio page was shown. open: a block of it was clicked that has no link."`
	PageID    *string   `json:"pageId" example:"bio_3kq7c8v0d5m2a" doc:"The bio page that was viewed or clicked, or that the click was followed from; null: none."`
	BlockID   *string   `json:"blockId" example:"blk_5hq1v9x2c7n4a" doc:"The block of the page that was clicked; null: none."`
	QRCodeID  *string   `json:"qrCodeId" example:"qrc_3kq7c8v0d5m2a" doc:"The saved QR code that was scanned; null: none, or a code of an old version."`
	RuleID    *string   `json:"ruleId" doc:"The rule that applied; null: none."`
	URL       *string   `json:"url" doc:"The URL to which the visitor was redirected, or that of the player that was opened; null: none."`
	Country   *string   `json:"country" doc:"ISO 3166-1 alpha-2; null if unknown."`
	Region    *string   `json:"region" doc:"ISO 3166-2."`
	City      *string   `json:"city"`
	Continent *string   `json:"continent"`
	Language  *string   `json:"language" doc:"BCP 47." example:"de-AT"`
	Device    *string   `json:"device" enum:"desktop,mobile,tablet"`
	OS        *string   `json:"os"`
	Browser   *string   `json:"browser"`
	Referrer  *string   `json:"referrer" doc:"The host of the referring page."`
	Bot       bool      `json:"bot"`
	BotReason *string   `json:"botReason" enum:"agent,address,network,head,method,prefetch,preview,subresource"`
}

// clicksOf returns clicks with the hosts of their domains.
func (a *API) clicksOf(ctx context.Context, clicks []click.Click) ([]Click, error) {
	domains := apikit.Map(clicks, func(c click.Click) uint64 { return c.DomainID })
	hosts, err := a.Analytics.Hosts(ctx, apikit.ActorOf(ctx), domains)
	if err != nil {
		return nil, err
	}
	return apikit.Map(clicks, func(c click.Click) Click { return clickOf(c, hosts[c.DomainID]) }), nil
}

func clickOf(c click.Click, host string) Click {
	return Click{
		ID:     ident.Text(ident.Click, c.ID),
		At:     apikit.Timestamp(c.At),
		LinkID: ident.Text(ident.Link, c.LinkID),
		Domain: host,
		Alias:  c.Alias,
		Trigger: string(
			c.Trigger,
		),
		Outcome:  string(c.Outcome),
		PageID:   apikit.TextOrNull(ident.Text(ident.BioPage, c.PageID)),
		BlockID:  apikit.TextOrNull(ident.Text(ident.PageBlock, c.BlockID)),
		QRCodeID: apikit.TextOrNull(ident.Text(ident.QRCode, c.QRCodeID)),
		RuleID:   apikit.TextOrNull(ident.Text(ident.Rule, c.RuleID)),
		URL:      apikit.TextOrNull(c.URL),
		Country: apikit.TextOrNull(
			c.Place.Country,
		),
		Region:    apikit.TextOrNull(c.Place.Region),
		City:      apikit.TextOrNull(c.Place.City),
		Continent: apikit.TextOrNull(c.Place.Continent),
		Language: apikit.TextOrNull(
			c.Language,
		),
		Device:    apikit.TextOrNull(string(c.Device)),
		OS:        apikit.TextOrNull(c.OS),
		Browser:   apikit.TextOrNull(c.Browser),
		Referrer:  apikit.TextOrNull(c.Referrer),
		Bot:       c.Bot != "",
		BotReason: apikit.TextOrNull(string(c.Bot)),
	}
}

// listClicksInput has the filters of analytics, so that clients can list the
// clicks behind a figure.
type listClicksInput struct {
	PeriodParams
	FilterParams
	apikit.PageParams
}

func (a *API) listClicks(ctx context.Context, in *listClicksInput) (*apikit.ListOutput[Click], error) {
	request, err := a.analyticsRequest(ctx, in.periodOrAllTime(), in.FilterParams, SeriesParams{Limit: in.Limit})
	if err != nil {
		return nil, err
	}
	page, err := a.Analytics.Recent(ctx, apikit.ActorOf(ctx), request, in.Cursor)
	if err != nil {
		return nil, err
	}
	clicks, err := a.clicksOf(ctx, page.Clicks)
	if err != nil {
		return nil, err
	}
	return apikit.Page(clicks, page.NextCursor, page.Total), nil
}

// periodOrAllTime returns the period, which begins with the first click unless
// the request has a start.
func (in *listClicksInput) periodOrAllTime() PeriodParams {
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

// ClickParams choose the clicks of a stream.
type ClickParams struct {
	LinkID  []string `query:"linkId" doc:"Ids of links, separated by commas; all links by default."`
	PageID  []string `query:"pageId" doc:"Ids of bio pages, separated by commas: clicks on links that were followed from them; with blocks=true on all their blocks, and with views=true their views."`
	Views   bool     `query:"views" doc:"True sends views of bio pages instead of clicks on links."`
	Blocks  bool     `query:"blocks" doc:"True sends clicks on the blocks of bio pages instead of clicks on links."`
	Traffic string   `query:"traffic" enum:"human,bot,all" default:"human"`
}

// clickScope is the clicks of a stream.
type clickScope struct {
	ClickParams
	subject analytics.Subject
}

// recentClicks returns the latest clicks of a scope, newest first.
func (a *API) recentClicks(ctx context.Context, p clickScope, limit int) ([]click.Click, error) {
	page, err := a.Analytics.Recent(ctx, apikit.ActorOf(ctx), analytics.Request{
		Period:  analytics.Period{Interval: analytics.AllTime},
		Subject: p.subject,
		Traffic: analytics.Traffic(p.Traffic),
		Filters: append(analytics.FilterOf(analytics.Link, p.LinkID), analytics.FilterOf(analytics.Page, p.PageID)...),
		Limit:   limit,
	}, "")
	return page.Clicks, err
}

func (a *API) deleteClicks(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
	return nil, a.Retention.DeleteClicks(ctx, apikit.ActorOf(ctx), in.ID)
}
