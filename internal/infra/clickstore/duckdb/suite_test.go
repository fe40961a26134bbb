package duckdb

import (
	"path/filepath"
	"testing"

	"linnet/internal/core/analytics"
	"linnet/internal/core/analytics/analyticstest"
	"linnet/internal/infra/clickstore/duckdb/report"
)

func openTemp(t *testing.T) *Store { return openWith(t, Options{MemoryMB: 256}) }

func openWith(t *testing.T, opts Options) *Store {
	t.Helper()
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "clicks.duckdb"), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestStore_ConformsToEngine(t *testing.T) {
	t.Parallel()
	// Small limits, so that scopes of a few clicks use every method of reading.
	opts := Options{MemoryMB: 256, report: report.Limits{Copied: 50, Unified: 300, Keys: 40}}
	analyticstest.Run(t, func(t *testing.T) analytics.Engine { return openWith(t, opts) })
}
