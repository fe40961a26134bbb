package records_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pressly/goose/v3"

	"linnet/internal/base/fault"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

func TestStore_OpensOnBothEngines(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		if err := s.Ping(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n, err := s.Size(t.Context()); err != nil || n <= 0 {
			t.Errorf("Size = %d, %v", n, err)
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if err := s.Ping(gone); err == nil || fault.Is(err, fault.Unavailable) {
			t.Errorf("a caller that went away got %v", err)
		}
	})
}

func TestStore_RollsBackWhenTheContextEndsWithinATransaction(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		testkit.Owner(t, s)
		before, err := s.DomainByHost(t.Context(), testkit.Host)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		n, err := s.ExecUntilItFails(ctx, cancel, `UPDATE domains SET version = version + 1`)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("after %d statements: %v", n, err)
		}
		if after, err := s.DomainByHost(t.Context(), testkit.Host); err != nil || after.Version != before.Version {
			t.Errorf("a transaction that was not committed left version %d, %v", after.Version, err)
		}
	})
}

// driverOf opens the records behind the store's back, to do to them what other
// versions or operators might.
func driverOf(t testing.TB, driver, dsn string, statements ...string) *sql.DB {
	t.Helper()
	db, err := sql.Open(driver, dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	for _, q := range statements {
		if _, err := db.Exec(q); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
	return db
}

const fromTheFuture = `INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, TRUE)`

func TestOpen_RejectsNewerSchemas(t *testing.T) {
	t.Parallel()
	check := func(t *testing.T, o records.Options, driver, dsn string) {
		s, err := records.Open(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		driverOf(t, driver, dsn, fromTheFuture)
		if _, err = records.Open(t.Context(), o); err == nil || !strings.Contains(err.Error(), "newer Linnet") {
			t.Errorf("Open = %v, want a refusal that says why", err)
		}
	}
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		check(t, records.Options{Dir: dir}, records.SQLiteDriver, filepath.Join(dir, records.File))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		url := testkit.Postgres(t)
		check(t, records.Options{URL: url, Dir: t.TempDir()}, "pgx", url)
	})
}

func TestOpen_BacksUpBeforeMigrating(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	backups := func() []string {
		found, err := filepath.Glob(filepath.Join(dir, records.Backups, "*.db"))
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	reopen := func() {
		s, err := records.Open(t.Context(), records.Options{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	reopen()
	reopen()
	if got := backups(); len(got) != 0 {
		t.Fatalf("copies without an upgrade: %v", got)
	}
	// As an older binary would have made it.
	if err := os.Remove(filepath.Join(dir, records.File)); err != nil {
		t.Fatal(err)
	}
	db := driverOf(t, records.SQLiteDriver, filepath.Join(dir, records.File))
	older, err := goose.NewProvider(goose.DialectSQLite3, db, os.DirFS("migrations"), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := older.UpTo(t.Context(), 7); err != nil {
		t.Fatal(err)
	}
	salted := filepath.Join(dir, records.Backups, "records-schema7-20250101T000000.000Z.db") // as older versions copied them
	if err := os.Mkdir(filepath.Dir(salted), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		`INSERT INTO link_clicks (link_id, clicks, last_clicked_at) VALUES ('kept', 1, 2)`,
		`INSERT INTO daily_salts (day, salt) VALUES (20000, 'salt of an old day')`, `VACUUM INTO '` + salted + `'`,
	} {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	reopen()
	got := backups()
	if len(got) != 2 || got[0] != salted {
		t.Fatalf("copies: %v, want one more", got)
	}
	if bytes.Contains(filesIn(t, filepath.Dir(salted)), []byte("salt of an old day")) {
		t.Error("the copies hold the salt")
	}
	got = got[1:]
	if info, err := os.Stat(got[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy is %v, %v", info.Mode(), err)
	}
	var clicks int
	if err := driverOf(t, records.SQLiteDriver, got[0]).QueryRow(`SELECT clicks FROM link_clicks WHERE link_id = 'kept'`).Scan(&clicks); err != nil || clicks != 1 {
		t.Errorf("the copy holds %d, %v", clicks, err)
	}
}

func TestOpen_FilesAreReadableByTheOwnerOnly(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "a folder with ?#% in its name")
	s, err := records.Open(t.Context(), records.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	files, err := os.ReadDir(dir)
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, f := range files {
		if info, err := f.Info(); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s is %v", f.Name(), info.Mode())
		}
	}
}

func TestOpen_ErrorsDoNotLeakThePassword(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"postgres://linnet:hunter2@127.0.0.1:1/x", "postgres://linnet:hunter2@[::1/x", "mysql://linnet:hunter2@h/x"} {
		_, err := records.Open(t.Context(), records.Options{URL: url, Dir: t.TempDir()})
		if err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("Open = %v", err)
		}
	}
}
