package job

import (
	"context"
	"linnet/internal/base/loop"
	"time"
)

// Store is the record store of jobs. Every change is published as
// event.JobChanged after its commit.
type Store interface {
	InsertJob(ctx context.Context, j Job) error
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
}

// RunnerStore is what a runner needs of the records.
type RunnerStore interface {
	loop.Leases
	// ClaimJob leases a queued job, or one whose lease has expired; NotFound when
	// there is none. Jobs of a workspace without a running job come first, then
	// the oldest. Concurrent claims get different jobs.
	ClaimJob(ctx context.Context, c Claim) (Job, error)
	// KeepJob renews the lease; ErrLost when it is another owner's or the job no
	// longer runs.
	KeepJob(ctx context.Context, id, owner string, until time.Time) error
	// EndJob releases the lease with a new state and returns the job; ErrLost as
	// KeepJob. The upload of a job that is done is deleted.
	EndJob(ctx context.Context, e Ending) (Job, error)
	// ForgetJobs deletes files of jobs that ended before files, jobs that ended
	// before jobs, and uploads without a job from before files.
	ForgetJobs(ctx context.Context, files, jobs time.Time) error
}

// Filter chooses jobs. Drafts are never listed.
type Filter struct {
	Kind   Kind // empty: all
	Active bool // only those that wait or run
	Limit  int  // 1–100; 0 means 50
	Cursor string
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

// Claim selects a job to lease.
type Claim struct {
	Owner string
	ID    string // only this one; empty: any
	Kinds []Kind
	Now   time.Time
	Until time.Time // the lease
}

// Ending is the end of a lease.
type Ending struct {
	ID, Owner string
	State     State // Queued releases it for the next claim
	Message   string
	Attempts  int
	RunAfter  time.Time // of a Queued job
	At        time.Time
}
