package apikey

import (
	"context"
	"fmt"
	"log/slog"
	"net/netip"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/securitylog"
	"linnet/internal/core/visitor"
)

// Store stores keys and the hashes of their secrets. Each method is one
// transaction, which includes the event of the change.
type Store interface {
	// InsertAPIKey stores a new key. It returns LimitReached if the workspace has
	// limit keys that are not revoked.
	InsertAPIKey(ctx context.Context, k Key, secret SecretHash, limit int, e event.Event) error
	// APIKeys returns the keys that are not revoked, newest first.
	APIKeys(ctx context.Context, workspaceID string) ([]Key, error)
	// APIKey returns a key, or NotFound if it is revoked.
	APIKey(ctx context.Context, workspaceID, id string) (Key, error)
	// APIKeyBySecret returns the key of a secret that has not expired at now, or
	// NotFound.
	APIKeyBySecret(ctx context.Context, secret SecretHash, now time.Time) (Key, error)
	// SignedAPIKeys returns the keys with a signature that are not revoked, newest first, at most limit.
	SignedAPIKeys(ctx context.Context, limit int) ([]Key, error)
	// ChangeAPIKey applies edit to a key and stores the result with the events of
	// edit. edit may run several times, and must not use the store. It is NotFound for
	// a key that is revoked.
	ChangeAPIKey(ctx context.Context, workspaceID, id string, edit func(*Key) ([]event.Event, error)) (Key, error)
	// RotateAPIKey is ChangeAPIKey and adds a secret. The earlier secrets expire at the
	// key's PreviousExpiresAt or before; those that have expired at now are deleted.
	RotateAPIKey(
		ctx context.Context, workspaceID, id string, secret SecretHash, now time.Time, edit func(*Key) ([]event.Event, error),
	) (Key, error)
	// RevokeAPIKey deletes the secrets of a key. Its name stays for the history.
	RevokeAPIKey(ctx context.Context, workspaceID, id string, e event.Event) error
	// RecordAPIKeyUses stores the last use of keys, unless a later one is stored.
	RecordAPIKeyUses(ctx context.Context, uses []Use) error
}

// Deps are the dependencies of a Service.
type Deps struct {
	Store    Store
	Clock    clock.Clock
	Places   visitor.Locator  // may be nil: places are unknown
	Security *securitylog.Log // may be nil
	// SignatureKey is the secret from which the signatures of keys are made.
	SignatureKey []byte
	Log          *slog.Logger
}

// Service implements the operations on keys and their authentication. It is safe
// for concurrent use.
type Service struct {
	store    Store
	clock    clock.Clock
	places   visitor.Locator
	security *securitylog.Log
	log      *slog.Logger
	cache    *cache
	uses     *useBuffer

	signatures []byte // the secret of signatures
	signed     signedKeys
}

// New returns a service. Subscribe its OnEvent to the events of the store, and
// run its Run.
func New(d Deps) *Service {
	return &Service{
		store:    d.Store,
		clock:    d.Clock,
		places:   d.Places,
		security: d.Security,
		log:      d.Log,
		cache:    newCache(),
		uses:     newUseBuffer(),

		signatures: d.SignatureKey,
	}
}

// List returns the workspace's keys, newest first, without revoked ones.
func (s *Service) List(ctx context.Context, a access.Actor) ([]Key, error) {
	if err := access.Require(a, access.ManageKeys); err != nil {
		return nil, err
	}
	keys, err := s.store.APIKeys(ctx, a.WorkspaceID)
	for i := range keys {
		s.addLastUse(&keys[i])
	}
	return keys, err
}

// addLastUse sets the last use of a key that is not stored yet, and its place.
func (s *Service) addLastUse(k *Key) {
	s.uses.apply(k)
	network, err := netip.ParsePrefix(k.LastUsedNetwork)
	if err == nil && s.places != nil {
		k.LastUsedPlace = s.places.Locate(network.Addr()).Name()
	}
}

// Get returns a key, or NotFound if it is revoked.
func (s *Service) Get(ctx context.Context, a access.Actor, id string) (Key, error) {
	if err := access.Require(a, access.ManageKeys); err != nil {
		return Key{}, err
	}
	k, err := s.store.APIKey(ctx, a.WorkspaceID, id)
	s.addLastUse(&k)
	return k, err
}

// Current returns the key that the actor uses, or NotFound without one.
func (s *Service) Current(ctx context.Context, a access.Actor) (Key, error) {
	if a.KeyID == "" {
		return Key{}, fault.New(fault.NotFound, "This call was made without an API key.")
	}
	k, err := s.store.APIKey(ctx, a.WorkspaceID, a.KeyID)
	s.addLastUse(&k)
	return k, err
}

// Create creates a key that acts for the actor. secret is returned only here.
func (s *Service) Create(ctx context.Context, a access.Actor, as Settings) (k Key, secret string, err error) {
	if err := s.allow(a); err != nil {
		return Key{}, "", err
	}
	now := s.clock.Now()
	k = Key{ID: ident.New(ident.APIKey), WorkspaceID: a.WorkspaceID, UserID: a.UserID, UserRole: a.Role, CreatedAt: now}
	if err := k.set(as, now); err != nil {
		return Key{}, "", err
	}
	var hash SecretHash
	secret, k.Prefix, hash = newSecret()
	e := event.New(a.By(), event.KeyCreated, a.WorkspaceID, k.ID, event.Created(k.state()), now)
	if err := s.store.InsertAPIKey(ctx, k, hash, MaxKeys, e); err != nil {
		return Key{}, "", err
	}
	k, err = s.store.APIKey(ctx, a.WorkspaceID, k.ID)
	return k, secret, err
}

// Update changes the settings of a key. edit may run several times.
func (s *Service) Update(ctx context.Context, a access.Actor, id string, edit func(*Settings)) (Key, error) {
	if err := s.allow(a); err != nil {
		return Key{}, err
	}
	now := s.clock.Now()
	k, err := s.store.ChangeAPIKey(ctx, a.WorkspaceID, id, func(k *Key) ([]event.Event, error) {
		before, to := k.state(), k.Settings()
		edit(&to)
		err := k.set(to, now)
		return []event.Event{event.New(a.By(), event.KeyUpdated, a.WorkspaceID, id, event.Updated(before, k.state()), now)}, err
	})
	if err != nil {
		return Key{}, err
	}
	s.addLastUse(&k)
	return k, nil
}

// Rotate replaces the secret of a key. Earlier secrets expire after overlap; 0:
// at once. The key acts for the actor from then on, because only they know the
// new secret.
func (s *Service) Rotate(ctx context.Context, a access.Actor, id string, overlap time.Duration) (k Key, secret string, err error) {
	if err := s.allow(a); err != nil {
		return Key{}, "", err
	}
	if overlap < 0 || overlap > MaxOverlap {
		return Key{}, "", fault.New(fault.Invalid, fmt.Sprintf(
			"The overlap is 0 to %d seconds (30 days).", int(MaxOverlap.Seconds()))).At("overlapSeconds")
	}
	now := s.clock.Now()
	secret, prefix, hash := newSecret()
	_, err = s.store.RotateAPIKey(ctx, a.WorkspaceID, id, hash, now, func(k *Key) ([]event.Event, error) {
		before := k.state()
		k.UserID, k.Prefix, k.PreviousExpiresAt = a.UserID, prefix, now.Add(overlap)
		return []event.Event{event.New(a.By(), event.KeyRotated, a.WorkspaceID, id, event.Updated(before, k.state()), now)}, nil
	})
	if err != nil {
		return Key{}, "", err
	}
	k, err = s.store.APIKey(ctx, a.WorkspaceID, id)
	s.addLastUse(&k)
	return k, secret, err
}

// Revoke ends a key and all its secrets at once.
func (s *Service) Revoke(ctx context.Context, a access.Actor, id string) error {
	if err := s.allow(a); err != nil {
		return err
	}
	before, err := s.store.APIKey(ctx, a.WorkspaceID, id)
	if err != nil {
		return err
	}
	e := event.New(a.By(), event.KeyRevoked, a.WorkspaceID, id, event.Deleted(before.state()), s.clock.Now())
	return s.store.RevokeAPIKey(ctx, a.WorkspaceID, id, e)
}

// allow returns an error unless the actor may change keys. A key must not create
// or change keys, whatever its scopes are.
func (s *Service) allow(a access.Actor) error {
	if err := access.RequireScope(a, access.NoScope); err != nil {
		return err
	}
	return access.Require(a, access.ManageKeys)
}
