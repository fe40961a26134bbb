package stripe

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"time"

	"github.com/stripe/stripe-go/v83"

	"linnet/internal/core/billing"
)

// maxInvoices is the number of invoices that Invoices returns.
const maxInvoices = 24

// Checkout creates a checkout session, which collects tax ids.
func (c *Client) Checkout(ctx context.Context, in billing.Checkout) (string, error) {
	price, err := c.priceID(ctx, in.Price)
	if err != nil {
		return "", err
	}
	metadata := map[string]string{workspaceKey: in.WorkspaceID}
	params := &stripe.CheckoutSessionCreateParams{
		Mode:                     stripe.String(string(stripe.CheckoutSessionModeSubscription)),
		ClientReferenceID:        stripe.String(in.WorkspaceID),
		LineItems:                []*stripe.CheckoutSessionCreateLineItemParams{{Price: stripe.String(price), Quantity: stripe.Int64(1)}},
		SuccessURL:               stripe.String(in.SuccessURL),
		CancelURL:                stripe.String(in.CancelURL),
		TaxIDCollection:          &stripe.CheckoutSessionCreateTaxIDCollectionParams{Enabled: stripe.Bool(true)},
		BillingAddressCollection: stripe.String(string(stripe.CheckoutSessionBillingAddressCollectionRequired)),
		AutomaticTax:             &stripe.CheckoutSessionCreateAutomaticTaxParams{Enabled: stripe.Bool(c.options.AutomaticTax)},
		SubscriptionData:         &stripe.CheckoutSessionCreateSubscriptionDataParams{Metadata: metadata},
		Metadata:                 metadata,
	}
	if in.CustomerID == "" {
		params.CustomerEmail = stripe.String(in.Email)
	} else {
		params.Customer = stripe.String(in.CustomerID)
		// Required to store a tax id with an existing customer.
		params.CustomerUpdate = &stripe.CheckoutSessionCreateCustomerUpdateParams{
			Address: stripe.String("auto"),
			Name:    stripe.String("auto"),
		}
	}
	params.SetIdempotencyKey(in.Key)
	session, err := c.api.V1CheckoutSessions.Create(ctx, params)
	if err != nil {
		return "", failure(err, "create a checkout session")
	}
	return session.URL, nil
}

// Portal creates a session of the customer portal.
func (c *Client) Portal(ctx context.Context, customerID, returnURL string) (string, error) {
	session, err := c.api.V1BillingPortalSessions.Create(ctx, &stripe.BillingPortalSessionCreateParams{
		Customer:  stripe.String(customerID),
		ReturnURL: stripe.String(returnURL),
	})
	if err != nil {
		return "", failure(err, "create a portal session")
	}
	return session.URL, nil
}

// Subscription returns the current state of a subscription, or NotFound.
func (c *Client) Subscription(ctx context.Context, id string) (billing.Subscription, error) {
	sub, err := c.api.V1Subscriptions.Retrieve(ctx, id, nil)
	if err != nil {
		return billing.Subscription{}, failure(err, "get subscription "+id)
	}
	return subscriptionOf(sub), nil
}

// Subscriptions returns all subscriptions of workspaces, ended ones included.
func (c *Client) Subscriptions(ctx context.Context) iter.Seq2[billing.Subscription, error] {
	return func(yield func(billing.Subscription, error) bool) {
		params := &stripe.SubscriptionListParams{Status: stripe.String("all")}
		params.Limit = stripe.Int64(100)
		for sub, err := range c.api.V1Subscriptions.List(ctx, params) {
			if err != nil {
				yield(billing.Subscription{}, failure(err, "list subscriptions"))
				return
			}
			if sub.Metadata[workspaceKey] == "" { // of something else that uses the account
				continue
			}
			if !yield(subscriptionOf(sub), nil) {
				return
			}
		}
	}
}

// subscriptionOf converts a subscription. One whose price is not Linnet's has an
// empty price.
func subscriptionOf(s *stripe.Subscription) billing.Subscription {
	out := billing.Subscription{
		ID:          s.ID,
		WorkspaceID: s.Metadata[workspaceKey],
		Status:      statusOf(s.Status),
		CreatedAt:   moment(s.Created),
		CancelAt:    moment(s.CancelAt),
	}
	if s.Customer != nil {
		out.CustomerID = s.Customer.ID
	}
	if s.Items == nil || len(s.Items.Data) == 0 {
		return out
	}
	item := s.Items.Data[0]
	out.ItemID, out.PeriodEnd = item.ID, moment(item.CurrentPeriodEnd)
	if item.Price != nil {
		out.Price = priceOf(item.Price)
	}
	if s.CancelAtPeriodEnd && out.CancelAt.IsZero() {
		out.CancelAt = out.PeriodEnd
	}
	return out
}

func statusOf(s stripe.SubscriptionStatus) billing.Status {
	switch s {
	case stripe.SubscriptionStatusActive, stripe.SubscriptionStatusTrialing:
		return billing.Active
	case stripe.SubscriptionStatusPastDue, stripe.SubscriptionStatusUnpaid, stripe.SubscriptionStatusPaused:
		return billing.PastDue
	case stripe.SubscriptionStatusIncomplete:
		return billing.Pending
	default:
		return billing.Canceled
	}
}

// moment converts a Unix time; 0: zero.
func moment(seconds int64) time.Time {
	if seconds == 0 {
		return time.Time{}
	}
	return time.Unix(seconds, 0).UTC()
}

// Preview returns the invoice of a change.
func (c *Client) Preview(ctx context.Context, in billing.Change) (billing.Preview, error) {
	price, err := c.priceID(ctx, in.To)
	if err != nil {
		return billing.Preview{}, err
	}
	invoice, err := c.api.V1Invoices.CreatePreview(ctx, &stripe.InvoiceCreatePreviewParams{
		Subscription: stripe.String(in.Subscription.ID),
		SubscriptionDetails: &stripe.InvoiceCreatePreviewSubscriptionDetailsParams{
			Items: []*stripe.InvoiceCreatePreviewSubscriptionDetailsItemParams{{
				ID:    stripe.String(in.Subscription.ItemID),
				Price: stripe.String(price),
			}},
			ProrationBehavior: stripe.String("always_invoice"),
			ProrationDate:     stripe.Int64(in.At.Unix()),
		},
	})
	if err != nil {
		return billing.Preview{}, failure(err, "preview an invoice")
	}
	out := billing.Preview{Currency: string(invoice.Currency), Due: invoice.AmountDue, At: in.At}
	if invoice.Lines != nil {
		for _, line := range invoice.Lines.Data {
			out.Lines = append(out.Lines, billing.Line{Description: line.Description, Amount: line.Amount})
		}
	}
	return out, nil
}

// Change changes the price of a subscription and invoices the difference. It fails
// without a change when the payment fails.
func (c *Client) Change(ctx context.Context, in billing.Change) (billing.Subscription, error) {
	price, err := c.priceID(ctx, in.To)
	if err != nil {
		return billing.Subscription{}, err
	}
	params := &stripe.SubscriptionUpdateParams{
		Items:             []*stripe.SubscriptionUpdateItemParams{{ID: stripe.String(in.Subscription.ItemID), Price: stripe.String(price)}},
		ProrationBehavior: stripe.String("always_invoice"),
		ProrationDate:     stripe.Int64(in.At.Unix()),
		PaymentBehavior:   stripe.String("error_if_incomplete"),
	}
	params.SetIdempotencyKey(key("change", in.Subscription.ID, price, in.At.Unix()))
	changed, err := c.api.V1Subscriptions.Update(ctx, in.Subscription.ID, params)
	if err != nil {
		return billing.Subscription{}, failure(err, "change subscription "+in.Subscription.ID)
	}
	return subscriptionOf(changed), nil
}

// Cancel ends a subscription at the end of its period, or resumes it.
func (c *Client) Cancel(ctx context.Context, id string, cancel bool) (billing.Subscription, error) {
	changed, err := c.api.V1Subscriptions.Update(ctx, id, &stripe.SubscriptionUpdateParams{CancelAtPeriodEnd: stripe.Bool(cancel)})
	if err != nil {
		return billing.Subscription{}, failure(err, "cancel subscription "+id)
	}
	return subscriptionOf(changed), nil
}

// Invoices returns the latest invoices of a customer, newest first.
func (c *Client) Invoices(ctx context.Context, customerID string) ([]billing.Invoice, error) {
	params := &stripe.InvoiceListParams{Customer: stripe.String(customerID)}
	params.Limit = stripe.Int64(maxInvoices)
	var all []billing.Invoice
	for invoice, err := range c.api.V1Invoices.List(ctx, params) {
		if err != nil {
			return nil, failure(err, "list invoices")
		}
		all = append(all, billing.Invoice{
			ID:        invoice.ID,
			Number:    invoice.Number,
			CreatedAt: moment(invoice.Created),
			Total:     invoice.Total,
			Currency:  string(invoice.Currency),
			Status:    string(invoice.Status),
			URL:       invoice.HostedInvoiceURL,
		})
		if len(all) == maxInvoices {
			break
		}
	}
	return all, nil
}

// key returns an idempotency key.
func key(operation string, parts ...any) string {
	sum := sha256.Sum256(fmt.Append(nil, parts...))
	return operation + "-" + hex.EncodeToString(sum[:16])
}
