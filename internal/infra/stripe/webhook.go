package stripe

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v83/webhook"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/billing"
)

// object has the ids in the objects of the events that Linnet uses: subscriptions,
// checkout sessions and invoices. Objects of API versions before 2025 have the
// subscription of an invoice at the top.
type object struct {
	Object       string            `json:"object"`
	ID           string            `json:"id"`
	Subscription json.RawMessage   `json:"subscription"`
	Metadata     map[string]string `json:"metadata"`
	Parent       struct {
		Details struct {
			Subscription json.RawMessage   `json:"subscription"`
			Metadata     map[string]string `json:"metadata"`
		} `json:"subscription_details"`
	} `json:"parent"`
}

// ParseEvent verifies the signature of an event, whose time must be within five
// minutes of now, and returns its ids. It returns Unauthenticated for an invalid signature.
func (c *Client) ParseEvent(payload []byte, signature string) (billing.ProviderEvent, error) {
	options := webhook.ConstructEventOptions{Tolerance: webhook.DefaultTolerance, IgnoreAPIVersionMismatch: true}
	event, err := webhook.ConstructEventWithOptions(payload, signature, c.options.WebhookSecret, options)
	if err == nil {
		err = checkNotAhead(signature, clock.System{}.Now())
	}
	if err != nil {
		err = fmt.Errorf("stripe: verify an event: %w", err)
		return billing.ProviderEvent{}, fault.Wrap(err, fault.Unauthenticated, "The signature is not valid.")
	}
	out := billing.ProviderEvent{ID: event.ID, Type: string(event.Type)}
	if event.Data == nil {
		return out, nil
	}
	var o object
	if err := json.Unmarshal(event.Data.Raw, &o); err != nil {
		err = fmt.Errorf("stripe: decode event %s: %w", event.ID, err)
		return billing.ProviderEvent{}, fault.Wrap(err, fault.Malformed, "The event cannot be decoded.")
	}
	switch o.Object {
	case "subscription":
		out.SubscriptionID, out.WorkspaceID = o.ID, o.Metadata[workspaceKey]
	case "checkout.session":
		out.SubscriptionID, out.WorkspaceID = id(o.Subscription), o.Metadata[workspaceKey]
	case "invoice":
		out.SubscriptionID, out.WorkspaceID = id(o.Parent.Details.Subscription), o.Parent.Details.Metadata[workspaceKey]
		if out.SubscriptionID == "" {
			out.SubscriptionID = id(o.Subscription)
		}
	}
	return out, nil
}

// checkNotAhead returns an error for a signature whose time is later than the tolerance
// allows. The library checks the other side only.
func checkNotAhead(signature string, now time.Time) error {
	for part := range strings.SplitSeq(signature, ",") {
		text, ok := strings.CutPrefix(part, "t=")
		if !ok {
			continue
		}
		seconds, err := strconv.ParseInt(text, 10, 64)
		if err != nil || time.Unix(seconds, 0).After(now.Add(webhook.DefaultTolerance)) {
			return errors.New("the time of the signature is in the future")
		}
	}
	return nil
}

// id returns the id of a reference, which may be expanded to the object.
func id(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var expanded struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(raw, &expanded) != nil {
		return ""
	}
	return expanded.ID
}
