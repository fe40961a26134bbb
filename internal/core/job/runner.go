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

// Timing of runners. A lease outlives a slow step by far; a killed node's jobs
// go on elsewhere when it has ended. Poll is how often a runner looks for jobs
// that nobody told it of.
const (
	Lease      = 30 * time.Second
	Poll       = 2 * time.Second
	sweepEvery = time.Hour
	maxTries   = 8 // claims without a single step, before a job is given up
)

// workers is how many jobs a node runs at once: two, so that a long import does
// not keep a small export waiting.
const workers = 2

// Slice is how long a job runs while others may wait for its worker. After it
// the job goes to the end of the queue.
const Slice = 20 * time.Second

// ErrYield is what a handler returns when SliceOver told it to stop: the job
// goes on later from its checkpoint.
var ErrYield = errors.New("job: the turn's time is over")

type sliceKey struct{}

// SliceOver reports whether a handler has used up its turn and is to return
// ErrYield after the step that it is in.
func SliceOver(ctx context.Context) bool {
	over, ok := ctx.Value(sliceKey{}).(func() bool)
	return ok && over()
}

// Handler does a job's work step by step, from j.Checkpoint on, and returns nil
// when nothing is left. Each step names owner, and fails with ErrLost when the
// job is no longer the runner's. The context ends when the job is cancelled.
type Handler func(ctx context.Context, j Job, owner string) error

// Runner runs jobs. Make one with NewRunner and give it handlers.
type Runner struct {
	store    RunnerStore
	clk      clock.Clock
	log      *slog.Logger
	owner    string
	handlers map[Kind]Handler
	ended    func(context.Context, Job)
	wake     chan struct{}
	lease    time.Duration
	claims   *errlog.Reporter
}

// NewRunner returns a runner with those handlers. ended hears of every job that
// is done or has failed here; it may be nil.
func NewRunner(store RunnerStore, handlers map[Kind]Handler, ended func(context.Context, Job), clk clock.Clock, log *slog.Logger) *Runner {
	if ended == nil {
		ended = func(context.Context, Job) {}
	}
	return &Runner{
		store: store, clk: clk, log: log, owner: ident.New("run"), handlers: handlers, ended: ended,
		wake: make(chan struct{}, workers), lease: Lease, claims: errlog.New(log, clk, "job claim"),
	}
}

// Hear wakes the runner when something happened to jobs. It never blocks.
func (r *Runner) Hear(e event.Event) {
	if e.Kind != event.JobChanged && e.Kind != "" {
		return
	}
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// Run runs jobs until ctx ends, and then hands back those that are under way,
// for this node's next start or another node.
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
		began := r.clk.Now()
		over := func() bool { return r.clk.Now().Sub(began) >= Slice }
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

// RunOne claims a job, any or the one with that id, and works on it until it
// ends or is handed back. It reports whether there was one.
func (r *Runner) RunOne(ctx context.Context, id string) (ran bool, err error) {
	now := r.clk.Now()
	kinds := make([]Kind, 0, len(r.handlers))
	for kind := range r.handlers {
		kinds = append(kinds, kind)
	}
	// Each turn is an owner of its own: a turn that lost its lease must not be
	// taken for the one that has it now.
	owner := r.owner + "/" + ident.New("trn")
	j, err := r.store.ClaimJob(ctx, Claim{Owner: owner, ID: id, Kinds: kinds, Now: now, Until: now.Add(r.lease)})
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	r.turn(ctx, j, owner)
	return true, nil
}

// turn works on a claimed job while its lease is kept.
func (r *Runner) turn(ctx context.Context, j Job, owner string) {
	work, stop := context.WithCancelCause(ctx)
	var keeping sync.WaitGroup
	keeping.Go(func() { r.keep(work, j.ID, owner, stop) })
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
	keeping.Wait()
	r.end(ctx, j, owner, err)
}

// handle turns a panic of a handler into an error: one bad file must not end
// the node.
func (r *Runner) handle(ctx context.Context, j Job, owner string) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v", v)
		}
	}()
	return r.handlers[j.Kind](ctx, j, owner)
}

// keep prolongs the lease until ctx ends, and stops the work when it is lost.
func (r *Runner) keep(ctx context.Context, id, owner string, stop context.CancelCauseFunc) {
	tick := time.NewTicker(r.lease / 4)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		err := r.store.KeepJob(ctx, id, owner, r.clk.Now().Add(r.lease))
		if fault.Is(err, fault.PreconditionFailed) {
			stop(err)
			return
		}
	}
}

// end stores what became of a turn.
func (r *Runner) end(ctx context.Context, j Job, owner string, err error) {
	stopping := ctx.Err() != nil
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	now := r.clk.Now()
	e := Ending{ID: j.ID, Owner: owner, State: Done, At: now}
	var f *fault.Error
	switch {
	case err == nil:
	case fault.Is(err, fault.PreconditionFailed):
		return // cancelled, or another's
	case errors.Is(err, ErrYield):
		e.State, e.RunAfter = Queued, now
	case stopping:
		e.State, e.RunAfter = Queued, now
	case j.Attempts <= maxTries && !explained(err):
		r.log.WarnContext(ctx, "a job waits for another try", "job", j.ID, "kind", string(j.Kind), "error", err)
		e.State, e.Attempts, e.RunAfter = Queued, j.Attempts, now.Add(backoff(j.Attempts))
	default:
		e.State, e.Message = Failed, "Something went wrong on our side. Please try again."
		if errors.As(err, &f) {
			e.Message = f.Message
		}
		r.log.ErrorContext(ctx, "a job failed", "job", j.ID, "kind", string(j.Kind), "error", err)
	}
	ended, err := r.store.EndJob(ctx, e)
	if err != nil {
		if !fault.Is(err, fault.PreconditionFailed) {
			r.log.ErrorContext(ctx, "the end of a job was not stored; it will be run again", "job", j.ID, "error", err)
		}
		return
	}
	if e.State.Ended() {
		r.ended(ctx, ended)
	}
}

// explained reports whether an error is about the job itself, so that another
// try would end the same.
func explained(err error) bool {
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
		Leader: &loop.Leader{Leases: r.store, Owner: r.owner, Clock: r.clk},
		Do: func(ctx context.Context) error {
			now := r.clk.Now()
			return r.store.ForgetJobs(ctx, now.Add(-Files), now.Add(-Memory))
		},
	}.Run(ctx)
}
