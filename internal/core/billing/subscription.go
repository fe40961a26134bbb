package billing

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/workspace"
)

// checkoutWindow is the time in which repeated requests get the same page.
const checkoutWindow = 10 * time.Minute

// previewFor is how long a change can be confirmed at the price of its preview.
const previewFor = time.Hour

// Checkout returns the URL of a page on which the owner pays for a plan. It
// returns Conflict when the workspace has a subscription, which Change changes.
func (s *Service) Checkout(ctx context.Context, a access.Actor, to Price) (string, error) {
	account, err := s.payer(ctx, a)
	if err != nil {
		return "", err
	}
	if err := s.checkPrice(to); err != nil {
		return "", err
	}
	if account.Subscription.Live() {
		return "", fault.New(fault.Conflict, "This workspace has a subscription. Change its plan instead.")
	}
	email, err := s.deps.Email(ctx, a.UserID)
	if err != nil {
		return "", err
	}
	window := s.deps.Clock.Now().Truncate(checkoutWindow).Unix()
	key := sha256.Sum256(fmt.Appendf(nil, "%s %s %s %s %s %d", a.WorkspaceID, account.CustomerID, email, to.Plan, to.Period, window))
	return s.deps.Payments.Checkout(ctx, Checkout{
		WorkspaceID: a.WorkspaceID,
		CustomerID:  account.CustomerID,
		Email:       email,
		Price:       to,
		SuccessURL:  s.pageURL(a.WorkspaceID) + "?checkout=done",
		CancelURL:   s.pageURL(a.WorkspaceID),
		Key:         "checkout-" + hex.EncodeToString(key[:16]),
	})
}

// Portal returns the URL of a page on which the owner manages payment methods and
// tax ids. It returns Conflict for a workspace that never paid.
func (s *Service) Portal(ctx context.Context, a access.Actor) (string, error) {
	account, err := s.payer(ctx, a)
	if err != nil {
		return "", err
	}
	if account.CustomerID == "" {
		return "", fault.New(fault.Conflict, "This workspace has no payment details yet.")
	}
	return s.deps.Payments.Portal(ctx, account.CustomerID, s.pageURL(a.WorkspaceID))
}

// pageURL returns the billing page of a workspace, to which the provider returns.
func (s *Service) pageURL(workspaceID string) string {
	return s.deps.SiteURL + workspace.PagePath(workspaceID, "/dashboard/settings/billing")
}

// Preview returns the invoice of a change of the subscription. Nothing changes.
func (s *Service) Preview(ctx context.Context, a access.Actor, to Price) (Preview, error) {
	change, err := s.change(ctx, a, to, s.deps.Clock.Now().Truncate(time.Second))
	if err != nil {
		return Preview{}, err
	}
	return s.deps.Payments.Preview(ctx, change)
}

// Change changes the plan or the period of the subscription and charges the
// difference. at is the At of a preview of the last hour, else it returns Invalid.
func (s *Service) Change(ctx context.Context, a access.Actor, to Price, at time.Time) error {
	if _, err := s.payer(ctx, a); err != nil {
		return err
	}
	if age := s.deps.Clock.Now().Sub(at); age < -time.Minute || age > previewFor {
		return fault.New(fault.Invalid, "The preview is out of date. Load it again.").At("previewedAt")
	}
	change, err := s.change(ctx, a, to, at)
	if err != nil {
		return err
	}
	changed, err := s.deps.Payments.Change(ctx, change)
	if err != nil {
		return err
	}
	return s.refresh(ctx, a.By(), changed.ID, a.WorkspaceID)
}

// change returns the change of the current subscription to another price.
func (s *Service) change(ctx context.Context, a access.Actor, to Price, at time.Time) (Change, error) {
	account, err := s.subscriber(ctx, a)
	if err != nil {
		return Change{}, err
	}
	if err := s.checkPrice(to); err != nil {
		return Change{}, err
	}
	current, err := s.deps.Payments.Subscription(ctx, account.Subscription.ID)
	if err != nil {
		return Change{}, err
	}
	if current.Price == to {
		return Change{}, fault.New(fault.Conflict, "The subscription already has this plan and period.")
	}
	return Change{Subscription: current, To: to, At: at}, nil
}

// Cancel ends the subscription at the end of its paid period, or resumes one that
// would end.
func (s *Service) Cancel(ctx context.Context, a access.Actor, cancel bool) error {
	account, err := s.subscriber(ctx, a)
	if err != nil {
		return err
	}
	changed, err := s.deps.Payments.Cancel(ctx, account.Subscription.ID, cancel)
	if err != nil {
		return err
	}
	return s.refresh(ctx, a.By(), changed.ID, a.WorkspaceID)
}

// Invoices returns the latest invoices of the workspace, newest first.
func (s *Service) Invoices(ctx context.Context, a access.Actor) ([]Invoice, error) {
	if err := access.Require(a, access.ManageBilling); err != nil {
		return nil, err
	}
	account, err := s.deps.Store.BillingAccount(ctx, a.WorkspaceID)
	if err != nil || account.CustomerID == "" || s.deps.Payments == nil {
		return nil, err
	}
	return s.deps.Payments.Invoices(ctx, account.CustomerID)
}

// payer returns the billing account of the actor's workspace. It returns Forbidden
// without the permission to manage billing.
func (s *Service) payer(ctx context.Context, a access.Actor) (Account, error) {
	if err := access.Require(a, access.ManageBilling); err != nil {
		return Account{}, err
	}
	if s.deps.Payments == nil || !s.deps.Plans.Enabled() {
		return Account{}, fault.New(fault.Conflict, "This install has no online payment. Request a plan from the operator.")
	}
	return s.deps.Store.BillingAccount(ctx, a.WorkspaceID)
}

// subscriber is payer for a workspace with a subscription.
func (s *Service) subscriber(ctx context.Context, a access.Actor) (Account, error) {
	account, err := s.payer(ctx, a)
	if err == nil && !account.Subscription.Live() {
		return account, fault.New(fault.Conflict, "This workspace has no subscription.")
	}
	return account, err
}

func (s *Service) checkPrice(p Price) error {
	switch {
	case !s.deps.Plans.Sells(p.Plan):
		return fault.New(fault.Invalid, "There is no such plan for sale. Choose one from the pricing page.").At("package")
	case !p.Period.Valid():
		return fault.New(fault.Invalid, "Choose monthly or yearly.").At("period")
	}
	return nil
}

// refresh reads a subscription from the provider and stores it. It is idempotent
// and independent of the order of calls: the state is read after the account, whose
// version excludes a concurrent refresh with a newer state. An empty workspaceID
// stands for that of the subscription.
func (s *Service) refresh(ctx context.Context, by event.Actor, subscriptionID, workspaceID string) error {
	if workspaceID == "" {
		sub, err := s.deps.Payments.Subscription(ctx, subscriptionID)
		if err != nil {
			return err
		}
		workspaceID = sub.WorkspaceID
	}
	return s.update(ctx, by, workspaceID, event.SubscriptionUpdated, func(account *Account) ([]Notice, error) {
		sub, err := s.deps.Payments.Subscription(ctx, subscriptionID)
		if err != nil {
			return nil, err
		}
		if sub.WorkspaceID != workspaceID {
			return nil, fault.New(fault.Invalid, "The subscription belongs to another workspace.")
		}
		return s.applyTo(account, sub), nil
	})
}

// applyTo applies the state of a subscription and the passage of time.
func (s *Service) applyTo(account *Account, sub Subscription) []Notice {
	now := s.deps.Clock.Now()
	return append(account.apply(sub, now), account.advance(now)...)
}
