package transfer

import (
	"context"
	"math"
	"slices"

	"linnet/internal/base/csvsafe"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/job"
	"linnet/internal/core/webhost"
)

// Bounds of a preview: how many rows are judged, how many of them are shown
// (the first ones, and the first with faults), and how many samples a column
// has.
const (
	previewRows  = 1_000
	shownRows    = 10
	shownFaults  = 20
	columnSample = 3
)

// Column is one column of a file.
type Column struct {
	Name    string
	Field   Field    // as the mapping in use has it; empty: none
	Samples []string // the first cells that are not empty
}

// Judged is a row and its outcome.
type Judged struct {
	Row, Line int
	Action    Action
	ShortURL  string // that of the row when it failed
	URL       string
	Title     string
	Note      string
	Faults    []fault.Field
}

// Preview describes the effects of an import.
type Preview struct {
	Service string // the service that exported the file or whose links it has; empty: unknown
	// Retrieved: Linnet wrote the file, so that no column has to be mapped.
	Retrieved bool
	Rows      int
	Columns   []Column
	Mapping   map[Field]string
	Judged    int            // rows that the figures are of: the first
	Counts    map[Action]int // of the judged
	// OtherCase counts the judged rows whose alias differs only in case from one that
	// leads elsewhere. A domain with case-sensitive aliases keeps both.
	OtherCase int
	Shown     []Judged
	Room      int      // links that the plan has room for; -1: any number
	Foreign   []string // hosts of rows that are not the workspace's: their links go to the chosen domain
}

// Preview reads the first rows of an uploaded file and says what Start with the
// same options would make of them. It writes nothing.
func (s *Service) Preview(ctx context.Context, a access.Actor, id string, o Options) (Preview, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return Preview{}, err
	}
	j, kept, err := s.importOf(ctx, a, id)
	if err != nil {
		return Preview{}, err
	}
	if j.InputID == "" {
		return Preview{}, fault.New(fault.Gone, "The file of this import has been removed. Upload it again.")
	}
	found := kept.Layout
	out := Preview{Service: found.Service, Retrieved: found.RetrievalID != "", Rows: found.Rows, Counts: map[Action]int{}, Room: -1}
	raw, err := s.firstRows(ctx, j, found)
	if err != nil {
		return out, err
	}
	set, err := s.decided(ctx, a, o, found)
	out.describe(set, found, raw)
	if _, ok := set.Mapping[URL]; !ok {
		return out, nil // the user has to select the column of the destinations first
	}
	if err != nil {
		return out, err
	}
	return out, s.judge(ctx, a, j, set, &out)
}

// firstRows returns the cells of the first rows, for samples.
func (s *Service) firstRows(ctx context.Context, j job.Job, found layout) ([][]string, error) {
	rows := newLines(job.Open(ctx, s.files, j.InputID, found.Start), found.Comma, found.Start, found.Line)
	var out [][]string
	for len(out) < shownRows {
		cells, _, err := rows.next()
		if err != nil {
			break // the end; faults were reported at the upload
		}
		out = append(out, cells)
	}
	return out, ctx.Err()
}

// describe sets the fields that do not depend on the outcomes of rows.
func (p *Preview) describe(set settings, found layout, raw [][]string) {
	p.Mapping = make(map[Field]string, len(set.Mapping))
	p.Columns = make([]Column, len(found.Headers))
	for i, name := range found.Headers {
		p.Columns[i] = Column{Name: name, Samples: samplesOf(raw, i)}
	}
	for _, field := range Fields() {
		if i, ok := set.Mapping[field]; ok {
			p.Mapping[field] = found.Headers[i]
			if p.Columns[i].Field == "" {
				p.Columns[i].Field = field
			}
		}
	}
}

// maxSample bounds a sample, in characters.
const maxSample = 80

func samplesOf(raw [][]string, column int) []string {
	samples := []string{}
	for _, cells := range raw {
		if column >= len(cells) || cells[column] == "" || len(samples) == columnSample {
			continue
		}
		sample := []rune(csvsafe.Restore(cells[column]))
		if len(sample) > maxSample {
			sample = append(sample[:maxSample], '…')
		}
		samples = append(samples, string(sample))
	}
	return samples
}

// judge plans the first rows.
func (s *Service) judge(ctx context.Context, a access.Actor, j job.Job, set settings, out *Preview) error {
	set.DryRun = true
	p, err := s.planner(ctx, a, set)
	if err != nil {
		return err
	}
	if p.room != math.MaxInt {
		out.Room, p.room = p.room, math.MaxInt // the preview reports the room separately
	}
	rows := newLines(job.Open(ctx, s.files, j.InputID, set.Layout.Start), set.Layout.Comma, set.Layout.Start, set.Layout.Line)
	entries, err := readEntries(rows, set, 0, previewRows, s.clock.Now())
	if err != nil {
		return err
	}
	for len(entries) > 0 {
		some := entries[:min(batchRows, len(entries))]
		entries = entries[len(some):]
		outcomes, err := p.decide(ctx, some)
		if err != nil {
			return err
		}
		for _, o := range outcomes {
			out.add(s, o)
			if err := out.foreign(ctx, p, o); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *Preview) add(s *Service, o outcome) {
	p.Judged++
	p.Counts[o.action]++
	if o.recase {
		p.OtherCase++
	}
	faulty := p.Counts[Failed] <= shownFaults && o.action == Failed
	if p.Judged > shownRows && !faulty {
		return
	}
	row := Judged{
		Row:      o.entry.row,
		Line:     o.entry.line,
		ShortURL: o.entry.short,
		Action:   o.action,
		URL:      o.entry.draft.URL,
		Title:    o.entry.draft.Title,
		Note:     noteOf(o),
		Faults:   faultsOf(o.entry),
	}
	if o.link != nil {
		row.ShortURL = s.shortURL(o.link)
	}
	p.Shown = append(p.Shown, row)
}

// maxForeign bounds the hosts in a preview.
const maxForeign = 10

// foreign notes a host that is not the workspace's.
func (p *Preview) foreign(ctx context.Context, by *planner, o outcome) error {
	host := webhost.Normal(o.entry.host)
	if host == "" || len(p.Foreign) == maxForeign || slices.Contains(p.Foreign, host) {
		return nil
	}
	_, err := by.builder.Domain(ctx, host)
	if fault.Is(err, fault.NotFound) {
		p.Foreign = append(p.Foreign, host)
		return nil
	}
	return err
}
