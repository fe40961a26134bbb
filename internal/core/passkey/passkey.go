// Package passkey manages passkeys: WebAuthn credentials that a device stores and
// unlocks with a fingerprint, a face or a PIN. A sign-in with one needs neither a
// password nor a second factor, because the device verifies the user.
//
// Challenges are stored, bound to a ceremony and a user, valid for five minutes and
// redeemed once; challenges that the server seals and does not store could be replayed
// until they expire. There is no attestation: the install does not restrict the models
// of devices, and attestations identify them. A signature counter that does not
// increase rejects the sign-in. A passkey never turns the password off, and adding or
// removing one needs a recent authentication and notifies the user.
//
// The relying party is the host of LINNET_PUBLIC_URL: passkeys do not survive a change
// of it, and an install whose URL has an IP address has none. No secret is stored, so
// that passkeys survive a lost secret key and a copy of the records allows no sign-in.
package passkey

import (
	"context"
	"crypto/sha256"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"

	"linnet/internal/core/event"
	"linnet/internal/core/queue"
)

// Limits of passkeys.
const (
	MaxPasskeys = 20 // per user
	MaxName     = 80 // characters
	// ChallengeValid is how long the user may take to unlock the device.
	ChallengeValid = 5 * time.Minute
)

// Passkey is a credential of a user.
type Passkey struct {
	ID         string
	UserID     string
	Name       string
	Credential webauthn.Credential // the public key and its state; contains no secret
	CreatedAt  time.Time
	LastUsedAt time.Time // zero: never
}

// Synced reports whether the device backs the passkey up, so that other devices
// of the user have it too.
func (p Passkey) Synced() bool { return p.Credential.Flags.BackupState }

// Ceremony is the purpose of a challenge.
type Ceremony string

// The ceremonies.
const (
	ForRegistration     Ceremony = "registration"
	ForSignIn           Ceremony = "sign_in"
	ForReauthentication Ceremony = "reauthentication"
)

// ChallengeHash is the hash of a challenge.
type ChallengeHash = [sha256.Size]byte

// Challenge is a started ceremony.
type Challenge struct {
	Hash      ChallengeHash
	Ceremony  Ceremony
	UserID    string // empty for a sign-in
	Session   webauthn.SessionData
	ExpiresAt time.Time
}

// Store stores passkeys. Each method is one transaction.
type Store interface {
	// InsertPasskeyChallenge stores a challenge and deletes expired ones.
	InsertPasskeyChallenge(ctx context.Context, c Challenge, now time.Time) error
	// RedeemPasskeyChallenge deletes the challenge with the hash, ceremony and user
	// of c and returns it, or NotFound when it is unknown, used or expired at now.
	// Of concurrent calls one succeeds.
	RedeemPasskeyChallenge(ctx context.Context, c Challenge, now time.Time) (Challenge, error)
	// Passkeys returns the user's passkeys, oldest first.
	Passkeys(ctx context.Context, userID string) ([]Passkey, error)
	// InsertPasskey stores a passkey. It returns Conflict when the user has
	// MaxPasskeys, or when the credential is registered.
	InsertPasskey(ctx context.Context, p Passkey, e event.Event, mail queue.NewTask) error
	// RecordPasskeyUse stores the state of the credential after an authentication.
	// It returns NotFound when the passkey was deleted in the meantime.
	RecordPasskeyUse(ctx context.Context, p Passkey) error
	// ChangePasskey applies edit to a passkey of a user and stores its name with the
	// events of edit, or returns NotFound. edit may run several times, and must not use
	// the store.
	ChangePasskey(ctx context.Context, userID, id string, edit func(*Passkey) ([]event.Event, error)) (Passkey, error)
	// DeletePasskey deletes p, or returns NotFound.
	DeletePasskey(ctx context.Context, p Passkey, e event.Event, mail queue.NewTask) error
}
