// Package queue runs durable tasks. A task is a row of the records: it survives
// a restart and is run by one node at a time, which leases it. Failed attempts
// are retried with backoff; after the last one a task becomes a dead letter.
package queue

import (
	"context"
	"errors"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/loop"
)

// Bounds. DeadFor is how long dead letters are stored. MaxError is the maximum
// length of a stored error in bytes.
const (
	DeadFor  = 30 * 24 * time.Hour
	MaxError = 500
)

// NewTask is a task to add. It replaces a task of the same kind and key, which
// loses its lease.
type NewTask struct {
	Kind        string
	Key         string // unique within the kind
	WorkspaceID string // for fairness; empty: of no workspace
	Payload     string // in the format of the kind, without secrets
	Due         time.Time
}

// Lease is the right to run a task. Owner is unique for each claim, so that a
// claim that lost its lease cannot change the task under a later one.
type Lease struct {
	Kind, Key, Owner string
}

// Task is a claimed task.
type Task struct {
	Lease

	WorkspaceID string
	Payload     string
	Attempts    int    // including this one
	Last        bool   // a failure of this attempt is final
	Error       string // of an earlier attempt; empty: none was stored
	CreatedAt   time.Time
}

// Claim selects a task to lease.
type Claim struct {
	Lease // an empty Key: any task of the kind

	Now    time.Time
	Until  time.Time // the end of the lease
	Except []string  // workspaces whose tasks are skipped
}

// Release ends a lease of a task that is not completed.
type Release struct {
	Due       time.Time
	Uncounted bool      // the attempt does not count
	Error     string    // at most MaxError bytes
	Dead      time.Time // zero: the task is run again when it is due
}

// Dead is a dead letter: a task whose attempts all failed.
type Dead struct {
	Kind, Key, WorkspaceID string
	Error                  string
	Attempts               int
	At                     time.Time
}

// Store is the record store of tasks.
type Store interface {
	loop.Leases
	// ClaimTask leases a task that is due; NotFound when there is none. Tasks of
	// workspaces without a leased task of the kind come first, then those that
	// have been due longest. Concurrent claims get different tasks.
	ClaimTask(ctx context.Context, c Claim) (Task, error)
	// RenewTask extends a lease, or returns ErrLost.
	RenewTask(ctx context.Context, l Lease, until time.Time) error
	// ReleaseTask ends a lease, or returns ErrLost.
	ReleaseTask(ctx context.Context, l Lease, r Release) error
	// CompleteTask deletes a task, or returns ErrLost.
	CompleteTask(ctx context.Context, l Lease) error
	// DeleteDeadTasks deletes the dead letters from before a time.
	DeleteDeadTasks(ctx context.Context, before time.Time) error
}

// ErrLost returns the error of a change without the lease: the task was deleted
// or replaced, or another node claimed it after the lease had expired.
func ErrLost() error {
	return fault.Wrap(errLost, fault.PreconditionFailed, "The lease of this task was lost.")
}

var errLost = errors.New("lease lost")

// IsLost reports whether err is one of ErrLost.
func IsLost(err error) bool { return errors.Is(err, errLost) }

// postponed is the error of Postpone.
type postponed time.Duration

// Error implements error.
func (p postponed) Error() string { return "task postponed by " + time.Duration(p).String() }

// Postpone returns an error with which a handler schedules its task to run
// again after d. It is not a failure, and the attempt does not count.
func Postpone(d time.Duration) error { return postponed(d) }

// IsPostponed reports whether err is one of Postpone.
func IsPostponed(err error) bool {
	var p postponed
	return errors.As(err, &p)
}

// Retryable reports whether a failure may be temporary: its code is Unavailable
// or Internal.
func Retryable(err error) bool {
	switch fault.CodeOf(err) {
	case fault.Unavailable, fault.Internal:
		return true
	}
	return false
}
