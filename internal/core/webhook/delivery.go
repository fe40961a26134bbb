package webhook

import (
	"context"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/queue"
	"linnet/internal/core/throttle"
)

// Limits of deliveries.
const (
	StoredFor     = 30 * 24 * time.Hour
	MaxDeliveries = 1000 // of a webhook, without pending ones
	MaxAttempts   = 20   // that a delivery stores
	MaxExcerpt    = 1024 // bytes
	DisableAfter  = 5 * 24 * time.Hour
	Timeout       = 10 * time.Second // of a request
)

// TaskKind is the kind of the tasks that send messages. Their key is the id of the
// delivery.
const TaskKind = "webhook"

const (
	leaseTime    = time.Minute // a request takes at most Timeout
	workers      = 16
	perWorkspace = 4
)

// retry makes attempts for about 27 hours: after 1, 5 and 25 minutes, about 2 hours,
// and three times 8 hours.
var retry = queue.Retry{Attempts: 8, First: time.Minute, Factor: 5, Max: 8 * time.Hour} //nolint:gochecknoglobals // a constant

// Status is the state of a delivery. The values are part of the API.
type Status string

// The statuses.
const (
	Pending   Status = "pending"   // the first or another attempt will be made
	Succeeded Status = "succeeded" // the receiver responded with a status of 200 to 299
	Failed    Status = "failed"    // after the last attempt
	Cancelled Status = "cancelled" // the webhook was disabled
)

// Known reports whether the status exists.
func (s Status) Known() bool {
	return s == Pending || s == Succeeded || s == Failed || s == Cancelled
}

// Attempt is one request of a delivery.
type Attempt struct {
	At         time.Time `json:"at"`
	DurationMS int64     `json:"durationMs"`
	StatusCode int       `json:"statusCode,omitempty"` // 0: no response
	Error      string    `json:"error,omitempty"`      // a sentence; empty: there was a response
	Excerpt    string    `json:"excerpt,omitempty"`    // of the response
}

// Delivery is a message to one webhook.
type Delivery struct {
	ID        string
	WebhookID string
	Message   Message
	Status    Status
	Attempts  []Attempt // the latest MaxAttempts, oldest first
	Attempted int       // number of attempts
	CreatedAt time.Time
	// NextAttemptAt is when the next attempt is due; zero: none, or it is running.
	NextAttemptAt time.Time
}

// add returns the delivery after an attempt.
func (d Delivery) add(a Attempt) Delivery {
	d.Attempts = append(d.Attempts[max(0, len(d.Attempts)-MaxAttempts+1):], a)
	d.Attempted++
	return d
}

// Result is the result of an attempt.
type Result struct {
	Delivery Delivery // after the attempt
	At       time.Time
	// Success and Failure update the state of the webhook; neither does for a test.
	Success, Failure bool
	// Disable disables the webhook for this reason; Enabled: it does not.
	Disable  Reason
	Disabled event.Event // stored if it does
}

// Filter selects deliveries.
type Filter struct {
	WebhookID string
	Status    Status // empty: all
	Cursor    string
	Limit     int
}

// DeliveryList is one page of deliveries.
type DeliveryList struct {
	Deliveries []Delivery
	Total      int
	NextCursor string // "" on the last page
}

// NewDelivery returns the delivery of a message to a webhook, and its task.
func NewDelivery(webhookID string, m Message, now time.Time) (Delivery, queue.NewTask) {
	d := Delivery{ID: ident.New(ident.Delivery), WebhookID: webhookID, Message: m, Status: Pending, CreatedAt: now}
	return d, taskOf(d, now)
}

func taskOf(d Delivery, due time.Time) queue.NewTask {
	return queue.NewTask{Kind: TaskKind, Key: d.ID, WorkspaceID: d.Message.WorkspaceID, Due: due}
}

// Deliveries returns deliveries of a webhook, newest first, or NotFound.
func (s *Service) Deliveries(ctx context.Context, a access.Actor, f Filter) (DeliveryList, error) {
	if _, err := s.Get(ctx, a, f.WebhookID); err != nil {
		return DeliveryList{}, err
	}
	if f.Status != "" && !f.Status.Known() {
		return DeliveryList{}, fault.New(fault.Invalid, "Use pending, succeeded, failed or cancelled.").At("status")
	}
	return s.Store.Deliveries(ctx, f)
}

// Delivery returns a delivery of a webhook with the body of its requests, or
// NotFound.
func (s *Service) Delivery(ctx context.Context, a access.Actor, webhookID, id string) (Delivery, []byte, error) {
	if _, err := s.Get(ctx, a, webhookID); err != nil {
		return Delivery{}, nil, err
	}
	d, err := s.Store.Delivery(ctx, webhookID, id)
	if err != nil {
		return Delivery{}, nil, err
	}
	body, err := d.Message.Body(s.Scheme)
	return d, body, err
}

// Retry sends a message again, with the id of the first attempt and another series
// of attempts. It returns Conflict for a disabled webhook, and RateLimited.
func (s *Service) Retry(ctx context.Context, a access.Actor, webhookID, id string) (Delivery, error) {
	if _, err := s.sendable(ctx, a, webhookID); err != nil {
		return Delivery{}, err
	}
	d, err := s.Store.Delivery(ctx, webhookID, id)
	if err != nil {
		return Delivery{}, err
	}
	now := s.Clock.Now()
	d.Status, d.NextAttemptAt = Pending, now
	return d, s.Store.RetryDelivery(ctx, d, taskOf(d, now))
}

// testData is the data of a Test message.
type testData struct {
	WebhookID string `json:"webhookId"`
}

// Test sends a message of the type Test, in one attempt. It returns Conflict for a
// disabled webhook, and RateLimited.
func (s *Service) Test(ctx context.Context, a access.Actor, webhookID string) (Delivery, error) {
	w, err := s.sendable(ctx, a, webhookID)
	if err != nil {
		return Delivery{}, err
	}
	now := s.Clock.Now()
	d, task := NewDelivery(w.ID, newMessage(ident.New(ident.Event), a.WorkspaceID, Test, w.ID, testData{w.ID}, now), now)
	return d, s.Store.InsertDelivery(ctx, d, task)
}

// sendable returns a webhook to which the actor may send a message now.
func (s *Service) sendable(ctx context.Context, a access.Actor, id string) (Webhook, error) {
	w, err := s.Get(ctx, a, id)
	if err != nil {
		return Webhook{}, err
	}
	if !w.Enabled() {
		return Webhook{}, fault.New(fault.Conflict, "This webhook is disabled. Enable it first.")
	}
	if v := s.manual.Take(a.WorkspaceID); v.Wait > 0 {
		return Webhook{}, throttle.TooMany(v.Wait)
	}
	return w, nil
}
