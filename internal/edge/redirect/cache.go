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

// Lifetimes of entries. Changes evict entries at once; these bound how long a
// node that missed a change serves an old one.
const (
	refreshAfter = 5 * time.Minute  // a positive entry is then read again in the background
	negativeTTL  = 15 * time.Second // of a negative entry
	loadTimeout  = 5 * time.Second  // of one read of the records
	warnEvery    = 10 * time.Second // least time between two warnings
)

// key identifies an entry: a name within a scope, such as an alias of a domain.
type key[S comparable] struct {
	scope S
	name  string
}

// loadFunc reads an entry from the records. It returns the name of the entry
// that serves the key, which differs from the key's name for a wildcard, or
// NotFound.
type loadFunc[S comparable, V any] func(ctx context.Context, k key[S]) (value V, name string, err error)

// readThroughCache caches entries of the records, and separately keys without
// one (negative entries), so that requests for unknown names evict no positive
// entry. Entries stay cached while the records are unavailable. It is safe for
// concurrent use.
type readThroughCache[S comparable, V any] struct {
	positive   *otter.Cache[key[S], V]
	negative   *otter.Cache[key[S], string] // the name that serves the key instead, or ""
	loader     otter.Loader[key[S], V]
	generation atomic.Uint64 // incremented by each eviction, so that no older read is cached after it
}

// cacheBounds bounds a readThroughCache.
type cacheBounds[S comparable, V any] struct {
	weight   uint64 // of all positive entries
	weigh    func(k key[S], value V) uint32
	negative int // entries
}

func newCache[S comparable, V any](bounds cacheBounds[S, V], log *cacheLog, load loadFunc[S, V]) *readThroughCache[S, V] {
	c := &readThroughCache[S, V]{
		positive: otter.Must(&otter.Options[key[S], V]{
			MaximumWeight:     bounds.weight,
			Weigher:           bounds.weigh,
			RefreshCalculator: otter.RefreshWriting[key[S], V](refreshAfter),
			Logger:            log,
		}),
		negative: otter.Must(&otter.Options[key[S], string]{
			MaximumSize:      bounds.negative,
			ExpiryCalculator: otter.ExpiryWriting[key[S], string](negativeTTL),
		}),
	}
	c.loader = otter.LoaderFunc[key[S], V](func(ctx context.Context, k key[S]) (V, error) { return c.read(ctx, k, load) })
	return c
}

// get returns the entry that serves k and its name, from the records when it is
// not cached. Concurrent misses of one key share a read.
func (c *readThroughCache[S, V]) get(ctx context.Context, k key[S]) (V, string, error) {
	if entry, ok := c.positive.GetEntry(k); ok && entry.RefreshableAfter() > 0 {
		return entry.Value, k.name, nil
	}
	name, isNegative := c.negative.GetIfPresent(k)
	if !isNegative {
		value, err := c.positive.Get(ctx, k, c.loader)
		if err == nil {
			return value, k.name, nil
		}
		if !errors.Is(err, otter.ErrNotFound) {
			return value, "", err
		}
		name, _ = c.negative.GetIfPresent(k)
	}
	if name == "" || name == k.name {
		var none V
		return none, "", errNotFound()
	}
	value, err := c.positive.Get(ctx, key[S]{k.scope, name}, c.loader)
	if errors.Is(err, otter.ErrNotFound) {
		err = errNotFound()
	}
	return value, name, err
}

func errNotFound() error { return fault.New(fault.NotFound, "There is no such link.") }

// read reads an entry from the records. Several requests may wait for it, so it
// ignores the cancellation of the one that started it.
func (c *readThroughCache[S, V]) read(ctx context.Context, k key[S], load loadFunc[S, V]) (V, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadTimeout)
	defer cancel()
	generation := c.generation.Load()
	value, name, err := load(ctx, k)
	switch {
	case fault.Is(err, fault.NotFound):
		name = ""
	case err != nil:
		return value, err
	case name == k.name:
		return value, nil
	}
	c.negative.Set(k, name)
	if c.generation.Load() != generation {
		c.negative.Invalidate(k) // the entry may have been created during the read
	}
	return value, otter.ErrNotFound
}

// evict removes the entries of a key, and with allNegative all negative entries.
func (c *readThroughCache[S, V]) evict(k key[S], allNegative bool) {
	c.generation.Add(1)
	c.positive.Invalidate(k)
	c.negative.Invalidate(k)
	if allNegative {
		c.negative.InvalidateAll()
	}
}

// evictWhere removes the entries of the keys for which match returns true. It
// visits every key.
func (c *readThroughCache[S, V]) evictWhere(match func(key[S]) bool) {
	c.generation.Add(1)
	for k := range c.positive.Keys() {
		if match(k) {
			c.positive.Invalidate(k)
		}
	}
	for k := range c.negative.Keys() {
		if match(k) {
			c.negative.Invalidate(k)
		}
	}
}

func (c *readThroughCache[S, V]) evictAll() {
	c.generation.Add(1)
	c.positive.InvalidateAll()
	c.negative.InvalidateAll()
}

// close stops the background expiry. get continues to work.
func (c *readThroughCache[S, V]) close() { c.negative.StopAllGoroutines() }

// cacheLog is the caches' otter.Logger. While the records are unavailable each
// hit fails a refresh, so it logs at most one line each warnEvery.
type cacheLog struct {
	clock clock.Clock
	log   *slog.Logger
	next  atomic.Int64 // Unix ms
}

// Warn logs a failed refresh.
func (c *cacheLog) Warn(ctx context.Context, msg string, err error) {
	now := c.clock.Now().UnixMilli()
	if next := c.next.Load(); now >= next && c.next.CompareAndSwap(next, now+warnEvery.Milliseconds()) {
		c.log.WarnContext(ctx, "link cache refresh failed, serving cached links", "cache", msg, "err", err)
	}
}

// Error logs a failed refresh.
func (c *cacheLog) Error(ctx context.Context, msg string, err error) { c.Warn(ctx, msg, err) }
