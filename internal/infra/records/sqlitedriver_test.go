package records_test

import (
	"database/sql"
	"testing"

	"linnet/internal/infra/records"
)

// TestSQLiteDriver_NumbersParameters has parameters in another order than their numbers,
// twice, and beside a "$" that begins none.
func TestSQLiteDriver_NumbersParameters(t *testing.T) {
	t.Parallel()
	db, err := sql.Open(records.SQLiteDriver, ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const query = `SELECT $2 || $1 || $2 || json_extract('{"x": "c"}', '$.x') || '$'`
	prepared, err := db.PrepareContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer prepared.Close()
	for name, row := range map[string]*sql.Row{
		"query":     db.QueryRowContext(t.Context(), query, "a", "b"),
		"statement": prepared.QueryRowContext(t.Context(), "a", "b"),
	} {
		var got string
		if err := row.Scan(&got); err != nil || got != "babc$" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}
