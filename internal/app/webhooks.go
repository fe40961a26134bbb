package app

import (
	"context"
	"log/slog"
	"strings"

	"linnet/internal/base/clock"
	"linnet/internal/base/sealed"
	"linnet/internal/config"
	"linnet/internal/core/notify"
	"linnet/internal/core/webhook"
	"linnet/internal/infra/outbound"
	"linnet/internal/infra/records"
)

// newWebhooks returns the service of webhooks.
func newWebhooks(
	cfg config.Config, records *records.Store, key sealed.Key, notices *notify.Service, clock clock.Clock, log *slog.Logger,
) *webhook.Service {
	networks, _ := cfg.WebhookPrefixes() // Validate reports the error
	scheme, _, _ := strings.Cut(cfg.PublicURL, ":")
	agent := titleRequests(strings.TrimRight(cfg.PublicURL, "/")).UserAgent
	return webhook.New(webhook.Deps{
		Store:         records,
		Sender:        outbound.NewWebhookClient(agent, networks),
		Box:           key.Box("webhook"),
		Scheme:        scheme,
		Notify:        notifyWebhookDisabled(notices),
		NotifyDropped: notifyWebhookDropped(notices),
		Leases:        records,
		Clock:         clock,
		Log:           log,
	})
}

// notifyWebhookDropped returns a function that notifies the managers of a workspace, once
// a day, that messages of a webhook were dropped.
func notifyWebhookDropped(notices *notify.Service) func(ctx context.Context, w webhook.Webhook) error {
	return func(ctx context.Context, w webhook.Webhook) error {
		return notices.WebhookDropped(ctx, w.WorkspaceID, w.ID, w.Host(), w.Dropped, w.DroppedAt)
	}
}

// notifyWebhookDisabled returns a function that notifies the managers of a workspace
// that a webhook was disabled.
func notifyWebhookDisabled(notices *notify.Service) func(ctx context.Context, w webhook.Webhook) error {
	return func(ctx context.Context, w webhook.Webhook) error {
		why := "Every request to this webhook failed for 5 days."
		if w.DisabledReason == webhook.ReceiverGone {
			why = "The receiver responded with 410 Gone."
		}
		return notices.WebhookDisabled(ctx, w.WorkspaceID, w.ID, w.Host(), why, w.DisabledAt)
	}
}
