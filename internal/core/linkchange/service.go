// Package linkchange changes or deletes all links that a filter selects, and undoes that.
// Each is a job: it runs in steps, survives the end of the process, and can be cancelled
// and resumed.
package linkchange

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/job"
	"linnet/internal/core/link"
)

// Deps are the dependencies of a service.
type Deps struct {
	Steps job.StepStore
	Files job.FileStore
	Jobs  *job.Service
	Links *link.Service
	// ActorFor returns the current permissions of a user. A job runs as the user that
	// started it, while that user is allowed to.
	ActorFor func(ctx context.Context, a access.Actor, workspaceID string) (access.Actor, error)
	Clock    clock.Clock
}

// Service has the operations.
type Service struct{ Deps }

// NewService returns a service.
func NewService(d Deps) *Service { return &Service{d} }

// action is what a job does.
type action string

const (
	update action = "update"
	remove action = "delete"
	undo   action = "undo"
)

// Selection is the links that a job changes.
type Selection struct {
	// Filter needs at least one condition unless All is set.
	Filter link.Filter
	All    bool
	// Unedited leaves out links that were edited since they were created or imported.
	Unedited bool
}

// params are the parameters of a job.
type params struct {
	Action    action    `json:"action"`
	Selection Selection `json:"selection,omitzero"`
	Changes   Changes   `json:"changes,omitzero"`
	Of        string    `json:"of,omitempty"`     // the job to undo
	Undoes    action    `json:"undoes,omitempty"` // its action
	FileID    string    `json:"fileId,omitempty"` // its output
}

// Update begins to change all links of a selection. Faults: Invalid; Conflict if the
// workspace has too many jobs.
func (s *Service) Update(ctx context.Context, a access.Actor, selected Selection, c Changes) (job.Job, error) {
	if err := c.check(); err != nil {
		return job.Job{}, err
	}
	return s.start(ctx, a, "Change links", params{Action: update, Selection: selected, Changes: c})
}

// Delete begins to delete all links of a selection. Its faults are those of Update.
func (s *Service) Delete(ctx context.Context, a access.Actor, selected Selection) (job.Job, error) {
	return s.start(ctx, a, "Delete links", params{Action: remove, Selection: selected})
}

func (s *Service) start(ctx context.Context, a access.Actor, name string, p params) (job.Job, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return job.Job{}, err
	}
	f := &p.Selection.Filter
	f.Sort, f.Ascending, f.Cursor, f.Offset, f.Limit = link.ByCreatedAt, false, "", 0, 1
	if !p.Selection.All && !f.Selects() {
		return job.Job{}, fault.New(fault.Invalid,
			"Specify at least one filter, such as tag, or all=true for all links of the workspace.")
	}
	f.CountAll = true
	page, err := s.Links.List(ctx, a, *f)
	if err != nil {
		return job.Job{}, err
	}
	f.CountAll, f.Limit = false, stepLinks
	return s.add(ctx, a, name, p, page.Total)
}

func (s *Service) add(ctx context.Context, a access.Actor, name string, p params, total int) (job.Job, error) {
	if err := s.Jobs.CheckRoom(ctx, a.WorkspaceID); err != nil {
		return job.Job{}, err
	}
	raw, err := json.Marshal(p)
	if err != nil {
		return job.Job{}, fmt.Errorf("encode a change of links: %w", err)
	}
	now := s.Clock.Now()
	output := job.File{ID: ident.New(ident.File), WorkspaceID: a.WorkspaceID, Name: "report", CreatedAt: now}
	if err := s.Files.InsertFile(ctx, output); err != nil {
		return job.Job{}, err
	}
	return s.Jobs.Add(ctx, a, job.Job{
		ID: ident.New(ident.Job), Kind: job.Change, State: job.Queued, Name: name, OutputID: output.ID, Params: raw, Total: total,
	})
}

// Undo begins to undo what a job that is no longer active has done: deleted links are
// restored, and changed ones get their values back unless they were changed since. Faults:
// Conflict if the job is active, is an undo, or its report was removed.
func (s *Service) Undo(ctx context.Context, a access.Actor, id string) (job.Job, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return job.Job{}, err
	}
	of, p, err := s.get(ctx, a, id)
	if err != nil {
		return job.Job{}, err
	}
	if !of.State.Ended() {
		return job.Job{}, fault.New(fault.Conflict, "This job is not finished. Cancel it first.")
	}
	if !canUndo(of, p) {
		return job.Job{}, fault.New(fault.Conflict, fmt.Sprintf(
			"This job cannot be undone. A change of links can be undone for %d days.", int(job.Files/(24*time.Hour))))
	}
	return s.add(ctx, a, "Undo: "+of.Name, params{Action: undo, Of: of.ID, Undoes: p.Action, FileID: of.OutputID}, of.Done-of.Failed)
}

// CanUndo reports whether Undo accepts a job.
func CanUndo(j job.Job) bool {
	p, err := paramsOf(j)
	return err == nil && j.State.Ended() && canUndo(j, p)
}

func canUndo(j job.Job, p params) bool {
	return p.Action != undo && j.OutputID != "" && len(j.Checkpoint) > 2
}

// Report returns a CSV with a row for each link: its id, the version and values before the
// change, or why it was not changed. It is NotFound after it was removed.
func (s *Service) Report(ctx context.Context, a access.Actor, id string) (io.Reader, error) {
	j, _, err := s.get(ctx, a, id)
	if err != nil {
		return nil, err
	}
	if j.OutputID == "" {
		return nil, fault.New(fault.NotFound, "The report of this job has been removed.")
	}
	return job.Open(ctx, s.Files, j.OutputID, 0), nil
}

// get returns one of the workspace's changes of links, or NotFound.
func (s *Service) get(ctx context.Context, a access.Actor, id string) (job.Job, params, error) {
	j, err := s.Jobs.Get(ctx, a, id)
	if err != nil {
		return j, params{}, err
	}
	if j.Kind != job.Change {
		return j, params{}, fault.New(fault.NotFound, "There is no such change.")
	}
	p, err := paramsOf(j)
	return j, p, err
}

func paramsOf(j job.Job) (p params, err error) {
	if err = json.Unmarshal(j.Params, &p); err != nil {
		err = fmt.Errorf("decode a change of links: %w", err)
	}
	return p, err
}
