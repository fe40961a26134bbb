package queue

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/loop"
	"linnet/internal/core/event"
)

// DefaultPoll is the interval in which a queue checks for due tasks without an
// event. It bounds the delay of a retry, and of a task whose event was missed.
const DefaultPoll = 2 * time.Second

const (
	sweepEvery    = time.Hour
	settleTimeout = 10 * time.Second // to store the result of an attempt
)

// Handler runs a task. It returns nil when the task is completed, which the
// queue then deletes unless the handler did so. The context ends when the
// lease is lost or the queue stops.
type Handler func(ctx context.Context, t Task) error

// Kind is how the tasks of a kind are run. Name, Handle, Retry, Workers and
// Lease are required.
type Kind struct {
	Name   string
	Handle Handler
	Retry  Retry
	// Lease is the duration of a lease, which is renewed while the handler runs:
	// how long the task of a killed process is not run.
	Lease time.Duration
	// Workers is how many tasks run concurrently on a node.
	Workers int
	// PerWorkspace is how many of them may be of one workspace; 0: all.
	PerWorkspace int
	// OnFailure is called after the last attempt with its error. When it returns
	// nil the task is deleted, otherwise OnFailure is called again later. Without
	// it the task becomes a dead letter.
	OnFailure func(ctx context.Context, t Task, cause error) error
	// Quiet excludes failed attempts from the log, except for the last.
	Quiet bool
}

// Retry is the retry policy of a kind.
type Retry struct {
	Attempts int           // in all
	First    time.Duration // the wait after the first failure
	Factor   int           // by which each further wait is longer
	Max      time.Duration // the longest wait
}

// wait returns the wait after the failure of an attempt, counted from 1.
func (r Retry) wait(attempt int) time.Duration {
	wait := r.First
	for range attempt - 1 {
		if wait *= time.Duration(r.Factor); wait >= r.Max {
			break
		}
	}
	return min(wait, r.Max)
}

// Deps are the dependencies of a Queue.
type Deps struct {
	Store Store
	Kinds []Kind
	Clock clock.Clock
	Log   *slog.Logger
	Poll  time.Duration // between checks for due tasks without an event; 0: DefaultPoll
}

// Queue runs the tasks of some kinds. It is safe for concurrent use.
type Queue struct {
	store Store
	clock clock.Clock
	log   *slog.Logger
	poll  time.Duration
	node  string
	pools map[string]*pool
}

// pool runs the tasks of a kind.
type pool struct {
	Kind
	*Queue

	wake chan struct{}
	free chan struct{} // a token for each idle worker

	mu     sync.Mutex
	active map[string]int // running tasks by workspace

	completed, failed atomic.Uint64
}

// Stats are numbers of a kind since the start of the process.
type Stats struct {
	Completed uint64
	Failed    uint64 // final failures, with or without a dead letter
}

// New returns a queue.
func New(d Deps) *Queue {
	q := &Queue{
		store: d.Store,
		clock: d.Clock,
		log:   d.Log,
		poll:  cmp.Or(d.Poll, DefaultPoll),
		node:  ident.New("nod"),
		pools: map[string]*pool{},
	}
	for _, k := range d.Kinds {
		p := &pool{
			Kind:   k,
			Queue:  q,
			wake:   make(chan struct{}, 1),
			free:   make(chan struct{}, k.Workers),
			active: map[string]int{},
		}
		for range k.Workers {
			p.free <- struct{}{}
		}
		q.pools[k.Name] = p
	}
	return q
}

// OnEvent wakes the workers of a kind after tasks were added. It does not block.
func (q *Queue) OnEvent(e event.Event) {
	for name, p := range q.pools {
		if e.Kind == "" || e.Kind == event.TasksAdded && e.SubjectID == name {
			p.notify()
		}
	}
}

// Kinds returns the names of the kinds, sorted.
func (q *Queue) Kinds() []string { return slices.Sorted(maps.Keys(q.pools)) }

// Stats returns the numbers of a kind.
func (q *Queue) Stats(kind string) Stats {
	p := q.pools[kind]
	return Stats{Completed: p.completed.Load(), Failed: p.failed.Load()}
}

// Run runs tasks until ctx ends. It then releases the running ones.
func (q *Queue) Run(ctx context.Context) {
	var working sync.WaitGroup
	for _, p := range q.pools {
		working.Go(func() { p.run(ctx) })
	}
	working.Go(loop.Task{
		Name:   "dead letter cleanup",
		Every:  sweepEvery,
		Log:    q.log,
		Leader: &loop.Leader{Leases: q.store, Owner: q.node, Clock: q.clock},
		Do:     func(ctx context.Context) error { return q.store.DeleteDeadTasks(ctx, q.clock.Now().Add(-DeadFor)) },
	}.In(ctx))
	working.Wait()
}

// RunOne claims a task of the kind, any or the one with that key, and runs it.
// It reports whether there was one. The task's own error is not returned.
func (q *Queue) RunOne(ctx context.Context, kind, key string) (ran bool, err error) {
	p := q.pools[kind]
	t, err := p.claim(ctx, key, nil)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	p.execute(ctx, t)
	return true, nil
}

func (p *pool) notify() {
	select {
	case p.wake <- struct{}{}:
	default: // a wake-up is pending
	}
}

// run claims tasks while workers are free, until ctx ends.
func (p *pool) run(ctx context.Context) {
	var working sync.WaitGroup
	loop.Task{
		Name:  p.Name + " claim",
		Every: p.poll,
		Wake:  p.wake,
		Log:   p.log,
		Do:    func(ctx context.Context) error { return p.fill(ctx, &working) },
	}.Run(ctx)
	working.Wait()
}

// fill starts a task for each free worker, as long as there are any.
func (p *pool) fill(ctx context.Context, working *sync.WaitGroup) error {
	for ctx.Err() == nil {
		select {
		case <-p.free:
		default:
			return nil
		}
		t, err := p.claim(ctx, "", p.full())
		if err != nil {
			p.free <- struct{}{}
			if fault.Is(err, fault.NotFound) {
				return nil
			}
			return err
		}
		p.count(t.WorkspaceID, 1)
		working.Go(func() {
			defer p.notify() // last: a worker is free and the task may be due again
			defer func() { p.free <- struct{}{} }()
			defer p.count(t.WorkspaceID, -1)
			p.execute(ctx, t)
		})
	}
	return nil
}

func (p *pool) claim(ctx context.Context, key string, except []string) (Task, error) {
	now := p.clock.Now()
	lease := Lease{Kind: p.Name, Key: key, Owner: p.node + "/" + ident.New("clm")}
	t, err := p.store.ClaimTask(ctx, Claim{Lease: lease, Now: now, Until: now.Add(p.Lease), Except: except})
	t.Last = t.Attempts >= p.Retry.Attempts
	return t, err
}

// full returns the workspaces that have PerWorkspace running tasks.
func (p *pool) full() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var full []string
	for id, n := range p.active {
		if p.PerWorkspace > 0 && n >= p.PerWorkspace {
			full = append(full, id)
		}
	}
	return full
}

func (p *pool) count(workspaceID string, change int) {
	if workspaceID == "" {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.active[workspaceID] += change; p.active[workspaceID] == 0 {
		delete(p.active, workspaceID)
	}
}
