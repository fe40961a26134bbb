package cli

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"testing"

	"linnet/internal/infra/records"
)

const sqlitePage = 4096

// rootPage returns the number of a table's root page, from 1.
func rootPage(t *testing.T, data, table string) int64 {
	t.Helper()
	db, err := sql.Open(records.SQLiteDriver, filepath.Join(data, records.File))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var size, page int64
	if err := db.QueryRowContext(t.Context(), "PRAGMA page_size").Scan(&size); err != nil || size != sqlitePage {
		t.Fatalf("the page size is %d, %v", size, err)
	}
	if err := db.QueryRowContext(t.Context(), "SELECT rootpage FROM sqlite_schema WHERE name = $1", table).Scan(&page); err != nil {
		t.Fatal(err)
	}
	return page
}

// damagePage overwrites a page of a file.
func damagePage(t *testing.T, path string, page int64) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteAt(bytes.Repeat([]byte{0xa5}, sqlitePage), (page-1)*sqlitePage); err != nil {
		t.Fatal(err)
	}
}
