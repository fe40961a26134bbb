package compact

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"linnet/internal/infra/clickstore/clicksql"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

// DeleteLink deletes the clicks of one link and returns their number.
func (c *Compactor) DeleteLink(ctx context.Context, workspaceID, linkID uint64) (int64, error) {
	return c.deleteWhere(
		ctx,
		fmt.Sprintf("workspace = %s AND link = %s", storage.Dialect{}.Number(workspaceID), storage.Dialect{}.Number(linkID)),
		time.Time{},
	)
}

// DeleteBefore deletes a workspace's clicks before a time and returns their
// number.
func (c *Compactor) DeleteBefore(ctx context.Context, workspaceID uint64, before time.Time) (int64, error) {
	return c.deleteWhere(ctx, fmt.Sprintf("workspace = %s AND ts < %d", storage.Dialect{}.Number(workspaceID), clicksql.CeilMilli(before)), before)
}

// deleteWhere deletes from all tables in one transaction; if before is not zero,
// from months that begin before it only. It drops months that become empty. The
// column solo remains correct: a solo click is one unique whatever else is
// deleted, and visitors of the others are counted at query time.
func (c *Compactor) deleteWhere(ctx context.Context, condition string, before time.Time) (deleted int64, err error) {
	err = c.transact(ctx, func(tx *sql.Tx) error {
		deleted = 0
		tables, err := storage.AllTables(ctx, tx)
		if err != nil {
			return err
		}
		for _, t := range tables {
			if t.Name != storage.HotTable && !before.IsZero() && !t.Start.Before(before) {
				continue
			}
			n, err := c.deleteFrom(ctx, tx, t.Name, condition)
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

func (c *Compactor) deleteFrom(ctx context.Context, tx *sql.Tx, table, condition string) (int64, error) {
	done, err := tx.ExecContext(ctx, "DELETE FROM "+table+" WHERE "+condition)
	if err != nil {
		return 0, err
	}
	n, err := done.RowsAffected()
	if err != nil || n == 0 {
		return 0, err
	}
	return n, c.recordDeletion(ctx, tx, table, n)
}

// recordDeletion advances the table's generation. Of a month it also records
// the number of deleted rows and the time, for monthsToRewrite.
func (c *Compactor) recordDeletion(ctx context.Context, tx *sql.Tx, table string, n int64) error {
	if table == storage.HotTable {
		return c.script.Run(ctx, tx, storage.NextGeneration(table))
	}
	var left bool
	if err := tx.QueryRowContext(ctx, "SELECT EXISTS (FROM "+table+")").Scan(&left); err != nil {
		return err
	}
	if !left {
		return c.script.Run(ctx, tx, append(dropMonth(table), storage.NextGeneration(table))...)
	}
	return c.script.Run(ctx, tx,
		fmt.Sprintf("INSERT INTO holes VALUES ('%s', %d, %d)", table, n, c.clock.Now().UnixMilli()),
		storage.NextGeneration(table),
	)
}
