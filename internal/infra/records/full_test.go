package records

import (
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mattn/go-sqlite3"

	"linnet/internal/base/fault"
)

// TestClassify_ReportsContentionAsTemporary has the codes of a lock that was not
// acquired in time. Other codes are defects.
func TestClassify_ReportsContentionAsTemporary(t *testing.T) {
	t.Parallel()
	d := sqliteDialect()
	c := conn{d: &d}
	for _, err := range []sqlite3.Error{
		{Code: sqlite3.ErrBusy}, {Code: sqlite3.ErrBusy, ExtendedCode: sqlite3.ErrBusySnapshot}, {Code: sqlite3.ErrProtocol},
	} {
		if err := c.translate(fmt.Errorf("begin: %w", err)); fault.CodeOf(err) != fault.Unavailable {
			t.Errorf("%v", err)
		}
	}
	if err := c.translate(sqlite3.Error{Code: sqlite3.ErrMisuse}); fault.CodeOf(err) == fault.Unavailable {
		t.Errorf("misuse: %v", err)
	}
}

// TestClassify_ReportsAFullDisk fills a database of limited size, for which
// SQLite returns the same error as for a full disk.
func TestClassify_ReportsAFullDisk(t *testing.T) {
	t.Parallel()
	d := sqliteDialect()
	db, err := sql.Open(d.driver, sqliteURL(filepath.Join(t.TempDir(), "x.db")))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(`PRAGMA max_page_count = 4; CREATE TABLE t (x BLOB)`); err != nil {
		t.Fatal(err)
	}
	_, err = conn{q: db, d: &d}.exec(t.Context(), `INSERT INTO t VALUES (zeroblob(100000))`)
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != fault.Unavailable || !strings.Contains(f.Message, "disk is full") {
		t.Errorf("%v", err)
	}
}
