package duckdb

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// DeleteLink deletes the clicks of one link.
func (s *Store) DeleteLink(ctx context.Context, workspaceID, linkID uint64) error {
	return s.deleteWhere(ctx, fmt.Sprintf("workspace = %s AND link = %s", number(workspaceID), number(linkID)), time.Time{})
}

// Retain deletes the workspace's clicks before a moment.
func (s *Store) Retain(ctx context.Context, workspaceID uint64, before time.Time) error {
	return s.deleteWhere(ctx, fmt.Sprintf("workspace = %s AND ts < %d", number(workspaceID), ceilMilli(before)), before)
}

// holes says how many clicks were deleted from a month, and when (Unix ms). Tidy
// writes a month anew when they are an eighth of it, or a week old.
const (
	holesShare = 8
	holesAge   = 7 * 24 * time.Hour
)

// deleteWhere deletes from all tables in one transaction; from those of months
// that begin before a moment, unless it is zero. A month that nothing is left
// of is dropped at once. Flags stay right: who has made no other click has made
// none now, and the others are counted one by one.
func (s *Store) deleteWhere(ctx context.Context, condition string, before time.Time) error {
	s.tidying.Lock()
	defer s.tidying.Unlock()
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		from, err := allTables(ctx, tx)
		if err != nil {
			return err
		}
		for _, t := range from {
			if t.name != hot && !before.IsZero() && !t.start.Before(before) {
				continue
			}
			if err := s.deleteFrom(ctx, tx, t.name, condition); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("delete clicks: %w", err)
	}
	return nil
}

func (s *Store) deleteFrom(ctx context.Context, tx *sql.Tx, table, condition string) error {
	done, err := tx.ExecContext(ctx, "DELETE FROM "+table+" WHERE "+condition)
	if err != nil {
		return err
	}
	n, err := done.RowsAffected()
	if err != nil || n == 0 {
		return err
	}
	if table == hot {
		return s.steps(ctx, tx, []string{newEdition(hot)})
	}
	var left bool
	if err := tx.QueryRowContext(ctx, "SELECT EXISTS (FROM "+table+")").Scan(&left); err != nil {
		return err
	}
	if !left {
		return s.steps(ctx, tx, []string{
			"DROP TABLE " + table, "DELETE FROM sorted WHERE month = '" + table + "'", "DELETE FROM holes WHERE month = '" + table + "'",
			newEdition(table),
		})
	}
	return s.steps(ctx, tx, []string{
		fmt.Sprintf("INSERT INTO holes VALUES ('%s', %d, %d)", table, n, s.clock.Now().UnixMilli()),
		newEdition(table),
	})
}
