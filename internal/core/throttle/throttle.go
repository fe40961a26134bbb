// Package throttle limits how often something is done: wrong passwords for an
// account, calls with a token. It remembers one moment a key, in memory that
// is bounded however many keys a stranger invents.
//
// It keeps nothing on disk, on purpose. A window in the database would cost a
// write for every wrong password, on SQLite through the one writer that
// everybody shares: an attack on one account would slow down all of them. What
// memory gives up is small: a restart forgives the tries of the last minutes,
// and several nodes allow as many times the tries.
//
// The count is kept as in the generic cell rate algorithm, and not with
// x/time/rate, because a try that turns out right must be given back.
package throttle

import (
	"time"

	"github.com/maypok86/otter/v2"

	"linnet/internal/base/clock"
)

// Limit allows Burst things at once and one more each Every.
type Limit struct {
	Burst int           // at least 1
	Every time.Duration // above 0
}

// Verdict says whether one thing may be done now.
type Verdict struct {
	Wait time.Duration // 0: go on; else how long until it may be done
	Left int           // how many more may be done at once
}

// Limiter counts by key. Any number of goroutines may use it.
type Limiter struct {
	limit Limit
	clk   clock.Clock
	// empty holds, for each key, the moment at which all that was taken will
	// have come back. A moment in the past, or none: nothing is taken.
	empty *otter.Cache[string, time.Time]
}

// New returns a limiter that remembers about keys keys; beyond them, those
// that are used least are forgotten. A key costs some 150 bytes.
func New(clk clock.Clock, limit Limit, keys int) *Limiter {
	return &Limiter{
		limit: limit,
		clk:   clock.Steady(clk), // a step of the machine's time must not lock keys out
		empty: otter.Must(&otter.Options[string, time.Time]{MaximumSize: keys}),
	}
}

// Take takes one from key's budget. When nothing is left it takes nothing and
// says how long to wait, so that waiting as told always helps.
func (l *Limiter) Take(key string) Verdict {
	now := l.clk.Now()
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

// Allow takes one from key's budget and reports whether there was one.
func (l *Limiter) Allow(key string) bool { return l.Take(key).Wait == 0 }

// GiveBack returns one that was taken, as if it had not been.
func (l *Limiter) GiveBack(key string) {
	l.empty.Compute(key, func(empty time.Time, found bool) (time.Time, otter.ComputeOp) {
		if !found {
			return empty, otter.CancelOp
		}
		return empty.Add(-l.limit.Every), otter.WriteOp
	})
}

// Forget gives key its whole budget back.
func (l *Limiter) Forget(key string) { l.empty.Invalidate(key) }
