package job

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/errlog"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/loop"
	"linnet/internal/core/event"
)

// Timing of runners. A lease is much longer than a slow step. The jobs of a killed
// node are claimed by another node when their lease expires. Poll is the interval
// in which a runner looks for jobs without an event.
const (
	Lease      = 30 * time.Second
	Poll       = 2 * time.Second
	sweepEvery = time.Hour
	maxTries   = 8 // claims without a stored step before a job fails
)

// workers is how many jobs a node runs concurrently: two, so that a small export
// does not wait for a long import.
const workers = 2

// Slice is how long a job runs before its worker returns it to the end of the
// queue.
const Slice = 20 * time.Second

// ErrYield is returned by a handler after SliceOver: the job is queued again and
// continues from its checkpoint.
var ErrYield = errors.New("job: time slice used")

type sliceKey struct{}

// SliceOver reports whether a handler has used its time slice and must return
// ErrYield after the current step.
func SliceOver(ctx context.Context) bool {
	over, ok := ctx.Value(sliceKey{}).(func() bool)
	return ok && over()
}

// Handler runs the steps of a job from j.Checkpoint on and returns nil after the
// last. Each step names owner, and fails with ErrLost without the lease. The
// context ends when the job is cancelled.
type Handler func(ctx context.Context, j Job, owner string) error

// Runner runs jobs.
type Runner struct {
	store    RunnerStore
	clock    clock.Clock
	log      *slog.Logger
	owner    string
	handlers map[Kind]Handler
	ended    func(context.Context, Job)
	wake     chan struct{}
	lease    time.Duration
	claims   *errlog.Reporter
}

// NewRunner returns a runner with those handlers. ended, which may be nil, is called
// for every job that this runner ended.
func NewRunner(
	store RunnerStore,
	handlers map[Kind]Handler,
	ended func(context.Context, Job),
	clock clock.Clock,
	log *slog.Logger,
) *Runner {
	if ended == nil {
		ended = func(context.Context, Job) {}
	}
	return &Runner{
		store: store, clock: clock, log: log, owner: ident.New("run"), handlers: handlers, ended: ended,
		wake: make(chan struct{}, workers), lease: Lease, claims: errlog.New(log, clock, "job claim"),
	}
}

// OnEvent wakes the runner after a change of a job. It does not block.
func (r *Runner) OnEvent(e event.Event) {
	if e.Kind != event.JobChanged && e.Kind != "" {
		return
	}
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// Run runs jobs until ctx ends. It then returns running jobs to the queue.
func (r *Runner) Run(ctx context.Context) {
	var working sync.WaitGroup
	for range workers {
		working.Go(func() { r.work(ctx) })
	}
	working.Go(func() { r.sweep(ctx) })
	working.Wait()
}

func (r *Runner) work(ctx context.Context) {
	tick := time.NewTicker(Poll)
	defer tick.Stop()
	for ctx.Err() == nil {
		began := r.clock.Now()
		over := func() bool { return r.clock.Now().Sub(began) >= Slice }
		ran, err := r.RunOne(context.WithValue(ctx, sliceKey{}, over), "")
		if ctx.Err() == nil {
			r.claims.Report(ctx, err)
		}
		if ran {
			continue
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		case <-r.wake:
		}
	}
}

// RunOne claims a job, any or the one with that id, and runs it until it ends or is
// queued again. It reports whether there was one.
func (r *Runner) RunOne(ctx context.Context, id string) (ran bool, err error) {
	now := r.clock.Now()
	kinds := make([]Kind, 0, len(r.handlers))
	for kind := range r.handlers {
		kinds = append(kinds, kind)
	}
	// Each claim has an owner of its own, so that a claim that lost its lease cannot
	// store steps of a later one.
	owner := r.owner + "/" + ident.New("clm")
	j, err := r.store.ClaimJob(ctx, Claim{Owner: owner, ID: id, Kinds: kinds, Now: now, Until: now.Add(r.lease)})
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	r.execute(ctx, j, owner)
	return true, nil
}

// execute runs a claimed job while its lease is renewed.
func (r *Runner) execute(ctx context.Context, j Job, owner string) {
	work, stop := context.WithCancelCause(ctx)
	var renewing sync.WaitGroup
	renewing.Go(func() { r.renew(work, j.ID, owner, stop) })
	var err error
	if j.Attempts > maxTries {
		err = fault.New(fault.Internal, "This job could not get on. Please try again; if it happens again, tell your operator.")
	} else {
		err = r.handle(work, j, owner)
	}
	if cause := context.Cause(work); cause != nil && !errors.Is(cause, context.Canceled) {
		err = cause
	}
	stop(nil)
	renewing.Wait()
	r.end(ctx, j, owner, err)
}

// handle calls the handler and returns its panic as an error, so that one file
// cannot stop the node.
func (r *Runner) handle(ctx context.Context, j Job, owner string) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v", v)
		}
	}()
	return r.handlers[j.Kind](ctx, j, owner)
}

// renew renews the lease until ctx ends, and stops the work when it is lost.
func (r *Runner) renew(ctx context.Context, id, owner string, stop context.CancelCauseFunc) {
	tick := time.NewTicker(r.lease / 4)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		err := r.store.KeepJob(ctx, id, owner, r.clock.Now().Add(r.lease))
		if fault.Is(err, fault.PreconditionFailed) {
			stop(err)
			return
		}
	}
}

// end stores the result of a claim.
func (r *Runner) end(ctx context.Context, j Job, owner string, err error) {
	stopping := ctx.Err() != nil
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	now := r.clock.Now()
	e := Ending{ID: j.ID, Owner: owner, State: Done, At: now}
	var f *fault.Error
	switch {
	case err == nil:
	case fault.Is(err, fault.PreconditionFailed):
		return // cancelled, or claimed by another runner
	case errors.Is(err, ErrYield):
		e.State, e.RunAfter = Queued, now
	case stopping:
		e.State, e.RunAfter = Queued, now
	case j.Attempts <= maxTries && !permanent(err):
		r.log.WarnContext(ctx, "job attempt failed, retrying", "job", j.ID, "kind", string(j.Kind), "err", err)
		e.State, e.Attempts, e.RunAfter = Queued, j.Attempts, now.Add(backoff(j.Attempts))
	default:
		e.State, e.Message = Failed, "Something went wrong on our side. Please try again."
		if errors.As(err, &f) {
			e.Message = f.Message
		}
		r.log.ErrorContext(ctx, "job failed", "job", j.ID, "kind", string(j.Kind), "err", err)
	}
	ended, err := r.store.EndJob(ctx, e)
	if err != nil {
		if !fault.Is(err, fault.PreconditionFailed) {
			r.log.ErrorContext(ctx, "storing the end of a job failed, it runs again", "job", j.ID, "err", err)
		}
		return
	}
	if e.State.Ended() {
		r.ended(ctx, ended)
	}
}

// permanent reports whether another attempt would fail with the same error.
func permanent(err error) bool {
	switch fault.CodeOf(err) {
	case fault.Unavailable, fault.Internal:
		return false
	}
	return true
}

// backoff grows from two seconds to four minutes.
func backoff(attempts int) time.Duration {
	return time.Second << min(max(attempts, 1), maxTries)
}

// sweep deletes expired jobs and files at the start and each hour, on one node.
func (r *Runner) sweep(ctx context.Context) {
	loop.Task{
		Name: "job cleanup", Every: sweepEvery, Log: r.log,
		Leader: &loop.Leader{Leases: r.store, Owner: r.owner, Clock: r.clock},
		Do: func(ctx context.Context) error {
			now := r.clock.Now()
			return r.store.ForgetJobs(ctx, now.Add(-Files), now.Add(-Memory))
		},
	}.Run(ctx)
}
