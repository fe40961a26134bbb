// Package job runs long work in steps: imports, exports. A job lives in the
// records, so that closing a page or killing a process does not end it. Whoever
// holds its lease takes the next step from where the last one was stored.
package job

import (
	"time"

	"linnet/internal/base/fault"
)

// Kind says what a job does; each has one handler.
type Kind string

// The kinds.
const (
	Import Kind = "import" // of links, from a file
	Export Kind = "export" // of links, into a file
)

// State is where a job stands.
type State string

// The states. A draft waits for its owner to start it; a cancelled or failed
// job goes on from where it stood when it is resumed.
const (
	Draft     State = "draft"
	Queued    State = "queued"
	Running   State = "running"
	Cancelled State = "cancelled"
	Failed    State = "failed"
	Done      State = "done"
)

// Ended reports whether a job in this state does nothing more by itself.
func (s State) Ended() bool { return s == Cancelled || s == Failed || s == Done }

// Bounds. Files is how long uploads and results are kept after a job's end (or
// after its upload, for drafts that nobody starts); Memory is how long the job
// itself stays in the list. MaxOpen is of one workspace.
const (
	Files   = 7 * 24 * time.Hour
	Memory  = 90 * 24 * time.Hour
	MaxOpen = 20
)

// Job is a piece of long work. Times are UTC; a zero time is "not yet".
type Job struct {
	ID          string
	WorkspaceID string
	Kind        Kind
	State       State
	Name        string // of the file, for people
	CreatedBy   string // the user in whose name it works
	InputID     string // the file it reads; empty: none, or removed
	OutputID    string // the file it writes; empty: none, or removed
	Params      []byte // JSON of the kind's own
	Checkpoint  []byte // JSON of the kind's own: where the next step begins
	Done        int    // rows dealt with, the failed ones among them
	Total       int    // rows in all
	Failed      int    // rows that could not be taken
	Message     string // why it failed, for people
	Attempts    int    // claims since the last step
	CreatedAt   time.Time
	StartedAt   time.Time
	FinishedAt  time.Time
}

// Resumable reports whether the job can go on after its end: what it needs is
// still there.
func (j Job) Resumable() bool {
	if j.State != Cancelled && j.State != Failed {
		return false
	}
	return j.Kind != Import || j.InputID != ""
}

// Step is what a piece of work leaves behind: progress, where the next one
// begins, and what it adds to the job's output. It is stored in the transaction
// of the work itself, or not at all.
type Step struct {
	JobID       string
	WorkspaceID string
	Owner       string // who holds the lease
	Done        int    // in all, not of this step
	Failed      int
	Checkpoint  []byte
	OutputID    string
	Position    int64  // of Output in its file
	Output      []byte // as Pack made it; empty: none
}

// ErrLost is the fault of a step whose job is no longer the runner's: it was
// cancelled, or its lease ended and another runner has it.
func ErrLost() error {
	return fault.New(fault.PreconditionFailed, "This job was cancelled, or goes on elsewhere.")
}
