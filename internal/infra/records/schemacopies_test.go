package records_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pressly/goose/v3"

	"linnet/internal/infra/records"
)

// olderInstall returns a folder with records of schema 7 and files of some names in its
// folder of backups.
func olderInstall(t *testing.T, names []string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	db := driverOf(t, records.SQLiteDriver, filepath.Join(dir, records.File))
	older, err := goose.NewProvider(goose.DialectSQLite3, db, os.DirFS("migrations"), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := older.UpTo(t.Context(), 7); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, records.Backups), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(dir, records.Backups, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestOpen_KeepsTheLastTwoCopiesBeforeUpgrades(t *testing.T) {
	t.Parallel()
	const (
		v4, v5, v5again, v6 = "records-schema4-20250101T000000.000Z.db", "records-schema5-20250201T000000.000Z.db",
			"records-schema5-20250202T000000.000Z.db", "records-schema6-20250301T000000.000Z.db"
		failed1, failed2, failed3 = "records-schema7-20250401T000000.000Z.db", "records-schema7-20250402T000000.000Z.db",
			"records-schema7-20250403T000000.000Z.db"
		moved = "records-schema3-before-the-move.db"
	)
	for name, c := range map[string]struct{ there, want []string }{
		"one copy an upgrade": {[]string{v4, v5, v5again, v6, moved}, []string{moved, v6, "new"}},
		"a failing upgrade":   {[]string{v5, v6, failed1, failed2, failed3}, []string{v6, failed3, "new"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := olderInstall(t, c.there)
			s, err := records.Open(t.Context(), records.Options{Dir: dir})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			entries, err := os.ReadDir(filepath.Join(dir, records.Backups))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range entries {
				switch {
				case slices.Contains(c.there, e.Name()):
					got = append(got, e.Name())
				case strings.HasPrefix(e.Name(), "records-schema7-"):
					got = append(got, "new")
				}
			}
			slices.Sort(got)
			slices.Sort(c.want)
			if !slices.Equal(got, c.want) {
				t.Errorf("the folder has %q, want %q", got, c.want)
			}
		})
	}
}
