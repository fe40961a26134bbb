package loop

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"linnet/internal/base/clock"
)

// Leases are named locks that end by themselves, shared by all nodes of an
// install.
type Leases interface {
	// AcquireLease gives the lease to owner until then, or prolongs it. It
	// returns false while another owner has it.
	AcquireLease(ctx context.Context, name, owner string, now, until time.Time) (bool, error)
	// ReleaseLease ends the lease if it is owner's.
	ReleaseLease(ctx context.Context, name, owner string) error
}

// Leader runs work on one node of an install at a time.
type Leader struct {
	Leases Leases
	Owner  string // unique for each process
	Clock  clock.Clock
	TTL    time.Duration // of a lease; 0: DefaultTTL
}

// DefaultTTL is the lease's term while work runs: how long the work of a node
// that died is not continued.
const DefaultTTL = 2 * time.Minute

// errLeaseLost ends the work of a node that could not renew its lease.
var errLeaseLost = errors.New("the lease was lost")

// Do runs do unless another node has the lease of that name. The lease is
// renewed until do returns, and do is cancelled when it is lost. After a success
// this node has the lease for hold, so that the work runs once in that time. After a
// failure another node may try.
func (l *Leader) Do(ctx context.Context, name string, hold time.Duration, do func(context.Context) error) error {
	ok, err := l.acquire(ctx, name, l.ttl())
	if err != nil {
		return fmt.Errorf("acquire the lease: %w", err)
	}
	if !ok {
		return nil
	}
	work, cancel := context.WithCancelCause(ctx)
	var renewing sync.WaitGroup
	renewing.Go(func() { l.renew(work, name, cancel) })
	err = Protect(work, do)
	if cause := context.Cause(work); errors.Is(cause, errLeaseLost) {
		err = errors.Join(cause, err)
	}
	cancel(nil)
	renewing.Wait()
	if err == nil && hold > l.ttl() {
		_, err = l.acquire(ctx, name, hold)
	}
	if ctx.Err() != nil || err != nil && !errors.As(err, new(after)) {
		err = errors.Join(err, l.release(ctx, name))
	}
	return err
}

// release ends the lease, so that another node can continue at once.
func (l *Leader) release(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := l.Leases.ReleaseLease(ctx, name, l.Owner); err != nil {
		return fmt.Errorf("release the lease: %w", err)
	}
	return nil
}

func (l *Leader) ttl() time.Duration {
	if l.TTL > 0 {
		return l.TTL
	}
	return DefaultTTL
}

func (l *Leader) acquire(ctx context.Context, name string, d time.Duration) (bool, error) {
	now := l.Clock.Now()
	return l.Leases.AcquireLease(ctx, name, l.Owner, now, now.Add(d))
}

// renew prolongs the lease until ctx ends, and cancels the work when the lease
// is another node's or could not be renewed before it ended.
func (l *Leader) renew(ctx context.Context, name string, cancel context.CancelCauseFunc) {
	tick := time.NewTicker(l.ttl() / 4)
	defer tick.Stop()
	for failures := 0; ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		ok, err := l.acquire(ctx, name, l.ttl())
		switch {
		case err != nil && ctx.Err() != nil:
			return
		case err != nil:
			if failures++; failures < 3 {
				continue
			}
			cancel(errors.Join(errLeaseLost, err))
			return
		case !ok:
			cancel(errLeaseLost)
			return
		}
		failures = 0
	}
}
