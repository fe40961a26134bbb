// Package throttle limits rates per key, such as wrong passwords of an account or
// requests with a token. It stores one time per key, in bounded memory.
//
// Each node counts in its memory, which costs no write: on SQLite, an attack on one
// account would slow down all writes otherwise. Limiters that Share was called on also
// count in a store that all nodes of an install have; the count in memory then bounds
// what reaches that store, and decides while it is unavailable.
//
// The algorithm is the generic cell rate algorithm. x/time/rate does not fit,
// because tokens must be refundable.
//
// # Limits of sign-ins
//
// An attempt is counted before its outcome is known and refunded when it succeeds, so
// that concurrent attempts are limited like sequential ones and correct passwords are
// never limited:
//
//   - wrong logins: 10 for an account from one network (an IPv4 address or an IPv6
//     /64), then one a minute; 30 for an account from all networks, then one a minute;
//     20 from a network for all accounts, then four a minute;
//   - a device with a session of the account: a limit of its own, 10, then one a
//     minute;
//   - sign-ups: 10 from a network, then one each six minutes, except from this machine
//     where the public URL is on localhost.
//
// Wrong passwords from several networks prevent logins to the account on new devices,
// for up to a minute at a time; a password reset by mail clears the limit. A lock-out
// until an operator intervenes would let anybody lock out any account. A restart resets
// the counters of a node.
package throttle

import (
	"time"

	"github.com/maypok86/otter/v2"

	"linnet/internal/base/clock"
)

// Limit allows a burst of Burst, and then one per Every.
type Limit struct {
	Burst int           // at least 1
	Every time.Duration // above 0, in whole microseconds
}

// full is the time in which an empty bucket becomes full.
func (l Limit) full() time.Duration { return time.Duration(l.Burst) * l.Every }

// verdict returns the result for a bucket that is full again after used, which a
// token was taken from if taken is true.
func (l Limit) verdict(used time.Duration, taken bool) Verdict {
	if taken {
		return Verdict{Left: int((l.full() - used) / l.Every)}
	}
	return Verdict{Wait: max(used+l.Every-l.full(), 1)}
}

// Verdict is the result of Take.
type Verdict struct {
	Wait time.Duration // 0: allowed; else the time until the next token
	Left int           // remaining tokens
}

// Limiter limits each key separately. It is safe for concurrent use.
type Limiter struct {
	limit   Limit
	c       clock.Clock
	buckets *otter.Cache[string, bucket]

	name   string
	shared *Shared // nil: this node counts alone
}

// bucket is the state of a key.
type bucket struct {
	// full is the time at which the bucket is full again. A past time, or none: it is
	// full.
	full time.Time
	// consulted is the last time at which this node consulted the shared store although its
	// own bucket was empty.
	consulted time.Time
}

// New returns a limiter of this node for about keys keys; beyond that it evicts the least used
// ones. A key costs about 180 bytes.
func New(c clock.Clock, limit Limit, keys int) *Limiter {
	return &Limiter{
		limit:   limit,
		c:       clock.Steady(c), // a step of the machine's time must not affect limits
		buckets: otter.Must(&otter.Options[string, bucket]{MaximumSize: keys}),
	}
}

// Limiter returns a limiter that counts for all nodes of the install, under a name that
// is unique among limiters and never changes. That of a nil s counts on this node.
func (s *Shared) Limiter(name string, c clock.Clock, limit Limit, keys int) *Limiter {
	l := New(c, limit, keys)
	l.shared, l.name = s, name
	return l
}

// Take takes a token of key. When there is none it takes nothing and returns the
// time until the next one.
func (l *Limiter) Take(key string) Verdict {
	c := l.begin(key)
	c.settle()
	return c.verdict
}

// Allow takes a token of key and reports whether there was one.
func (l *Limiter) Allow(key string) bool { return l.Take(key).Wait == 0 }

// Refund returns a token that was taken.
func (l *Limiter) Refund(key string) {
	l.refundHere(key)
	l.shared.refund(l.name, key, l.limit)
}

func (l *Limiter) refundHere(key string) {
	l.buckets.Compute(key, func(b bucket, found bool) (bucket, otter.ComputeOp) {
		if !found {
			return b, otter.CancelOp
		}
		b.full = b.full.Add(-l.limit.Every)
		return b, otter.WriteOp
	})
}

// Reset fills the bucket of key.
func (l *Limiter) Reset(key string) {
	l.buckets.Invalidate(key)
	l.shared.clear(l.name, key)
}

// consultEvery is the shortest time between two attempts of a key for which a node consults
// the shared store although its own bucket is empty. Another node may have refunded tokens.
const consultEvery = time.Second

// claim is an attempt that this node has counted.
type claim struct {
	*Limiter
	key     string
	verdict Verdict // of this node, then of the store
	consult bool    // the store decides
	stored  bool    // the store has counted it
}

// begin counts an attempt on this node.
func (l *Limiter) begin(key string) *claim {
	c := &claim{Limiter: l, key: key, consult: l.shared != nil}
	now := l.c.Now()
	l.buckets.Compute(key, func(b bucket, _ bool) (bucket, otter.ComputeOp) {
		if b.full.Before(now) {
			b.full = now
		}
		used := b.full.Sub(now)
		if used+l.limit.Every <= l.limit.full() {
			c.verdict = l.limit.verdict(used+l.limit.Every, true)
			b.full = b.full.Add(l.limit.Every)
			return b, otter.WriteOp
		}
		c.verdict = l.limit.verdict(used, false)
		if c.consult = c.consult && now.Sub(b.consulted) >= consultEvery; !c.consult {
			return b, otter.CancelOp
		}
		b.consulted = now
		return b, otter.WriteOp
	})
	return c
}

// refused reports that this node refuses the attempt without consulting the store.
func (c *claim) refused() bool { return !c.consult && c.verdict.Wait > 0 }

// settle counts an attempt in the store, whose verdict replaces that of this node. While
// the store is unavailable, the verdict of this node holds.
func (c *claim) settle() {
	if !c.consult {
		return
	}
	taken, used, err := c.shared.take(c.name, c.key, c.limit)
	if err != nil {
		return
	}
	if !taken || c.verdict.Wait > 0 {
		c.learn(c.key, used)
	}
	c.verdict, c.stored = c.limit.verdict(used, taken), taken
}

// learn sets the bucket of this node to the one of the store.
func (l *Limiter) learn(key string, used time.Duration) {
	now := l.c.Now()
	l.buckets.Compute(key, func(b bucket, _ bool) (bucket, otter.ComputeOp) {
		b.full, b.consulted = now.Add(used), now
		return b, otter.WriteOp
	})
}

// undo returns the token of an attempt that was allowed. It leaves the store alone if
// the store did not count the attempt.
func (c *claim) undo() {
	if c.verdict.Wait > 0 {
		return
	}
	c.refundHere(c.key)
	if c.stored {
		c.shared.refund(c.name, c.key, c.limit)
	}
}
