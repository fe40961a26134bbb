package webhook

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/queue"
)

// Stats are totals of this process. Messages that were requested to test a webhook
// count, too.
type Stats struct {
	Succeeded, Failed uint64 // attempts
	Disabled          uint64 // webhooks, because their receiver failed for too long or is gone
}

type counts struct{ succeeded, failed, disabled atomic.Uint64 }

// Stats returns the totals.
func (s *Service) Stats() Stats {
	return Stats{s.counts.succeeded.Load(), s.counts.failed.Load(), s.counts.disabled.Load()}
}

// statusGone is the status with which a receiver ends a webhook.
const statusGone = 410

// Kind returns the kind of tasks that send messages.
func (s *Service) Kind() queue.Kind {
	return queue.Kind{
		Name: TaskKind, Handle: s.send, Retry: retry, Lease: leaseTime, Workers: workers, PerWorkspace: perWorkspace,
		OnFailure: s.abandon, Quiet: true,
	}
}

// send makes one attempt. It returns nil when the delivery is done, and Unavailable
// when another attempt is due.
func (s *Service) send(ctx context.Context, t queue.Task) error {
	d, w, err := s.Store.PendingDelivery(ctx, t.Key)
	if fault.Is(err, fault.NotFound) { // deleted, cancelled or done before a crash
		return nil
	}
	if err != nil {
		return err
	}
	attempt, err := s.attempt(ctx, d, w)
	if ctx.Err() != nil { // the node stops: no result of the receiver
		return ctx.Err()
	}
	final := t.Last || d.Message.Type == Test || fault.Is(err, fault.Invalid)
	return s.record(ctx, d.add(attempt), w, err, final)
}

// attempt sends the request of a delivery. The error is nil for a status of 200 to
// 299, Gone for 410, Invalid when a retry does not help, and Unavailable otherwise.
func (s *Service) attempt(ctx context.Context, d Delivery, w Webhook) (Attempt, error) {
	now := s.Clock.Now()
	a := Attempt{At: now}
	body, err := d.Message.Body(s.Scheme)
	if err != nil {
		return a, fault.Wrap(err, fault.Invalid, "The message cannot be encoded.")
	}
	keys, err := s.keys(w, now)
	if err != nil {
		a.Error = "The secret cannot be decrypted. Rotate it."
		return a, fault.Wrap(err, fault.Invalid, a.Error)
	}
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	response, err := s.Sender.Post(ctx, w.URL, headers(d.Message.ID, now, body, keys...), body)
	a.DurationMS = s.Clock.Now().Sub(now).Milliseconds()
	if err != nil {
		a.Error = sentence(err)
		return a, err
	}
	a.StatusCode, a.Excerpt = response.Status, response.Excerpt
	switch {
	case response.Status >= 200 && response.Status < 300:
		return a, nil
	case response.Status == statusGone:
		return a, fault.New(fault.Gone, "The receiver responded with 410.")
	}
	return a, fault.New(fault.Unavailable, fmt.Sprintf("The receiver responded with %d.", response.Status))
}

// sentence returns the sentence of a fault.
func sentence(err error) string {
	var f *fault.Error
	if errors.As(err, &f) {
		return f.Message
	}
	return "The request failed."
}

// record stores the result of an attempt, whose error is cause. It returns cause
// when another attempt is due.
func (s *Service) record(ctx context.Context, d Delivery, w Webhook, cause error, final bool) error {
	now := s.Clock.Now()
	r := Result{Delivery: d, At: now}
	counts := d.Message.Type != Test
	switch {
	case cause == nil:
		r.Delivery.Status, r.Success = Succeeded, counts
	case fault.Is(cause, fault.Gone):
		r.Delivery.Status, r.Failure, r.Disable = Failed, counts, ReceiverGone
	default:
		r.Failure = counts
		if final {
			r.Delivery.Status = Failed
		}
		if counts && failsTooLong(w, now) {
			r.Delivery.Status, r.Disable = Failed, AlwaysFailing
		}
	}
	if r.Disable != Enabled {
		w.DisabledAt, w.DisabledReason = now, r.Disable
		r.Disabled = event.New(event.Actor{}, event.WebhookDisabled, w.WorkspaceID, w.ID, w.auditState(), now)
	}
	disabled, err := s.Store.RecordAttempt(ctx, r)
	if err != nil {
		return err
	}
	if cause == nil {
		s.counts.succeeded.Add(1)
	} else {
		s.counts.failed.Add(1)
	}
	if disabled {
		s.counts.disabled.Add(1)
		if err := s.Notify(ctx, w); err != nil {
			s.Log.ErrorContext(ctx, "webhook notification not stored", "webhook", w.ID, "err", err)
		}
	}
	if r.Delivery.Status == Pending {
		return cause
	}
	return nil
}

// failsTooLong reports whether all attempts failed for DisableAfter.
func failsTooLong(w Webhook, now time.Time) bool {
	return !w.FailingSince.IsZero() && now.Sub(w.FailingSince) >= DisableAfter
}

// abandon ends a delivery whose attempts all ended without a result, as when the
// process is killed.
func (s *Service) abandon(ctx context.Context, t queue.Task, _ error) error {
	d, w, err := s.Store.PendingDelivery(ctx, t.Key)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	d = d.add(Attempt{At: s.Clock.Now(), Error: "The server stopped during the attempt."})
	return s.record(ctx, d, w, fault.New(fault.Invalid, "The attempts ended without a result."), true)
}
