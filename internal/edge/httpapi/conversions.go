package httpapi

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/conversion"
)

// Conversions is what the API needs of core/conversion.
type Conversions interface {
	// Track takes a report; made is false when the same was taken before.
	Track(ctx context.Context, actor access.Actor, r conversion.Report) (c conversion.Conversion, made bool, err error)
	List(ctx context.Context, actor access.Actor, f conversion.Filter) (conversion.Page, error)
}

func (a *API) conversionRoutes() {
	const how = "The destination of a link with trackConversions gets the id of each human's click as linnet_click in its query. " +
		"A click of a moment ago may still be on its way: then the state is pending, and it is counted when the click arrives. " +
		"The same again with the same id of yours does nothing and answers 200 with what was made the first time."
	post(a, "/track/lead", a.trackLead, operation{id: "trackLead", tag: "Conversions", summary: "Report a lead of a click",
		status: http.StatusCreated, detail: "Somebody signed up, or asked for something. " + how})
	post(a, "/track/sale", a.trackSale, operation{id: "trackSale", tag: "Conversions", summary: "Report a sale of a click",
		status: http.StatusCreated, detail: "Somebody paid. " + how})
	get(a, "/conversions", a.listConversions, operation{id: "listConversions", tag: "Conversions", summary: "List leads and sales",
		detail: "The newest first.", fails: codes(fault.Invalid)})
	for _, path := range []string{"/track/lead", "/track/sale"} {
		responses := a.huma.OpenAPI().Paths[path].Post.Responses
		again := *responses["201"]
		again.Description = "It was reported before."
		responses["200"] = &again
	}
}

// ConversionInput is what leads and sales have in common.
type ConversionInput struct {
	EventName  *string        `json:"eventName,omitempty" nullable:"true" maxLength:"100" example:"Trial started"`
	ExternalID *string        `json:"externalId,omitempty" nullable:"true" maxLength:"200" doc:"Your own id of it: reported twice, it counts once."`
	Metadata   map[string]any `json:"metadata,omitempty" nullable:"true" doc:"An object of yours, of at most 10,000 bytes."`
}

type trackLeadInput struct {
	Body struct {
		ClickID string `json:"clickId" doc:"What the destination got as linnet_click." example:"clk_3kq7c8v0d5m2a"`
		ConversionInput
		CustomerID *string `json:"customerId,omitempty" nullable:"true" maxLength:"200" doc:"Your own id of who it was; later sales may name it instead of the click."`
	} `nameHint:"TrackLead"`
}

type trackSaleInput struct {
	Body struct {
		ClickID *string `json:"clickId,omitempty" nullable:"true" doc:"What the destination got as linnet_click. It may be left out when a lead of the customer is known." example:"clk_3kq7c8v0d5m2a"`
		ConversionInput
		CustomerID *string `json:"customerId,omitempty" nullable:"true" maxLength:"200" doc:"Your own id of who paid."`
		Amount     *int64  `json:"amount" minimum:"0" maximum:"1000000000000" doc:"In the currency's minor units." example:"1299"`
		Currency   string  `json:"currency" doc:"ISO 4217." example:"EUR"`
		InvoiceID  *string `json:"invoiceId,omitempty" nullable:"true" maxLength:"200" doc:"Your own id of the sale: reported twice, it counts once."`
	} `nameHint:"TrackSale"`
}

// Conversion is a lead or a sale.
type Conversion struct {
	ID         string         `json:"id" example:"cnv_3kq7c8v0d5m2a"`
	Kind       string         `json:"kind" enum:"lead,sale"`
	State      string         `json:"state" enum:"pending,counted,unknown" doc:"pending: its click is on its way. unknown: its click never came, and it is not counted."`
	ClickID    string         `json:"clickId" example:"clk_3kq7c8v0d5m2a"`
	LinkID     *string        `json:"linkId" doc:"The link of the click; null unless the state is counted." example:"lnk_3kq7c8v0d5m2a"`
	ClickedAt  *time.Time     `json:"clickedAt" doc:"Null unless the state is counted."`
	EventName  string         `json:"eventName"`
	ExternalID *string        `json:"externalId"`
	CustomerID *string        `json:"customerId"`
	InvoiceID  *string        `json:"invoiceId"`
	Amount     *int64         `json:"amount" doc:"Of a sale, in the currency's minor units."`
	Currency   *string        `json:"currency" doc:"Of a sale, ISO 4217."`
	Metadata   map[string]any `json:"metadata" nullable:"true"`
	CreatedAt  time.Time      `json:"createdAt"`
}

func conversionOf(c conversion.Conversion) Conversion {
	out := Conversion{
		ID: c.ID, Kind: string(c.Kind), State: string(c.State), ClickID: c.ClickID, LinkID: text(ident.Text(ident.Link, c.Click.LinkID)),
		ClickedAt: moment(c.Click.At), EventName: c.EventName, ExternalID: text(c.ExternalID), CustomerID: text(c.CustomerID),
		InvoiceID: text(c.InvoiceID), Currency: text(c.Currency), CreatedAt: instant(c.At),
	}
	if c.Kind == conversion.Sale {
		out.Amount = &c.Amount
	}
	if len(c.Metadata) > 0 && json.Unmarshal(c.Metadata, &out.Metadata) != nil {
		out.Metadata = nil // it went in as JSON and can only come out as such
	}
	return out
}

type conversionOutput struct {
	Status int
	Body   Conversion
}

func (a *API) trackLead(ctx context.Context, in *trackLeadInput) (*conversionOutput, error) {
	b := in.Body
	return a.track(ctx, conversion.Report{
		Kind: conversion.Lead, ClickID: b.ClickID, EventName: plain(b.EventName), ExternalID: plain(b.ExternalID),
		CustomerID: plain(b.CustomerID), Metadata: b.Metadata,
	})
}

func (a *API) trackSale(ctx context.Context, in *trackSaleInput) (*conversionOutput, error) {
	b := in.Body
	return a.track(ctx, conversion.Report{
		Kind: conversion.Sale, ClickID: plain(b.ClickID), EventName: plain(b.EventName), ExternalID: plain(b.ExternalID),
		CustomerID: plain(b.CustomerID), Metadata: b.Metadata, Amount: b.Amount, Currency: b.Currency, InvoiceID: plain(b.InvoiceID),
	})
}

func (a *API) track(ctx context.Context, r conversion.Report) (*conversionOutput, error) {
	c, made, err := a.Conversions.Track(ctx, actorOf(ctx), r)
	if err != nil {
		return nil, err
	}
	out := &conversionOutput{Status: http.StatusOK, Body: conversionOf(c)}
	if made {
		out.Status = http.StatusCreated
	}
	return out, nil
}

type listConversionsInput struct {
	PageParams
	LinkID string `query:"linkId" doc:"Those of one link."`
	Kind   string `query:"kind" enum:"lead,sale"`
}

func (a *API) listConversions(ctx context.Context, in *listConversionsInput) (*listOutput[Conversion], error) {
	page, err := a.Conversions.List(ctx, actorOf(ctx), conversion.Filter{
		LinkID: in.LinkID, Kind: conversion.Kind(in.Kind), Limit: in.Limit, Cursor: in.Cursor,
	})
	if err != nil {
		return nil, err
	}
	return &listOutput[Conversion]{List[Conversion]{
		Items: each(page.Conversions, conversionOf), NextCursor: text(page.NextCursor), Total: page.Total,
	}}, nil
}

// ConvertedCount is what visitors did after their clicks.
type ConvertedCount struct {
	Leads      int64         `json:"leads" doc:"Leads that were reported in the period, whose clicks the filters keep."`
	Sales      int64         `json:"sales"`
	SaleAmount []MoneyAmount `json:"saleAmount" doc:"Of the sales, one entry for each currency."`
}

// MoneyAmount is an amount in one currency.
type MoneyAmount struct {
	Currency string `json:"currency" doc:"ISO 4217." example:"EUR"`
	Amount   int64  `json:"amount" doc:"In the currency's minor units." example:"1299"`
}

func convertedOf(c analytics.Converted) ConvertedCount {
	return ConvertedCount{Leads: c.Leads, Sales: c.Sales, SaleAmount: each(c.Amounts, func(m analytics.Money) MoneyAmount { return MoneyAmount(m) })}
}
