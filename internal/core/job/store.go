package job

import (
	"context"
	"time"

	"linnet/internal/base/loop"
	"linnet/internal/core/event"
	"linnet/internal/core/queue"
)

// Store is the record store of jobs. Every change is published as
// event.JobChanged after its commit.
type Store interface {
	loop.Leases
	// InsertJob stores a new job and events about it.
	InsertJob(ctx context.Context, j Job, events ...event.Event) error
	// Job returns one of the workspace's jobs, or NotFound.
	Job(ctx context.Context, workspaceID, id string) (Job, error)
	// Jobs returns one page, newest first.
	Jobs(ctx context.Context, workspaceID string, f Filter) (Page, error)
	// TransitionJob changes a job that is in one of the states it may leave, and is
	// Conflict for one in another state.
	TransitionJob(ctx context.Context, t Transition) (Job, error)
	// DeleteJob removes a job with its files.
	DeleteJob(ctx context.Context, workspaceID, id string) error
	// CountOpenJobs counts the workspace's unfinished jobs and those with an upload.
	CountOpenJobs(ctx context.Context, workspaceID string) (int, error)
	// StoredFileBytes returns the size of the files of the workspace's jobs: their
	// compressed content, and FileOverhead for each.
	StoredFileBytes(ctx context.Context, workspaceID string) (int64, error)

	// StartJob sets a queued or running job to running and returns it. It returns
	// NotFound for one that has ended, and ErrLost without the lease.
	StartJob(ctx context.Context, l queue.Lease, now time.Time) (Job, error)
	// EndJob stores the result of a claim and returns the job. It completes the
	// task of a job that has ended, and deletes the upload of one that is done.
	// Without the lease it returns ErrLost.
	EndJob(ctx context.Context, e Ending) (Job, error)
	// ForgetJobs deletes files of jobs that ended before files, jobs that ended
	// before jobs, and uploads without a job from before files.
	ForgetJobs(ctx context.Context, files, jobs time.Time) error
}

// StepStore stores steps that change no other records.
type StepStore interface {
	// StepJob stores a step. It returns ErrLost without the lease.
	StepJob(ctx context.Context, st Step) error
}

// Filter chooses jobs. Drafts are never listed.
type Filter struct {
	Kind   Kind // empty: all
	Active bool // only queued and running ones
	Limit  int  // 1–100; 0 means 50
	Cursor string

	CreatedBy string // a user; empty: all
}

// Page is a part of a list. NextCursor is empty on the last page.
type Page struct {
	Jobs       []Job
	NextCursor string
	Total      int
}

// Transition is a change of state by a user.
type Transition struct {
	WorkspaceID, ID string
	From            []State
	To              State
	Params          []byte // nil: as they are
	Total           int    // of a start; 0: as it is
	At              time.Time
}

// Ending is the result of a claim.
type Ending struct {
	Lease   queue.Lease
	State   State // Queued: the job runs again
	Message string
	At      time.Time
}
