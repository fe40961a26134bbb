package linkchange

import (
	"context"
	"encoding/json"
	"fmt"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/job"
	"linnet/internal/core/link"
)

// stepLinks is the number of links of one step.
const stepLinks = 100

// mark is the checkpoint of a job: where the next step begins.
type mark struct {
	Cursor string `json:"cursor"` // of the page of links behind those that the next step changes
	Read   int64  `json:"read"`   // chunks of the report of the job to undo that were read
	Done   int    `json:"done"`
	Failed int    `json:"failed"`
	Chunk  int64  `json:"chunk"` // of the report
	Last   bool   `json:"last"`  // the next step changes the rest
}

// changing is one run of a job.
type changing struct {
	*Service
	params
	job     job.Job
	owner   string
	actor   access.Actor
	mark    mark
	pending []row // what the next step changes
}

// Run is the handler of job.Change.
//
// The report has the links of a step, with what undoes it, before they are changed: a step
// that was interrupted is repeated, which does nothing to links that were changed.
func (s *Service) Run(ctx context.Context, j job.Job, owner string) error {
	p, err := paramsOf(j)
	if err != nil {
		return err
	}
	run := &changing{Service: s, params: p, job: j, owner: owner}
	if err := json.Unmarshal(j.Checkpoint, &run.mark); err != nil {
		return fmt.Errorf("decode the checkpoint of a change of links: %w", err)
	}
	if run.pending, err = run.interrupted(ctx); err != nil {
		return err
	}
	for {
		// The workspace may have been suspended, or its member removed.
		if run.actor, err = s.ActorFor(ctx, access.Actor{UserID: j.CreatedBy}, j.WorkspaceID); err != nil {
			return err
		}
		failed, err := run.change(ctx, run.pending)
		if err != nil {
			return err
		}
		run.mark.Done += len(run.pending)
		run.mark.Failed += len(failed)
		ended := run.mark.Last
		if err := run.prepare(ctx); err != nil {
			return err
		}
		if err := run.store(ctx, failed); err != nil {
			return err
		}
		if ended {
			return nil
		}
		if job.SliceOver(ctx) {
			return job.ErrYield
		}
	}
}

// interrupted returns what the step behind the checkpoint changes.
func (run *changing) interrupted(ctx context.Context) ([]row, error) {
	m := run.mark
	switch {
	case m.Chunk == 0:
		return nil, nil
	case run.Action != undo:
		rows, _, err := readRows(ctx, run.Files, run.job.OutputID, m.Chunk-1)
		return rows, err
	case m.Last:
		return nil, nil
	}
	return changedRows(ctx, run.Files, run.FileID, m.Read-1)
}

// prepare sets what the next step changes.
func (run *changing) prepare(ctx context.Context) (err error) {
	m := &run.mark
	run.pending = nil
	if m.Last {
		return nil
	}
	if run.Action == undo {
		run.pending, err = changedRows(ctx, run.Files, run.FileID, m.Read)
		if fault.Is(err, fault.NotFound) {
			m.Last, err = true, nil
		}
		m.Read++
		return err
	}
	f := run.Selection.Filter
	f.Cursor = m.Cursor
	page, err := run.Links.List(ctx, run.actor, f)
	if err != nil {
		return err
	}
	m.Cursor, m.Last = page.NextCursor, page.NextCursor == ""
	for i := range page.Links {
		l := &page.Links[i]
		run.pending = append(run.pending, row{ID: l.ID, Version: l.Version, Before: run.Changes.before(l)})
	}
	return nil
}

// store stores the progress, with the links that the next step changes and those that
// the last one could not change in the report.
func (run *changing) store(ctx context.Context, failed []row) error {
	m := &run.mark
	report, err := appendRows(m.Chunk == 0, failed, run.intents())
	if err != nil {
		return err
	}
	st := job.Step{
		JobID: run.job.ID, WorkspaceID: run.job.WorkspaceID, Owner: run.owner,
		Done: m.Done, Failed: m.Failed, OutputID: run.job.OutputID, Position: m.Chunk,
	}
	if st.Output, err = job.Pack(report); err != nil {
		return err
	}
	m.Chunk++
	if st.Checkpoint, err = json.Marshal(m); err != nil {
		return fmt.Errorf("encode the checkpoint of a change of links: %w", err)
	}
	return run.Steps.StepJob(ctx, st)
}

// intents returns the rows of the report for the next step. The report of an undo has only
// the links that could not be changed.
func (run *changing) intents() []row {
	if run.Action == undo {
		return nil
	}
	return run.pending
}

// change changes links and returns those that could not be changed, with the reason.
func (run *changing) change(ctx context.Context, rows []row) (failed []row, err error) {
	if len(rows) == 0 {
		return nil, nil
	}
	if run.Selection.Unedited {
		rows, failed = unedited(rows)
	}
	results, err := run.apply(ctx, rows)
	if err != nil {
		return nil, err
	}
	for i, r := range results {
		if r.Err == nil {
			continue
		}
		done, err := run.changedBefore(ctx, rows[i], r.Err)
		if err != nil {
			return nil, err
		}
		if !done {
			failed = append(failed, row{ID: rows[i].ID, Message: fault.Sentence(r.Err)})
		}
	}
	return failed, nil
}

// unedited divides links into those that were never edited and the others.
func unedited(rows []row) (kept, failed []row) {
	for _, r := range rows {
		if r.Version > 1 {
			failed = append(failed, row{ID: r.ID, Message: "This link was edited."})
			continue
		}
		kept = append(kept, r)
	}
	return kept, failed
}

func (run *changing) apply(ctx context.Context, rows []row) ([]link.Result, error) {
	switch {
	case run.Action == update:
		return run.Links.UpdateMany(ctx, run.actor, changesOf(rows, func(r row) link.Change {
			return link.Change{Target: link.Target{ID: r.ID}, Edit: run.Changes.edit}
		}))
	case run.Action == remove:
		return run.Links.DeleteMany(ctx, run.actor, idsOf(rows))
	case run.Undoes == remove:
		return run.Links.RestoreMany(ctx, run.actor, idsOf(rows))
	default:
		return run.Links.UpdateMany(ctx, run.actor, changesOf(rows, func(r row) link.Change {
			return link.Change{Target: link.Target{ID: r.ID, IfVersions: []int64{r.Version + 1}}, Edit: r.Before.edit}
		}))
	}
}

// changedBefore reports whether a link that could not be changed is as it should be: a
// step that was interrupted is repeated.
func (run *changing) changedBefore(ctx context.Context, r row, cause error) (bool, error) {
	switch {
	case run.Action == remove:
		return fault.Is(cause, fault.NotFound), nil
	case run.Action == undo && run.Undoes == remove && fault.Is(cause, fault.NotFound),
		run.Action == undo && run.Undoes == update && fault.Is(cause, fault.PreconditionFailed):
		l, err := run.Links.Get(ctx, run.actor, r.ID)
		if fault.Is(err, fault.NotFound) {
			return false, nil
		}
		return err == nil && r.Before.holds(l), err
	}
	return false, nil
}

func changesOf(rows []row, change func(row) link.Change) []link.Change {
	out := make([]link.Change, len(rows))
	for i, r := range rows {
		out[i] = change(r)
	}
	return out
}

func idsOf(rows []row) []string {
	ids := make([]string, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	return ids
}
