package billing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/loop"
	"linnet/internal/core/event"
	"linnet/internal/core/queue"
)

// TaskKind is the kind of the tasks that process events of the provider.
const TaskKind = "billing_event"

const (
	dueEvery       = time.Minute
	reconcileEvery = 24 * time.Hour
	batch          = 100
	// eventsFor is how long events are stored. The provider repeats an event for at
	// most 30 days.
	eventsFor = 60 * 24 * time.Hour
)

// Receive stores an event of the provider; a worker processes it. An event whose
// id is stored already is ignored.
func (s *Service) Receive(ctx context.Context, e ProviderEvent) error {
	if e.SubscriptionID == "" {
		return nil
	}
	e.ReceivedAt = s.deps.Clock.Now()
	payload, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("encode event %s: %w", e.ID, err)
	}
	return s.deps.Store.AddBillingEvent(ctx, e, queue.NewTask{Kind: TaskKind, Key: e.ID, Payload: string(payload), Due: e.ReceivedAt})
}

// Kind returns the kind of tasks that process events.
func (s *Service) Kind() queue.Kind {
	return queue.Kind{
		Name:    TaskKind,
		Lease:   time.Minute,
		Workers: 1,
		Retry:   queue.Retry{Attempts: 12, First: 10 * time.Second, Factor: 3, Max: 2 * time.Hour},
		Handle: func(ctx context.Context, t queue.Task) error {
			var e ProviderEvent
			if err := json.Unmarshal([]byte(t.Payload), &e); err != nil {
				return fault.Wrap(err, fault.Invalid, "The event cannot be decoded.")
			}
			return s.process(ctx, e)
		},
	}
}

// process refreshes the subscription of an event. Subscriptions and workspaces that
// do not exist are ignored.
func (s *Service) process(ctx context.Context, e ProviderEvent) error {
	if s.deps.Payments == nil {
		return nil
	}
	err := s.refresh(ctx, event.Actor{}, e.SubscriptionID, e.WorkspaceID)
	if fault.Is(err, fault.NotFound) || fault.Is(err, fault.Invalid) {
		s.deps.Log.WarnContext(ctx, "billing event ignored", "event", e.ID, "type", e.Type, "subscription", e.SubscriptionID, "err", err)
		return nil
	}
	return err
}

// Run advances due accounts each minute and reconciles daily, until ctx ends.
func (s *Service) Run(ctx context.Context) {
	var working sync.WaitGroup
	if s.deps.Payments != nil {
		working.Go(func() {
			s.task("billing reconciliation", reconcileEvery, func(ctx context.Context) error {
				_, err := s.Reconcile(ctx)
				return errors.Join(err, s.deps.Store.DeleteBillingEvents(ctx, s.deps.Clock.Now().Add(-eventsFor)))
			}).Run(ctx)
		})
	}
	s.task("billing deadlines", dueEvery, s.Advance).Run(ctx)
	working.Wait()
}

func (s *Service) task(name string, every time.Duration, do func(context.Context) error) loop.Task {
	t := loop.Task{Name: name, Every: every, Retry: dueEvery, Log: s.deps.Log, Do: do}
	if s.deps.Leases != nil {
		t.Leader = &loop.Leader{Leases: s.deps.Leases, Owner: s.node, Clock: s.deps.Clock}
	}
	return t
}

// Advance ends the trials and grace periods that are due, and sends reminders. It
// is idempotent.
func (s *Service) Advance(ctx context.Context) error {
	for {
		due, err := s.deps.Store.BillingDue(ctx, s.deps.Clock.Now(), batch)
		if err != nil {
			return fmt.Errorf("list due accounts: %w", err)
		}
		for _, id := range due {
			err := s.update(ctx, event.Actor{}, id, event.BillingDeadline, func(a *Account) ([]Notice, error) {
				return a.advance(s.deps.Clock.Now()), nil
			})
			if err != nil {
				return fmt.Errorf("advance the account of %s: %w", id, err)
			}
		}
		if len(due) < batch {
			return nil
		}
	}
}

// Drift is a difference between an account and the provider, which Reconcile
// repaired.
type Drift struct {
	WorkspaceID    string `json:"workspace"`
	SubscriptionID string `json:"subscription"`
	Before         string `json:"before"` // plan and status of the account
	After          string `json:"after"`  // of the provider
}

// Reconcile compares all subscriptions with the accounts and repairs the accounts.
// It returns the repaired differences.
func (s *Service) Reconcile(ctx context.Context) ([]Drift, error) {
	if s.deps.Payments == nil {
		return nil, nil
	}
	var all []Drift
	var failed []error
	seen := map[string]bool{} // subscriptions
	for sub, err := range s.deps.Payments.Subscriptions(ctx) {
		if err != nil {
			return all, fmt.Errorf("list subscriptions: %w", err)
		}
		seen[sub.ID] = true
		drift, err := s.reconcile(ctx, sub.WorkspaceID, sub.ID)
		all = append(all, drift...)
		if err != nil && !fault.Is(err, fault.NotFound) { // of a workspace that was purged
			failed = append(failed, fmt.Errorf("subscription %s: %w", sub.ID, err))
		}
	}
	for after := ""; ; {
		subscribers, err := s.deps.Store.BillingSubscribers(ctx, after, batch)
		if err != nil {
			return all, errors.Join(append(failed, err)...)
		}
		for _, sub := range subscribers {
			after = sub.WorkspaceID
			if seen[sub.ID] {
				continue
			}
			drift, err := s.reconcile(ctx, sub.WorkspaceID, sub.ID)
			all = append(all, drift...)
			failed = append(failed, err)
		}
		if len(subscribers) < batch {
			return all, errors.Join(failed...)
		}
	}
}

// reconcile stores the state of a subscription of a workspace and returns the
// difference. A subscription that the provider does not have has ended.
func (s *Service) reconcile(ctx context.Context, workspaceID, subscriptionID string) ([]Drift, error) {
	before, err := s.deps.Store.BillingAccount(ctx, workspaceID)
	if err != nil {
		return nil, err
	}
	err = s.refresh(ctx, event.Actor{}, subscriptionID, workspaceID)
	if fault.Is(err, fault.NotFound) && before.Subscription.ID == subscriptionID {
		err = s.update(ctx, event.Actor{}, workspaceID, event.SubscriptionUpdated, func(a *Account) ([]Notice, error) {
			ended := a.Subscription
			ended.Status = Canceled
			return s.applyTo(a, ended), nil
		})
	}
	if err != nil {
		return nil, err
	}
	after, err := s.deps.Store.BillingAccount(ctx, workspaceID)
	if err != nil || after.same(before) {
		return nil, err
	}
	drift := Drift{WorkspaceID: workspaceID, SubscriptionID: after.Subscription.ID, Before: before.summary(), After: after.summary()}
	s.deps.Log.WarnContext(ctx, "billing drift repaired", "workspace", workspaceID, "subscription", drift.SubscriptionID,
		"before", drift.Before, "after", drift.After)
	return []Drift{drift}, nil
}

func (a Account) summary() string {
	return fmt.Sprintf("%s %s %s", a.Plan, a.Subscription.Price.Period, a.Subscription.Status)
}
