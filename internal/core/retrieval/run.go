package retrieval

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"linnet/internal/base/fault"
	"linnet/internal/base/sealed"
	"linnet/internal/core/access"
	"linnet/internal/core/job"
	"linnet/internal/core/transfer"
)

// mark is the checkpoint of a job: where the next step begins.
type mark struct {
	Cursor   string `json:"cursor"`
	Rows     int    `json:"rows"`
	Bytes    int64  `json:"bytes"` // of the file
	Chunk    int64  `json:"chunk"` // of the file, the next one
	Read     bool   `json:"read"`  // all links
	ImportID string `json:"importId,omitempty"`
	// After is the id of the last link of the page at Cursor that is stored; empty: none is.
	After   string   `json:"after,omitempty"`
	Visited *visited `json:"visited,omitempty"` // of the link behind After
}

func markOf(j job.Job) (mark, error) {
	var m mark
	if err := json.Unmarshal(j.Checkpoint, &m); err != nil {
		return m, fmt.Errorf("decode the checkpoint of a retrieval: %w", err)
	}
	return m, nil
}

// ImportOf returns the id of the draft that a retrieval has made; empty: none.
func ImportOf(j job.Job) string {
	m, err := markOf(j)
	if err != nil || j.Kind != job.Retrieval {
		return ""
	}
	return m.ImportID
}

// retrieving is one run of a job.
type retrieving struct {
	*Service
	params
	job    job.Job
	owner  string
	source Source
	mark   mark
	page   *Page // at mark.Cursor, its links behind mark.After; nil: not read yet
}

// Run is the handler of job.Retrieval. Links and the cursor behind them are stored in one
// transaction, so that a repeated step writes no link twice.
func (s *Service) Run(ctx context.Context, j job.Job, owner string) error {
	run, err := s.open(ctx, j, owner)
	if err != nil {
		return err
	}
	for !run.mark.Read {
		// The workspace may have been suspended, or its member removed.
		if _, err := run.actor(ctx); err != nil {
			return err
		}
		if err := run.step(ctx); err != nil {
			return err
		}
		if job.SliceOver(ctx) {
			return job.ErrYield
		}
	}
	if run.mark.ImportID != "" {
		return nil
	}
	return run.finish(ctx)
}

func (s *Service) open(ctx context.Context, j job.Job, owner string) (*retrieving, error) {
	p, err := paramsOf(j)
	if err != nil {
		return nil, err
	}
	m, err := markOf(j)
	if err != nil {
		return nil, err
	}
	key, _, err := s.keyOf(ctx, j.InputID)
	if errors.Is(err, sealed.ErrOpen) {
		return nil, job.Paused("The stored key cannot be read, because the secret key of this install is another one. Enter it again.")
	}
	if err != nil {
		return nil, err
	}
	source := s.Open(p.connection(key))
	return &retrieving{Service: s, params: p, job: j, owner: owner, source: source, mark: m}, nil
}

// actor returns the user whose job it is, with the current permissions.
func (run *retrieving) actor(ctx context.Context) (access.Actor, error) {
	return run.ActorFor(ctx, access.Actor{UserID: run.job.CreatedBy}, run.job.WorkspaceID)
}

// step stores the links of a page; with their histories, some of them.
func (run *retrieving) step(ctx context.Context) error {
	if err := run.read(ctx); err != nil {
		return stopped(err)
	}
	if !run.History {
		return run.storeLinks(ctx, run.page.Links)
	}
	before := run.mark.Visited
	links, stop := run.histories(ctx)
	if len(links) > 0 || stop == nil || run.mark.Visited != before {
		if err := run.storeLinks(ctx, links); err != nil {
			return err
		}
	}
	return stopped(stop)
}

// read reads the page at the cursor, unless it has done so.
func (run *retrieving) read(ctx context.Context) error {
	if run.page != nil {
		return nil
	}
	page, err := run.source.Page(ctx, run.mark.Cursor)
	if err != nil {
		return err
	}
	if page.Next != "" && page.Next == run.mark.Cursor {
		return run.endless("links")
	}
	// Where the last one was deleted meanwhile, the page begins again: the import recognizes
	// links that are in the file twice.
	if run.mark.After != "" {
		at := slices.IndexFunc(page.Links, func(l Link) bool { return l.ID == run.mark.After })
		page.Links = page.Links[at+1:]
	}
	run.page = &page
	return nil
}

// endless returns the end of a run whose shortener returns the same for ever.
func (run *retrieving) endless(what string) error {
	return job.Paused(run.From.Name() + " returns the same " + what + " again and again. Resume the job, or report it to its operator.")
}

// storeLinks stores the first links of the page.
func (run *retrieving) storeLinks(ctx context.Context, links []Link) error {
	next := run.mark
	var rows []byte
	if next.Chunk == 0 {
		rows = transfer.RetrievedHeader()
	}
	for _, l := range links {
		rows = transfer.AppendRetrieved(rows, run.From.cells(l))
		next.After = cmp.Or(l.ID, next.After)
	}
	rest := run.page.Links[len(links):]
	if len(rest) == 0 {
		next.Cursor, next.Read, next.After = run.page.Next, run.page.Next == "", ""
	}
	next.Rows += len(links)
	next.Bytes += int64(len(rows))
	if len(rows) > 0 { // an empty page, such as of an empty folder, has no chunk: a gap would end the file
		next.Chunk++
	}
	if next.Bytes > transfer.MaxBytes {
		return job.Paused("These links take more than a gigabyte of text, the most that one import can have.")
	}
	if err := run.store(ctx, next, rows); err != nil {
		return err
	}
	if run.page.Links = rest; len(rest) == 0 {
		run.page = nil
	}
	return nil
}

// stopped returns the end of a run that the shortener has stopped; nil: it has not.
func stopped(err error) error {
	if fault.Is(err, fault.RateLimited) {
		return job.Postponed(err)
	}
	if fault.Rejects(err) {
		return job.Paused(fault.Sentence(err))
	}
	return err
}

func (run *retrieving) store(ctx context.Context, next mark, output []byte) error {
	checkpoint, err := json.Marshal(next)
	if err != nil {
		return fmt.Errorf("encode the checkpoint of a retrieval: %w", err)
	}
	step := job.Step{
		JobID: run.job.ID, WorkspaceID: run.job.WorkspaceID, Owner: run.owner, Done: next.Rows,
		Checkpoint: checkpoint, OutputID: run.job.OutputID, Position: run.mark.Chunk,
	}
	if len(output) > 0 {
		if step.Output, err = job.Pack(output); err != nil {
			return err
		}
	}
	if err := run.Steps.StepJob(ctx, step); err != nil {
		return err
	}
	run.mark = next
	return nil
}

// finish makes the draft of an import of the file.
func (run *retrieving) finish(ctx context.Context) error {
	actor, err := run.actor(ctx)
	if err != nil {
		return err
	}
	made, err := run.Transfers.DraftRetrieved(ctx, actor, run.job.ID, run.job.Name, job.Open(ctx, run.Files, run.job.OutputID, 0))
	if err != nil {
		return stopped(err)
	}
	next := run.mark
	next.ImportID = made.ID
	return run.store(ctx, next, nil)
}
