package httpapi

import (
	"context"
	"time"

	"linnet/internal/core/webhook"
	"linnet/internal/edge/apikit"
)

// WebhookDelivery is a message to a webhook.
type WebhookDelivery struct {
	ID        string `json:"id" example:"dlv_3kq7c8v0d5m2a"`
	MessageID string `json:"messageId" doc:"The header webhook-id: the same for all attempts and all webhooks." example:"evt_3kq7c8v0d5m2a"`
	Event     string `json:"event" example:"link.created"`
	Status    string `json:"status" enum:"pending,succeeded,failed,cancelled" doc:"pending: an attempt is due or running. failed: after the last attempt. cancelled: the webhook was disabled."`

	Attempts       int        `json:"attempts" doc:"The number of attempts."`
	LastAttemptAt  *time.Time `json:"lastAttemptAt" doc:"null: none."`
	LastStatusCode *int       `json:"lastStatusCode" doc:"The HTTP status of the last response; null: there was none." example:"200"`
	LastDurationMS *int64     `json:"lastDurationMs" doc:"The duration of the last attempt in milliseconds; null: none."`
	NextAttemptAt  *time.Time `json:"nextAttemptAt" doc:"null: none is due, or it is running."`
	CreatedAt      time.Time  `json:"createdAt"`
}

// WebhookAttempt is one request of a delivery.
type WebhookAttempt struct {
	At         time.Time `json:"at"`
	DurationMS int64     `json:"durationMs"`
	StatusCode *int      `json:"statusCode" doc:"null: there was no response." example:"500"`
	Error      *string   `json:"error" doc:"Why there was no response; null: there was one."`
	Excerpt    string    `json:"excerpt" doc:"The begin of the response, at most 1 kB."`
}

// WebhookDeliveryDetails is a delivery with its body and its attempts.
type WebhookDeliveryDetails struct {
	WebhookDelivery
	Body        string           `json:"body" doc:"The body of the requests: a JSON object with type, timestamp and data."`
	AttemptList []WebhookAttempt `json:"attemptList" doc:"The latest 20, oldest first."`
}

// numberOrNull returns nil for 0.
func numberOrNull(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

func webhookDeliveryOf(d webhook.Delivery) WebhookDelivery {
	out := WebhookDelivery{
		ID:        d.ID,
		MessageID: d.Message.ID,
		Event:     string(d.Message.Type),
		Status:    string(d.Status),
		Attempts:  d.Attempted,
		CreatedAt: apikit.Timestamp(d.CreatedAt),
	}
	if d.Status == webhook.Pending {
		out.NextAttemptAt = apikit.TimeOrNull(d.NextAttemptAt)
	}
	if n := len(d.Attempts); n > 0 {
		last := d.Attempts[n-1]
		out.LastAttemptAt, out.LastStatusCode, out.LastDurationMS = apikit.TimeOrNull(last.At), numberOrNull(last.StatusCode), &last.DurationMS
	}
	return out
}

func webhookAttemptOf(a webhook.Attempt) WebhookAttempt {
	return WebhookAttempt{
		At:         apikit.Timestamp(a.At),
		DurationMS: a.DurationMS,
		StatusCode: numberOrNull(a.StatusCode),
		Error:      apikit.TextOrNull(a.Error),
		Excerpt:    a.Excerpt,
	}
}

type listWebhookDeliveriesInput struct {
	apikit.ByID
	apikit.PageParams
	Status string `query:"status" doc:"pending, succeeded, failed or cancelled. All if omitted." example:"failed"`
}

func (a *API) listWebhookDeliveries(ctx context.Context, in *listWebhookDeliveriesInput) (*apikit.ListOutput[WebhookDelivery], error) {
	found, err := a.Webhooks.Deliveries(ctx, apikit.ActorOf(ctx), webhook.Filter{
		WebhookID: in.ID,
		Status:    webhook.Status(in.Status),
		Cursor:    in.Cursor,
		Limit:     in.Limit,
	})
	if err != nil {
		return nil, err
	}
	return apikit.Page(apikit.Map(found.Deliveries, webhookDeliveryOf), found.NextCursor, found.Total), nil
}

// WebhookDeliveryPath has the ids of a webhook and a delivery.
type WebhookDeliveryPath struct {
	apikit.ByID
	DeliveryID string `path:"deliveryId" doc:"The id of the delivery." example:"dlv_3kq7c8v0d5m2a"`
}

func (a *API) getWebhookDelivery(ctx context.Context, in *WebhookDeliveryPath) (*apikit.Output[WebhookDeliveryDetails], error) {
	d, body, err := a.Webhooks.Delivery(ctx, apikit.ActorOf(ctx), in.ID, in.DeliveryID)
	if err != nil {
		return nil, err
	}
	attempts := apikit.Map(d.Attempts, webhookAttemptOf)
	return apikit.OutputOf(WebhookDeliveryDetails{webhookDeliveryOf(d), string(body), attempts}), nil
}

func (a *API) retryWebhookDelivery(ctx context.Context, in *WebhookDeliveryPath) (*apikit.Output[WebhookDelivery], error) {
	d, err := a.Webhooks.Retry(ctx, apikit.ActorOf(ctx), in.ID, in.DeliveryID)
	return apikit.OutputOf(webhookDeliveryOf(d)), err
}

func (a *API) testWebhook(ctx context.Context, in *apikit.ByID) (*apikit.Output[WebhookDelivery], error) {
	d, err := a.Webhooks.Test(ctx, apikit.ActorOf(ctx), in.ID)
	return apikit.OutputOf(webhookDeliveryOf(d)), err
}
