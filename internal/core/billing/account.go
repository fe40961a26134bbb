// Package billing manages trials and paid subscriptions of workspaces. The payment
// provider owns a subscription; an Account is its last known state with the rules
// that derive the workspace's plan from it.
package billing

import (
	"time"

	"linnet/internal/core/plan"
)

// Durations. No card is needed for a trial.
const (
	TrialLength = 14 * 24 * time.Hour
	// RemindBefore is the time before the end of a trial at which the workspace's
	// managers are reminded.
	RemindBefore = 3 * 24 * time.Hour
	// PaymentGrace is how long the plan stays after a failed payment.
	PaymentGrace = 14 * 24 * time.Hour
)

// Period is a billing period.
type Period string

// The periods.
const (
	Monthly Period = "monthly"
	Yearly  Period = "yearly"
)

// Valid reports whether the period exists.
func (p Period) Valid() bool { return p == Monthly || p == Yearly }

// Price identifies what a subscription pays for.
type Price struct {
	Plan   plan.Name
	Period Period
}

// Status is the state of a subscription.
type Status string

// The states.
const (
	None     Status = ""
	Pending  Status = "pending"  // the first payment is not complete
	Active   Status = "active"   // paid
	PastDue  Status = "past_due" // a payment failed
	Canceled Status = "canceled" // ended
)

// Subscription is a subscription at the payment provider.
type Subscription struct {
	ID          string
	ItemID      string // the item that is changed with the price; not stored
	CustomerID  string
	WorkspaceID string
	Price       Price
	Status      Status
	CreatedAt   time.Time
	PeriodEnd   time.Time
	// CancelAt is when the subscription ends without a further payment; zero: it
	// renews.
	CancelAt time.Time
}

// Live reports whether the subscription can still be charged.
func (s Subscription) Live() bool { return s.Status == Active || s.Status == PastDue }

// Trial is the one trial of a workspace.
type Trial struct {
	Plan      plan.Name
	StartedAt time.Time // zero: the workspace had no trial
	EndsAt    time.Time
	By        string // the user who starts it now; empty in a stored one
}

// Active reports whether the trial runs at a moment.
func (t Trial) Active(now time.Time) bool { return now.Before(t.EndsAt) }

// Account is the billing state of a workspace.
type Account struct {
	WorkspaceID string
	Version     int64     // of the stored account; 0: not stored
	Plan        plan.Name // of the workspace
	// Base is the plan without a trial or a subscription: that of the sign-up, or
	// the one that the operator set.
	Base         plan.Name
	Trial        Trial
	RemindedAt   time.Time // the reminder of the trial's end; zero: not sent
	CustomerID   string
	Subscription Subscription
	// GraceEndsAt is when the plan ends after a failed payment; zero: none failed.
	GraceEndsAt time.Time
	// NextAt is when time changes the account; zero: never.
	NextAt time.Time
}

// Entitled returns the plan at a moment.
func (a Account) Entitled(now time.Time) plan.Name {
	paid := a.Subscription.Status == Active || a.Subscription.Status == PastDue && now.Before(a.GraceEndsAt)
	switch {
	case paid && a.Subscription.Price.Plan != "": // empty: a price that is not Linnet's
		return a.Subscription.Price.Plan
	case a.Trial.Active(now):
		return a.Trial.Plan
	}
	return a.Base
}

// next returns when time changes the account after now; zero: never.
func (a Account) next(now time.Time) time.Time {
	var next time.Time
	earliest := func(at time.Time) {
		if at.After(now) && (next.IsZero() || at.Before(next)) {
			next = at
		}
	}
	if a.Trial.Active(now) {
		earliest(a.Trial.EndsAt)
		if a.RemindedAt.IsZero() {
			earliest(a.Trial.EndsAt.Add(-RemindBefore))
		}
	}
	if a.Subscription.Status == PastDue {
		earliest(a.GraceEndsAt)
	}
	return next
}

// Notice is a change that the workspace's managers are notified of.
type Notice string

// The notices.
const (
	TrialEnding       Notice = "trial_ending"
	TrialEnded        Notice = "trial_ended"
	PaymentFailed     Notice = "payment_failed"
	SubscriptionEnded Notice = "subscription_ended"
)

// advance applies the passage of time and returns what to notify of. It is
// idempotent.
func (a *Account) advance(now time.Time) []Notice {
	before := a.Plan
	a.Plan = a.Entitled(now)
	var notices []Notice
	paid := a.Subscription.Status == Active
	switch {
	case a.Trial.Active(now) && !paid && a.RemindedAt.IsZero() && !now.Before(a.Trial.EndsAt.Add(-RemindBefore)):
		a.RemindedAt = now
		notices = append(notices, TrialEnding)
	case before != a.Plan && a.Subscription.Status == PastDue:
		notices = append(notices, SubscriptionEnded)
	case before != a.Plan && before == a.Trial.Plan && !a.Subscription.Live():
		notices = append(notices, TrialEnded)
	}
	return notices
}

// apply replaces the subscription with its state at the provider and returns what
// to notify of. It is idempotent, and ignores an ended subscription beside another
// one.
func (a *Account) apply(s Subscription, now time.Time) []Notice {
	before, plan := a.Subscription, a.Plan
	if before.ID != "" && before.ID != s.ID && before.outranks(s) {
		return nil
	}
	a.Subscription = s
	a.Subscription.ItemID = ""
	a.CustomerID = s.CustomerID
	var notices []Notice
	switch {
	case s.Status != PastDue:
		a.GraceEndsAt = time.Time{}
	case a.GraceEndsAt.IsZero():
		a.GraceEndsAt = now.Add(PaymentGrace)
		notices = append(notices, PaymentFailed)
	}
	if s.Live() && a.Trial.Active(now) {
		a.Trial.EndsAt = now
	}
	a.Plan = a.Entitled(now)
	if s.Status == Canceled && a.Plan != plan {
		notices = append(notices, SubscriptionEnded)
	}
	return notices
}

// outranks reports whether the account's subscription is s and not other: a live
// one before an ended one, then the newer one.
func (s Subscription) outranks(other Subscription) bool {
	if s.Live() != other.Live() {
		return s.Live()
	}
	return other.CreatedAt.Before(s.CreatedAt)
}

// same reports whether two accounts differ in nothing that is stored.
func (a Account) same(b Account) bool {
	s, t := a.Subscription, b.Subscription
	return a.Plan == b.Plan && a.CustomerID == b.CustomerID && s.ID == t.ID && s.Price == t.Price && s.Status == t.Status &&
		s.PeriodEnd.Equal(t.PeriodEnd) && s.CancelAt.Equal(t.CancelAt) && a.GraceEndsAt.Equal(b.GraceEndsAt) &&
		a.Trial.EndsAt.Equal(b.Trial.EndsAt) && a.RemindedAt.Equal(b.RemindedAt) && a.NextAt.Equal(b.NextAt)
}
