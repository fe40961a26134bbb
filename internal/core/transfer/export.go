package transfer

import (
	"context"
	"fmt"
	"io"
	"slices"

	"linnet/internal/base/csvsafe"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/job"
	"linnet/internal/core/link"
)

// Format is how an export is written.
type Format string

// The formats.
const (
	CSV  Format = "csv"
	JSON Format = "json"
)

// ExportOptions choose links: those of the ids, else those of the filter.
type ExportOptions struct {
	Format Format // empty: CSV
	Filter link.Filter
	IDs    []string // at most link.MaxMany
}

// exportRows is how many links one step writes.
const exportRows = 1_000

// spread is the checkpoint of an export's job.
type spread struct {
	Cursor string `json:"cursor"`
	Rows   int    `json:"rows"`
	Chunk  int64  `json:"chunk"`
	Last   bool   `json:"last"`
}

func (o *ExportOptions) check() error {
	var faults fault.List
	switch o.Format {
	case "":
		o.Format = CSV
	case CSV, JSON:
	default:
		faults.Add("format", "Choose csv or json.")
	}
	if len(o.IDs) > link.MaxMany {
		faults.Add("ids", fmt.Sprintf("A selection has at most %d links. Use a filter for more.", link.MaxMany))
	}
	slices.Sort(o.IDs)
	o.IDs = slices.Compact(o.IDs)
	o.Filter.Limit, o.Filter.Cursor = exportRows, ""
	if o.Filter.Sort == "" {
		o.Filter.Sort = link.ByCreatedAt
	}
	return faults.Err()
}

// StartExport begins an export as a job.
func (s *Service) StartExport(ctx context.Context, a access.Actor, o ExportOptions) (job.Job, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return job.Job{}, err
	}
	if err := o.check(); err != nil {
		return job.Job{}, err
	}
	if err := s.jobs.CheckRoom(ctx, a.WorkspaceID); err != nil {
		return job.Job{}, err
	}
	o.Filter.Now = s.clock.Now()
	total := len(o.IDs)
	if total == 0 {
		first := o.Filter
		first.Limit, first.CountAll = 1, true
		page, err := s.links.List(ctx, a, first) // judges the filter, too
		if err != nil {
			return job.Job{}, err
		}
		total = page.Total
	}
	name := fmt.Sprintf("links-%s.%s", s.clock.Now().UTC().Format("2006-01-02"), o.Format)
	output := job.File{ID: ident.New(ident.File), WorkspaceID: a.WorkspaceID, Name: name, CreatedAt: s.clock.Now()}
	if err := s.files.InsertFile(ctx, output); err != nil {
		return job.Job{}, err
	}
	j := job.Job{
		ID:       ident.New(ident.Job),
		Kind:     job.Export,
		State:    job.Queued,
		Name:     name,
		OutputID: output.ID,
		Params:   encode(o),
		Total:    total,
	}
	payload := event.LinkExport{Format: string(o.Format), Links: total}
	return s.jobs.Add(ctx, a, j, event.New(a.By(), event.LinksExported, a.WorkspaceID, j.ID, payload, output.CreatedAt))
}

// runExport is the handler of exports.
func (s *Service) runExport(ctx context.Context, j job.Job, owner string) error {
	o, err := decode[ExportOptions](j.Params)
	if err != nil {
		return err
	}
	at, err := decode[spread](j.Checkpoint)
	if err != nil {
		return err
	}
	actor, err := s.actorFor(ctx, access.Actor{UserID: j.CreatedBy}, j.WorkspaceID)
	if err != nil {
		return err
	}
	w, err := s.exporter(ctx, actor, o)
	if err != nil {
		return err
	}
	for !at.Last {
		text, next, err := w.step(ctx, at)
		if err != nil {
			return err
		}
		st := job.Step{
			JobID:       j.ID,
			WorkspaceID: j.WorkspaceID,
			Owner:       owner,
			Done:        next.Rows,
			Checkpoint:  encode(next),
			OutputID:    j.OutputID,
			Position:    at.Chunk,
		}
		if st.Output, err = job.Pack(text); err != nil {
			return err
		}
		if err := s.store.StepJob(ctx, st); err != nil {
			return err
		}
		at = next
		if !at.Last && job.SliceOver(ctx) {
			return job.ErrYield
		}
	}
	return nil
}

// WriteExport writes an export synchronously, for the command line.
func (s *Service) WriteExport(ctx context.Context, a access.Actor, o ExportOptions, out io.Writer) (rows int, err error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return 0, err
	}
	if err := o.check(); err != nil {
		return 0, err
	}
	o.Filter.Now = s.clock.Now()
	w, err := s.exporter(ctx, a, o)
	if err != nil {
		return 0, err
	}
	var at spread
	for !at.Last {
		text, next, err := w.step(ctx, at)
		if err != nil {
			return at.Rows, err
		}
		if _, err := out.Write(text); err != nil {
			return at.Rows, fmt.Errorf("write the export: %w", err)
		}
		at = next
	}
	return at.Rows, nil
}

// WriteLinks writes all links of a workspace of the user as JSON.
func (s *Service) WriteLinks(ctx context.Context, userID, workspaceID string, out io.Writer) error {
	actor, err := s.actorFor(ctx, access.Actor{UserID: userID}, workspaceID)
	if err != nil {
		return err
	}
	_, err = s.WriteExport(ctx, actor, ExportOptions{Format: JSON}, out)
	return err
}

// exporter writes links, a page at a time.
type exporter struct {
	*Service
	ExportOptions
	view    access.View
	folders *folderBook
	columns []column
}

func (s *Service) exporter(ctx context.Context, a access.Actor, o ExportOptions) (*exporter, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return nil, err
	}
	folders, err := readFolders(ctx, s.folders, a)
	return &exporter{Service: s, ExportOptions: o, view: a.View(), folders: folders, columns: exportColumns()}, err
}

// step returns the next part of the file, and where the one after it begins.
func (w *exporter) step(ctx context.Context, at spread) ([]byte, spread, error) {
	page, err := w.page(ctx, at.Cursor)
	if err != nil {
		return nil, at, err
	}
	var out []byte
	if at.Chunk == 0 {
		out = w.head()
	}
	for i := range page.Links {
		if out, err = w.write(out, &page.Links[i], at.Rows+i > 0); err != nil {
			return nil, at, err
		}
	}
	next := spread{Cursor: page.NextCursor, Rows: at.Rows + len(page.Links), Chunk: at.Chunk + 1, Last: page.NextCursor == ""}
	if next.Last && w.Format == JSON {
		out = append(out, "\n]\n"...)
	}
	return out, next, nil
}

func (w *exporter) page(ctx context.Context, cursor string) (link.Page, error) {
	if len(w.IDs) == 0 {
		f := w.Filter
		f.Cursor = cursor
		return w.store.Links(ctx, w.view, f)
	}
	found, err := w.store.LinksByID(ctx, w.view, w.IDs, false)
	page := link.Page{Total: len(found)}
	slices.SortFunc(found, func(a, b *link.Link) int { return b.CreatedAt.Compare(a.CreatedAt) })
	for _, l := range found {
		page.Links = append(page.Links, *l)
	}
	return page, err
}

// head is the beginning of the file.
func (w *exporter) head() []byte {
	if w.Format == JSON {
		return []byte("[\n")
	}
	header := make([]string, 0, len(w.columns))
	for _, c := range w.columns {
		header = append(header, string(c.field))
	}
	return csvsafe.NewFile(header...)
}

func (w *exporter) write(out []byte, l *link.Link, follows bool) ([]byte, error) {
	r := row{Link: l, short: w.shortURL(l), folder: w.folders.names[l.FolderID]}
	if w.Format == JSON {
		if follows {
			out = append(out, ",\n"...)
		}
		raw, err := object(r, w.columns)
		return append(out, raw...), err
	}
	cells := make([]string, 0, len(w.columns))
	for _, c := range w.columns {
		cells = append(cells, c.cell(r))
	}
	return csvsafe.AppendRow(out, cells), nil
}

// Output returns the output of a job and a file name: the report of an import or of a check, or
// the file of an export. It is NotFound if there is none, or if it was deleted.
func (s *Service) Output(ctx context.Context, a access.Actor, kind job.Kind, id string) (name string, r io.Reader, err error) {
	j, err := s.jobs.Get(ctx, a, id)
	if err != nil {
		return "", nil, err
	}
	if j.Kind != kind || j.OutputID == "" || !HasOutput(j) {
		return "", nil, fault.New(fault.NotFound, "This job has written nothing, or its file has been removed.")
	}
	switch name = j.Name; kind {
	case job.Import:
		name = "report-" + name
	case job.Check:
		name += ".csv"
	}
	return name, job.Open(ctx, s.files, j.OutputID, 0), nil
}

// HasOutput reports whether a job has written what people can use: the report
// of what an import did so far, or a whole export.
func HasOutput(j job.Job) bool {
	if j.OutputID == "" {
		return false
	}
	switch j.Kind {
	case job.Export:
		return j.State == job.Done
	case job.Retrieval: // the draft has its file
		return false
	default:
		return j.Done > 0
	}
}

// Tally is what an import did, row by row.
type Tally struct {
	Created int
	Updated int
	Skipped int
	DryRun  bool
}

// TallyOf returns an import's figures so far.
func TallyOf(j job.Job) Tally {
	at, err := decode[mark](j.Checkpoint)
	if err != nil || j.Kind != job.Import {
		return Tally{}
	}
	set, err := decode[settings](j.Params)
	if err != nil {
		return Tally{}
	}
	return Tally{Created: at.Created, Updated: at.Updated, Skipped: at.Skipped, DryRun: set.DryRun}
}
