package webhook

import (
	"context"
	"time"

	"linnet/internal/core/event"
	"linnet/internal/core/queue"
)

// Store stores webhooks and deliveries. Each method is one transaction. The
// deliveries of an event are stored in the transaction of the event.
type Store interface {
	// InsertWebhook stores a new webhook. It returns LimitReached if the workspace has
	// limit webhooks.
	InsertWebhook(ctx context.Context, w Webhook, limit int, e event.Event) error
	// Webhooks returns the webhooks of a workspace, newest first.
	Webhooks(ctx context.Context, workspaceID string) ([]Webhook, error)
	// Webhook returns a webhook, or NotFound.
	Webhook(ctx context.Context, workspaceID, id string) (Webhook, error)
	// ChangeWebhook applies edit to a webhook and stores the result with the events of
	// edit. It cancels the waiting deliveries of a disabled one. edit may run several
	// times, and must not use the store.
	ChangeWebhook(ctx context.Context, workspaceID, id string, edit func(*Webhook) ([]event.Event, error)) (Webhook, error)
	ClickStore
	// SendClicks makes messages of clicks that wait, and reports whether more do.
	SendClicks(ctx context.Context, now time.Time) (more bool, err error)
	// DroppingWebhooks returns the webhooks of all workspaces of which messages were
	// dropped since a time, and that get messages.
	DroppingWebhooks(ctx context.Context, since time.Time) ([]Webhook, error)
	// DeleteWebhook deletes a webhook with its deliveries, or returns NotFound.
	DeleteWebhook(ctx context.Context, workspaceID, id string, e event.Event) error

	// Deliveries returns one page of the deliveries of a webhook, newest first.
	Deliveries(ctx context.Context, f Filter) (DeliveryList, error)
	// Delivery returns a delivery of a webhook, or NotFound.
	Delivery(ctx context.Context, webhookID, id string) (Delivery, error)
	// PendingDelivery returns a delivery with its webhook. It returns NotFound if the
	// delivery is not pending, and if the webhook or its workspace is disabled or
	// deleted.
	PendingDelivery(ctx context.Context, id string) (Delivery, Webhook, error)
	// InsertDelivery stores a message with one delivery and its task.
	InsertDelivery(ctx context.Context, d Delivery, task queue.NewTask) error
	// RetryDelivery makes a delivery pending and adds its task.
	RetryDelivery(ctx context.Context, d Delivery, task queue.NewTask) error
	// RecordAttempt stores the result of an attempt, and reports whether it disabled
	// the webhook.
	RecordAttempt(ctx context.Context, r Result) (disabled bool, err error)
	// DeleteDeliveries deletes the deliveries from before a time, those of a webhook
	// beyond the newest limit that are not pending, and messages without deliveries.
	DeleteDeliveries(ctx context.Context, before time.Time, limit int) error
}
