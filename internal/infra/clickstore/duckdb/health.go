package duckdb

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"linnet/internal/infra/clickstore/clicksql"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

// Probe reads probeRows rows at each of probeReads places, which are probeStride
// rows apart. The next Probe continues after them, so that repeated probes cover
// the whole file.
const (
	probeRows   = 64
	probeStride = 1 << 14
	probeReads  = 8
)

// Probe reads stored clicks, and returns an error if the file is not readable.
func (s *Store) Probe(ctx context.Context) error {
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		tables, err := storage.AllTables(ctx, tx)
		if err != nil {
			return err
		}
		for range probeReads {
			if err := s.probeNext(ctx, tx, tables); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read clicks: %w", err)
	}
	return nil
}

// probeNext reads at the next place of all tables.
func (s *Store) probeNext(ctx context.Context, tx *sql.Tx, tables []clicksql.Table) error {
	s.probing.Lock()
	defer s.probing.Unlock()
	place := s.nextProbe
	for _, t := range tables {
		places := t.Clicks/probeStride + 1
		if place >= places {
			place -= places
			continue
		}
		s.nextProbe++
		first := place * probeStride
		var n int64
		return tx.QueryRowContext(ctx, fmt.Sprintf("SELECT count(hash(%s)) FROM %s WHERE rowid >= %d AND rowid < %d",
			clicksql.Names(s.cols), t.Name, first, first+probeRows)).Scan(&n)
	}
	s.nextProbe = 0
	return nil
}

// Newest returns the time of the latest click, or the zero time.
func (s *Store) Newest(ctx context.Context) (time.Time, error) {
	var newest sql.NullInt64
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		tables, err := storage.AllTables(ctx, tx)
		if err != nil {
			return err
		}
		for _, t := range tables {
			var latest sql.NullInt64
			if err := tx.QueryRowContext(ctx, "SELECT max(ts) FROM "+t.Name).Scan(&latest); err != nil {
				return err
			}
			if latest.Valid && latest.Int64 >= newest.Int64 {
				newest = latest
			}
		}
		return nil
	})
	if err != nil || !newest.Valid {
		return time.Time{}, err
	}
	return clicksql.Time(newest.Int64), nil
}
