package backups

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"linnet/internal/app/stores"
	"linnet/internal/base/clock"
	"linnet/internal/config"
	"linnet/internal/core/analytics"
	"linnet/internal/core/clickcopy"
	"linnet/internal/infra/clickstore/clickhouse"
	"linnet/internal/infra/clickstore/duckdb"
	"linnet/internal/infra/records"
)

// databaseCopy copies the content of PostgreSQL and ClickHouse to files of the embedded
// stores, for a backup. Nodes may run meanwhile.
type databaseCopy struct {
	cfg   config.Config
	clock clock.Clock
	log   *slog.Logger
	// source is the identity of the copied clicks; empty: they were not copied.
	source string
}

// copyDatabases returns nil if the content of databases is not wanted, or if there are
// none.
func (s *Service) copyDatabases(wanted bool) *databaseCopy {
	if !wanted || s.cfg.DatabaseURL == "" {
		return nil
	}
	return &databaseCopy{cfg: s.cfg, clock: s.clock, log: s.log}
}

// clicks copies the clicks in ClickHouse to a new file, compares both sides, and
// inspects the file. It is a CopyClicks that does not call also: the journal continues
// at a position of ClickHouse, and not of the file.
func (d *databaseCopy) clicks(ctx context.Context, target string, _ func() error) (analytics.Inspection, error) {
	if err := d.copyClicks(ctx, target); err != nil {
		return analytics.Inspection{}, fmt.Errorf("copy the clicks in ClickHouse: %w", err)
	}
	return duckdb.Inspect(ctx, target)
}

func (d *databaseCopy) copyClicks(ctx context.Context, target string) (err error) {
	from, err := clickhouse.Open(ctx, clickhouse.Options{URL: d.cfg.ClickHouseURL, Dir: d.cfg.Data, Log: d.log})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	if err := from.Damage(); err != nil {
		return err
	}
	to, err := duckdb.Open(ctx, target, duckdb.Options{Log: d.log})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	if d.source, err = to.Source(ctx); err != nil {
		return err
	}
	months, err := clickcopy.Copy(ctx, from, to, func(clickcopy.Phase, int64, int64) {})
	if err != nil {
		return err
	}
	return compareCopy(months, d.clock.Now())
}

// openDays is how long nodes add clicks to a month after its end: as long as clicks
// usually wait in a journal at most.
const openDays = 2 * 24 * time.Hour

// compareCopy returns an error if a month of the copy differs from the source. Nodes
// add clicks to the current month meanwhile.
func compareCopy(months []clickcopy.Month, now time.Time) error {
	open := []string{now.UTC().Format("2006-01"), now.UTC().Add(-openDays).Format("2006-01")}
	for _, m := range months {
		if !m.Equal && (!slices.Contains(open, m.Month) || m.TargetClicks < m.SourceClicks) {
			return fmt.Errorf("the copy of %s has %d clicks and ClickHouse had %d: they were changed meanwhile; try again",
				m.Month, m.TargetClicks, m.SourceClicks)
		}
	}
	return nil
}

// records copies the records in PostgreSQL, as of one moment, to the empty folder dir
// and compares both sides. It returns the path of the SQLite file, which has the salts.
func (d *databaseCopy) records(ctx context.Context, dir string) (path string, err error) {
	from, err := records.OpenCopySource(ctx, records.Options{URL: d.cfg.DatabaseURL})
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	target := config.Config{Data: dir}
	to, err := stores.OpenRecords(ctx, target)
	if err != nil {
		return "", fmt.Errorf("make the file for the records: %w", err)
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	if d.source != "" {
		from.OmitClickSources()
	}
	quiet := func(string, int64) {}
	if err := to.CopyFrom(ctx, from, quiet); err != nil {
		return "", fmt.Errorf("copy the records in PostgreSQL: %w", err)
	}
	tables, err := to.CompareWith(ctx, from, quiet)
	if err != nil {
		return "", fmt.Errorf("compare the copy of the records: %w", err)
	}
	for _, t := range tables {
		if !t.Equal {
			return "", fmt.Errorf("the copy of the table %s differs from PostgreSQL", t.Table)
		}
	}
	if d.source != "" {
		// Counters of links have the clicks of the copy and no others.
		if err := to.SetClickSource(ctx, d.source, 0); err != nil {
			return "", err
		}
	}
	return target.InData(records.File), nil
}
