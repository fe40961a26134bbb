// Package secondfactor manages the second factor of logins with a password:
// time-based one-time codes of an authenticator app (TOTP, RFC 6238), and recovery
// codes for a lost device.
package secondfactor

import (
	"context"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/event"
	"linnet/internal/core/queue"
)

// RecoveryCodes is the number of recovery codes of a new set.
const RecoveryCodes = 10

// TOTP is a user's factor. Secret is sealed.
type TOTP struct {
	UserID      string
	Secret      []byte // empty: lost with the secret key of the install
	CreatedAt   time.Time
	ConfirmedAt time.Time // zero: set-up is not complete, and logins do not need it
}

// confirmed reports whether logins need the factor.
func (t TOTP) confirmed() bool { return !t.ConfirmedAt.IsZero() }

// Status describes the second factor of a user.
type Status struct {
	EnabledAt     time.Time // zero: not enabled
	RecoveryCodes int       // unused ones
}

// Setup is a factor that is not confirmed yet.
type Setup struct {
	Secret string // base32, for authenticator apps
	URL    string // otpauth://totp/…
}

// CodeHash is the hash of a recovery code.
type CodeHash = [len(ident.Secret{}.Hash)]byte

// Change is what a change of second factors stores in one transaction.
type Change struct {
	UserID string
	Codes  []CodeHash // of the new set of recovery codes
	// ExceptSession is the only session of the user that does not end.
	ExceptSession string
	Event         event.Event
	Mail          queue.NewTask
}

// Store stores second factors. Each method is one transaction.
type Store interface {
	// TOTP returns the user's factor, confirmed or not, or NotFound.
	TOTP(ctx context.Context, userID string) (TOTP, error)
	// InsertTOTP stores a factor to be confirmed and replaces an earlier one. It
	// returns Conflict when a confirmed one exists.
	InsertTOTP(ctx context.Context, t TOTP) error
	// ConfirmTOTP confirms the factor that was created at created, with the step
	// of its first code. It replaces the recovery codes and ends the user's other
	// sessions. It returns Conflict when there is no such unconfirmed factor.
	ConfirmTOTP(ctx context.Context, created time.Time, step int64, c Change) error
	// AcceptTOTPStep stores that a code of step was used. It reports false when
	// one of that or of a later step was used before.
	AcceptTOTPStep(ctx context.Context, userID string, step int64) (bool, error)
	// DeleteTOTP deletes the factor and the recovery codes, and ends the user's
	// other sessions. It returns NotFound when there is no confirmed factor.
	DeleteTOTP(ctx context.Context, c Change) error
	// CountRecoveryCodes returns the number of unused codes.
	CountRecoveryCodes(ctx context.Context, userID string) (int, error)
	// RedeemRecoveryCode deletes one code. Of concurrent calls one succeeds; the
	// others return NotFound, as does an unknown code.
	RedeemRecoveryCode(ctx context.Context, code CodeHash, c Change) error
	// ReplaceRecoveryCodes replaces all codes. It returns NotFound when there is
	// no confirmed factor.
	ReplaceRecoveryCodes(ctx context.Context, c Change) error
}
