package records

import (
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	sqlite3 "modernc.org/sqlite/lib"

	"linnet/internal/base/fault"
)

// codedError is an error as the driver of SQLite returns it.
type codedError int

func (codedError) Error() string { return "locking protocol" }
func (e codedError) Code() int   { return int(e) }

// TestClassify_ReportsContentionAsTemporary has the codes of a lock that was not
// acquired in time. Other codes are defects.
func TestClassify_ReportsContentionAsTemporary(t *testing.T) {
	t.Parallel()
	d := sqliteDialect()
	c := conn{d: &d}
	for _, code := range []int{sqlite3.SQLITE_BUSY, sqlite3.SQLITE_BUSY_SNAPSHOT, sqlite3.SQLITE_PROTOCOL} {
		if err := c.translate(fmt.Errorf("begin: %w", codedError(code))); fault.CodeOf(err) != fault.Unavailable {
			t.Errorf("code %d: %v", code, err)
		}
	}
	if err := c.translate(codedError(sqlite3.SQLITE_MISUSE)); fault.CodeOf(err) == fault.Unavailable {
		t.Errorf("misuse: %v", err)
	}
}

// TestClassify_ReportsAFullDisk fills a database of limited size, for which
// SQLite returns the same error as for a full disk.
func TestClassify_ReportsAFullDisk(t *testing.T) {
	t.Parallel()
	d := sqliteDialect()
	db, err := sql.Open(d.driver, sqliteURL(filepath.Join(t.TempDir(), "x.db"), "_pragma=max_page_count(4)"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(`CREATE TABLE t (x BLOB)`); err != nil {
		t.Fatal(err)
	}
	_, err = conn{q: db, d: &d}.exec(t.Context(), `INSERT INTO t VALUES (zeroblob(100000))`)
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != fault.Unavailable || !strings.Contains(f.Message, "disk is full") {
		t.Errorf("%v", err)
	}
}
