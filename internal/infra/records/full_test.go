package records

import (
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"linnet/internal/base/fault"
)

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
