package job

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/loop"
	"linnet/internal/core/queue"
)

// Lease is the duration of a job's lease, much longer than a slow step.
const Lease = 30 * time.Second

const (
	sweepEvery = time.Hour
	endTimeout = 10 * time.Second // to store the result of a claim
	maxTries   = 8                // claims without a stored step before a job fails
	workers    = 2                // so that a small export does not wait for a long import
)

// Slice is how long a job runs before its worker returns it to the end of the
// queue.
const Slice = 20 * time.Second

// ErrYield is returned by a handler after SliceOver: the job is queued again and
// continues from its checkpoint.
var ErrYield = errors.New("job: time slice used")

// paused is the error of Paused.
type paused string

// Error implements error.
func (p paused) Error() string { return "job: paused: " + string(p) }

// Paused returns an error with which a handler ends its job until a user has done what the
// sentence says and resumes it.
func Paused(sentence string) error { return paused(sentence) }

// Bounds of the wait of Postponed, and the wait where the fault has none.
const (
	minWait     = time.Second
	defaultWait = 30 * time.Second
	maxWait     = time.Hour
)

// Postponed returns an error with which a handler continues its job from the checkpoint after
// the time that a fault says.
func Postponed(limited error) error {
	wait := defaultWait
	if f, ok := errors.AsType[*fault.Error](limited); ok && f.Retry > 0 {
		wait = min(max(f.Retry, minWait), maxWait)
	}
	return queue.Postpone(wait)
}

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

// RunnerDeps are the dependencies of a Runner. All are required unless stated.
type RunnerDeps struct {
	Store    Store
	Handlers map[Kind]Handler
	Ended    func(context.Context, Job) // called for each job that this runner ended; may be nil
	Clock    clock.Clock
	Log      *slog.Logger
}

// Runner runs jobs as tasks of a queue.
type Runner struct{ RunnerDeps }

// NewRunner returns a runner. A queue with its Kind runs the jobs.
func NewRunner(d RunnerDeps) *Runner {
	if d.Ended == nil {
		d.Ended = func(context.Context, Job) {}
	}
	return &Runner{RunnerDeps: d}
}

// Kind returns the kind of tasks that run jobs.
func (r *Runner) Kind() queue.Kind {
	return queue.Kind{
		Name:      TaskKind,
		Handle:    r.handle,
		OnFailure: r.fail,
		Lease:     Lease,
		Workers:   workers,
		Retry:     queue.Retry{Attempts: maxTries, First: 2 * time.Second, Factor: 2, Max: 4 * time.Minute},
	}
}

// Run deletes expired jobs and files at the start and each hour, on one node,
// until ctx ends.
func (r *Runner) Run(ctx context.Context) {
	loop.Task{
		Name:   "job cleanup",
		Every:  sweepEvery,
		Log:    r.Log,
		Leader: &loop.Leader{Leases: r.Store, Owner: ident.New("run"), Clock: r.Clock},
		Do: func(ctx context.Context) error {
			now := r.Clock.Now()
			return r.Store.ForgetJobs(ctx, now.Add(-Files), now.Add(-Memory))
		},
	}.Run(ctx)
}

// handle runs the job of a task for one time slice.
func (r *Runner) handle(ctx context.Context, t queue.Task) error {
	began := r.Clock.Now()
	j, err := r.Store.StartJob(ctx, t.Lease, began)
	if fault.Is(err, fault.NotFound) {
		return nil // ended or removed
	}
	if err != nil {
		return err
	}
	over := func() bool { return r.Clock.Now().Sub(began) >= Slice }
	err = loop.Protect(context.WithValue(ctx, sliceKey{}, over), func(ctx context.Context) error {
		return r.Handlers[j.Kind](ctx, j, t.Owner)
	})
	stopping := ctx.Err() != nil
	pause, isPaused := errors.AsType[paused](err)
	switch {
	case err == nil:
		return r.end(ctx, Ending{Lease: t.Lease, State: Done})
	case queue.IsLost(err) || queue.IsLost(context.Cause(ctx)):
		return err
	case isPaused:
		return r.end(ctx, Ending{Lease: t.Lease, State: Cancelled, Message: string(pause)})
	case errors.Is(err, ErrYield):
		err = queue.Postpone(0)
	case queue.IsPostponed(err):
	case stopping:
	case t.Last || !queue.Retryable(err):
		return err // fail ends the job
	}
	return errors.Join(err, r.end(ctx, Ending{Lease: t.Lease, State: Queued}))
}

// fail ends a job after its last attempt.
func (r *Runner) fail(ctx context.Context, t queue.Task, cause error) error {
	return r.end(ctx, Ending{Lease: t.Lease, State: Failed, Message: fault.Sentence(cause)})
}

// end stores the result of a claim, also after ctx has ended.
func (r *Runner) end(ctx context.Context, e Ending) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTimeout)
	defer cancel()
	e.At = r.Clock.Now()
	j, err := r.Store.EndJob(ctx, e)
	if err == nil && j.State.Ended() {
		r.Ended(ctx, j)
	}
	return err
}
