package duckdb

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// One Probe reads a few rows at probeReads places that are probeStride rows
// apart; the next one goes on behind them, so that all of the file is visited.
const (
	probeRows   = 64
	probeStride = 1 << 14
	probeReads  = 8
)

// Probe reads real clicks and reports whether the file can be read.
func (s *Store) Probe(ctx context.Context) error {
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		from, err := allTables(ctx, tx)
		if err != nil {
			return err
		}
		for range probeReads {
			if err := s.probeNext(ctx, tx, from); err != nil {
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
func (s *Store) probeNext(ctx context.Context, tx *sql.Tx, from []table) error {
	s.probing.Lock()
	defer s.probing.Unlock()
	place := s.probeAt
	for _, t := range from {
		places := t.clicks/probeStride + 1
		if place >= places {
			place -= places
			continue
		}
		s.probeAt++
		first := place * probeStride
		var n int64
		return tx.QueryRowContext(ctx, fmt.Sprintf("SELECT count(hash(%s)) FROM %s WHERE rowid >= %d AND rowid < %d",
			names(s.cols), t.name, first, first+probeRows)).Scan(&n)
	}
	s.probeAt = 0
	return nil
}

// Newest returns the time of the latest click, the zero Time when there is none.
func (s *Store) Newest(ctx context.Context) (time.Time, error) {
	var newest sql.NullInt64
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		from, err := allTables(ctx, tx)
		if err != nil {
			return err
		}
		for _, t := range from {
			var latest sql.NullInt64
			if err := tx.QueryRowContext(ctx, "SELECT max(ts) FROM "+t.name).Scan(&latest); err != nil {
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
	return timeOf(newest.Int64), nil
}
