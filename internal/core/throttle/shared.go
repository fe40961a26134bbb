package throttle

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"linnet/internal/base/clock"
)

const (
	storeTimeout = 250 * time.Millisecond // of each statement
	// storePause is how long a node counts alone after the store has failed.
	storePause = time.Second

	purgeRows = 5000 // deleted by one statement
)

// Key stands for a key of a limiter in a Store, which does not have the key itself.
type Key [16]byte

// Store counts attempts for all nodes of an install, by its own clock. Each change is
// one statement, so that concurrent attempts of all nodes are limited like sequential
// ones.
type Store interface {
	// TakeAttempt takes a token from a bucket if it has one. used is the time until the
	// bucket is full again.
	TakeAttempt(ctx context.Context, k Key, l Limit) (taken bool, used time.Duration, err error)
	// RefundAttempt returns a token that was taken.
	RefundAttempt(ctx context.Context, k Key, l Limit) error
	// ClearAttempts fills a bucket.
	ClearAttempts(ctx context.Context, k Key) error
	// AddAttempts takes tokens from buckets that may not have them, and returns the
	// time until each is full again. A bucket owes at most what it can have. The keys
	// are different, and in one order in all calls.
	AddAttempts(ctx context.Context, batch []Taken, l Limit) (used map[Key]time.Duration, err error)
	// PurgeAttempts deletes at most n buckets that are full, and returns their number.
	PurgeAttempts(ctx context.Context, n int) (int64, error)
}

// SharedDeps are the dependencies of a Shared. All are required.
type SharedDeps struct {
	Store  Store
	Secret []byte // the key of the hashes of keys; the same one on all nodes
	Clock  clock.Clock
	// Timeout bounds each statement of the store, for which visitors wait; 0: 250 ms.
	Timeout time.Duration
	// Report is called with the result of each statement, nil for a success.
	Report func(context.Context, error)
}

// Shared counts the attempts of limiters for all nodes of an install. Attempts do not
// depend on the context of a request: a client that disconnects has made its attempt.
// A nil Shared counts nothing. It is safe for concurrent use.
type Shared struct {
	SharedDeps
	steady clock.Clock
	paused atomic.Pointer[time.Time] // until then the store is not consulted; nil: it is
	failed atomic.Uint64             // statements

	mu      sync.Mutex
	batched []*Batched
}

// NewShared returns a Shared.
func NewShared(d SharedDeps) *Shared {
	if d.Timeout == 0 {
		d.Timeout = storeTimeout
	}
	return &Shared{SharedDeps: d, steady: clock.Steady(d.Clock)}
}

// Failures returns the number of statements that failed since the start. This node
// counted alone for storePause after each. It is 0 for a nil Shared.
func (s *Shared) Failures() uint64 {
	if s == nil {
		return 0
	}
	return s.failed.Load()
}

// Purge deletes all full buckets.
func (s *Shared) Purge(ctx context.Context) error {
	for {
		n, err := s.Store.PurgeAttempts(ctx, purgeRows)
		if err != nil || n < purgeRows {
			return err
		}
	}
}

// take takes a token from a bucket of the store.
func (s *Shared) take(name, key string, l Limit) (taken bool, used time.Duration, err error) {
	err = s.do(func(ctx context.Context) (err error) {
		taken, used, err = s.Store.TakeAttempt(ctx, s.key(name, key), l)
		return err
	})
	return taken, used, err
}

// refund returns a token to a bucket of the store.
func (s *Shared) refund(name, key string, l Limit) {
	_ = s.do(func(ctx context.Context) error { return s.Store.RefundAttempt(ctx, s.key(name, key), l) }) // do has reported it
}

// clear fills a bucket of the store.
func (s *Shared) clear(name, key string) {
	_ = s.do(func(ctx context.Context) error { return s.Store.ClearAttempts(ctx, s.key(name, key)) }) // do has reported it
}

// errPaused is returned instead of consulting a store that has just failed.
var errPaused = errors.New("the store of attempts has just failed")

// do runs one statement, unless the store has failed within storePause.
func (s *Shared) do(statement func(context.Context) error) error {
	if s == nil {
		return nil
	}
	if until := s.paused.Load(); until != nil && s.steady.Now().Before(*until) {
		return errPaused
	}
	ctx, cancel := context.WithTimeout(context.Background(), s.Timeout)
	defer cancel()
	err := statement(ctx)
	var until *time.Time
	if err != nil {
		s.failed.Add(1)
		end := s.steady.Now().Add(storePause)
		until = &end
	}
	s.paused.Store(until)
	s.Report(ctx, err)
	return err
}

// key returns the hash of a key.
func (s *Shared) key(name, key string) Key {
	mac := hmac.New(sha256.New, s.Secret)
	mac.Write([]byte(name + "\x00" + key))
	return Key(mac.Sum(nil))
}
