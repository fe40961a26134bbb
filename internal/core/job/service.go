package job

import (
	"context"
	"fmt"
	"sync"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

// Bounds of a page.
const (
	defaultPage = 50
	maxPage     = 100
)

// Service lists and turns jobs, and tells of their progress.
type Service struct {
	store Store
	clk   clock.Clock

	mu        sync.Mutex
	listeners map[*listener]bool
}

// listener is somebody who follows a workspace's jobs.
type listener struct {
	workspaceID string
	changed     chan string // ids of jobs
}

// NewService returns a service over store.
func NewService(store Store, clk clock.Clock) *Service {
	return &Service{store: store, clk: clk, listeners: map[*listener]bool{}}
}

// Get returns one job of the actor's workspace, or NotFound.
func (s *Service) Get(ctx context.Context, a access.Actor, id string) (Job, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return Job{}, err
	}
	return s.store.Job(ctx, a.WorkspaceID, id)
}

// List returns one page of the workspace's jobs, newest first.
func (s *Service) List(ctx context.Context, a access.Actor, f Filter) (Page, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return Page{}, err
	}
	if f.Limit <= 0 {
		f.Limit = defaultPage
	}
	f.Limit = min(f.Limit, maxPage)
	return s.store.Jobs(ctx, a.WorkspaceID, f)
}

// Add puts a new job into the records, unless the workspace holds MaxOpen that
// are not finished.
func (s *Service) Add(ctx context.Context, a access.Actor, j Job) (Job, error) {
	if err := access.Require(a, toStart(j.Kind)); err != nil {
		return Job{}, err
	}
	open, err := s.store.CountOpenJobs(ctx, a.WorkspaceID)
	if err != nil {
		return Job{}, err
	}
	if open >= MaxOpen {
		return Job{}, fault.New(fault.Conflict, fmt.Sprintf(
			"This workspace has %d imports and exports that are not finished, the most there can be. Finish or remove one first.", open))
	}
	j.WorkspaceID, j.CreatedBy, j.CreatedAt = a.WorkspaceID, a.UserID, s.clk.Now()
	if err := s.store.InsertJob(ctx, j); err != nil {
		return Job{}, err
	}
	return s.store.Job(ctx, a.WorkspaceID, j.ID)
}

// toStart is what somebody needs to start a job.
func toStart(kind Kind) access.Permission {
	if kind == Import {
		return access.WriteLinks
	}
	return access.ReadLinks
}

// toTurn is what somebody needs to stop, resume or remove a job: what it took to
// start their own, and to write links for another's.
func toTurn(a access.Actor, j Job) access.Permission {
	if j.CreatedBy == a.UserID {
		return toStart(j.Kind)
	}
	return access.WriteLinks
}

// Start queues a draft with its final parameters.
func (s *Service) Start(ctx context.Context, a access.Actor, id string, params []byte, total int) (Job, error) {
	return s.turn(ctx, a, Turn{ID: id, From: []State{Draft}, To: Queued, Params: params, Total: total})
}

// Cancel stops a job. What it has done stays done.
func (s *Service) Cancel(ctx context.Context, a access.Actor, id string) (Job, error) {
	return s.turn(ctx, a, Turn{ID: id, From: []State{Queued, Running}, To: Cancelled})
}

// Resume lets a cancelled or failed job go on from where it stood.
func (s *Service) Resume(ctx context.Context, a access.Actor, id string) (Job, error) {
	j, err := s.Get(ctx, a, id)
	if err != nil {
		return Job{}, err
	}
	if j.State.Ended() && j.State != Done && !j.Resumable() {
		return Job{}, fault.New(fault.Conflict, "The file of this job has been removed. Upload it again.")
	}
	return s.turn(ctx, a, Turn{ID: id, From: []State{Cancelled, Failed}, To: Queued})
}

func (s *Service) turn(ctx context.Context, a access.Actor, t Turn) (Job, error) {
	j, err := s.Get(ctx, a, t.ID)
	if err != nil {
		return Job{}, err
	}
	if err := access.Require(a, toTurn(a, j)); err != nil {
		return Job{}, err
	}
	t.WorkspaceID, t.At = a.WorkspaceID, s.clk.Now()
	return s.store.TurnJob(ctx, t)
}

// Remove takes a job that does not run out of the list, with its files.
func (s *Service) Remove(ctx context.Context, a access.Actor, id string) error {
	j, err := s.Get(ctx, a, id)
	if err != nil {
		return err
	}
	if err := access.Require(a, toTurn(a, j)); err != nil {
		return err
	}
	if j.State == Queued || j.State == Running {
		return fault.New(fault.Conflict, "This job is not finished. Cancel it first.")
	}
	return s.store.DeleteJob(ctx, a.WorkspaceID, id)
}

// Hear takes note of an event and tells those who follow. It is quick and
// never blocks: who is slow misses ids, and reads the jobs again in the end.
func (s *Service) Hear(e event.Event) {
	if e.Kind != event.JobChanged && e.Kind != "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for l := range s.listeners {
		if e.Kind != "" && l.workspaceID != e.WorkspaceID {
			continue
		}
		select {
		case l.changed <- e.SubjectID:
		default:
		}
	}
}

// Follow returns a channel of the ids of jobs that change in the workspace, and
// a function that ends it. The empty id means that any may have.
func (s *Service) Follow(workspaceID string) (changed <-chan string, end func()) {
	l := &listener{workspaceID: workspaceID, changed: make(chan string, 64)}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.listeners[l] = true
	return l.changed, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.listeners, l)
	}
}
