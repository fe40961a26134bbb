package redirectcheck

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"linnet/internal/base/csvsafe"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/job"
	"linnet/internal/core/link"
	"linnet/internal/core/transfer"
)

const (
	// stepLinks is how many links a step checks, so that little is asked twice after an end of
	// the process.
	stepLinks = 10
	// maxWaits is how often a server may ask to come back later for one short URL.
	maxWaits = 5

	statusNotFound, statusGone = 404, 410
)

// mark is the checkpoint of a job: where the next step begins.
type mark struct {
	Chunk  int64 `json:"chunk"` // of the file of the retrieval
	Row    int   `json:"row"`   // in the chunk
	Seen   int   `json:"seen"`  // rows in all
	Done   int   `json:"done"`  // links that were checked
	Other  int   `json:"other"` // those that are not Equal
	Waits  int   `json:"waits"` // for the next link
	Report int64 `json:"report"`
}

// checking is one run of a job.
type checking struct {
	*Service
	params
	job   job.Job
	owner string
	actor access.Actor
	mark  mark
}

// Run is the handler of job.Check.
func (s *Service) Run(ctx context.Context, j job.Job, owner string) error {
	run := &checking{Service: s, job: j, owner: owner}
	if err := json.Unmarshal(j.Params, &run.params); err != nil {
		return fmt.Errorf("decode the parameters of a check: %w", err)
	}
	if err := json.Unmarshal(j.Checkpoint, &run.mark); err != nil {
		return fmt.Errorf("decode the checkpoint of a check: %w", err)
	}
	for {
		rows, err := transfer.RetrievedRows(ctx, s.Files, run.FileID, run.mark.Chunk)
		if fault.Is(err, fault.NotFound) {
			return run.ended()
		}
		if err != nil {
			return err
		}
		if err := run.chunk(ctx, rows); err != nil {
			return err
		}
	}
}

// ended returns the error of a check whose file has no further chunk.
func (run *checking) ended() error {
	if run.mark.Seen < run.Rows {
		return job.Paused("The links that were read were deleted after 7 days. Read them again, and start another check.")
	}
	return nil
}

// chunk checks the rest of a chunk.
func (run *checking) chunk(ctx context.Context, rows []map[transfer.Field]string) error {
	for run.mark.Row < len(rows) {
		var err error
		// The workspace may have been suspended, or its member removed.
		if run.actor, err = run.ActorFor(ctx, access.Actor{UserID: run.job.CreatedBy}, run.job.WorkspaceID); err != nil {
			return err
		}
		if err := run.step(ctx, rows); err != nil {
			return err
		}
		if job.SliceOver(ctx) {
			return job.ErrYield
		}
	}
	run.mark.Chunk++
	run.mark.Row = 0
	return nil
}

// step checks some links and stores the results.
func (run *checking) step(ctx context.Context, rows []map[transfer.Field]string) error {
	next := run.mark
	var report []byte
	if next.Report == 0 {
		report = csvsafe.NewFile("shortUrl", "result", "visitor", "oldStatus", "oldLocation", "newStatus", "newLocation")
	}
	var limited error
	for checked := 0; checked < stepLinks && next.Row < len(rows); next.Row++ {
		if !run.sampled(next.Seen) {
			next.Seen++
			continue
		}
		f, err := run.check(ctx, rows[next.Row], next.Waits < maxWaits)
		if fault.Is(err, fault.RateLimited) {
			next.Waits++
			limited = err
			break
		}
		if err != nil {
			return err
		}
		report = csvsafe.AppendRow(report, f.row(rows[next.Row]))
		checked++
		next.Seen++
		next.Done++
		next.Waits = 0
		if f.result != Equal {
			next.Other++
		}
	}
	if err := run.store(ctx, next, report); err != nil {
		return err
	}
	if limited != nil {
		return job.Postponed(limited)
	}
	return nil
}

// sampled reports whether a row is one of the sample, which is spread evenly.
func (run *checking) sampled(row int) bool {
	return row >= run.Rows || (row+1)*run.Sample/run.Rows > row*run.Sample/run.Rows
}

func (run *checking) store(ctx context.Context, next mark, report []byte) error {
	step := job.Step{
		JobID: run.job.ID, WorkspaceID: run.job.WorkspaceID, Owner: run.owner, Done: next.Done, Failed: next.Other,
		OutputID: run.job.OutputID, Position: run.mark.Report,
	}
	var err error
	if len(report) > 0 {
		if step.Output, err = job.Pack(report); err != nil {
			return err
		}
		next.Report++
	}
	if step.Checkpoint, err = json.Marshal(next); err != nil {
		return fmt.Errorf("encode the checkpoint of a check: %w", err)
	}
	if err := run.Steps.StepJob(ctx, step); err != nil {
		return err
	}
	run.mark = next
	return nil
}

// finding is what a check of a link has found: for the first visitor with another result than
// Equal, if there is one.
type finding struct {
	result   Result
	visitor  string
	old, new Answer
}

func (f finding) row(of map[transfer.Field]string) []string {
	if f.result == Equal || f.result == NotImported {
		return []string{of[transfer.ShortURL], string(f.result), "", "", "", "", ""}
	}
	return []string{
		of[transfer.ShortURL], string(f.result), f.visitor,
		status(f.old), f.old.Location, status(f.new), f.new.Location,
	}
}

func status(a Answer) string {
	if a.Status == 0 {
		return ""
	}
	return strconv.Itoa(a.Status)
}

// check asks for the short URL of a row. It is RateLimited for a server that wants to be asked
// later, if mayWait.
func (run *checking) check(ctx context.Context, row map[transfer.Field]string, mayWait bool) (finding, error) {
	l, err := run.imported(ctx, row)
	if err != nil {
		return finding{}, err
	}
	if l == nil || row[transfer.ShortURL] == "" {
		return finding{result: NotImported}, nil
	}
	for _, v := range Visitors() {
		f, err := run.compare(ctx, l, row[transfer.ShortURL], v)
		if err != nil && fault.Is(err, fault.RateLimited) && mayWait {
			return f, err
		}
		if err != nil && (ctx.Err() != nil || !isOfServer(err)) {
			return f, err
		}
		if err != nil {
			return finding{result: Unreachable, visitor: v.Name}, nil //nolint:nilerr // it is the server's
		}
		if f.result != Equal {
			return f, nil
		}
	}
	return finding{result: Equal}, nil
}

// isOfServer reports whether an error is about the server that was asked.
func isOfServer(err error) bool {
	return fault.Is(err, fault.RateLimited) || fault.Is(err, fault.Unavailable) || fault.Is(err, fault.Invalid)
}

// imported returns the link that a row has become; nil: there is none.
func (run *checking) imported(ctx context.Context, row map[transfer.Field]string) (*link.Link, error) {
	if row[transfer.ExternalID] == "" {
		return nil, nil //nolint:nilnil // as documented
	}
	page, err := run.Links.List(ctx, run.actor, link.Filter{ExternalID: row[transfer.ExternalID], Limit: 1})
	if err != nil || len(page.Links) == 0 {
		return nil, err
	}
	return &page.Links[0], nil
}

// compare asks for a short URL as one visitor.
func (run *checking) compare(ctx context.Context, l *link.Link, shortURL string, v Visitor) (finding, error) {
	sim, err := run.Links.Simulate(ctx, run.actor, l.ID, link.SimulateInput{UserAgent: v.UserAgent, AcceptLanguage: v.AcceptLanguage})
	if err != nil {
		return finding{}, err
	}
	f := finding{result: Equal, visitor: v.Name, new: Answer{sim.Status, sim.Location}}
	if f.old, err = run.Asker.Ask(ctx, shortURL, v); err != nil {
		return f, err
	}
	switch {
	case f.old.equals(f.new):
	case f.old.Status == statusNotFound || f.old.Status == statusGone:
		f.result = Gone
	default:
		f.result = Differs
	}
	return f, nil
}
