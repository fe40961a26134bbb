package clickhouse

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/infra/clickstore/clicksql"
)

// ExportFile is a temporary click store in one file, which writes exports.
type ExportFile interface {
	analytics.FileExporter
	// Append stores clicks.
	Append(ctx context.Context, batch click.Batch) error
	// Close closes the file.
	Close() error
}

// Export writes clicks to a file, oldest first. It copies them to a temporary file
// of the embedded engine, which writes the export.
func (s *Store) Export(ctx context.Context, q analytics.Query, e analytics.Export) (file analytics.File, err error) {
	if err := s.queries.Acquire(ctx, 1); err != nil {
		return file, err
	}
	defer s.queries.Release(1)
	dir, err := os.MkdirTemp(s.opts.Dir, "export-*")
	if err != nil {
		return file, fmt.Errorf("create a folder for the export: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	copied, err := s.opts.ExportFile(ctx, filepath.Join(dir, "clicks"))
	if err != nil {
		return file, fmt.Errorf("create the file of the export: %w", err)
	}
	if err := s.copyTo(ctx, copied, q, e.Limit); err != nil {
		return file, errors.Join(fmt.Errorf("export clicks: %w", err), copied.Close())
	}
	file, err = copied.Export(ctx, q, e)
	return file, errors.Join(err, copied.Close())
}

// copyTo copies the oldest clicks of a query, at most limit.
func (s *Store) copyTo(ctx context.Context, target ExportFile, q analytics.Query, limit int) error {
	batch := click.Batch{}
	flush := func() error {
		batch.Through++
		err := target.Append(ctx, batch)
		batch.Clicks = batch.Clicks[:0]
		return err
	}
	q.After = nil
	clicks := clicksql.NewLookup(dialect{}, s.eachRow(exportTimeout))
	err := clicks.Clicks(ctx, q, clicksql.OldestFirst(dialect{}), limit, func(c click.Click) error {
		if batch.Clicks = append(batch.Clicks, c); len(batch.Clicks) < click.MaxBatch {
			return nil
		}
		return flush()
	})
	if err != nil {
		return err
	}
	return flush()
}

// Snapshot describes the stored clicks and calls while, which may be nil, before
// appends continue. It writes no file: what the journal has after the position is in
// the backup, and the database is backed up by its own BACKUP, or copied on request.
func (s *Store) Snapshot(ctx context.Context, _ string, while func() error) (in analytics.Inspection, err error) {
	s.appending.Lock()
	defer s.appending.Unlock()
	in.Version = len(migrations())
	for _, j := range s.journals { // a node has one
		if in.Position, err = s.storedPosition(ctx, j); err != nil {
			return in, fmt.Errorf("describe the click store: %w", err)
		}
	}
	n, err := s.number(ctx, "SELECT count() FROM "+s.layout.clicks())
	if err != nil {
		return in, fmt.Errorf("describe the click store: %w", err)
	}
	in.Clicks = int64(n) //nolint:gosec // a count of rows
	if while != nil {
		err = while()
	}
	return in, err
}
