package app

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"linnet/internal/base/clock"
	"linnet/internal/config"
	"linnet/internal/core/account"
	"linnet/internal/core/billing"
	"linnet/internal/core/notify"
	"linnet/internal/core/outbox"
	"linnet/internal/core/plan"
	"linnet/internal/core/queue"
	"linnet/internal/edge/billinghook"
	"linnet/internal/infra/records"
	"linnet/internal/infra/stripe"
)

// billingMail is the template of mails about trials and payments.
const billingMail = "billing"

// billingData is the data of billingMail.
type billingData struct {
	UserID      string         `json:"userId"`
	WorkspaceID string         `json:"workspaceId"` // empty in tasks of earlier versions
	Notice      billing.Notice `json:"notice"`
	Plan        plan.Name      `json:"plan"`
	EndsAt      string         `json:"endsAt"` // a date
}

// newBilling returns the client of Stripe, nil without a key, and the billing
// service, which then has no online payment.
func newBilling(
	cfg config.Config, records *records.Store, plans *plan.Catalog, outgoing *outbox.Outbox, clock clock.Clock, log *slog.Logger,
) (*stripe.Client, *billing.Service) {
	d := billing.Deps{
		Store:   records,
		Plans:   plans,
		Usage:   records,
		Leases:  records,
		Clock:   clock,
		Log:     log,
		SiteURL: strings.TrimRight(cfg.PublicURL, "/"),
		Email: func(ctx context.Context, userID string) (string, error) {
			user, err := records.Account(ctx, userID)
			return user.Email, err
		},
		Mail: func(n billing.Notification) (queue.NewTask, error) {
			return outgoing.Task(billingMail, billingData{
				UserID:      n.UserID,
				WorkspaceID: n.WorkspaceID,
				Notice:      n.Notice,
				Plan:        n.Plan,
				EndsAt:      n.EndsAt.UTC().Format("2 January 2006"),
			})
		},
	}
	payments := newStripe(cfg)
	if payments != nil {
		d.Payments = payments
	}
	return payments, billing.New(d)
}

// newStripe returns the client of Stripe, or nil without a key.
func newStripe(cfg config.Config) *stripe.Client {
	if cfg.StripeKey == "" {
		return nil
	}
	return stripe.New(stripe.Options{
		Key:           cfg.StripeKey,
		WebhookSecret: cfg.StripeWebhookSecret,
		AutomaticTax:  cfg.StripeTax,
		URL:           cfg.StripeURL,
	})
}

func (m mails) sendBilling(ctx context.Context, d billingData) error {
	return m.toSubscriber(ctx, d.UserID, notify.Billing, func(to account.Recipient) error {
		return m.mail.Billing(ctx, to, d.WorkspaceID, d.Notice, d.Plan, d.EndsAt)
	})
}

// billingHook serves the webhook of Stripe, unless payments is nil. Aliases below
// /webhooks that existed before still work.
func (s *site) billingHook(payments *stripe.Client, service *billing.Service, redirects http.Handler, log *slog.Logger) {
	s.mux.Handle("/webhooks", redirects)
	s.mux.Handle("/webhooks/", redirects)
	if payments != nil {
		s.mux.Handle("POST /webhooks/stripe", billinghook.Handler(payments.ParseEvent, service.Receive, log))
	}
}

// errNoStripe is the error of commands about billing without a key.
var errNoStripe = errors.New("no payment provider is configured: set LINNET_STRIPE_KEY and LINNET_STRIPE_WEBHOOK_SECRET")

// SyncPrices creates the products and prices of the plans at Stripe.
func SyncPrices(ctx context.Context, cfg config.Config) ([]stripe.Synced, error) {
	payments := newStripe(cfg)
	if payments == nil {
		return nil, errNoStripe
	}
	plans, err := configuredPlans(cfg.Plans)
	if err != nil {
		return nil, err
	}
	return payments.Sync(ctx, plans)
}

// ReconcileBilling compares all subscriptions with the records and repairs the
// records. Mails are sent by the running node.
func ReconcileBilling(ctx context.Context, cfg config.Config, log *slog.Logger) (drift []billing.Drift, err error) {
	if cfg.StripeKey == "" {
		return nil, errNoStripe
	}
	err = withOperatorRecords(ctx, cfg, func(store *records.Store) error {
		plans, err := loadPlans(ctx, cfg.Plans, store)
		if err != nil {
			return err
		}
		now := clock.System{}
		_, bills := newBilling(cfg, store, plans, outbox.New(store, now), now, log)
		drift, err = bills.Reconcile(ctx)
		return err
	})
	return drift, err
}
