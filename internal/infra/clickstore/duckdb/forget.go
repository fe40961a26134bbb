package duckdb

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// DeleteLink deletes the clicks of one link and returns how many they were.
func (s *Store) DeleteLink(ctx context.Context, workspaceID, linkID uint64) (int64, error) {
	return s.deleteWhere(ctx, fmt.Sprintf("workspace = %s AND link = %s", number(workspaceID), number(linkID)), time.Time{})
}

// Retain deletes the workspace's clicks before a moment and returns how many
// they were.
func (s *Store) Retain(ctx context.Context, workspaceID uint64, before time.Time) (int64, error) {
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
// none now, and the others are counted one by one. The result is the number of
// deleted clicks.
func (s *Store) deleteWhere(ctx context.Context, condition string, before time.Time) (int64, error) {
	s.tidying.Lock()
	defer s.tidying.Unlock()
	var deleted int64
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		deleted = 0
		from, err := allTables(ctx, tx)
		if err != nil {
			return err
		}
		for _, t := range from {
			if t.name != hot && !before.IsZero() && !t.start.Before(before) {
				continue
			}
			n, err := s.deleteFrom(ctx, tx, t.name, condition)
			if err != nil {
				return err
			}
			deleted += n
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("delete clicks: %w", err)
	}
	return deleted, nil
}

// deleteFrom deletes from one table and returns how many clicks.
func (s *Store) deleteFrom(ctx context.Context, tx *sql.Tx, table, condition string) (int64, error) {
	done, err := tx.ExecContext(ctx, "DELETE FROM "+table+" WHERE "+condition)
	if err != nil {
		return 0, err
	}
	n, err := done.RowsAffected()
	if err != nil || n == 0 {
		return 0, err
	}
	return n, s.noteDeleted(ctx, tx, table, n)
}

// noteDeleted notes what was deleted from a table for Tidy and for caches.
func (s *Store) noteDeleted(ctx context.Context, tx *sql.Tx, table string, n int64) error {
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
