package account

import (
	"context"
	"crypto/sha256"
	"time"

	"linnet/internal/core/event"
	"linnet/internal/core/workspace"
)

// Secret is what is stored of a session's or a reset's secret.
type Secret = [sha256.Size]byte

// NewSession is a session with the hash that finds it.
type NewSession struct {
	Session
	Secret Secret
}

// Registration is all that a sign-up stores.
type Registration struct {
	Account   Account
	Workspace workspace.Workspace // the user becomes its owner
	Session   NewSession
	Code      *Secret // of the SignupCode to redeem; nil: none
}

// SignupCode allows one sign-up.
type SignupCode struct {
	Secret    Secret
	Email     string // folded, of whom was invited; empty: a set-up code
	CreatedAt time.Time
	ExpiresAt time.Time
}

// Store keeps accounts. One method is one transaction; the change and the
// event that tells of it are stored together or not at all.
type Store interface {
	Users
	Sessions
	Resets
	SignupCodes
}

// SignupCodes keeps what allows sign-ups.
type SignupCodes interface {
	// HasUsers reports whether there is any account.
	HasUsers(ctx context.Context) (bool, error)
	// InsertSignupCode stores a code, with the event unless it is nil, and
	// removes codes that have expired and earlier ones for the same address.
	InsertSignupCode(ctx context.Context, c SignupCode, e *event.Event) error
}

// Users keeps people.
type Users interface {
	// InsertAccount stores a sign-up. It is a Conflict at "email" when the
	// folded address is taken; the store decides, there is no check before. With
	// a Code it redeems that, or is ErrBadCode.
	InsertAccount(ctx context.Context, r Registration, e event.Event) error
	// Account returns one account, or NotFound.
	Account(ctx context.Context, userID string) (Account, error)
	// AccountByEmail returns the account of a folded address, or NotFound.
	AccountByEmail(ctx context.Context, folded string) (Account, error)
	// UpdateUser stores the profile of u, all but the address.
	UpdateUser(ctx context.Context, u User, e event.Event) error
	// RehashPassword replaces the hash old of an unchanged password. Another
	// hash than old is left alone.
	RehashPassword(ctx context.Context, userID, old, hash string) error
	// SetPassword stores a hash, ends every session of the user but keep, and
	// voids what resets are open.
	SetPassword(ctx context.Context, userID, hash, keep string, e event.Event) error
}

// Sessions keeps logins.
type Sessions interface {
	// InsertSession stores a login. It removes the sessions of any user that
	// ended long ago, the user's earlier sessions on the same device id, and
	// all but the MaxSessions that the user used last. It reports whether the
	// device is new: no session of the user, ended ones included, has its
	// device id, or its user agent when it gives no id.
	InsertSession(ctx context.Context, n NewSession, e event.Event) (newDevice bool, err error)
	// SessionBySecret returns the session of that secret, also an expired
	// one, or NotFound.
	SessionBySecret(ctx context.Context, secret Secret) (Session, error)
	// Sessions returns the user's sessions that have not expired at now, the
	// one seen last first.
	Sessions(ctx context.Context, userID string, now time.Time) ([]Session, error)
	// TouchSession notes that the session was seen.
	TouchSession(ctx context.Context, id string, seen, expires time.Time) error
	// KnownDevice reports whether the user of a folded address has a session on
	// the device that has not expired at now.
	KnownDevice(ctx context.Context, folded, deviceID string, now time.Time) (bool, error)
	// DeleteSession ends one session of the user; NotFound when it is not theirs.
	DeleteSession(ctx context.Context, userID, id string) error
}

// Resets keeps the secrets of forgotten passwords.
type Resets interface {
	// InsertReset stores a secret and removes all that have expired.
	InsertReset(ctx context.Context, secret Secret, userID string, created, expires time.Time) error
	// ResetUser returns whose secret it is; NotFound when it is unknown, used
	// or expired at now.
	ResetUser(ctx context.Context, secret Secret, now time.Time) (userID string, err error)
	// RedeemReset uses the secret: it stores the user's new hash, ends all
	// their sessions and voids all their resets. Of several calls at once
	// with one secret, one succeeds and the others are NotFound.
	RedeemReset(ctx context.Context, secret Secret, hash string, e event.Event) error
}
