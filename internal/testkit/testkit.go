// Package testkit starts what tests need: stores on both engines, and a
// throw-away PostgreSQL. No product code imports it.
package testkit

import (
	"testing"

	"linnet/internal/infra/store"
)

// SQLite returns a fresh store in a folder of its own.
func SQLite(t testing.TB) *store.Store {
	t.Helper()
	return open(t, store.Options{Dir: t.TempDir()})
}

// PostgresStore returns a fresh store on a fresh PostgreSQL database.
func PostgresStore(t testing.TB) *store.Store {
	t.Helper()
	return open(t, store.Options{URL: migratedPostgres(t), Dir: t.TempDir()})
}

// Stores runs a conformance test on a fresh store of each engine.
func Stores(t *testing.T, run func(t *testing.T, s *store.Store)) {
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

func open(t testing.TB, o store.Options) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), o)
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
