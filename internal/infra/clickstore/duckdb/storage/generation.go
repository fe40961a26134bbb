package storage

import (
	"context"
	"database/sql"
	"fmt"
)

// Generations returns how often the clicks of each table have changed. A result
// computed from a table is valid while the table's generation stays the same.
// Appending to HotTable does not change its generation.
func Generations(ctx context.Context, tx *sql.Tx) (map[string]uint64, error) {
	all := make(map[string]uint64)
	err := QueryAll(ctx, tx, "SELECT month, edition FROM editions", nil, func(r *sql.Rows) error {
		var table string
		var generation uint64
		err := r.Scan(&table, &generation)
		all[table] = generation
		return err
	})
	return all, err
}

// NextGeneration returns the statement that advances a table's generation. It
// belongs into the transaction that changes the table.
func NextGeneration(table string) string {
	return fmt.Sprintf("INSERT INTO editions VALUES ('%s', 1) ON CONFLICT DO UPDATE SET edition = edition + 1", table)
}
