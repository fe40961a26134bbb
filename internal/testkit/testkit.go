// Package testkit provides stores on both engines and a temporary PostgreSQL
// server for tests.
package testkit

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"linnet/internal/infra/records"
)

// Engines is the environment variable that selects the engines of the records that
// tests use: "all", as `make test` sets it, or SQLite alone.
const Engines = "LINNET_TEST_ENGINES"

func allEngines() bool { return os.Getenv(Engines) == "all" }

// Long skips a test that takes seconds where only short ones are asked for, as by
// `make check`.
func Long(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes long")
	}
}

// SQLite returns a new store in a temporary folder.
func SQLite(t testing.TB) *records.Store {
	t.Helper()
	return open(t, records.Options{Dir: SQLiteDir(t)})
}

// SQLiteDir returns a temporary folder with an empty store of the current schema.
// It migrates one store per process and copies that.
func SQLiteDir(t testing.TB) string {
	t.Helper()
	schema, err := migratedSQLite()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, records.File), schema, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// migratedSQLite returns the database file of an empty store.
var migratedSQLite = sync.OnceValues(func() (schema []byte, err error) { //nolint:gochecknoglobals // once a test binary
	dir, err := os.MkdirTemp("", "linnet-schema-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	s, err := records.Open(context.Background(), records.Options{Dir: dir})
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, records.File)) //nolint:gosec // a path of the test
})

// PostgresStore returns a new store on a new PostgreSQL database.
func PostgresStore(t testing.TB) *records.Store {
	t.Helper()
	return open(t, records.Options{URL: MigratedPostgres(t), Dir: t.TempDir()})
}

// Stores runs a conformance test on a new store of each of the Engines.
func Stores(t *testing.T, run func(t *testing.T, s *records.Store)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		run(t, SQLite(t))
	})
	if !allEngines() {
		return
	}
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		run(t, PostgresStore(t))
	})
}

func open(t testing.TB, o records.Options) *records.Store {
	t.Helper()
	s, err := records.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close the store: %v", err)
		}
	})
	return s
}
