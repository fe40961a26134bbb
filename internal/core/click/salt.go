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

// DayOf returns the day that t lies in.
func DayOf(t time.Time) Day { return Day(floorDiv(t.Unix(), 86400)) }

// Start returns the first moment of the day.
func (d Day) Start() time.Time { return time.Unix(int64(d)*86400, 0).UTC() }

// String spells the day as in 2026-11-20.
func (d Day) String() string { return d.Start().Format(time.DateOnly) }

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// Salt is drawn at random for each day. Whoever has it can tell whether two
// clicks of that day came from one visitor, and read the addresses that wait
// in the journal; once it is destroyed nobody can (spec: product §6).
type Salt [32]byte

// SaltStore keeps the salts of the days. It must not leave a destroyed salt
// behind in free pages or a log that outlives the call.
type SaltStore interface {
	// KeepSalt stores candidate as the salt of the day unless the day has one,
	// and returns the one that the day has now.
	KeepSalt(ctx context.Context, day Day, candidate Salt) (Salt, error)
	// FindSalt returns the salt of the day; fault.NotFound when the day has
	// none, or none any more.
	FindSalt(ctx context.Context, day Day) (Salt, error)
	// DestroySalts destroys the salts of all days before that day.
	DestroySalts(ctx context.Context, before Day) error
}

// Salts holds the salts in use, so that neither a visitor nor the pipeline
// waits for the store: those of today and of tomorrow are fetched ahead.
type Salts struct {
	store SaltStore
	clock clock.Clock

	ready     atomic.Pointer[map[Day]*dayKeys] // never changed, only replaced
	mu        sync.Mutex                       // held while ready is replaced
	destroyed Day                              // days before it were destroyed last
}

// NewSalts returns salts over a store. Call Prepare before the first click.
func NewSalts(store SaltStore, c clock.Clock) *Salts {
	s := &Salts{store: store, clock: c}
	s.ready.Store(&map[Day]*dayKeys{})
	return s
}

// Prepare fetches, or draws, the salts of today and tomorrow. The pipeline
// calls it well before each midnight.
func (s *Salts) Prepare(ctx context.Context) error {
	today := DayOf(s.clock.Now())
	for _, day := range []Day{today, today + 1} {
		if s.at(day) != nil {
			continue
		}
		salt, err := s.store.KeepSalt(ctx, day, Salt(ident.Bytes(len(Salt{}))))
		if err != nil {
			return err
		}
		if err := s.add(day, salt); err != nil {
			return err
		}
	}
	return nil
}

// at returns the keys of a day, nil when they are not at hand.
func (s *Salts) at(day Day) *dayKeys { return (*s.ready.Load())[day] }

// errDestroyed says that the salt of a day is gone.
var errDestroyed = errors.New("click: the day's salt is destroyed")

// find returns the keys of a day, from the store when they are not at hand;
// errDestroyed when the day's salt is.
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

// destroyBefore destroys the salts of the days before that day, here and in
// the store. It is asked again and again, and works once a day: also of one that
// comes again, because the clock was put back.
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

// dayKeys is what is derived from a salt: one key for each use.
type dayKeys struct {
	id      uint32       // tells keys apart without telling anything of them
	seal    cipher.Block // seals addresses in the journal
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

// hasher returns a hash for visitorOf. It is for one goroutine.
func (k *dayKeys) hasher() hash.Hash { return hmac.New(sha256.New, k.visitor) }

// visitorOf returns the visitor's number in a workspace on one day: equal for
// equal address and user agent, and never 0. Two visitors share one by chance
// once in 2^64 pairs.
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
