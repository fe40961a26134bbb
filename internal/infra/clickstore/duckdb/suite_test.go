package duckdb

import (
	"path/filepath"
	"testing"
	"time"

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
	analyticstest.Run(t, func(t *testing.T) analyticstest.Engine {
		// Some scopes are small, some large: every way of reading is taken.
		s := openWith(t, Options{MemoryMB: 256, onePass: 50, large: 300, maxKeys: 40})
		return analyticstest.Engine{
			Sink: s, Store: s,
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
