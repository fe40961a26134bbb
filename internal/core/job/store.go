package job

import (
	"context"
	"linnet/internal/base/loop"
	"time"
)

// Store keeps jobs. Every change of a state is told on the event feed
// (event.JobChanged) after its commit.
type Store interface {
	InsertJob(ctx context.Context, j Job) error
	// Job returns one of the workspace's jobs, or NotFound.
	Job(ctx context.Context, workspaceID, id string) (Job, error)
	// Jobs returns one page, newest first.
	Jobs(ctx context.Context, workspaceID string, f Filter) (Page, error)
	// TurnJob changes a job that is in one of the states it may leave, and is
	// Conflict for one in another state.
	TurnJob(ctx context.Context, t Turn) (Job, error)
	// DeleteJob removes a job with its files.
	DeleteJob(ctx context.Context, workspaceID, id string) error
	// CountOpenJobs counts the workspace's jobs that still hold an upload.
	CountOpenJobs(ctx context.Context, workspaceID string) (int, error)
}

// RunnerStore is what a runner needs of the records.
type RunnerStore interface {
	loop.Leases
	// ClaimJob gives a job that waits, or whose lease has ended, to owner until
	// then; NotFound when there is none. A workspace without a running job comes
	// first, then the job that has waited longest. Two claims at once get two
	// jobs.
	ClaimJob(ctx context.Context, c Claim) (Job, error)
	// KeepJob prolongs the lease; ErrLost when it is another's or the job does
	// not run any more.
	KeepJob(ctx context.Context, id, owner string, until time.Time) error
	// EndJob ends owner's turn and returns the job as it is then; ErrLost as
	// KeepJob. A job that is done loses its input.
	EndJob(ctx context.Context, e Ending) (Job, error)
	// ForgetJobs removes files of jobs that ended before files, jobs that ended
	// before jobs, and uploads without a job that are as old as files.
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

// Turn is a change of state that somebody asked for.
type Turn struct {
	WorkspaceID, ID string
	From            []State
	To              State
	Params          []byte // nil: as they are
	Total           int    // of a start; 0: as it is
	At              time.Time
}

// Claim asks for a job.
type Claim struct {
	Owner string
	ID    string // only this one; empty: any
	Kinds []Kind
	Now   time.Time
	Until time.Time // the lease
}

// Ending is how a turn of a runner ends.
type Ending struct {
	ID, Owner string
	State     State // Queued hands it back
	Message   string
	Attempts  int
	RunAfter  time.Time // of a job that is handed back
	At        time.Time
}
