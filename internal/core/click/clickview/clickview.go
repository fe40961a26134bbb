// Package clickview has the one form in which clients see a click: lists and the stream of
// the API, and the messages of webhooks.
package clickview

import (
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/click"
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

// Of returns the view of a click on a domain with a host.
func Of(c click.Click, host string) Click {
	return Click{
		ID:        ident.Text(ident.Click, c.ID),
		At:        c.At.UTC(),
		LinkID:    ident.Text(ident.Link, c.LinkID),
		Domain:    host,
		Alias:     c.Alias,
		Trigger:   string(c.Trigger),
		Outcome:   string(c.Outcome),
		PageID:    orNull(ident.Text(ident.BioPage, c.PageID)),
		BlockID:   orNull(ident.Text(ident.PageBlock, c.BlockID)),
		QRCodeID:  orNull(ident.Text(ident.QRCode, c.QRCodeID)),
		RuleID:    orNull(ident.Text(ident.Rule, c.RuleID)),
		URL:       orNull(c.URL),
		Country:   orNull(c.Place.Country),
		Region:    orNull(c.Place.Region),
		City:      orNull(c.Place.City),
		Continent: orNull(c.Place.Continent),
		Language:  orNull(c.Language),
		Device:    orNull(string(c.Device)),
		OS:        orNull(c.OS),
		Browser:   orNull(c.Browser),
		Referrer:  orNull(c.Referrer),
		Bot:       c.Bot != "",
		BotReason: orNull(string(c.Bot)),
	}
}

// orNull returns nil for an empty text.
func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
