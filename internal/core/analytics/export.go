package analytics

import (
	"context"
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

// FileFormat is a format of exported files.
type FileFormat string

// The formats.
const (
	CSV     FileFormat = "csv"     // for spreadsheets; no cell is a formula
	Parquet FileFormat = "parquet" // for programs; typed columns
)

// Limits of exports.
const (
	MaxExported    = 2_000_000       // clicks of one file
	exportTimeout  = 3 * time.Minute // until the file is written
	maxExports     = 2               // at a time, of one node
	labelsPerQuery = 500             // bounds the placeholders of one statement
)

// Labels are the display names of ids, by dimension.
type Labels map[Dimension]map[string]string

// Export describes a file to write.
type Export struct {
	Format FileFormat
	Limit  int // clicks
	Labels Labels
}

// File is an exported file. Close deletes it.
type File struct {
	io.ReadCloser
	Size int64 // bytes
}

// ExporterDeps are the dependencies of an Exporter.
type ExporterDeps struct {
	Service *Service
	Files   FileExporter
	// Note stores an event in the audit log.
	Note func(ctx context.Context, e event.Event) error
}

// Exporter exports clicks to files for members.
type Exporter struct {
	ExporterDeps
	slots chan struct{}
}

// NewExporter returns an Exporter.
func NewExporter(d ExporterDeps) *Exporter {
	return &Exporter{ExporterDeps: d, slots: make(chan struct{}, maxExports)}
}

// Export writes the clicks of a request that may be shown singly to a file, and records an event in the
// audit log. It returns Invalid for more than MaxExported clicks, and RateLimited
// when too many exports are in progress.
func (e *Exporter) Export(ctx context.Context, actor access.Actor, r Request, format FileFormat) (File, error) {
	if err := access.Require(actor, access.ReadAnalytics); err != nil {
		return File{}, err
	}
	q, _, _, err := e.Service.query(ctx, actor, r)
	if err != nil {
		return File{}, err
	}
	if err := e.Service.single(ctx, actor, &q); err != nil {
		return File{}, err
	}
	select {
	case e.slots <- struct{}{}:
		defer func() { <-e.slots }()
	default:
		return File{}, fault.New(fault.RateLimited, "Too many exports are in progress. Try again in a moment.").RetryAfter(10 * time.Second)
	}
	ctx, cancel := context.WithTimeout(ctx, exportTimeout)
	defer cancel()
	labels, err := e.labels(ctx, actor, q)
	if err != nil {
		return File{}, err
	}
	file, err := e.Files.Export(ctx, q, Export{Format: format, Limit: MaxExported, Labels: labels})
	if err != nil {
		return File{}, fmt.Errorf("export clicks: %w", err)
	}
	if err := e.audit(ctx, actor, q, format); err != nil {
		return File{}, errors.Join(err, file.Close())
	}
	return file, nil
}

// audit records the export.
func (e *Exporter) audit(ctx context.Context, actor access.Actor, q Query, format FileFormat) error {
	return e.Note(ctx, event.New(actor.By(), event.ClicksExported, actor.WorkspaceID, actor.WorkspaceID, event.Export{
		Format:   string(format),
		Start:    q.Start,
		End:      q.End,
		Traffic:  string(q.Traffic),
		Filtered: len(q.Filters) > 0,
	}, e.Service.clock.Now()))
}

// labels checks the number of clicks and returns the labels of their ids.
func (e *Exporter) labels(ctx context.Context, actor access.Actor, q Query) (Labels, error) {
	q.Count = true
	for _, d := range []Dimension{Link, Domain, Rule, QRCode, Page} {
		q.Lists = append(q.Lists, List{Dimension: d, Limit: MaxExported})
	}
	found, err := e.Service.store.Query(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("query the click store: %w", err)
	}
	if found.Count.Clicks > MaxExported {
		return nil, fault.New(fault.Invalid,
			"An export can contain at most 2,000,000 clicks. Choose a shorter period or add a filter.").At("interval")
	}
	labels := Labels{}
	if e.Service.names == nil {
		return labels, nil
	}
	for d, rows := range found.Lists {
		labels[d] = map[string]string{}
		ids := make([]string, 0, len(rows))
		for _, row := range rows {
			if _, ok := ident.Number(row.Key); ok && row.Key != "" {
				ids = append(ids, row.Key)
			}
		}
		for len(ids) > 0 {
			some := ids[:min(labelsPerQuery, len(ids))]
			ids = ids[len(some):]
			found, err := e.Service.names.Labels(ctx, actor.View(), d, some)
			if err != nil {
				return nil, fmt.Errorf("label each %s: %w", d, err)
			}
			maps.Copy(labels[d], found)
		}
	}
	return labels, nil
}
