package webhook

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"sync"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/loop"
	"linnet/internal/base/sealed"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/throttle"
)

// Limits of tests and retries of a workspace: burst at once, then one per interval.
const (
	manualBurst  = 30
	manualEvery  = 2 * time.Second
	limiterKeys  = 10_000
	cleanupEvery = 5 * time.Minute
)

// Sender sends requests to receivers.
type Sender interface {
	// Check adds an error at "url" for a URL that requests cannot be sent to.
	Check(l *fault.List, u *url.URL)
	// Post sends a body and follows no redirects. An error is a fault whose sentence
	// says why there is no response; Invalid: a retry does not help.
	Post(ctx context.Context, url string, headers map[string]string, body []byte) (Response, error)
}

// Response is the response of a receiver.
type Response struct {
	Status  int
	Excerpt string // the begin of the body as text, at most MaxExcerpt bytes
}

// Deps are the dependencies of a Service.
type Deps struct {
	Store  Store
	Sender Sender
	Box    *sealed.Box // for secrets
	Scheme string      // of short links
	// Notify notifies the managers of the workspace that the webhook was disabled
	// because its deliveries failed.
	Notify func(ctx context.Context, w Webhook) error
	// NotifyDropped notifies the managers of the workspace that messages of the webhook
	// were dropped. It is called repeatedly, and notifies once a day.
	NotifyDropped func(ctx context.Context, w Webhook) error
	Leases        loop.Leases
	Clock         clock.Clock
	Log           *slog.Logger
}

// Service implements the operations on webhooks and sends their messages. It is safe
// for concurrent use.
type Service struct {
	Deps
	manual *throttle.Limiter // tests and retries, by workspace
	counts counts
}

// New returns a service. A queue with Kind sends the messages.
func New(d Deps) *Service {
	return &Service{Deps: d, manual: throttle.New(d.Clock, throttle.Limit{Burst: manualBurst, Every: manualEvery}, limiterKeys)}
}

// List returns the webhooks of the workspace, newest first.
func (s *Service) List(ctx context.Context, a access.Actor) ([]Webhook, error) {
	if err := access.Require(a, access.ManageWebhooks); err != nil {
		return nil, err
	}
	return s.Store.Webhooks(ctx, a.WorkspaceID)
}

// Get returns a webhook, or NotFound.
func (s *Service) Get(ctx context.Context, a access.Actor, id string) (Webhook, error) {
	if err := access.Require(a, access.ManageWebhooks); err != nil {
		return Webhook{}, err
	}
	return s.Store.Webhook(ctx, a.WorkspaceID, id)
}

// Create creates a webhook. secret is returned only here.
func (s *Service) Create(ctx context.Context, a access.Actor, as Settings) (w Webhook, secret string, err error) {
	if err := access.Require(a, access.ManageWebhooks); err != nil {
		return Webhook{}, "", err
	}
	now := s.Clock.Now()
	w = Webhook{ID: ident.New(ident.Webhook), WorkspaceID: a.WorkspaceID, CreatedAt: now, UpdatedAt: now}
	if err := w.set(State{as, true}, s.Sender.Check, now); err != nil {
		return Webhook{}, "", err
	}
	k := newKey()
	w.SealedSecret = s.Box.Seal(k, w.ID)
	e := event.New(a.By(), event.WebhookCreated, a.WorkspaceID, w.ID, event.Created(w.auditState()), now)
	return w, k.text(), s.Store.InsertWebhook(ctx, w, MaxWebhooks, e)
}

// Update changes the state of a webhook. edit may run several times.
func (s *Service) Update(ctx context.Context, a access.Actor, id string, edit func(*State)) (Webhook, error) {
	if err := access.Require(a, access.ManageWebhooks); err != nil {
		return Webhook{}, err
	}
	now := s.Clock.Now()
	return s.Store.ChangeWebhook(ctx, a.WorkspaceID, id, func(w *Webhook) ([]event.Event, error) {
		before, to := w.auditState(), w.State()
		edit(&to)
		err := w.set(to, s.Sender.Check, now)
		w.UpdatedAt = now
		return []event.Event{event.New(a.By(), event.WebhookUpdated, a.WorkspaceID, id, event.Updated(before, w.auditState()), now)}, err
	})
}

// Rotate replaces the secret of a webhook. Requests are signed with both secrets
// during overlap; 0: only with the new one.
func (s *Service) Rotate(ctx context.Context, a access.Actor, id string, overlap time.Duration) (w Webhook, secret string, err error) {
	if err := access.Require(a, access.ManageWebhooks); err != nil {
		return Webhook{}, "", err
	}
	if overlap < 0 || overlap > MaxOverlap {
		return Webhook{}, "", fault.New(fault.Invalid, fmt.Sprintf(
			"The overlap is 0 to %d seconds (30 days).", int(MaxOverlap.Seconds()))).At("overlapSeconds")
	}
	now, k := s.Clock.Now(), newKey()
	w, err = s.Store.ChangeWebhook(ctx, a.WorkspaceID, id, func(w *Webhook) ([]event.Event, error) {
		w.SealedPrevious, w.PreviousExpiresAt, w.UpdatedAt = nil, time.Time{}, now
		if overlap > 0 {
			w.SealedPrevious, w.PreviousExpiresAt = w.SealedSecret, now.Add(overlap)
		}
		w.SealedSecret = s.Box.Seal(k, w.ID)
		return []event.Event{event.New(a.By(), event.WebhookSecretRotated, a.WorkspaceID, id, w.auditState(), now)}, nil
	})
	return w, k.text(), err
}

// Delete deletes a webhook. Deliveries that wait are not sent.
func (s *Service) Delete(ctx context.Context, a access.Actor, id string) error {
	w, err := s.Get(ctx, a, id)
	if err != nil {
		return err
	}
	e := event.New(a.By(), event.WebhookDeleted, a.WorkspaceID, id, event.Deleted(w.auditState()), s.Clock.Now())
	return s.Store.DeleteWebhook(ctx, a.WorkspaceID, id, e)
}

// keys returns the keys that sign requests at a time, the current one first.
func (s *Service) keys(w Webhook, now time.Time) ([]key, error) {
	current, err := s.Box.Open(w.SealedSecret, w.ID)
	if err != nil {
		return nil, err
	}
	keys := []key{current}
	if len(w.SealedPrevious) > 0 && now.Before(w.PreviousExpiresAt) {
		previous, err := s.Box.Open(w.SealedPrevious, w.ID)
		if err != nil {
			return nil, err
		}
		keys = append(keys, previous)
	}
	return keys, nil
}

// Run sends clicks until ctx ends. On one node of an install it deletes old deliveries and
// reports dropped messages.
func (s *Service) Run(ctx context.Context) {
	var working sync.WaitGroup
	working.Go(loop.Task{Name: "webhook clicks", Every: SendClicksEvery, Do: s.SendClicks, Log: s.Log}.In(ctx))
	loop.Task{
		Name: "webhook maintenance", Every: cleanupEvery, Delay: time.Minute, Jitter: time.Minute, Log: s.Log,
		Leader: &loop.Leader{Leases: s.Leases, Owner: ident.New("nod"), Clock: s.Clock},
		Do: func(ctx context.Context) error {
			return errors.Join(
				s.Store.DeleteDeliveries(ctx, s.Clock.Now().Add(-StoredFor), MaxDeliveries),
				s.ReportDropped(ctx),
			)
		},
	}.Run(ctx)
	working.Wait()
}

// droppedSpan is how far ReportDropped looks back. It is longer than the interval of Run,
// so that a node that was stopped misses no drop.
const droppedSpan = 24 * time.Hour

// ReportDropped calls NotifyDropped for the webhooks of which messages were dropped
// lately.
func (s *Service) ReportDropped(ctx context.Context) error {
	dropped, err := s.Store.DroppingWebhooks(ctx, s.Clock.Now().Add(-droppedSpan))
	if err != nil {
		return err
	}
	var errs []error
	for _, w := range dropped {
		errs = append(errs, s.NotifyDropped(ctx, w))
	}
	return errors.Join(errs...)
}
