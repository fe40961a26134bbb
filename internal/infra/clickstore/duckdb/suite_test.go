package duckdb

import (
	"path/filepath"
	"testing"
	"time"

	"linnet/internal/core/analytics"
	"linnet/internal/core/analytics/analyticstest"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
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

func TestAnswersAreTheOracles(t *testing.T) {
	t.Parallel()
	// Some scopes are small, some large: every way of reading is taken.
	runSuite(t, Options{MemoryMB: 256, onePass: 50, large: 300, maxKeys: 40}, func(s *Store) analytics.Store { return s })
}

func runSuite(t *testing.T, opts Options, as func(*Store) analytics.Store) {
	t.Helper()
	analyticstest.Run(t, func(t *testing.T) analyticstest.Engine {
		s := openWith(t, opts)
		return analyticstest.Engine{
			Sink: s, Store: as(s),
			Tidy: func(today time.Time) {
				if err := s.Tidy(t.Context(), today); err != nil {
					t.Fatal(err)
				}
			},
			Reclassify: func(verdict func(string) visitor.BotReason) click.Reclassified {
				done, err := s.Reclassify(t.Context(), verdict)
				if err != nil {
					t.Fatal(err)
				}
				return done
			},
		}
	})
}
