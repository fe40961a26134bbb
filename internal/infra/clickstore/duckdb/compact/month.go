package compact

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"linnet/internal/infra/clickstore/clicksql"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

// packDelay is the time between the end of a month and the packing of its
// visitors. After it no click arrives whose visitor must be matched with those
// of the month: the pipeline delivers clicks in order of time, and deletes a
// day's salt soon after the day.
const packDelay = 24 * time.Hour

// A month is rewritten when 1/deletedShare of its rows are deleted, or when the
// oldest deletion is deletedAge ago.
const (
	deletedShare = 8
	deletedAge   = 7 * 24 * time.Hour
)

// monthsToRewrite returns the past months that are unsorted or have too many
// deleted rows.
func (c *Compactor) monthsToRewrite(ctx context.Context, now time.Time) (months []clicksql.Table, err error) {
	err = c.transact(ctx, func(tx *sql.Tx) error {
		all, err := storage.AllTables(ctx, tx)
		if err != nil {
			return err
		}
		done, err := packedMonths(ctx, tx, now)
		if err != nil {
			return err
		}
		due := slices.DeleteFunc(all[1:], func(t clicksql.Table) bool { return done[t.Name] })
		if len(due) == 0 {
			return nil
		}
		// A clock that is ahead must not pack a month that still receives clicks.
		past, err := newestClick(ctx, tx)
		if err != nil {
			return err
		}
		if past.After(now) {
			past = now
		}
		for _, t := range due {
			if !t.End.Add(packDelay).After(past) {
				months = append(months, t)
			}
		}
		return nil
	})
	return months, err
}

// packedMonths returns the months that need no rewriting.
func packedMonths(ctx context.Context, tx *sql.Tx, now time.Time) (map[string]bool, error) {
	done := make(map[string]bool)
	if err := storage.QueryAll(ctx, tx, "SELECT month FROM sorted", nil, func(r *sql.Rows) error {
		var month string
		err := r.Scan(&month)
		done[month] = true
		return err
	}); err != nil {
		return nil, err
	}
	type deletion struct {
		month  string
		clicks int64
		since  int64
	}
	var deletions []deletion
	text := "SELECT month, sum(clicks)::BIGINT, min(since) FROM holes GROUP BY month"
	if err := storage.QueryAll(ctx, tx, text, nil, func(r *sql.Rows) error {
		var d deletion
		err := r.Scan(&d.month, &d.clicks, &d.since)
		deletions = append(deletions, d)
		return err
	}); err != nil {
		return nil, err
	}
	for _, d := range deletions {
		var left int64
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM "+d.month).Scan(&left); err != nil {
			return nil, err
		}
		if d.clicks*deletedShare >= left || now.Sub(clicksql.Time(d.since)) >= deletedAge {
			delete(done, d.month)
		}
	}
	return done, nil
}

// newestClick returns the time of the latest click.
func newestClick(ctx context.Context, tx *sql.Tx) (time.Time, error) {
	all, err := storage.AllTables(ctx, tx)
	if err != nil {
		return time.Time{}, err
	}
	var ms int64
	for _, t := range []clicksql.Table{all[0], all[len(all)-1]} {
		var newest int64
		if err := tx.QueryRowContext(ctx, "SELECT coalesce(max(ts), 0) FROM "+t.Name).Scan(&newest); err != nil {
			return time.Time{}, err
		}
		ms = max(ms, newest)
	}
	return clicksql.Time(ms), nil
}

// rewriteMonth sorts a month, packs its visitors and drops deleted rows. It
// drops the table of an empty month.
func (c *Compactor) rewriteMonth(ctx context.Context, tx *sql.Tx, t clicksql.Table) error {
	month := t.Name
	var left bool
	if err := tx.QueryRowContext(ctx, "SELECT EXISTS (FROM "+month+")").Scan(&left); err != nil {
		return err
	}
	if !left {
		return c.script.Run(ctx, tx, dropMonth(month)...)
	}
	rewritten := "new_" + month
	return c.script.Run(ctx, tx,
		"CREATE TABLE "+rewritten+" ("+storage.MonthDefinition(c.cols)+")",
		"INSERT INTO "+rewritten+" "+selectPacked(t),
		"DROP TABLE "+month,
		"ALTER TABLE "+rewritten+" RENAME TO "+month,
		"DELETE FROM sorted WHERE month = '"+month+"'",
		"INSERT INTO sorted VALUES ('"+month+"')",
		"DELETE FROM holes WHERE month = '"+month+"'",
	)
}

// dropMonth returns the statements that drop a month table.
func dropMonth(month string) []string {
	return []string{
		"DROP TABLE " + month, "DELETE FROM sorted WHERE month = '" + month + "'", "DELETE FROM holes WHERE month = '" + month + "'",
	}
}

// selectPacked selects a month's clicks, sorted, with packed visitors: numbers
// that distinguish the visitors of a month and mean nothing else. The high bits
// are the month, so that the numbers of two months differ; the low bits count
// the visitors of the workspace. Solo clicks need no visitor.
func selectPacked(month clicksql.Table) string {
	base := uint64(month.Start.Year()*12+int(month.Start.Month())) << 32
	return fmt.Sprintf(`SELECT c.* REPLACE (p.number AS visitor) FROM %[1]s c LEFT JOIN (
SELECT workspace, visitor, %[2]d::UBIGINT + row_number() OVER (PARTITION BY workspace ORDER BY min(ts), visitor)::UBIGINT AS number
FROM %[1]s WHERE NOT solo AND visitor IS NOT NULL GROUP BY workspace, visitor) p
ON NOT c.solo AND p.workspace = c.workspace AND p.visitor = c.visitor ORDER BY c.workspace, c.link, c.ts`, month.Name, base)
}
