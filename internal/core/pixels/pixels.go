// Package pixels bounds the memory of the pictures that a node draws, decodes and
// encodes at a time.
package pixels

import (
	"context"
	"errors"

	"golang.org/x/sync/semaphore"

	"linnet/internal/base/fault"
)

// Small is the size in bytes of the largest work that does not wait for large work.
const Small = 4 << 20

// ErrTooLarge is returned for work that needs more than the whole Budget.
var ErrTooLarge = errors.New("the picture needs more memory than the node has for pictures")

// Budget is the memory that pictures may use at a time. Waiting work is admitted in its
// order. It is safe for concurrent use.
type Budget struct {
	bytes        int64
	large, small *semaphore.Weighted
}

// NewBudget returns a budget in bytes. Small work has a sixteenth of that beside it, at
// least Small.
func NewBudget(bytes int64) *Budget {
	return &Budget{bytes: bytes, large: semaphore.NewWeighted(bytes), small: semaphore.NewWeighted(max(Small, bytes/16))}
}

// Acquire blocks until there are so many bytes. It returns ErrTooLarge if there never
// are, and fault.Unavailable with the error of ctx when that ends before. The caller
// must call release once.
func (b *Budget) Acquire(ctx context.Context, bytes int64) (release func(), err error) {
	pool := b.large
	switch {
	case bytes > b.bytes:
		return nil, ErrTooLarge
	case bytes <= Small:
		pool = b.small
	}
	if !pool.TryAcquire(bytes) {
		if err := pool.Acquire(ctx, bytes); err != nil {
			return nil, fault.Wrap(err, fault.Unavailable, "Linnet is busy right now. Please try again in a moment.")
		}
	}
	return func() { pool.Release(bytes) }, nil
}
