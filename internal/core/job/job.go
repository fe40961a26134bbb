// Package job runs imports, exports, retrievals, checks and changes of many links in steps. A job is stored in the records,
// so that it survives a closed page and a killed process. A task of the durable
// queue runs it: the node with the task's lease continues from the checkpoint of
// the last stored step.
package job

import (
	"time"

	"linnet/internal/core/queue"
)

// Kind is the kind of a job. Each has one handler.
type Kind string

// The kinds.
const (
	Import Kind = "import" // of links, from a file
	Export Kind = "export" // of links, into a file
	Change Kind = "change" // of the links that a filter selects, with a report

	Retrieval Kind = "retrieval" // of the links of another shortener, into the draft of an import
	Check     Kind = "check"     // of the redirects of another shortener, with a report
)

// State is the state of a job.
type State string

// The states. A draft is started by its user. A cancelled or failed job continues
// from its checkpoint when it is resumed. One that paused is cancelled, with a message.
const (
	Draft     State = "draft"
	Queued    State = "queued"
	Running   State = "running"
	Cancelled State = "cancelled"
	Failed    State = "failed"
	Done      State = "done"
)

// Ended reports whether a job in this state no longer runs by itself.
func (s State) Ended() bool { return s == Cancelled || s == Failed || s == Done }

// Bounds. Files is how long uploads and results are stored after the end of a job,
// or after the upload of a draft. Memory is how long the job is listed. MaxOpen
// is the maximum number of unfinished jobs in a workspace. FilesPerStorage is how many
// times the storage of its plan the files of a workspace's jobs may take when a job is
// added, and FileOverhead what each file counts in addition to its content, in bytes.
const (
	Files           = 7 * 24 * time.Hour
	Memory          = 90 * 24 * time.Hour
	MaxOpen         = 20
	FilesPerStorage = 4
	FileOverhead    = 4 << 10
)

// Job is an import, an export, a retrieval, a check or a change of links. Times are UTC, zero if not yet reached.
type Job struct {
	ID          string
	WorkspaceID string
	Kind        Kind
	State       State
	Name        string // of the file
	CreatedBy   string // the user whose permissions it has
	InputID     string // the file it reads; empty: none, or removed
	OutputID    string // the file it writes; empty: none, or removed
	Params      []byte // JSON, defined by the kind
	Checkpoint  []byte // JSON, defined by the kind: where the next step begins
	Done        int    // processed rows, including the failed ones
	Total       int    // rows in all, at least Done
	Failed      int    // rejected rows
	Message     string // the reason of a failure or of a pause, a sentence
	CreatedAt   time.Time
	StartedAt   time.Time
	FinishedAt  time.Time
}

// Resumable reports whether the job can continue: it failed or was cancelled, and
// the file that it reads still exists.
func (j Job) Resumable() bool {
	if j.State != Cancelled && j.State != Failed {
		return false
	}
	switch j.Kind {
	case Import, Retrieval:
		return j.InputID != ""
	case Change, Check:
		return j.OutputID != "" // that of a change has what the interrupted step changes
	default:
		return true
	}
}

// Step is the result of one step: progress, the checkpoint, and an addition to the
// job's output. It is stored in the transaction of the step's work.
type Step struct {
	JobID       string
	WorkspaceID string
	Owner       string // of the lease
	Done        int    // in all, not of this step
	Failed      int
	Checkpoint  []byte
	OutputID    string
	Position    int64  // of Output in its file
	Output      []byte // as Pack made it; empty: none
}

// ErrLost returns the error of a step without the lease: its job was cancelled, or
// another node claimed it after the lease had expired.
func ErrLost() error { return queue.ErrLost() }

// TaskKind is the kind of the tasks that run jobs. Their key is the job's id.
const TaskKind = "job"

// Task returns the task that runs the job from a time on.
func (j Job) Task(due time.Time) queue.NewTask {
	return queue.NewTask{Kind: TaskKind, Key: j.ID, WorkspaceID: j.WorkspaceID, Due: due}
}
