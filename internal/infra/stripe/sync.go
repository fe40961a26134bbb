package stripe

import (
	"context"
	"fmt"

	"github.com/stripe/stripe-go/v83"

	"linnet/internal/core/billing"
	"linnet/internal/core/plan"
)

// Synced is a price of the catalog at Stripe.
type Synced struct {
	LookupKey string `json:"lookupKey"`
	PriceID   string `json:"priceId"`
	Created   bool   `json:"created"` // false: it existed with this amount
}

// Sync creates the products and prices of a catalog. A price whose amount changed is
// replaced: existing subscriptions stay on the old one. It is idempotent.
func (c *Client) Sync(ctx context.Context, plans *plan.Catalog) ([]Synced, error) {
	var all []Synced
	for _, offer := range plans.ForSale() {
		product, err := c.product(ctx, offer.Name)
		if err != nil {
			return all, err
		}
		for _, p := range []struct {
			period   billing.Period
			interval string
			amount   int64
		}{{billing.Monthly, "month", offer.Monthly}, {billing.Yearly, "year", offer.Yearly}} {
			synced, err := c.price(ctx, product, billing.Price{Plan: offer.Name, Period: p.period}, p.interval, offer.Currency, p.amount)
			if err != nil {
				return all, err
			}
			all = append(all, synced)
		}
	}
	return all, nil
}

// product returns the id of a plan's product, which is derived from its name.
func (c *Client) product(ctx context.Context, name plan.Name) (string, error) {
	productID := "linnet_" + string(name)
	if _, err := c.api.V1Products.Retrieve(ctx, productID, nil); err == nil {
		return productID, nil
	}
	created, err := c.api.V1Products.Create(ctx, &stripe.ProductCreateParams{
		ID:       stripe.String(productID),
		Name:     stripe.String("Linnet " + string(name)),
		Metadata: map[string]string{"linnet_plan": string(name)},
	})
	if err != nil {
		return "", failure(err, "create product "+productID)
	}
	return created.ID, nil
}

// price returns the price with a lookup key, and creates it when there is none with
// this amount.
func (c *Client) price(ctx context.Context, product string, p billing.Price, interval, currency string, amount int64) (Synced, error) {
	out := Synced{LookupKey: lookupKey(p)}
	params := &stripe.PriceListParams{LookupKeys: stripe.StringSlice([]string{out.LookupKey}), Active: stripe.Bool(true)}
	for price, err := range c.api.V1Prices.List(ctx, params) {
		if err != nil {
			return out, failure(err, "find price "+out.LookupKey)
		}
		if price.UnitAmount == amount && string(price.Currency) == currency {
			out.PriceID = price.ID
			return out, nil
		}
	}
	create := &stripe.PriceCreateParams{
		Product:           stripe.String(product),
		Currency:          stripe.String(currency),
		UnitAmount:        stripe.Int64(amount),
		LookupKey:         stripe.String(out.LookupKey),
		TransferLookupKey: stripe.Bool(true),
		Metadata:          map[string]string{lookupMetadata: out.LookupKey},
		Recurring:         &stripe.PriceCreateRecurringParams{Interval: stripe.String(interval)},
	}
	created, err := c.api.V1Prices.Create(ctx, create)
	if err != nil {
		return out, failure(err, fmt.Sprintf("create price %s", out.LookupKey))
	}
	out.PriceID, out.Created = created.ID, true
	return out, nil
}
