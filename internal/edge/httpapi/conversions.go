package httpapi

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/conversion"
	"linnet/internal/edge/apikit"
)

// Conversions is what the API needs of core/conversion.
type Conversions interface {
	// Track takes a report; made is false when the same was taken before.
	Track(ctx context.Context, actor access.Actor, r conversion.Report) (c conversion.Conversion, made bool, err error)
	List(ctx context.Context, actor access.Actor, f conversion.Filter) (conversion.Page, error)
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
		ID: c.ID, Kind: string(c.Kind), State: string(c.State), ClickID: c.ClickID, LinkID: apikit.TextOrNull(ident.Text(ident.Link, c.Click.LinkID)),
		ClickedAt: apikit.TimeOrNull(c.Click.At), EventName: c.EventName, ExternalID: apikit.TextOrNull(c.ExternalID), CustomerID: apikit.TextOrNull(c.CustomerID),
		InvoiceID: apikit.TextOrNull(c.InvoiceID), Currency: apikit.TextOrNull(c.Currency), CreatedAt: apikit.Timestamp(c.At),
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
		Kind: conversion.Lead, ClickID: b.ClickID, EventName: apikit.Value(b.EventName), ExternalID: apikit.Value(b.ExternalID),
		CustomerID: apikit.Value(b.CustomerID), Metadata: b.Metadata,
	})
}

func (a *API) trackSale(ctx context.Context, in *trackSaleInput) (*conversionOutput, error) {
	b := in.Body
	return a.track(ctx, conversion.Report{
		Kind: conversion.Sale, ClickID: apikit.Value(b.ClickID), EventName: apikit.Value(b.EventName), ExternalID: apikit.Value(b.ExternalID),
		CustomerID: apikit.Value(b.CustomerID), Metadata: b.Metadata, Amount: b.Amount, Currency: b.Currency, InvoiceID: apikit.Value(b.InvoiceID),
	})
}

func (a *API) track(ctx context.Context, r conversion.Report) (*conversionOutput, error) {
	c, made, err := a.Conversions.Track(ctx, apikit.ActorOf(ctx), r)
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
	apikit.PageParams
	LinkID string `query:"linkId" doc:"Those of one link."`
	Kind   string `query:"kind" enum:"lead,sale"`
}

func (a *API) listConversions(ctx context.Context, in *listConversionsInput) (*apikit.ListOutput[Conversion], error) {
	page, err := a.Conversions.List(ctx, apikit.ActorOf(ctx), conversion.Filter{
		LinkID: in.LinkID, Kind: conversion.Kind(in.Kind), Limit: in.Limit, Cursor: in.Cursor,
	})
	if err != nil {
		return nil, err
	}
	return apikit.Page(apikit.Map(page.Conversions, conversionOf), page.NextCursor, page.Total), nil
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
	return ConvertedCount{Leads: c.Leads, Sales: c.Sales, SaleAmount: apikit.Map(c.Amounts, func(m analytics.Money) MoneyAmount { return MoneyAmount(m) })}
}

// describeRepeatedReports documents the status of repeated reports, which huma
// cannot derive.
func describeRepeatedReports(doc *huma.OpenAPI) {
	for _, path := range []string{"/track/lead", "/track/sale"} {
		responses := doc.Paths[path].Post.Responses
		repeated := *responses["201"]
		repeated.Description = "It was reported before."
		responses["200"] = &repeated
	}
}
