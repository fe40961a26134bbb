package httpapi

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
	"linnet/internal/core/conversion"
	"linnet/internal/edge/apikit"
)

// ConversionInput has the fields that leads and sales share.
type ConversionInput struct {
	EventName  *string        `json:"eventName,omitempty" nullable:"true" maxLength:"100" example:"Trial started"`
	ExternalID *string        `json:"externalId,omitempty" nullable:"true" maxLength:"200" doc:"Your id of the conversion. Conversions with the same id are counted once."`
	Metadata   map[string]any `json:"metadata,omitempty" nullable:"true" doc:"An object of at most 10,000 bytes."`
}

type trackLead struct {
	ClickID string `json:"clickId" doc:"The value of linnet_click in the query of the destination." example:"clk_3kq7c8v0d5m2a"`
	ConversionInput
	CustomerID *string `json:"customerId,omitempty" nullable:"true" maxLength:"200" doc:"Your id of the customer. Later sales may have it instead of a click id."`
}

type trackSale struct {
	ClickID *string `json:"clickId,omitempty" nullable:"true" doc:"The value of linnet_click in the query of the destination. Optional if a lead of the customer was tracked." example:"clk_3kq7c8v0d5m2a"`
	ConversionInput
	CustomerID *string `json:"customerId,omitempty" nullable:"true" maxLength:"200" doc:"Your id of the customer."`
	Amount     *int64  `json:"amount" minimum:"0" maximum:"1000000000000" doc:"In the minor unit of the currency, such as cents." example:"1299"`
	Currency   string  `json:"currency" doc:"ISO 4217." example:"EUR"`
	InvoiceID  *string `json:"invoiceId,omitempty" nullable:"true" maxLength:"200" doc:"Your id of the sale. Sales with the same id are counted once."`
}

// Conversion is a lead or a sale as the API returns it.
type Conversion struct {
	ID         string         `json:"id" example:"cnv_3kq7c8v0d5m2a"`
	Kind       string         `json:"kind" enum:"lead,sale"`
	State      string         `json:"state" enum:"pending,counted,unknown" doc:"pending: the click has not been processed yet. unknown: the click does not exist, and the conversion is not counted."`
	ClickID    string         `json:"clickId" example:"clk_3kq7c8v0d5m2a"`
	LinkID     *string        `json:"linkId" doc:"The link of the click; null unless counted." example:"lnk_3kq7c8v0d5m2a"`
	ClickedAt  *time.Time     `json:"clickedAt" doc:"The time of the click; null unless counted."`
	EventName  string         `json:"eventName"`
	ExternalID *string        `json:"externalId"`
	CustomerID *string        `json:"customerId"`
	InvoiceID  *string        `json:"invoiceId"`
	Amount     *int64         `json:"amount" doc:"The amount of a sale in the minor unit of the currency."`
	Currency   *string        `json:"currency" doc:"The currency of a sale, ISO 4217."`
	Metadata   map[string]any `json:"metadata" nullable:"true"`
	CreatedAt  time.Time      `json:"createdAt"`
}

func conversionOf(c conversion.Conversion) Conversion {
	out := Conversion{
		ID:      c.ID,
		Kind:    string(c.Kind),
		State:   string(c.State),
		ClickID: c.ClickID,
		LinkID:  apikit.TextOrNull(ident.Text(ident.Link, c.Click.LinkID)),
		ClickedAt: apikit.TimeOrNull(
			c.Click.At,
		),
		EventName:  c.EventName,
		ExternalID: apikit.TextOrNull(c.ExternalID),
		CustomerID: apikit.TextOrNull(c.CustomerID),
		InvoiceID:  apikit.TextOrNull(c.InvoiceID),
		Currency:   apikit.TextOrNull(c.Currency),
		CreatedAt:  apikit.Timestamp(c.At),
	}
	if c.Kind == conversion.Sale {
		out.Amount = &c.Amount
	}
	if len(c.Metadata) > 0 && json.Unmarshal(c.Metadata, &out.Metadata) != nil {
		out.Metadata = nil // it was stored as JSON
	}
	return out
}

type conversionOutput struct {
	Status int
	Body   Conversion
}

func (a *API) trackLead(ctx context.Context, in *apikit.With[trackLead]) (*conversionOutput, error) {
	b := in.Body
	return a.track(ctx, conversion.Report{
		Kind:       conversion.Lead,
		ClickID:    b.ClickID,
		EventName:  apikit.Value(b.EventName),
		ExternalID: apikit.Value(b.ExternalID),
		CustomerID: apikit.Value(b.CustomerID),
		Metadata:   b.Metadata,
	})
}

func (a *API) trackSale(ctx context.Context, in *apikit.With[trackSale]) (*conversionOutput, error) {
	b := in.Body
	return a.track(ctx, conversion.Report{
		Kind:       conversion.Sale,
		ClickID:    apikit.Value(b.ClickID),
		EventName:  apikit.Value(b.EventName),
		ExternalID: apikit.Value(b.ExternalID),
		CustomerID: apikit.Value(
			b.CustomerID,
		),
		Metadata:  b.Metadata,
		Amount:    b.Amount,
		Currency:  b.Currency,
		InvoiceID: apikit.Value(b.InvoiceID),
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
	LinkID string `query:"linkId" doc:"The id of a link."`
	Kind   string `query:"kind" enum:"lead,sale"`
}

func (a *API) listConversions(ctx context.Context, in *listConversionsInput) (*apikit.ListOutput[Conversion], error) {
	page, err := a.Conversions.List(ctx, apikit.ActorOf(ctx), conversion.Filter{
		LinkID: in.LinkID,
		Kind:   conversion.Kind(in.Kind),
		Limit:  in.Limit,
		Cursor: in.Cursor,
	})
	if err != nil {
		return nil, err
	}
	return apikit.Page(apikit.Map(page.Conversions, conversionOf), page.NextCursor, page.Total), nil
}

// ConvertedCount counts the conversions of clicks.
type ConvertedCount struct {
	Leads      int64         `json:"leads" doc:"Leads in the period whose clicks match the filters."`
	Sales      int64         `json:"sales"`
	SaleAmount []MoneyAmount `json:"saleAmount" doc:"The amounts of the sales, by currency."`
}

// MoneyAmount is an amount in one currency.
type MoneyAmount struct {
	Currency string `json:"currency" doc:"ISO 4217." example:"EUR"`
	Amount   int64  `json:"amount" doc:"In the minor unit of the currency, such as cents." example:"1299"`
}

func convertedOf(c analytics.Converted) ConvertedCount {
	return ConvertedCount{
		Leads:      c.Leads,
		Sales:      c.Sales,
		SaleAmount: apikit.Map(c.Amounts, func(m analytics.Money) MoneyAmount { return MoneyAmount(m) }),
	}
}
