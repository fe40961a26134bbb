package clickhouse

import (
	"context"
	"os"
	"testing"

	"linnet/internal/core/analytics"
	"linnet/internal/core/analytics/analyticstest"
	"linnet/internal/infra/clickstore/duckdb"
	"linnet/internal/testkit"
	"linnet/internal/testkit/testclickhouse"
)

func open(t *testing.T, opts Options) *Store {
	t.Helper()
	if opts.Dir == "" {
		opts.Dir = t.TempDir()
	}
	opts.ExportFile = func(ctx context.Context, path string) (ExportFile, error) {
		return duckdb.Open(ctx, path, duckdb.Options{MemoryMB: 256})
	}
	s, err := Open(t.Context(), opts)
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

// Of the suite's reports, some have more clicks than large and some fewer, and of more links:
// all statements are compared with the oracle.
func TestStore_ConformsToEngine(t *testing.T) {
	t.Parallel()
	testkit.Long(t)
	suite := analyticstest.RunQuick
	if os.Getenv(clusterTests) != "" {
		suite = analyticstest.Run
	}
	suite(t, func(t *testing.T) analytics.Engine {
		return open(t, Options{URL: testclickhouse.URL(t), large: 15, links: 3})
	})
}
