package apikey

import (
	"context"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"github.com/maypok86/otter/v2"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/securitylog"
)

// Authenticate returns the key of a secret that a client at addr sent, and
// records its use. It returns Unauthenticated for a secret that is mistyped,
// unknown, revoked or expired, and Forbidden if the key does not allow the
// address. Both are recorded in the security log. Whether the key's user is still
// a member of the workspace is for the caller to check.
func (s *Service) Authenticate(ctx context.Context, secret string, addr netip.Addr) (Key, error) {
	if !wellFormed(secret) {
		return s.reject(ctx, Key{}, fault.Unauthenticated, "This API key is mistyped or incomplete. Copy it again, or create a new one.")
	}
	now := s.clock.Now()
	k, err := s.cache.get(hashOf(secret), now, func(hash SecretHash) (Key, error) { return s.store.APIKeyBySecret(ctx, hash, now) })
	if fault.Is(err, fault.NotFound) {
		return s.reject(ctx, Key{}, fault.Unauthenticated, "This API key is unknown, revoked or replaced. Use a valid one.")
	}
	if err != nil {
		return Key{}, err
	}
	return s.admit(ctx, k, addr, now)
}

// reject records that a key was rejected, and returns why.
func (s *Service) reject(ctx context.Context, k Key, code fault.Code, message string) (Key, error) {
	s.security.Record(ctx, securitylog.KeyRejected, k.UserID, k.ID)
	return Key{}, fault.New(code, message)
}

// admit returns the key that a client at addr has, and records its use, unless it does not work.
func (s *Service) admit(ctx context.Context, k Key, addr netip.Addr, now time.Time) (Key, error) {
	switch {
	case k.expiredAt(now):
		return s.reject(ctx, k, fault.Unauthenticated, "This API key has expired. Extend its expiry, or use another key.")
	case k.UserSuspended:
		return s.reject(ctx, k, fault.Unauthenticated, "The user of this API key is suspended. Use another key.")
	case !k.allows(addr):
		return s.reject(ctx, k, fault.Forbidden, "This API key does not allow requests from your network. Add the network to the key, or use another key.")
	}
	s.uses.add(Use{KeyID: k.ID, At: now, Network: securitylog.Network(addr)})
	return k, nil
}

// OnEvent evicts cached keys when they may have changed. Subscribe it to events.
func (s *Service) OnEvent(e event.Event) {
	switch e.Kind {
	case event.KeyUpdated, event.KeyRotated, event.KeyRevoked, event.UserSuspended, event.UserRestored, event.UserDeleted,
		"": // events may have been missed
		s.cache.evictAll()
		s.signed.evict()
	}
}

// Limits of the cache.
const (
	cachedKeys = 10_000
	cachedFor  = 30 * time.Second
)

// cache caches keys by the hashes of their secrets. Unknown secrets are not
// cached. evictAll also affects lookups in progress: an entry is valid for the
// generation in which its lookup started.
type cache struct {
	entries    *otter.Cache[SecretHash, entry]
	generation atomic.Uint64
}

type entry struct {
	key        Key
	until      time.Time
	generation uint64
}

func newCache() *cache {
	return &cache{entries: otter.Must(&otter.Options[SecretHash, entry]{MaximumSize: cachedKeys})}
}

// get returns the key of a secret, from load unless it is cached. An entry expires
// with the secrets that a rotation replaced.
func (c *cache) get(hash SecretHash, now time.Time, load func(SecretHash) (Key, error)) (Key, error) {
	generation := c.generation.Load()
	if e, ok := c.entries.GetIfPresent(hash); ok && e.generation == generation && now.Before(e.until) {
		return e.key, nil
	}
	k, err := load(hash)
	if err != nil {
		return Key{}, err
	}
	until := now.Add(cachedFor)
	if k.PreviousExpiresAt.After(now) && k.PreviousExpiresAt.Before(until) {
		until = k.PreviousExpiresAt
	}
	c.entries.Set(hash, entry{key: k, until: until, generation: generation})
	return k, nil
}

func (c *cache) evictAll() { c.generation.Add(1) }

// signedKeys caches the keys with a signature.
type signedKeys struct {
	mu    sync.Mutex
	keys  []Key
	until time.Time
}

// get returns the keys, from load unless they are cached.
func (c *signedKeys) get(now time.Time, load func() ([]Key, error)) ([]Key, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now.Before(c.until) {
		return c.keys, nil
	}
	keys, err := load()
	if err == nil {
		c.keys, c.until = keys, now.Add(cachedFor)
	}
	return keys, err
}

func (c *signedKeys) evict() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.until = time.Time{}
}
