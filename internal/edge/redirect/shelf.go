package redirect

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/maypok86/otter/v2"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
)

// Times of the caches. Changes are told to the cache at once (Forget); these
// bound how long a node can be wrong when it was not told.
const (
	refreshAfter = 5 * time.Minute  // a known entry is read again behind the visitor's back
	absentFor    = 15 * time.Second // what is not there is believed to be absent
	loadTimeout  = 5 * time.Second  // of one read of the records
)

// key is what an entry is found by: a name within a scope (an alias of a
// domain, a host of the install).
type key struct {
	scope, name string
}

// loadFunc reads an entry from the records. It returns the entry's own name,
// which differs from the key's where a wildcard serves it, or NotFound.
type loadFunc[V any] func(ctx context.Context, k key) (value V, name string, err error)

// shelf caches what the records hold and, apart from it, what they do not:
// strangers who try addresses out evict no entry that is in use. A record
// store that is down takes nothing off the shelf.
type shelf[V any] struct {
	known  *otter.Cache[key, V]
	absent *otter.Cache[key, string] // the name that serves the key instead, or ""
	loader otter.Loader[key, V]
	epoch  atomic.Uint64 // counts Forget, so that a load cannot outlive one
}

// shelfSize bounds a shelf.
type shelfSize[V any] struct {
	weight uint64 // of all known entries
	weigh  func(k key, value V) uint32
	absent int // entries
}

func newShelf[V any](size shelfSize[V], log *cacheLog, load loadFunc[V]) *shelf[V] {
	s := &shelf[V]{
		known: otter.Must(&otter.Options[key, V]{
			MaximumWeight: size.weight, Weigher: size.weigh,
			RefreshCalculator: otter.RefreshWriting[key, V](refreshAfter),
			Logger:            log,
		}),
		absent: otter.Must(&otter.Options[key, string]{
			MaximumSize: size.absent, ExpiryCalculator: otter.ExpiryWriting[key, string](absentFor),
		}),
	}
	s.loader = otter.LoaderFunc[key, V](func(ctx context.Context, k key) (V, error) { return s.read(ctx, k, load) })
	return s
}

// get returns the entry of k and the name that it is kept under, from memory
// when it is there. Callers who miss the same key at once share one read.
func (s *shelf[V]) get(ctx context.Context, k key) (V, string, error) {
	if entry, ok := s.known.GetEntry(k); ok && entry.RefreshableAfter() > 0 {
		return entry.Value, k.name, nil
	}
	name, isAbsent := s.absent.GetIfPresent(k)
	if !isAbsent {
		value, err := s.known.Get(ctx, k, s.loader)
		if err == nil {
			return value, k.name, nil
		}
		if !errors.Is(err, otter.ErrNotFound) {
			return value, "", err
		}
		name, _ = s.absent.GetIfPresent(k)
	}
	if name == "" || name == k.name {
		var none V
		return none, "", fault.New(fault.NotFound, "There is nothing at this address.")
	}
	value, err := s.known.Get(ctx, key{k.scope, name}, s.loader)
	if errors.Is(err, otter.ErrNotFound) {
		err = fault.New(fault.NotFound, "There is nothing at this address.")
	}
	return value, name, err
}

// read asks the records. The read belongs to everybody who waits for it, so it
// does not end with the request that began it.
func (s *shelf[V]) read(ctx context.Context, k key, load loadFunc[V]) (V, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadTimeout)
	defer cancel()
	epoch := s.epoch.Load()
	value, name, err := load(ctx, k)
	switch {
	case fault.Is(err, fault.NotFound):
		name = ""
	case err != nil:
		return value, err
	case name == k.name:
		return value, nil
	}
	s.absent.Set(k, name)
	if s.epoch.Load() != epoch {
		s.absent.Invalidate(k) // it may have come to be while we looked
	}
	return value, otter.ErrNotFound
}

// forget drops what is known of a key, and of every key when all of them may
// be concerned.
func (s *shelf[V]) forget(k key, others bool) {
	s.epoch.Add(1)
	s.known.Invalidate(k)
	s.absent.Invalidate(k)
	if others {
		s.absent.InvalidateAll()
	}
}

func (s *shelf[V]) forgetAll() {
	s.epoch.Add(1)
	s.known.InvalidateAll()
	s.absent.InvalidateAll()
}

// cacheLog is where the cache tells of refreshes that failed. While the record
// store is down every hit tries one: a line each ten seconds says as much.
type cacheLog struct {
	clk  clock.Clock
	log  *slog.Logger
	next atomic.Int64 // unix ms
}

// Warn logs what the cache could not do.
func (c *cacheLog) Warn(ctx context.Context, msg string, err error) {
	now := c.clk.Now().UnixMilli()
	if next := c.next.Load(); now >= next && c.next.CompareAndSwap(next, now+10_000) {
		c.log.WarnContext(ctx, "the records cannot be read again, cached links go on", "cache", msg, "error", err)
	}
}

// Error logs what the cache could not do.
func (c *cacheLog) Error(ctx context.Context, msg string, err error) { c.Warn(ctx, msg, err) }
