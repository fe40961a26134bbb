package httpapi

import (
	"context"
	"net/http"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/webhook"
	"linnet/internal/edge/apikit"
)

// webhookRoutes registers the operations on webhooks and their deliveries.
func (a *API) webhookRoutes(r *apikit.Router) {
	const tag, roles = "Webhooks", " Requires the role owner or admin."
	apikit.Get(r, "/webhooks", a.listWebhooks, operation{ID: "listWebhooks", Scope: access.WebhooksRead, Tag: tag, Summary: "List webhooks",
		Description: "Newest first." + roles})
	apikit.Post(r, "/webhooks", a.createWebhook, operation{ID: "createWebhook", Scope: access.WebhooksWrite, Tag: tag, Summary: "Create a webhook",
		Status: http.StatusCreated, Secret: true, Errors: codes(fault.LimitReached),
		Description: "Events of the workspace are sent to its URL as the Standard Webhooks specification says. The secret that signs them is returned only here." + roles})
	apikit.Get(r, "/webhooks/{id}", a.getWebhook, operation{ID: "getWebhook", Scope: access.WebhooksRead, Tag: tag, Summary: "Get a webhook", Description: "Without its secret." + roles})
	apikit.Patch(r, "/webhooks/{id}", a.updateWebhook, operation{ID: "updateWebhook", Scope: access.WebhooksWrite, Tag: tag, Summary: "Update a webhook",
		Description: "Updates the fields in the request. Disabling it cancels pending deliveries." + roles})
	apikit.Delete(r, "/webhooks/{id}", a.deleteWebhook, operation{ID: "deleteWebhook", Scope: access.WebhooksWrite, Tag: tag, Summary: "Delete a webhook",
		Description: "Deletes its deliveries as well. Pending ones are not sent." + roles})
	apikit.Post(r, "/webhooks/{id}/rotate-secret", a.rotateWebhookSecret, operation{ID: "rotateWebhookSecret", Scope: access.WebhooksWrite, Tag: tag, Summary: "Rotate the secret of a webhook",
		Status: http.StatusCreated, Secret: true, Description: "Returns a new secret. Requests have signatures of both secrets for overlapSeconds." + roles})
	apikit.Post(r, "/webhooks/{id}/test", a.testWebhook, operation{ID: "testWebhook", Scope: access.WebhooksWrite, Tag: tag, Summary: "Send a test message",
		Status: http.StatusAccepted, Errors: codes(fault.Conflict, fault.RateLimited),
		Description: "Sends a message of the type webhook.test once. The result is in the delivery. Returns 409 if the webhook is disabled." + roles})
	apikit.Get(r, "/webhooks/{id}/deliveries", a.listWebhookDeliveries, operation{ID: "listWebhookDeliveries", Scope: access.WebhooksRead, Tag: tag, Summary: "List the deliveries of a webhook",
		Description: "Newest first, for 30 days and at most about 1,000." + roles, Errors: codes(fault.Invalid)})
	apikit.Get(r, "/webhooks/{id}/deliveries/{deliveryId}", a.getWebhookDelivery, operation{ID: "getWebhookDelivery", Scope: access.WebhooksRead, Tag: tag, Summary: "Get a delivery",
		Description: "With its body and its attempts." + roles})
	apikit.Post(r, "/webhooks/{id}/deliveries/{deliveryId}/retry", a.retryWebhookDelivery, operation{ID: "retryWebhookDelivery", Scope: access.WebhooksWrite, Tag: tag, Summary: "Retry a delivery",
		Status: http.StatusAccepted, Errors: codes(fault.Conflict, fault.RateLimited),
		Description: "Sends the message again, with the same id and another series of attempts. Returns 409 if the webhook is disabled." + roles})
}

// Webhook is a webhook without its secret.
type Webhook struct {
	ID string `json:"id" example:"whk_3kq7c8v0d5m2a"`
	webhook.State

	DisabledAt     *time.Time `json:"disabledAt" doc:"null: it is enabled."`
	DisabledReason *string    `json:"disabledReason" enum:"member,gone,failing" doc:"member: a member disabled it. gone: the receiver responded with 410. failing: every attempt failed for 5 days."`
	FailingSince   *time.Time `json:"failingSince" doc:"The first failure after the last success; null: the last attempt succeeded, or there is none."`
	LastAttemptAt  *time.Time `json:"lastAttemptAt" doc:"null: none."`
	LastSuccessAt  *time.Time `json:"lastSuccessAt" doc:"null: none."`
	DroppedCount   int64      `json:"droppedCount" doc:"Messages that were dropped, because 500 were waiting for the receiver."`
	LastDroppedAt  *time.Time `json:"lastDroppedAt" doc:"null: none."`

	PreviousSecretExpiresAt *time.Time `json:"previousSecretExpiresAt" doc:"Until when requests also have a signature of the secret before the last rotation; null: they have not."`
	CreatedAt               time.Time  `json:"createdAt"`
	UpdatedAt               time.Time  `json:"updatedAt"`
}

// CreatedWebhook is a webhook with a new secret.
type CreatedWebhook struct {
	Webhook
	Secret string `json:"secret" doc:"The secret that signs requests. It is returned only once." example:"whsec_…"`
}

func (a *API) webhookOf(w webhook.Webhook) Webhook {
	out := Webhook{
		ID:             w.ID,
		State:          w.State(),
		DisabledAt:     apikit.TimeOrNull(w.DisabledAt),
		DisabledReason: apikit.TextOrNull(string(w.DisabledReason)),
		FailingSince:   apikit.TimeOrNull(w.FailingSince),
		LastAttemptAt:  apikit.TimeOrNull(w.LastAttemptAt),
		LastSuccessAt:  apikit.TimeOrNull(w.LastSuccessAt),
		DroppedCount:   w.Dropped,
		LastDroppedAt:  apikit.TimeOrNull(w.DroppedAt),
		CreatedAt:      apikit.Timestamp(w.CreatedAt),
		UpdatedAt:      apikit.Timestamp(w.UpdatedAt),
	}
	if w.PreviousExpiresAt.After(a.clock.Now()) {
		out.PreviousSecretExpiresAt = apikit.TimeOrNull(w.PreviousExpiresAt)
	}
	return out
}

func (a *API) listWebhooks(ctx context.Context, _ *struct{}) (*apikit.ListOutput[Webhook], error) {
	all, err := a.Webhooks.List(ctx, apikit.ActorOf(ctx))
	if err != nil {
		return nil, err
	}
	return apikit.WholeList(apikit.Map(all, a.webhookOf)), nil
}

func (a *API) createWebhook(ctx context.Context, in *apikit.With[apikit.Draft[webhook.Settings]]) (*apikit.Output[CreatedWebhook], error) {
	w, secret, err := a.Webhooks.Create(ctx, apikit.ActorOf(ctx), in.Body.Of(webhook.Settings{}))
	if err != nil {
		return nil, err
	}
	return apikit.OutputOf(CreatedWebhook{a.webhookOf(w), secret}), nil
}

func (a *API) getWebhook(ctx context.Context, in *apikit.ByID) (*apikit.Output[Webhook], error) {
	w, err := a.Webhooks.Get(ctx, apikit.ActorOf(ctx), in.ID)
	return apikit.OutputOf(a.webhookOf(w)), err
}

func (a *API) updateWebhook(ctx context.Context, in *apikit.ByIDWith[apikit.Partial[webhook.State]]) (*apikit.Output[Webhook], error) {
	w, err := a.Webhooks.Update(ctx, apikit.ActorOf(ctx), in.ID, in.Body.Onto)
	return apikit.OutputOf(a.webhookOf(w)), err
}

func (a *API) deleteWebhook(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
	return nil, a.Webhooks.Delete(ctx, apikit.ActorOf(ctx), in.ID)
}

type rotateWebhookSecret struct {
	OverlapSeconds int64 `json:"overlapSeconds,omitempty" minimum:"0" maximum:"2592000" doc:"How long requests also have a signature of the previous secret, at most 30 days; 0: not at all."`
}

func (a *API) rotateWebhookSecret(ctx context.Context, in *apikit.ByIDWith[rotateWebhookSecret]) (*apikit.Output[CreatedWebhook], error) {
	w, secret, err := a.Webhooks.Rotate(ctx, apikit.ActorOf(ctx), in.ID, time.Duration(in.Body.OverlapSeconds)*time.Second)
	if err != nil {
		return nil, err
	}
	return apikit.OutputOf(CreatedWebhook{a.webhookOf(w), secret}), nil
}
