package account

import (
	"context"
	"crypto/sha256"
	"time"

	"linnet/internal/core/event"
	"linnet/internal/core/plan"
	"linnet/internal/core/queue"
	"linnet/internal/core/workspace"
)

// Secret is the hash of the secret of a session, reset or sign-up code.
type Secret = [sha256.Size]byte

// NewSession is a session with the hash of its secret.
type NewSession struct {
	Session
	Secret Secret
}

// Registration holds the rows that a sign-up stores.
type Registration struct {
	Account   Account
	Workspace workspace.Workspace // the user becomes its owner
	Session   NewSession
	Code      *Secret     // of the SignupCode to redeem; nil: none
	Plans     plan.Choice // stored with the first account
	Mails     []queue.NewTask
}

// EmailRedemption is the use of an EmailToken.
type EmailRedemption struct {
	Secret Secret
	Refuse bool // cancels what the mail was about
	At     time.Time
	// Event returns the event of a change.
	Event func(kind event.Kind, userID string) event.Event
	// Changed returns the task that mails the previous address after a change.
	Changed func(userID, previous string) (queue.NewTask, error)
}

// SignupCode allows one sign-up.
type SignupCode struct {
	Secret    Secret
	Email     string // folded address of the invited person; empty: a set-up code
	CreatedAt time.Time
	ExpiresAt time.Time
	// Additional leaves earlier codes for the address valid.
	Additional bool
}

// Store stores accounts. Each method is one transaction, which stores a change
// together with its event.
type Store interface {
	// InsertAccount stores a sign-up. It returns Conflict at "email" when
	// the folded address is taken, decided by a unique index. It redeems the Code
	// if there is one and returns ErrBadCode when that is not valid.
	InsertAccount(ctx context.Context, r Registration, e event.Event) error
	// Account returns one account, or NotFound.
	Account(ctx context.Context, userID string) (Account, error)
	// AccountByEmail returns the account of a folded address, or NotFound.
	AccountByEmail(ctx context.Context, folded string) (Account, error)
	// ChangeProfile applies edit to an account and stores its profile, without the
	// email address, with the events of edit. edit may run several times, and must not
	// use the store.
	ChangeProfile(ctx context.Context, userID string, edit func(*Account) ([]event.Event, error)) (Account, error)
	// DeleteAccount deletes a user with everything that identifies them, and marks
	// the workspaces without other members for the next purge. It returns Conflict
	// while the user is the only owner of a workspace with other members.
	DeleteAccount(ctx context.Context, d Deletion) error
	// RehashPassword replaces the hash old of an unchanged password. It does
	// nothing when another hash is stored.
	RehashPassword(ctx context.Context, userID, old, hash string) error
	// OwnFactors returns the factors of a user, or NotFound.
	OwnFactors(ctx context.Context, userID string) (OwnFactors, error)
	// SetPassword stores a hash, deletes the sessions of the user except the
	// one with id except, and deletes open resets.
	SetPassword(ctx context.Context, userID, except string, p NewPassword) error

	// InsertSession stores a session. It deletes sessions of any user that
	// expired long ago, the user's earlier sessions with the same device id, and
	// all but the user's MaxSessions most recently used ones. newDevice reports
	// whether no session of the user, expired ones included, had the device id,
	// or the user agent when there is no id.
	InsertSession(ctx context.Context, n NewSession, e event.Event) (newDevice bool, err error)
	// SessionBySecret returns the session with the secret, expired or not, or
	// NotFound.
	SessionBySecret(ctx context.Context, secret Secret) (Session, error)
	// Sessions returns the user's sessions that have not expired at now, last
	// seen first.
	Sessions(ctx context.Context, userID string, now time.Time) ([]Session, error)
	// TouchSession updates when the session was seen and expires.
	TouchSession(ctx context.Context, id string, seen, expires time.Time) error
	// KnownDevice reports whether the user of a folded address has a session on
	// the device that has not expired at now. Confined sessions do not count: any
	// number of devices could sign on with the provider of another person.
	KnownDevice(ctx context.Context, folded, deviceID string, now time.Time) (bool, error)
	// SetAuthenticated stores when the user of a session proved their identity.
	SetAuthenticated(ctx context.Context, id string, at time.Time, e event.Event) error
	// DeleteSession deletes a session of the user. It returns NotFound for
	// sessions of other users.
	DeleteSession(ctx context.Context, userID, id string, e event.Event) error
	// DeleteOtherSessions deletes the sessions of the user except one. A nil
	// Disconnection leaves linked identities.
	DeleteOtherSessions(ctx context.Context, userID, except string, d *Disconnection, e event.Event) error

	// InsertReset stores a reset and deletes expired ones.
	InsertReset(ctx context.Context, secret Secret, userID string, created, expires time.Time) error
	// ResetUser returns the user of a reset, or NotFound when the secret is
	// unknown, used or expired at now.
	ResetUser(ctx context.Context, secret Secret, now time.Time) (userID string, err error)
	// RedeemReset stores the user's new hash and deletes the user's sessions
	// and resets. Of concurrent calls with one secret one succeeds; the others
	// return NotFound.
	RedeemReset(ctx context.Context, secret Secret, p NewPassword) error

	// HasUsers reports whether there is any account.
	HasUsers(ctx context.Context) (bool, error)
	// InsertSignupCode stores a code, with the event unless it is nil. It deletes
	// codes that have expired and, unless c is Additional, earlier ones for the
	// same address.
	InsertSignupCode(ctx context.Context, c SignupCode, e *event.Event) error

	// InsertEmailToken stores a token and deletes expired ones.
	InsertEmailToken(ctx context.Context, t EmailToken, now time.Time) error
	// RedeemEmailToken redeems a token that has not expired, or returns NotFound.
	// userID is the user of the token.
	// A change of address that both addresses have confirmed is made: it deletes
	// the sessions of the user except that of the change, and open resets. It
	// returns Conflict at "email" when the new address is taken.
	RedeemEmailToken(ctx context.Context, r EmailRedemption) (userID string, outcome EmailOutcome, err error)
	// InsertEmailChange stores a change with the tasks and deletes an earlier one
	// with its tokens.
	InsertEmailChange(ctx context.Context, c EmailChange, e event.Event, tasks ...queue.NewTask) error
	// EmailChange returns the user's change that has not expired at now, or
	// NotFound.
	EmailChange(ctx context.Context, userID string, now time.Time) (EmailChange, error)
	// DeleteEmailChange deletes a change with its tokens, or returns NotFound.
	DeleteEmailChange(ctx context.Context, userID string, e event.Event) error
	// SetEmailVerified marks the address of a user as verified.
	SetEmailVerified(ctx context.Context, userID string, e event.Event) error
}

// NewPassword is a password to store.
type NewPassword struct {
	Hash       string
	Disconnect *Disconnection // nil: linked identities stay
	Event      event.Event
	Mail       queue.NewTask
}

// Disconnection deletes the identities of single sign-on that are linked with a user,
// and the sessions that they began. Event is stored if there were any.
type Disconnection struct {
	Event event.Event
}
