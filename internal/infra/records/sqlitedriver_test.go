package records_test

import (
	"database/sql"
	"errors"
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

// TestSQLiteDriver_CompilesAStatementOnce counts what is authorized, which happens when a
// statement is compiled. With go-sqlite3 1.14.53, which has SQLite 3.54.1, each execution of a
// cached join compiled it again: the plan depends on whether a parameter is 0 or 1, and the
// driver clears all of them before it binds them.
func TestSQLiteDriver_CompilesAStatementOnce(t *testing.T) {
	t.Parallel()
	db, err := sql.Open(records.SQLiteDriver, ":memory:?_stmt_cache_size=10")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(t.Context(),
		`CREATE TABLE birds (id TEXT PRIMARY KEY, place TEXT, seen INTEGER); CREATE TABLE places (id TEXT PRIMARY KEY, name TEXT)`); err != nil {
		t.Fatal(err)
	}
	authorized := 0
	conn, err := db.Conn(t.Context())
	if err == nil {
		err = conn.Raw(func(c any) error {
			c.(interface { //nolint:forcetypeassert // ends the test
				RegisterAuthorizer(func(action int, name, detail, database string) int)
			}).RegisterAuthorizer(func(int, string, string, string) int { authorized++; return 0 })
			return nil
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	find := func(id string) {
		var name string
		err := db.QueryRowContext(t.Context(),
			`SELECT p.name FROM birds b JOIN places p ON p.id = b.place WHERE b.id = $1 AND b.seen = $2`, id, 7).Scan(&name)
		if !errors.Is(err, sql.ErrNoRows) {
			t.Fatal(err)
		}
	}
	find("linnet")
	once := authorized
	find("finch")
	if once == 0 || authorized != once {
		t.Errorf("authorized %d times by the first execution, %d times by both", once, authorized)
	}
}
