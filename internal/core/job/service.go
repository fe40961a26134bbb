package job

import (
	"context"
	"fmt"
	"sync"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/plan"
)

// Bounds of a page.
const (
	defaultPage = 50
	maxPage     = 100
)

// Service lists jobs, changes their state, and publishes their progress.
type Service struct {
	store  Store
	limits plan.LimitsOf
	clock  clock.Clock

	mu        sync.Mutex
	listeners map[*listener]bool
}

// listener is a subscription to the jobs of a workspace.
type listener struct {
	workspaceID string
	changed     chan string // ids of jobs
}

// NewService returns a service over store. The files of jobs of a workspace may take
// FilesPerStorage times its limit.
func NewService(store Store, limits plan.LimitsOf, clock clock.Clock) *Service {
	return &Service{store: store, limits: limits, clock: clock, listeners: map[*listener]bool{}}
}

// Get returns one job of the actor's workspace, or NotFound. Actors with hidden
// folders see their own jobs only, because the files of others contain all links.
func (s *Service) Get(ctx context.Context, a access.Actor, id string) (Job, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return Job{}, err
	}
	j, err := s.store.Job(ctx, a.WorkspaceID, id)
	if err == nil && a.View().Limited() && j.CreatedBy != a.UserID {
		return Job{}, fault.New(fault.NotFound, "There is no such job.")
	}
	return j, err
}

// List returns one page of the workspace's jobs, newest first, under the rule of
// Get.
func (s *Service) List(ctx context.Context, a access.Actor, f Filter) (Page, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return Page{}, err
	}
	if f.Limit <= 0 {
		f.Limit = defaultPage
	}
	f.Limit = min(f.Limit, maxPage)
	if a.View().Limited() {
		f.CreatedBy = a.UserID
	}
	return s.store.Jobs(ctx, a.WorkspaceID, f)
}

// CheckRoom returns Conflict if the workspace can have no further job: it has MaxOpen
// unfinished ones, or the files of its jobs take all of their space. Callers check it
// before they store a file of a new job.
func (s *Service) CheckRoom(ctx context.Context, workspaceID string) error {
	open, err := s.store.CountOpenJobs(ctx, workspaceID)
	if err != nil {
		return err
	}
	if open >= MaxOpen {
		return fault.New(fault.Conflict, fmt.Sprintf(
			"This workspace has %d imports, exports and changes of links that are not finished, the most there can be. Finish or remove one first.", open))
	}
	limits, err := s.limits(ctx, workspaceID)
	if err != nil || limits.Storage == 0 {
		return err
	}
	limit := limits.Storage * FilesPerStorage
	used, err := s.store.StoredFileBytes(ctx, workspaceID)
	if err == nil && used >= limit {
		err = fault.New(fault.Conflict, fmt.Sprintf(
			"The files of this workspace's imports, exports and changes of links take the %d MiB that its plan allows. "+
				"Remove those you no longer need, or wait: files are deleted after 7 days.", limit>>20))
	}
	return err
}

// Add stores a new job and events about it. Its faults are those of CheckRoom.
func (s *Service) Add(ctx context.Context, a access.Actor, j Job, events ...event.Event) (Job, error) {
	if err := access.Require(a, toStart(j.Kind)); err != nil {
		return Job{}, err
	}
	if err := s.CheckRoom(ctx, a.WorkspaceID); err != nil {
		return Job{}, err
	}
	j.WorkspaceID, j.CreatedBy, j.CreatedAt = a.WorkspaceID, a.UserID, s.clock.Now()
	if err := s.store.InsertJob(ctx, j, events...); err != nil {
		return Job{}, err
	}
	return s.store.Job(ctx, a.WorkspaceID, j.ID)
}

// toStart returns the permission to start a job.
func toStart(kind Kind) access.Permission {
	if kind == Export {
		return access.ReadLinks
	}
	return access.WriteLinks
}

// toChange returns the permission to cancel, resume or remove a job: that of starting
// it for its user, and WriteLinks for other users.
func toChange(a access.Actor, j Job) access.Permission {
	if j.CreatedBy == a.UserID {
		return toStart(j.Kind)
	}
	return access.WriteLinks
}

// Start queues a draft with its final parameters.
func (s *Service) Start(ctx context.Context, a access.Actor, id string, params []byte, total int) (Job, error) {
	return s.transition(ctx, a, Transition{ID: id, From: []State{Draft}, To: Queued, Params: params, Total: total})
}

// Cancel stops a job. Its stored steps remain.
func (s *Service) Cancel(ctx context.Context, a access.Actor, id string) (Job, error) {
	return s.transition(ctx, a, Transition{ID: id, From: []State{Queued, Running}, To: Cancelled})
}

// Resume continues a cancelled or failed job from its checkpoint.
func (s *Service) Resume(ctx context.Context, a access.Actor, id string) (Job, error) {
	j, err := s.Get(ctx, a, id)
	if err != nil {
		return Job{}, err
	}
	if j.State.Ended() && j.State != Done && !j.Resumable() {
		return Job{}, fault.New(fault.Conflict, "The file of this job has been removed. Upload it again.")
	}
	return s.transition(ctx, a, Transition{ID: id, From: []State{Cancelled, Failed}, To: Queued})
}

func (s *Service) transition(ctx context.Context, a access.Actor, t Transition) (Job, error) {
	j, err := s.Get(ctx, a, t.ID)
	if err != nil {
		return Job{}, err
	}
	if err := access.Require(a, toChange(a, j)); err != nil {
		return Job{}, err
	}
	t.WorkspaceID, t.At = a.WorkspaceID, s.clock.Now()
	return s.store.TransitionJob(ctx, t)
}

// Remove deletes a job that is not queued or running, with its files.
func (s *Service) Remove(ctx context.Context, a access.Actor, id string) error {
	j, err := s.Get(ctx, a, id)
	if err != nil {
		return err
	}
	if err := access.Require(a, toChange(a, j)); err != nil {
		return err
	}
	if j.State == Queued || j.State == Running {
		return fault.New(fault.Conflict, "This job is not finished. Cancel it first.")
	}
	return s.store.DeleteJob(ctx, a.WorkspaceID, id)
}

// OnEvent forwards job changes to subscribers. It does not block: a subscriber with
// a full channel misses ids.
func (s *Service) OnEvent(e event.Event) {
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

// Follow returns a channel of the ids of changed jobs of the workspace, and a
// function that ends the subscription. The empty id means that any job may have
// changed.
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
