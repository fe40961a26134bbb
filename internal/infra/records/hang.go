package records

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"linnet/internal/base/fault"
)

// The timeouts for a server that does not respond. Their sum is below the timeout
// of an API call, ten seconds.
const (
	hangAfter   = 4 * time.Second // duration of a statement after which the server is pinged
	hangTimeout = 2 * time.Second // of the ping
)

// hangWatch ends statements on a PostgreSQL server that has stopped answering
// (a stopped process, a disk that hangs, a network that drops packets). A
// slow statement on a server that responds to pings continues.
type hangWatch struct {
	after, timeout time.Duration
	ping           func(context.Context) error // on a connection of its own

	mu      sync.Mutex
	pending *pingResult // the ping under way; nil: none
}

// pingResult is one ping that several statements wait for.
type pingResult struct {
	done chan struct{}
	err  error // valid after done
}

// newHangWatch returns a watch that pings through db, which must open a
// connection for each ping: an idle one of a pool may be lent out.
func newHangWatch(db *sql.DB) *hangWatch {
	ping := func(ctx context.Context) error {
		err := db.PingContext(ctx)
		var refusal *pgconn.PgError
		if errors.As(err, &refusal) {
			return nil // such as "too many connections": it answers
		}
		return err
	}
	return &hangWatch{after: hangAfter, timeout: hangTimeout, ping: ping}
}

// guard returns a context that ends, with the cause Unavailable, when the
// server has stopped answering. Call stop when the statement and its rows are
// done. A nil watch changes nothing.
func (w *hangWatch) guard(ctx context.Context) (guarded context.Context, stop func()) {
	if w == nil {
		return ctx, func() {}
	}
	guarded, cancel := context.WithCancelCause(ctx)
	timer := time.AfterFunc(w.after, func() { w.watch(guarded, cancel) })
	return guarded, func() {
		timer.Stop()
		cancel(context.Canceled)
	}
}

// watch pings until ctx ends, and ends it when a ping is not answered.
func (w *hangWatch) watch(ctx context.Context, cancel context.CancelCauseFunc) {
	ticker := time.NewTicker(w.after)
	defer ticker.Stop()
	for {
		if err := w.check(ctx); err != nil {
			cancel(fault.Wrap(err, fault.Unavailable, "The database cannot be reached. Try again in a moment."))
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// check returns nil if the server responds to a ping, or if ctx ends first.
// Concurrent callers share one ping.
func (w *hangWatch) check(ctx context.Context) error {
	w.mu.Lock()
	p := w.pending
	if p == nil {
		p = &pingResult{done: make(chan struct{})}
		w.pending = p
		go w.run(context.WithoutCancel(ctx), p)
	}
	w.mu.Unlock()
	select {
	case <-p.done:
		return p.err
	case <-ctx.Done():
		return nil
	}
}

func (w *hangWatch) run(ctx context.Context, p *pingResult) {
	ctx, cancel := context.WithTimeout(ctx, w.timeout)
	defer cancel()
	p.err = w.ping(ctx)
	w.mu.Lock()
	w.pending = nil
	w.mu.Unlock()
	close(p.done)
}

// hangCause returns the fault that ended ctx when the server hung, else err.
func hangCause(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); err != nil && fault.Is(cause, fault.Unavailable) {
		return cause
	}
	return err
}
