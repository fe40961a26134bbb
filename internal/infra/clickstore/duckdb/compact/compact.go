// Package compact rewrites the tables of clicks: it moves the clicks of past days
// to month tables, sorts and packs past months, deletes and reclassifies clicks.
package compact

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/core/click"
	"linnet/internal/infra/clickstore/clicksql"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

// Deps are the dependencies of a Compactor.
type Deps struct {
	Transact storage.Transact
	Script   storage.Script
	Clock    clock.Clock
}

// Compactor rewrites tables. Clicks may be appended and read while a method
// runs, but no two methods may run at the same time.
type Compactor struct {
	transact storage.Transact
	script   storage.Script
	cols     []clicksql.Column
	clock    clock.Clock
}

// New returns a Compactor.
func New(d Deps) *Compactor {
	return &Compactor{transact: d.Transact, script: d.Script, cols: clicksql.Columns(), clock: d.Clock}
}

// Compact moves the clicks of days before now from HotTable to their month
// tables, one transaction a day, and rewrites past months that are not sorted or
// have many deleted rows. It reports whether it rewrote a month. If the process
// dies, the current step is rolled back and the next call continues from there.
func (c *Compactor) Compact(ctx context.Context, now time.Time) (rewrote bool, err error) {
	days, err := c.pastDays(ctx, click.DayOf(now))
	if err != nil {
		return false, fmt.Errorf("list days to compact: %w", err)
	}
	for _, day := range days {
		if err := c.MoveDay(ctx, day); err != nil {
			return false, err
		}
	}
	months, err := c.monthsToRewrite(ctx, now)
	if err != nil {
		return false, fmt.Errorf("list months to rewrite: %w", err)
	}
	for _, month := range months {
		if err := c.transact(ctx, func(tx *sql.Tx) error { return c.rewriteMonth(ctx, tx, month) }); err != nil {
			return false, fmt.Errorf("rewrite %s: %w", month.Name, err)
		}
	}
	return len(months) > 0, nil
}
