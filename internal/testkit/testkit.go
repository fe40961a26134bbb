// Package testkit starts what tests need: stores on both engines, and a
// throw-away PostgreSQL. No product code imports it.
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

// SQLite returns a fresh store in a folder of its own.
func SQLite(t testing.TB) *records.Store {
	t.Helper()
	return open(t, records.Options{Dir: SQLiteDir(t)})
}

// SQLiteDir returns a folder of its own for a store, with the schema in it. The
// schema is made once a test binary and copied from then on.
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

// migratedSQLite returns the file of a store that holds nothing but its schema.
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
	return os.ReadFile(filepath.Join(dir, records.File)) //nolint:gosec // ours
})

// PostgresStore returns a fresh store on a fresh PostgreSQL database.
func PostgresStore(t testing.TB) *records.Store {
	t.Helper()
	return open(t, records.Options{URL: migratedPostgres(t), Dir: t.TempDir()})
}

// Stores runs a conformance test on a fresh store of each engine.
func Stores(t *testing.T, run func(t *testing.T, s *records.Store)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		run(t, SQLite(t))
	})
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
