package analytics

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

// FileFormat is a kind of file that clicks are exported to.
type FileFormat string

// The formats.
const (
	CSV     FileFormat = "csv"     // for spreadsheets: no cell of it is a formula
	Parquet FileFormat = "parquet" // for programs: typed columns
)

// Bounds of an export of single clicks.
const (
	MaxExported   = 2_000_000       // clicks of one file
	exportTimeout = 3 * time.Minute // until the file is made
	exportsAtOnce = 2               // of one node; others are asked to wait
)

// Labels are what people call the links, domains and rules of clicks, by id.
type Labels map[Dimension]map[string]string

// Export is what a file is to hold.
type Export struct {
	Format FileFormat
	Limit  int
	Labels Labels
}

// File is an exported file. It is gone when it is closed.
type File struct {
	io.ReadCloser
	Size int64 // bytes
}

// Diary keeps what happened for the audit log.
type Diary interface {
	// Note stores one event.
	Note(ctx context.Context, e event.Event) error
}

// Exporter lets members take their clicks with them.
type Exporter struct {
	service *Service
	engine  FileExporter
	diary   Diary
	slots   chan struct{}
}

// NewExporter returns an exporter of what service counts. Each export is noted
// in the diary before its file is handed out.
func NewExporter(service *Service, engine FileExporter, diary Diary) *Exporter {
	return &Exporter{service: service, engine: engine, diary: diary, slots: make(chan struct{}, exportsAtOnce)}
}

// Export writes the clicks of a request, one by one, to a file. More than
// MaxExported are Invalid; when others export just now it is RateLimited.
func (e *Exporter) Export(ctx context.Context, actor access.Actor, r Request, format FileFormat) (File, error) {
	if err := access.Require(actor, access.ReadAnalytics); err != nil {
		return File{}, err
	}
	q, _, _, err := e.service.query(ctx, actor, r)
	if err != nil {
		return File{}, err
	}
	select {
	case e.slots <- struct{}{}:
		defer func() { <-e.slots }()
	default:
		return File{}, fault.New(fault.RateLimited, "Others are exporting just now. Try again in a moment.").RetryAfter(10 * time.Second)
	}
	ctx, cancel := context.WithTimeout(ctx, exportTimeout)
	defer cancel()
	words, err := e.words(ctx, actor, q)
	if err != nil {
		return File{}, err
	}
	file, err := e.engine.Export(ctx, q, Export{Format: format, Limit: MaxExported, Labels: words})
	if err != nil {
		return File{}, fmt.Errorf("export clicks: %w", err)
	}
	if err := e.note(ctx, actor, q, format); err != nil {
		return File{}, errors.Join(err, file.Close())
	}
	return file, nil
}

// note tells the audit log who took which clicks along.
func (e *Exporter) note(ctx context.Context, actor access.Actor, q Query, format FileFormat) error {
	data, err := json.Marshal(map[string]any{
		"format": format, "start": q.Start, "end": q.End, "traffic": q.Traffic, "filtered": len(q.Filters) > 0,
	})
	if err != nil {
		return fmt.Errorf("tell of an export: %w", err)
	}
	return e.diary.Note(ctx, event.Event{
		ID: ident.New(ident.Event), WorkspaceID: actor.WorkspaceID, ActorID: actor.UserID,
		Kind: event.ClicksExported, SubjectID: actor.WorkspaceID, Data: data, At: e.service.clock.Now(),
	})
}

// words counts the clicks first, and names what they are about.
func (e *Exporter) words(ctx context.Context, actor access.Actor, q Query) (Labels, error) {
	q.Count = true
	for _, d := range []Dimension{Link, Domain, Rule, QRCode} {
		q.Lists = append(q.Lists, List{Dimension: d, Limit: MaxExported})
	}
	found, err := e.service.store.Query(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("ask the click store: %w", err)
	}
	if found.Count.Clicks > MaxExported {
		return nil, fault.New(fault.Invalid, "These are more than 2,000,000 clicks. Choose a shorter period, or filter.").At("interval")
	}
	words := Labels{}
	if e.service.names == nil {
		return words, nil
	}
	for d, rows := range found.Lists {
		words[d] = map[string]string{}
		ids := make([]string, 0, len(rows))
		for _, row := range rows {
			if _, ok := ident.Number(row.Key); ok && row.Key != "" {
				ids = append(ids, row.Key)
			}
		}
		const atOnce = 500 // placeholders of one statement
		for len(ids) > 0 {
			some := ids[:min(atOnce, len(ids))]
			ids = ids[len(some):]
			labels, err := e.service.names.Labels(ctx, actor.WorkspaceID, d, some)
			if err != nil {
				return nil, fmt.Errorf("name each %s: %w", d, err)
			}
			maps.Copy(words[d], labels)
		}
	}
	return words, nil
}
