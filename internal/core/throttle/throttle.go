// Package throttle limits rates per key, such as wrong passwords of an account or
// requests with a token. It stores one time per key, in bounded memory.
//
// Limits are not persisted: a database row would cost a write per wrong password,
// and on SQLite an attack on one account would slow down all writes. The price is
// that a restart resets the limits, and that each node counts separately.
//
// The algorithm is the generic cell rate algorithm. x/time/rate does not fit,
// because tokens must be refundable.
package throttle

import (
	"time"

	"github.com/maypok86/otter/v2"

	"linnet/internal/base/clock"
)

// Limit allows a burst of Burst, and then one per Every.
type Limit struct {
	Burst int           // at least 1
	Every time.Duration // above 0
}

// Verdict is the result of Take.
type Verdict struct {
	Wait time.Duration // 0: allowed; else the time until the next token
	Left int           // remaining tokens
}

// Limiter limits each key separately. It is safe for concurrent use.
type Limiter struct {
	limit Limit
	c     clock.Clock
	// empty has, for each key, the time at which its bucket is full again. A
	// past time, or none: the bucket is full.
	empty *otter.Cache[string, time.Time]
}

// New returns a limiter for about keys keys; beyond that it evicts the least used
// ones. A key costs about 150 bytes.
func New(c clock.Clock, limit Limit, keys int) *Limiter {
	return &Limiter{
		limit: limit,
		c:     clock.Steady(c), // a step of the machine's time must not affect limits
		empty: otter.Must(&otter.Options[string, time.Time]{MaximumSize: keys}),
	}
}

// Take takes a token of key. When there is none it takes nothing and returns the
// time until the next one.
func (l *Limiter) Take(key string) Verdict {
	now := l.c.Now()
	full := time.Duration(l.limit.Burst) * l.limit.Every
	var verdict Verdict
	l.empty.Compute(key, func(empty time.Time, _ bool) (time.Time, otter.ComputeOp) {
		if empty.Before(now) {
			empty = now
		}
		next := empty.Add(l.limit.Every)
		if over := next.Sub(now) - full; over > 0 {
			verdict = Verdict{Wait: over}
			return empty, otter.CancelOp
		}
		verdict = Verdict{Left: int((full - next.Sub(now)) / l.limit.Every)}
		return next, otter.WriteOp
	})
	return verdict
}

// Allow takes a token of key and reports whether there was one.
func (l *Limiter) Allow(key string) bool { return l.Take(key).Wait == 0 }

// Refund returns a token that was taken.
func (l *Limiter) Refund(key string) {
	l.empty.Compute(key, func(empty time.Time, found bool) (time.Time, otter.ComputeOp) {
		if !found {
			return empty, otter.CancelOp
		}
		return empty.Add(-l.limit.Every), otter.WriteOp
	})
}

// Reset fills the bucket of key.
func (l *Limiter) Reset(key string) { l.empty.Invalidate(key) }
