package duckdb

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"testing"
	"time"

	engine "github.com/duckdb/duckdb-go/v2"
	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/analytics"
	"linnet/internal/core/analytics/analyticstest"
	"linnet/internal/core/click"
)

// fatalError returns the error of every call after a fatal one.
func fatalError() error {
	return &engine.Error{Type: engine.ErrorTypeFatal, Msg: "FATAL Error: Failed: database has been invalidated because of a previous fatal error."}
}

func TestStore_ReopensEngineAfterFatalError(t *testing.T) {
	t.Parallel()
	s := openTemp(t)
	clicks := sortedClicks(600)
	fill(t, s, clicks[:300], 1)
	want := results(t, s)
	before := s.db

	failures := 0
	s.failCommit = func() error {
		if failures++; failures == 1 {
			return fatalError()
		}
		return nil
	}
	ctx, batch := t.Context(), click.Batch{Clicks: clicks[300:], Through: 2}
	var group sync.WaitGroup
	for range 4 { // queries run, or wait for the engine to reopen
		group.Go(func() {
			for range 10 {
				if _, err := s.Query(ctx, everything(1)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	err := s.Append(ctx, batch)
	group.Wait()
	if !isFatal(err) {
		t.Fatalf("Append = %v, want a fatal error", err)
	}
	if s.db == before {
		t.Fatal("the engine was not reopened")
	}
	if diff := cmp.Diff(want, results(t, s)); diff != "" {
		t.Error("earlier clicks:", diff)
	}
	if p, err := s.Position(ctx, ""); err != nil || p != 1 {
		t.Errorf("position %d, %v", p, err)
	}
	// The pipeline retries the batch; a repetition must not store it twice.
	for range 2 {
		if err := s.Append(ctx, batch); err != nil {
			t.Fatal(err)
		}
	}
	if n := clicksOf(t, s); n != len(clicks) {
		t.Errorf("%d clicks, want %d", n, len(clicks))
	}
}

func clicksOf(t *testing.T, s *Store) int {
	t.Helper()
	n := 0
	for _, a := range results(t, s) {
		n += int(a.Count.Clicks)
	}
	for _, subject := range []analytics.Subject{analytics.OrphanVisits, analytics.PageViews, analytics.BlockClicks} {
		others := everything(0)
		others.Subject, others.Lists, others.Series, others.Traffic = subject, nil, nil, analytics.All
		others.Filters = []analytics.Filter{{Dimension: analytics.Link, Values: []string{""}}} // not those of blocks of links
		for _, workspace := range analyticstest.Workspaces() {
			others.WorkspaceID = workspace
			a, err := s.Query(t.Context(), others)
			if err != nil {
				t.Fatal(err)
			}
			n += int(a.Count.Clicks)
		}
	}
	return n
}

// TestInTx_CanceledBeginLeavesCleanConnection cancels transactions at various times,
// also while they begin. The next user of the connection must not be affected.
func TestInTx_CanceledBeginLeavesCleanConnection(t *testing.T) {
	t.Parallel()
	s := openTemp(t)
	query := func(ctx context.Context) error {
		return s.inTx(ctx, func(tx *sql.Tx) error {
			var one int
			return tx.QueryRowContext(ctx, "SELECT 1").Scan(&one)
		})
	}
	for i := range 100 {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Duration(i)*3*time.Microsecond, cancel)
		_ = query(ctx) // canceled or not
		cancel()
		if err := query(t.Context()); err != nil {
			t.Fatalf("after a canceled transaction: %v", err)
		}
	}
}

func TestStore_ReportsACanceledStatementAsTheEndOfItsContext(t *testing.T) {
	t.Parallel()
	s := openTemp(t)
	for name, end := range map[string]func(context.Context) (context.Context, context.CancelFunc){
		"canceled": func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(ctx)
			time.AfterFunc(20*time.Millisecond, cancel)
			return ctx, cancel
		},
		"timed out": func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, 20*time.Millisecond)
		},
	} {
		ctx, cancel := end(t.Context())
		err := s.inTx(ctx, func(tx *sql.Tx) error {
			var n int64
			return tx.QueryRowContext(ctx, "SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b").Scan(&n)
		})
		if want := ctx.Err(); want == nil || !errors.Is(err, want) {
			t.Errorf("%s: the store returns %v", name, err)
		}
		cancel()
	}
}
