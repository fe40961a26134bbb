package click

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
)

// Day is a day of UTC, counted from 1970-01-01.
type Day int64

// DayOf returns the day of t.
func DayOf(t time.Time) Day { return Day(floorDiv(t.Unix(), 86400)) }

// Start returns the beginning of the day.
func (d Day) Start() time.Time { return time.Unix(int64(d)*86400, 0).UTC() }

// String returns the date, such as 2026-11-20.
func (d Day) String() string { return d.Start().Format(time.DateOnly) }

// floorDiv returns a / b, rounded down.
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// Salt is a random key for each day. With it the clicks of one visitor on that day
// can be linked and addresses in the journal decrypted; destroying it makes both
// impossible.
type Salt [32]byte

// SaltStore stores the salts of the days. After DestroySalts no copy of a salt may
// remain, for example in free pages or a log.
type SaltStore interface {
	// EnsureSalt returns the salt of the day, and stores candidate as such when
	// the day has none.
	EnsureSalt(ctx context.Context, day Day, candidate Salt) (Salt, error)
	// FindSalt returns the salt of the day; fault.NotFound when it has none.
	FindSalt(ctx context.Context, day Day) (Salt, error)
	// DestroySalts destroys the salts of all days before that day.
	DestroySalts(ctx context.Context, before Day) error
}

// Salts caches the salts in use. Those of today and tomorrow are loaded ahead of
// time, so that recording a hit never waits for the store. It is safe for
// concurrent use.
type Salts struct {
	store SaltStore
	clock clock.Clock

	ready     atomic.Pointer[map[Day]*dayKeys] // copy on write
	mu        sync.Mutex                       // held while ready is replaced
	destroyed Day                              // argument of the last successful destroyBefore
}

// NewSalts returns salts over a store. Call Prepare before the first click.
func NewSalts(store SaltStore, c clock.Clock) *Salts {
	s := &Salts{store: store, clock: c}
	s.ready.Store(&map[Day]*dayKeys{})
	return s
}

// Prepare loads or creates the salts of today and tomorrow. The pipeline calls it
// well before each midnight.
func (s *Salts) Prepare(ctx context.Context) error {
	today := DayOf(s.clock.Now())
	for _, day := range []Day{today, today + 1} {
		if s.at(day) != nil {
			continue
		}
		salt, err := s.store.EnsureSalt(ctx, day, Salt(ident.Bytes(len(Salt{}))))
		if err != nil {
			return err
		}
		if err := s.add(day, salt); err != nil {
			return err
		}
	}
	return nil
}

// at returns the cached keys of a day, or nil.
func (s *Salts) at(day Day) *dayKeys { return (*s.ready.Load())[day] }

// errDestroyed is the error for a day whose salt was destroyed.
var errDestroyed = errors.New("click: the day's salt is destroyed")

// find returns the keys of a day, from the store if they are not cached, or
// errDestroyed.
func (s *Salts) find(ctx context.Context, day Day) (*dayKeys, error) {
	if keys := s.at(day); keys != nil {
		return keys, nil
	}
	salt, err := s.store.FindSalt(ctx, day)
	if fault.Is(err, fault.NotFound) {
		return nil, errDestroyed
	}
	if err != nil {
		return nil, err
	}
	if err := s.add(day, salt); err != nil {
		return nil, err
	}
	return s.at(day), nil
}

func (s *Salts) add(day Day, salt Salt) error {
	keys, err := newDayKeys(salt)
	if err != nil {
		return err
	}
	s.replace(func(m map[Day]*dayKeys) { m[day] = keys })
	return nil
}

func (s *Salts) replace(change func(map[Day]*dayKeys)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	next := make(map[Day]*dayKeys)
	for d, k := range *s.ready.Load() {
		next[d] = k
	}
	change(next)
	s.ready.Store(&next)
}

// destroyBefore destroys the salts of the days before day, in the cache and in the
// store. Repeated calls with the same day do nothing.
func (s *Salts) destroyBefore(ctx context.Context, day Day) error {
	if day == s.destroyed {
		return nil
	}
	if err := s.store.DestroySalts(ctx, day); err != nil {
		return err
	}
	s.destroyed = day
	s.replace(func(m map[Day]*dayKeys) {
		for d := range m {
			if d < day {
				delete(m, d)
			}
		}
	})
	return nil
}

// dayKeys are the keys derived from a salt, one for each use.
type dayKeys struct {
	id      uint32       // identifies the keys and reveals nothing about them
	seal    cipher.Block // encrypts addresses in the journal
	visitor []byte       // keys the hash of a visitor
}

func newDayKeys(salt Salt) (*dayKeys, error) {
	derive := func(use string) []byte {
		mac := hmac.New(sha256.New, salt[:])
		mac.Write([]byte(use))
		return mac.Sum(nil)
	}
	block, err := aes.NewCipher(derive("address in the journal"))
	if err != nil {
		return nil, err
	}
	return &dayKeys{
		id:      binary.LittleEndian.Uint32(derive("name of the keys")),
		seal:    block,
		visitor: derive("visitor"),
	}, nil
}

// hasher returns a hash for visitorOf. It is not safe for concurrent use.
func (k *dayKeys) hasher() hash.Hash { return hmac.New(sha256.New, k.visitor) }

// visitorOf returns the visitor's number in a workspace on the day of h. It is
// equal for equal addresses and user agents, and never 0. The probability that
// two visitors collide is 2^-64.
func visitorOf(h hash.Hash, workspace uint64, addr netip.Addr, userAgent string) uint64 {
	h.Reset()
	a := addr.As16()
	var fixed [24]byte
	copy(fixed[:16], a[:])
	binary.LittleEndian.PutUint64(fixed[16:], workspace)
	h.Write(fixed[:])
	h.Write([]byte(userAgent))
	var sum [sha256.Size]byte
	return max(binary.LittleEndian.Uint64(h.Sum(sum[:0])), 1)
}
