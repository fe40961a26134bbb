package billing

import (
	"context"
	"fmt"
	"log/slog"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/loop"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/plan"
	"linnet/internal/core/queue"
)

// writeTries is the number of attempts when the account changes concurrently.
const writeTries = 5

// Deps are the dependencies of a Service.
type Deps struct {
	Store    Store
	Payments Payments // nil: no online payment
	Plans    *plan.Catalog
	Usage    plan.Usage
	// Email returns the address of a user, for receipts.
	Email func(ctx context.Context, userID string) (string, error)
	// Mail returns the task that mails a notification, which has no Mail yet.
	Mail func(n Notification) (queue.NewTask, error)
	// SiteURL is the public URL of the install, without a slash at its end.
	SiteURL string
	Leases  loop.Leases // elect the node that reconciles; nil: each node does
	Clock   clock.Clock
	Log     *slog.Logger
}

// Service implements trials and subscriptions. It is safe for concurrent use.
type Service struct {
	deps Deps
	node string
}

// New returns a service. Run does its background work.
func New(d Deps) *Service { return &Service{deps: d, node: ident.New("nod")} }

// State is the billing state of a workspace, as its members see it.
type State struct {
	Account
	Payments       bool // online payment is configured
	TrialAvailable bool
}

// Get returns the billing state of the actor's workspace.
func (s *Service) Get(ctx context.Context, a access.Actor) (State, error) {
	if err := access.Require(a, access.ReadWorkspace); err != nil {
		return State{}, err
	}
	account, err := s.deps.Store.BillingAccount(ctx, a.WorkspaceID)
	if err != nil {
		return State{}, err
	}
	had, err := s.deps.Store.HadTrial(ctx, a.UserID)
	return State{
		Account:        account,
		Payments:       s.deps.Payments != nil && s.deps.Plans.Enabled(),
		TrialAvailable: !had && s.deps.Plans.Enabled() && s.checkTrial(account, "") == nil,
	}, err
}

// StartTrial starts the one trial of the actor and of the actor's workspace. It returns
// Invalid for a plan without a price, and Conflict when the user or the workspace had a
// trial, or the workspace pays.
func (s *Service) StartTrial(ctx context.Context, a access.Actor, name plan.Name) error {
	if err := access.Require(a, access.ManageBilling); err != nil {
		return err
	}
	return s.update(ctx, a.By(), a.WorkspaceID, event.TrialStarted, func(account *Account) ([]Notice, error) {
		if err := s.checkTrial(*account, name); err != nil {
			return nil, err
		}
		now := s.deps.Clock.Now()
		account.Trial = Trial{Plan: name, StartedAt: now, EndsAt: now.Add(TrialLength)}
		account.Trial.By = a.UserID
		return account.advance(now), nil
	})
}

// ErrHadTrial is the fault of a user who starts a second trial, in whichever workspace.
func ErrHadTrial() error {
	return fault.New(fault.Conflict, "You already had your trial, in this workspace or in another one.")
}

// checkTrial returns nil when the workspace can start a trial of a plan; an empty
// name stands for any plan.
func (s *Service) checkTrial(a Account, name plan.Name) error {
	switch {
	case name != "" && !s.deps.Plans.Sells(name):
		return fault.New(fault.Invalid, "There is no trial of this plan.").At("package")
	case !a.Trial.StartedAt.IsZero():
		return fault.New(fault.Conflict, "This workspace already had its trial.")
	case a.Subscription.Live():
		return fault.New(fault.Conflict, "This workspace has a subscription.")
	case a.Plan != plan.Free:
		return fault.New(fault.Conflict, "A trial starts from the Free plan.")
	}
	return nil
}

// Excess returns the limits of a plan that the actor's workspace already exceeds.
// Items above a limit stay: they can be read and redirect; new ones are rejected.
func (s *Service) Excess(ctx context.Context, a access.Actor, name plan.Name) ([]Excess, error) {
	if err := access.Require(a, access.ReadWorkspace); err != nil {
		return nil, err
	}
	limits := s.deps.Plans.Limits(name)
	var all []Excess
	for _, of := range []struct {
		name  string
		limit int
		count func(context.Context, string) (int, error)
	}{
		{"links", limits.Links, s.deps.Usage.CountLinks},
		{"domains", limits.Domains, s.deps.Usage.CountDomains},
		{"members", limits.Members, s.deps.Usage.CountMembers},
	} {
		if of.limit == plan.Unlimited {
			continue
		}
		used, err := of.count(ctx, a.WorkspaceID)
		if err != nil {
			return nil, err
		}
		if used > of.limit {
			all = append(all, Excess{Name: of.name, Used: used, Limit: of.limit})
		}
	}
	return all, nil
}

// update applies a change to the stored account, again when it changed
// concurrently. It stores nothing when the change has no effect.
func (s *Service) update(
	ctx context.Context, by event.Actor, workspaceID string, kind event.Kind, change func(*Account) ([]Notice, error),
) error {
	for try := 1; ; try++ {
		account, err := s.deps.Store.BillingAccount(ctx, workspaceID)
		if err != nil {
			return err
		}
		before := account
		notices, err := change(&account)
		if err != nil {
			return err
		}
		account.NextAt = account.next(s.deps.Clock.Now())
		if before.Version > 0 && account.same(before) {
			return nil
		}
		err = s.put(ctx, by, kind, before, account, notices)
		if err == nil || try == writeTries || !fault.Is(err, fault.PreconditionFailed) {
			return err
		}
	}
}

func (s *Service) put(ctx context.Context, by event.Actor, kind event.Kind, before, after Account, notices []Notice) error {
	w := Write{Account: after}
	if len(notices) > 0 {
		managers, err := s.deps.Store.Managers(ctx, after.WorkspaceID)
		if err != nil {
			return err
		}
		for _, userID := range managers {
			for _, n := range notices {
				notice, err := s.notification(userID, n, before, after)
				if err != nil {
					return err
				}
				w.Notices = append(w.Notices, notice)
			}
		}
	}
	change := event.Updated(before.state(), after.state())
	w.Event = event.New(by, kind, after.WorkspaceID, after.WorkspaceID, change, s.deps.Clock.Now())
	return s.deps.Store.PutBillingAccount(ctx, w)
}

// notification returns a notice for a user with its mail. Its topic is the notice
// and what it is about, so that a user gets it once.
func (s *Service) notification(userID string, n Notice, before, after Account) (Notification, error) {
	out := Notification{
		ID:          ident.New(ident.Notice),
		UserID:      userID,
		WorkspaceID: after.WorkspaceID,
		Notice:      n,
		Plan:        after.Plan,
		EndsAt:      after.Trial.EndsAt,
	}
	if n == SubscriptionEnded || n == TrialEnded {
		out.Plan = before.Plan
	}
	if n == PaymentFailed || n == SubscriptionEnded {
		out.EndsAt = after.GraceEndsAt
	}
	out.Topic = fmt.Sprintf("billing.%s %s %s %d", n, after.WorkspaceID, after.Subscription.ID, out.EndsAt.UnixMilli())
	var err error
	out.Mail, err = s.deps.Mail(out)
	return out, err
}

// state returns the account as events have it.
func (a Account) state() event.Billing {
	return event.Billing{
		Plan:         string(a.Plan),
		TrialEndsAt:  a.Trial.EndsAt,
		Subscription: a.Subscription.ID,
		Status:       string(a.Subscription.Status),
		Period:       string(a.Subscription.Price.Period),
		CancelAt:     a.Subscription.CancelAt,
	}
}
