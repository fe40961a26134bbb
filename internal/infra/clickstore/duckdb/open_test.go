package duckdb

import (
	"context"
	"database/sql"
	"sync"
	"testing"
	"time"

	engine "github.com/duckdb/duckdb-go/v2"
	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
)

// gaveUpError is what every call gets from an engine that has given up.
func gaveUpError() error {
	return &engine.Error{Type: engine.ErrorTypeFatal, Msg: "FATAL Error: Failed: database has been invalidated because of a previous fatal error."}
}

func TestAnEngineThatGaveUpIsOpenedAgain(t *testing.T) {
	t.Parallel()
	s := openTemp(t)
	clicks := sortedClicks(600)
	fill(t, s, clicks[:300], 1)
	want := asked(t, s)
	before := s.db

	failures := 0
	s.failCommit = func() error {
		if failures++; failures == 1 {
			return gaveUpError()
		}
		return nil
	}
	ctx, batch := t.Context(), click.Batch{Clicks: clicks[300:], Through: 2}
	var group sync.WaitGroup
	for range 4 { // readers are under way, or wait for the engine to be there again
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
		t.Fatalf("the batch was to fail, got %v", err)
	}
	if s.db == before {
		t.Fatal("the engine was not opened again")
	}
	if diff := cmp.Diff(want, asked(t, s)); diff != "" {
		t.Error("what was stored before:", diff)
	}
	if p, err := s.Position(ctx); err != nil || p != 1 {
		t.Errorf("position %d, %v", p, err)
	}
	// The pipeline tries the batch again, until it is stored: once.
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
	for _, a := range asked(t, s) {
		n += int(a.Count.Clicks)
	}
	orphans := everything(0)
	orphans.Orphans, orphans.Lists, orphans.Series, orphans.Traffic = true, nil, nil, analytics.All
	for _, workspace := range []uint64{1, 1<<63 + 12345} {
		orphans.WorkspaceID = workspace
		a, err := s.Query(t.Context(), orphans)
		if err != nil {
			t.Fatal(err)
		}
		n += int(a.Count.Clicks)
	}
	return n
}

// TestWhatIsGivenUpSpoilsNothingAfterIt gives up transactions at every moment,
// the one in which they begin among them: nobody may find a connection that is in
// the middle of something.
func TestWhatIsGivenUpSpoilsNothingAfterIt(t *testing.T) {
	t.Parallel()
	s := openTemp(t)
	look := func(ctx context.Context) error {
		return s.inTx(ctx, func(tx *sql.Tx) error {
			var one int
			return tx.QueryRowContext(ctx, "SELECT 1").Scan(&one)
		})
	}
	for i := range 100 {
		ctx, giveUp := context.WithCancel(t.Context())
		time.AfterFunc(time.Duration(i)*3*time.Microsecond, giveUp)
		_ = look(ctx) // given up, or not
		giveUp()
		if err := look(t.Context()); err != nil {
			t.Fatalf("after one that was given up: %v", err)
		}
	}
}
