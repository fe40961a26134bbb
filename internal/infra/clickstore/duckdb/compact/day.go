package compact

import (
	"context"
	"database/sql"
	"fmt"

	"linnet/internal/core/click"
	"linnet/internal/infra/clickstore/clicksql"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

const dayMillis = 86_400_000

// pastDays returns the days before today with clicks in HotTable.
func (c *Compactor) pastDays(ctx context.Context, today click.Day) (days []click.Day, err error) {
	err = c.transact(ctx, func(tx *sql.Tx) error {
		text := fmt.Sprintf(
			"SELECT DISTINCT ts // %d FROM %s WHERE ts < %d ORDER BY 1",
			dayMillis,
			storage.HotTable,
			int64(today)*dayMillis,
		)
		return storage.QueryAll(ctx, tx, text, nil, func(r *sql.Rows) error {
			var day click.Day
			if err := r.Scan((*int64)(&day)); err != nil {
				return err
			}
			days = append(days, day)
			return nil
		})
	})
	return days, err
}

// MoveDay moves the clicks of one day from HotTable to its month table.
func (c *Compactor) MoveDay(ctx context.Context, day click.Day) error {
	if err := c.transact(ctx, func(tx *sql.Tx) error { return c.moveDay(ctx, tx, day) }); err != nil {
		return fmt.Errorf("move the clicks of %s: %w", day, err)
	}
	return nil
}

// moveDay moves one day to its month table. It rewrites the whole day, because
// late clicks of a day that was moved before change the column solo. A packed
// solo click has no visitor number, and remains solo.
func (c *Compactor) moveDay(ctx context.Context, tx *sql.Tx, day click.Day) error {
	month, hot := storage.MonthTable(day.Start()), storage.HotTable
	all := clicksql.Names(c.cols)
	ofDay := fmt.Sprintf("ts >= %d AND ts < %d", int64(day)*dayMillis, int64(day+1)*dayMillis)
	return c.script.Run(
		ctx,
		tx,
		"CREATE TABLE IF NOT EXISTS "+month+" ("+storage.MonthDefinition(c.cols)+")",
		fmt.Sprintf(
			"CREATE OR REPLACE TEMP TABLE moving AS SELECT %s, false AS solo FROM %s WHERE %s UNION ALL SELECT %s, solo FROM %s WHERE %s",
			all,
			hot,
			ofDay,
			all,
			month,
			ofDay,
		),
		"DELETE FROM "+month+" WHERE "+ofDay,
		"DELETE FROM "+hot+" WHERE "+ofDay,
		fmt.Sprintf(
			"INSERT INTO %s SELECT %s, CASE WHEN visitor IS NULL THEN solo ELSE count(*) OVER (PARTITION BY workspace, visitor) = 1 END"+
				" FROM moving ORDER BY workspace, link, ts",
			month,
			all,
		),
		"DROP TABLE moving",
		"DELETE FROM sorted WHERE month = '"+month+"'",
		storage.NextGeneration(month),
		storage.NextGeneration(hot),
	)
}
