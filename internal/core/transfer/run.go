package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"linnet/internal/base/csvsafe"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/job"
)

// batchRows is the number of rows of one transaction. It keeps the only writer of SQLite for
// up to 50 ms, which other workspaces' changes wait.
const batchRows = 250

// maxRaces bounds the retries of a batch after conflicts with concurrent
// writes.
const maxRaces = 10

// MaxFetchedTitles is the number of rows up to which an import has the titles of pages
// fetched: more would be requests to the destinations for days.
const MaxFetchedTitles = 10_000

// importing is one run of an import.
type importing struct {
	*Service
	job   job.Job
	owner string
	settings
	mark    mark
	planner *planner
	lines   *lines
}

// runImport is the handler of imports.
func (s *Service) runImport(ctx context.Context, j job.Job, owner string) error {
	run, err := s.openImport(ctx, j, owner)
	if err != nil {
		return err
	}
	for {
		entries, err := run.read(batchRows)
		if err != nil {
			return err
		}
		if len(entries) == 0 {
			return nil
		}
		// The workspace may have been suspended, or its member removed.
		if _, err := s.actorFor(ctx, access.Actor{UserID: j.CreatedBy}, j.WorkspaceID); err != nil {
			return err
		}
		if err := run.step(ctx, entries); err != nil {
			return err
		}
		if job.SliceOver(ctx) {
			return job.ErrYield
		}
	}
}

func (s *Service) openImport(ctx context.Context, j job.Job, owner string) (*importing, error) {
	set, err := decode[settings](j.Params)
	if err != nil {
		return nil, err
	}
	at, err := decode[mark](j.Checkpoint)
	if err != nil {
		return nil, err
	}
	if at.Row == 0 {
		at.Offset, at.Line = set.Layout.Start, set.Layout.Line
	}
	actor, err := s.actorFor(ctx, access.Actor{UserID: j.CreatedBy}, j.WorkspaceID)
	if err != nil {
		return nil, err
	}
	p, err := s.planner(ctx, actor, set)
	if err != nil {
		return nil, err
	}
	run := &importing{Service: s, job: j, owner: owner, settings: set, mark: at, planner: p}
	run.rewind(ctx)
	return run, nil
}

// rewind reads on from the mark.
func (run *importing) rewind(ctx context.Context) {
	file := job.Open(ctx, run.files, run.job.InputID, run.mark.Offset)
	run.lines = newLines(file, run.Layout.Comma, run.mark.Offset, run.mark.Line)
}

// read returns the next rows, fewer at the end of the file.
func (run *importing) read(most int) ([]*entry, error) {
	return readEntries(run.lines, run.settings, run.mark.Row, most, run.clock.Now())
}

// step stores what the rows make, in one transaction with where the next step
// begins.
func (run *importing) step(ctx context.Context, entries []*entry) error {
	for try := 1; ; try++ {
		outcomes, err := run.decide(ctx, entries)
		if err != nil {
			return err
		}
		b, next, err := run.batch(ctx, outcomes)
		if err != nil {
			return err
		}
		if run.DryRun {
			err = run.store.StepJob(ctx, b.Step)
		} else {
			err = run.store.ImportBatch(ctx, b)
		}
		if fault.Is(err, fault.Conflict) && try < maxRaces {
			continue
		}
		if err != nil {
			return err
		}
		run.mark = next
		if len(outcomes) < len(entries) {
			run.rewind(ctx)
		}
		return nil
	}
}

// decide plans entries within the current limit of the plan.
func (run *importing) decide(ctx context.Context, entries []*entry) ([]outcome, error) {
	if !run.DryRun || run.mark.Row == 0 {
		if err := run.planner.measure(ctx); err != nil {
			return nil, err
		}
	}
	return run.planner.decide(ctx, entries)
}

// batch returns what outcomes change, and the mark behind them.
func (run *importing) batch(ctx context.Context, outcomes []outcome) (Batch, mark, error) {
	b, err := run.planner.writes(ctx, outcomes)
	if err != nil {
		return b, mark{}, err
	}
	next := run.mark
	var report []byte
	if next.Chunk == 0 {
		report = csvsafe.NewFile(reportHeader()...)
	}
	for _, o := range outcomes {
		next.count(o)
		report = csvsafe.AppendRow(report, run.reportRow(o))
	}
	next.Chunk++
	b.WorkspaceID, b.Limit = run.job.WorkspaceID, run.planner.limit
	b.FetchTitles = run.job.Total <= MaxFetchedTitles
	by := event.Actor{Kind: event.User, ID: run.job.CreatedBy}
	b.Event = event.New(by, event.LinksImported, run.job.WorkspaceID, run.job.ID, b.imported(), run.clock.Now())
	b.Step = job.Step{
		JobID:       run.job.ID,
		WorkspaceID: run.job.WorkspaceID,
		Owner:       run.owner,
		Done:        next.Row,
		Failed:      next.Failed,
		Checkpoint:  encode(next),
		OutputID:    run.job.OutputID,
		Position:    run.mark.Chunk,
	}
	b.Step.Output, err = job.Pack(report)
	return b, next, err
}

func (m *mark) count(o outcome) {
	m.Row, m.Offset, m.Line = o.entry.row, o.entry.end, o.entry.nextLine
	switch o.action {
	case Created:
		m.Created++
	case Updated:
		m.Updated++
	case Failed:
		m.Failed++
	default:
		m.Skipped++
	}
}

func reportHeader() []string {
	return []string{"row", "line", "result", "shortUrl", "url", "message"}
}

func (s *Service) reportRow(o outcome) []string {
	address := o.entry.short
	if o.link != nil {
		address = s.shortURL(o.link)
	}
	return []string{
		strconv.Itoa(o.entry.row), strconv.Itoa(o.entry.line), string(o.action), address, o.entry.draft.URL, message(o),
	}
}

// message returns the note, the errors and the warnings of a row as one text.
func message(o outcome) string {
	return sentences(noteOf(o), faultsOf(o.entry))
}

// noteOf returns the note and the warnings of a row as one text.
func noteOf(o outcome) string { return sentences(o.note, o.entry.warnings) }

// sentences appends the messages of fields to a text, which may be empty.
func sentences(text string, fields []fault.Field) string {
	var said []string
	if text != "" {
		said = append(said, text)
	}
	for _, f := range fields {
		said = append(said, f.Field+": "+f.Message)
	}
	return strings.Join(said, " ")
}

func faultsOf(e *entry) []fault.Field {
	var f *fault.Error
	if errors.As(e.faults.Err(), &f) {
		return f.Fields
	}
	return nil
}

// stepBytes bounds the rows of a step, in bytes, which may exceed it by a row.
const stepBytes = 4 << 20

// readEntries reads up to most rows behind the given one, fewer if they are long.
func readEntries(l *lines, set settings, row, most int, now time.Time) ([]*entry, error) {
	var entries []*entry
	for start := l.end; len(entries) < most && l.end-start < stepBytes; {
		cells, line, err := l.next()
		if errors.Is(err, io.EOF) {
			return entries, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read the file: %w", err)
		}
		row++
		e := entryOf(cells, set.Layout, set.Mapping, now)
		e.row, e.line, e.end, e.nextLine = row, line, l.end, l.line
		entries = append(entries, e)
	}
	return entries, nil
}
