package queue

import (
	"context"
	"errors"
	"sync"
	"time"

	"linnet/internal/base/excerpt"
	"linnet/internal/base/loop"
)

// errExhausted is the error of a task whose attempts all ended without a
// result, as when the process is killed.
var errExhausted = errors.New("the process ended during each attempt")

// exhausted returns the error of a task without further attempts: the last one that
// was stored, as after an OnFailure that failed, or else errExhausted.
func exhausted(t Task) error {
	if t.Error != "" {
		return errors.New(t.Error)
	}
	return errExhausted
}

// execute runs a claimed task while its lease is renewed, and stores the result.
func (p *pool) execute(ctx context.Context, t Task) {
	work, stop := context.WithCancelCause(ctx)
	var renewing sync.WaitGroup
	renewing.Go(func() { p.renew(work, t.Lease, stop) })
	err := exhausted(t)
	if t.Attempts <= p.Retry.Attempts {
		err = loop.Protect(work, func(ctx context.Context) error { return p.Handle(ctx, t) })
	}
	if cause := context.Cause(work); err != nil && IsLost(cause) {
		err = cause
	}
	stop(nil)
	renewing.Wait()
	stopping := ctx.Err() != nil
	settle, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTimeout)
	defer cancel()
	if err := p.settle(settle, t, err, stopping); err != nil && !IsLost(err) {
		p.log.ErrorContext(settle, "task result not stored, it runs again", "task", t.Key, "kind", t.Kind, "err", err)
	}
}

// renew renews a lease until ctx ends, and stops the work when it is lost.
func (p *pool) renew(ctx context.Context, l Lease, stop context.CancelCauseFunc) {
	tick := time.NewTicker(p.Lease / 4)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := p.store.RenewTask(ctx, l, p.clock.Now().Add(p.Lease)); IsLost(err) {
			stop(err)
			return
		}
	}
}

// settle stores the result of an attempt. stopping reports that the queue stops:
// an error then says nothing about the task.
func (p *pool) settle(ctx context.Context, t Task, err error, stopping bool) error {
	now := p.clock.Now()
	var again postponed
	switch {
	case err == nil:
		p.completed.Add(1)
		return p.store.CompleteTask(ctx, t.Lease)
	case IsLost(err):
		return nil
	case errors.As(err, &again):
		return p.store.ReleaseTask(ctx, t.Lease, Release{Due: now.Add(time.Duration(again)), Uncounted: true})
	case stopping:
		return p.store.ReleaseTask(ctx, t.Lease, Release{Due: now, Uncounted: true})
	case t.Attempts < p.Retry.Attempts && Retryable(err):
		if !p.Quiet {
			p.log.WarnContext(ctx, "task attempt failed, retrying", "task", t.Key, "kind", t.Kind, "attempt", t.Attempts, "err", err)
		}
		return p.store.ReleaseTask(ctx, t.Lease, Release{Due: now.Add(p.Retry.wait(t.Attempts)), Error: excerpt.Of(err.Error(), MaxError)})
	}
	return p.fail(ctx, t, err)
}

// fail ends a task after its last attempt.
func (p *pool) fail(ctx context.Context, t Task, cause error) error {
	now := p.clock.Now()
	if p.OnFailure == nil {
		if err := p.store.ReleaseTask(ctx, t.Lease, Release{Due: now, Error: excerpt.Of(cause.Error(), MaxError), Dead: now}); err != nil {
			return err
		}
	} else {
		err := loop.Protect(ctx, func(ctx context.Context) error { return p.OnFailure(ctx, t, cause) })
		if err != nil {
			later := Release{Due: now.Add(p.Retry.Max), Error: excerpt.Of(cause.Error(), MaxError)}
			return errors.Join(err, p.store.ReleaseTask(ctx, t.Lease, later))
		}
		if err := p.store.CompleteTask(ctx, t.Lease); err != nil && !IsLost(err) { // lost: OnFailure completed it
			return err
		}
	}
	p.failed.Add(1)
	p.log.ErrorContext(ctx, "task failed", "task", t.Key, "kind", t.Kind, "attempts", t.Attempts, "err", cause)
	return nil
}
