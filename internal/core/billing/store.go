package billing

import (
	"context"
	"iter"
	"time"

	"linnet/internal/core/event"
	"linnet/internal/core/plan"
	"linnet/internal/core/queue"
)

// Store is the record store of accounts.
type Store interface {
	// BillingAccount returns the account of a workspace, with version 0 and the
	// workspace's plan as its Base when none is stored. NotFound: there is no such
	// workspace.
	BillingAccount(ctx context.Context, workspaceID string) (Account, error)
	// HadTrial reports whether a user has started a trial.
	HadTrial(ctx context.Context, userID string) (bool, error)
	// PutBillingAccount stores an account with the workspace's plan in one
	// transaction, and that Trial.By had their trial. It returns PreconditionFailed when
	// the stored version is not that of w.Account, and ErrHadTrial.
	PutBillingAccount(ctx context.Context, w Write) error
	// BillingDue returns the ids of up to limit workspaces whose account is due at
	// a time.
	BillingDue(ctx context.Context, now time.Time, limit int) ([]string, error)
	// BillingSubscribers returns up to limit live subscriptions, with their ids and
	// workspaces only, of workspaces above an id, by workspace.
	BillingSubscribers(ctx context.Context, after string, limit int) ([]Subscription, error)
	// AddBillingEvent stores the event and its task in one transaction, unless an
	// event with its id is stored.
	AddBillingEvent(ctx context.Context, e ProviderEvent, task queue.NewTask) error
	// DeleteBillingEvents deletes events received before a time.
	DeleteBillingEvents(ctx context.Context, before time.Time) error
	// Managers returns the ids of the workspace's owners and admins.
	Managers(ctx context.Context, workspaceID string) ([]string, error)
}

// Write is a change of an account.
type Write struct {
	Account Account
	Notices []Notification
	Event   event.Event
}

// Notification is a notice for a user.
type Notification struct {
	ID          string
	UserID      string
	WorkspaceID string
	Notice      Notice
	Topic       string    // a user is notified of one topic once
	Plan        plan.Name // that is concerned
	EndsAt      time.Time // when the plan ends, or ended
	Mail        queue.NewTask
}

// Payments is the payment provider. Errors that may be temporary are Unavailable.
type Payments interface {
	// Checkout returns the URL of a page on which a customer subscribes.
	Checkout(ctx context.Context, c Checkout) (url string, err error)
	// Portal returns the URL of a page on which a customer manages payment methods,
	// addresses and tax ids.
	Portal(ctx context.Context, customerID, returnURL string) (url string, err error)
	// Subscription returns the current state of a subscription, or NotFound.
	Subscription(ctx context.Context, id string) (Subscription, error)
	// Subscriptions returns all subscriptions of this install, ended ones included.
	Subscriptions(ctx context.Context) iter.Seq2[Subscription, error]
	// Preview returns the invoice of a change.
	Preview(ctx context.Context, c Change) (Preview, error)
	// Change changes the price of a subscription at once and charges the
	// difference.
	Change(ctx context.Context, c Change) (Subscription, error)
	// Cancel ends a subscription at the end of its period, or resumes it.
	Cancel(ctx context.Context, id string, cancel bool) (Subscription, error)
	// Invoices returns the latest invoices of a customer, newest first.
	Invoices(ctx context.Context, customerID string) ([]Invoice, error)
}

// Checkout describes a new subscription.
type Checkout struct {
	WorkspaceID string
	CustomerID  string // empty: a new customer
	Email       string // of a new customer
	Price       Price
	SuccessURL  string // the pages to return to
	CancelURL   string
	// Key makes repeated calls return the same page.
	Key string
}

// Change describes a change of a subscription's price.
type Change struct {
	Subscription Subscription
	To           Price
	// At is the moment that the proration is computed for, so that the charge
	// equals the preview.
	At time.Time
}

// Preview is the invoice of a change. Amounts are in the smallest unit of the
// currency; a negative amount is a credit.
type Preview struct {
	Currency string // ISO 4217, lower case
	Due      int64
	Lines    []Line
	At       time.Time // to pass to Change
}

// Line is a line of an invoice.
type Line struct {
	Description string
	Amount      int64
}

// Invoice is an invoice of a customer.
type Invoice struct {
	ID        string
	Number    string // empty: a draft
	CreatedAt time.Time
	Total     int64 // in the smallest unit of Currency
	Currency  string
	Status    string // draft, open, paid, uncollectible or void
	URL       string // the page of the invoice at the provider; may be empty
}

// ProviderEvent is a message of the provider that something changed. Only its ids
// are used: the state is read from the provider.
type ProviderEvent struct {
	ID             string
	Type           string
	SubscriptionID string // empty: the event is not about a subscription
	WorkspaceID    string // empty: unknown
	ReceivedAt     time.Time
}

// Excess is a limit of a plan that the workspace already exceeds.
type Excess struct {
	Name        string // as in the packages
	Used, Limit int
}
