// Package stripe is the payment provider of core/billing on Stripe's API.
package stripe

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v83"

	"linnet/internal/base/fault"
	"linnet/internal/core/billing"
	"linnet/internal/core/plan"
)

// requestTimeout bounds a request to Stripe. Operations wait for it.
const requestTimeout = 20 * time.Second

// workspaceKey is the metadata key of the workspace of a subscription.
const workspaceKey = "linnet_workspace"

// Options configure a Client.
type Options struct {
	Key string // the secret or restricted API key
	// WebhookSecret is the signing secret of the webhook endpoint.
	WebhookSecret string
	// AutomaticTax lets Stripe compute taxes, which must be set up in its dashboard.
	AutomaticTax bool
	// URL is the base of the API; empty: Stripe's. Tests set it.
	URL string
}

// Client calls Stripe. It is safe for concurrent use.
type Client struct {
	api     *stripe.Client
	options Options
}

// New returns a client. It does not connect.
func New(o Options) *Client {
	config := &stripe.BackendConfig{
		HTTPClient:        &http.Client{Timeout: requestTimeout},
		EnableTelemetry:   stripe.Bool(false),
		MaxNetworkRetries: stripe.Int64(2),
		LeveledLogger:     &stripe.LeveledLogger{Level: stripe.LevelNull}, // errors are returned
	}
	if o.URL != "" {
		config.URL = stripe.String(strings.TrimRight(o.URL, "/"))
	}
	return &Client{api: stripe.NewClient(o.Key, stripe.WithBackends(stripe.NewBackendsWithConfig(config))), options: o}
}

// lookupKey returns the key by which a price is found, such as
// linnet_professional_yearly.
func lookupKey(p billing.Price) string {
	return "linnet_" + strings.ToLower(string(p.Plan)) + "_" + string(p.Period)
}

// lookupMetadata is the metadata key of a price that has its lookup key: Stripe
// moves the lookup key itself to the price that replaces it.
const lookupMetadata = "linnet_price"

// priceOf returns what a price is for, the zero value for one that is not Linnet's.
func priceOf(p *stripe.Price) billing.Price {
	known, _ := parseLookupKey(cmp.Or(p.Metadata[lookupMetadata], p.LookupKey))
	return known
}

// parseLookupKey is the inverse of lookupKey; false: not a price of Linnet.
func parseLookupKey(key string) (billing.Price, bool) {
	rest, ok := strings.CutPrefix(key, "linnet_")
	cut := strings.LastIndexByte(rest, '_')
	if !ok || cut < 1 {
		return billing.Price{}, false
	}
	p := billing.Price{Plan: plan.Name(strings.ToUpper(rest[:cut])), Period: billing.Period(rest[cut+1:])}
	if !p.Period.Valid() {
		return billing.Price{}, false
	}
	return p, true
}

// priceID returns the id of the price with a lookup key.
func (c *Client) priceID(ctx context.Context, p billing.Price) (string, error) {
	params := &stripe.PriceListParams{LookupKeys: stripe.StringSlice([]string{lookupKey(p)}), Active: stripe.Bool(true)}
	for price, err := range c.api.V1Prices.List(ctx, params) {
		if err != nil {
			return "", failure(err, "find the price")
		}
		return price.ID, nil
	}
	return "", fault.Wrap(fmt.Errorf("stripe: no active price has the lookup key %s; run linnet billing sync", lookupKey(p)),
		fault.Unavailable, "This plan cannot be paid online yet. Contact the operator of this install.")
}

// failure converts an error of a request. The message of Stripe is for the log,
// except where it is about the customer's card.
func failure(err error, doing string) error {
	if err == nil {
		return nil
	}
	wrapped := fmt.Errorf("stripe: %s: %w", doing, err)
	var e *stripe.Error
	if !errors.As(err, &e) {
		return fault.Wrap(wrapped, fault.Unavailable, "The payment provider can't be reached. Try again in a minute.")
	}
	switch {
	case e.Type == stripe.ErrorTypeCard:
		return fault.Wrap(wrapped, fault.Conflict, "The payment failed. Check the payment method under Manage payment.")
	case e.HTTPStatusCode == http.StatusNotFound || e.Code == stripe.ErrorCodeResourceMissing:
		return fault.Wrap(wrapped, fault.NotFound, "There is no such subscription.")
	default:
		return fault.Wrap(wrapped, fault.Unavailable, "The payment provider rejected the request. Try again in a minute.")
	}
}
