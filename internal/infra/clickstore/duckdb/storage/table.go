package storage

import (
	"context"
	"database/sql"
	"time"

	"linnet/internal/infra/clickstore/clicksql"
)

// HotTable is the table that batches are appended to. Compaction moves the
// clicks of past days to one table for each month of UTC, sorted by workspace,
// link and time, with the additional column SoloColumn.
const HotTable = "clicks_hot"

const monthLayout = "clicks_200601"

// MonthTable returns the name of the table of the month of UTC that t lies in.
func MonthTable(t time.Time) string { return t.UTC().Format(monthLayout) }

// AllTables returns every table of clicks: HotTable first, then the months in
// ascending order.
func AllTables(ctx context.Context, tx *sql.Tx) ([]clicksql.Table, error) {
	return Tables(ctx, tx, time.UnixMilli(0), time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC))
}

// Tables returns the tables that may hold clicks of [start, end), in the order
// of AllTables and as the transaction sees them.
func Tables(ctx context.Context, tx *sql.Tx, start, end time.Time) ([]clicksql.Table, error) {
	all := []clicksql.Table{{Name: HotTable, Start: start, End: end}}
	first, last := MonthTable(start), MonthTable(end)
	text := "SELECT table_name, estimated_size FROM duckdb_tables() WHERE table_name LIKE 'clicks_2%' OR table_name = '" + HotTable + "' ORDER BY 1"
	err := QueryAll(ctx, tx, text, nil, func(r *sql.Rows) error {
		var name string
		var clicks int64
		if err := r.Scan(&name, &clicks); err != nil {
			return err
		}
		switch {
		case name == HotTable:
			all[0].Clicks = clicks
			return nil
		case name < first || name > last:
			return nil
		}
		from, err := time.Parse(monthLayout, name)
		all = append(all, clicksql.Table{Name: name, Start: from, End: from.AddDate(0, 1, 0), Clicks: clicks})
		return err
	})
	return all, err
}
