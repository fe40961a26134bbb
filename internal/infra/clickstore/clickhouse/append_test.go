package clickhouse

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/testkit/testclickhouse"
)

// records returns n clicks of two months, as a journal has them: the click at the
// position p is that of the index p-1.
func records(n int) []click.Click {
	var ids click.IDs
	start := time.Date(2026, 3, 31, 23, 59, 59, 0, time.UTC)
	all := make([]click.Click, n)
	for i := range all {
		c := &all[i]
		c.ID, c.At = ids.New(start.Add(time.Duration(i) * time.Millisecond * 2))
		c.WorkspaceID, c.LinkID, c.Visitor = 1, uint64(1+i%3), uint64(1+i%50)
	}
	return all
}

// batchFrom returns the batch of up to size records after a position.
func batchFrom(journal []click.Click, position uint64, size int) click.Batch {
	end := min(position+uint64(size), uint64(len(journal)))
	return click.Batch{Clicks: journal[position:end], Through: end}
}

// countAll returns the number of stored clicks and of their distinct ids.
func countAll(t *testing.T, s *Store) (clicks, distinct uint64) {
	t.Helper()
	clicks, err := s.number(t.Context(), "SELECT count() FROM clicks")
	if err != nil {
		t.Fatal(err)
	}
	distinct, err = s.number(t.Context(), "SELECT uniqExact("+idExpr+") FROM clicks")
	if err != nil {
		t.Fatal(err)
	}
	return clicks, distinct
}

var errLost = errors.New("the response was lost")

// Errors and deaths of the process at every step, followed by batches of other
// sizes, as the pipeline reads them after a start.
func TestStore_StoresEveryClickOnceAfterErrorsAndRestarts(t *testing.T) {
	t.Parallel()
	failures := 0
	for seed := range uint64(3) {
		rng := rand.New(rand.NewPCG(seed, 2))
		opts := Options{URL: testclickhouse.URL(t), Dir: t.TempDir(), step: func() error {
			if rng.IntN(4) == 0 {
				failures++
				return errLost
			}
			return nil
		}}
		appendWithFailures(t, opts, rng, records(600))
	}
	if failures < 15 {
		t.Errorf("only %d failures", failures)
	}
}

// appendWithFailures stores a journal in batches of random sizes. It repeats a
// failed batch, or opens the store again.
func appendWithFailures(t *testing.T, opts Options, rng *rand.Rand, journal []click.Click) {
	t.Helper()
	s := open(t, opts)
	for {
		position, err := s.Position(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		if position == uint64(len(journal)) {
			break
		}
		batch := batchFrom(journal, position, 1+rng.IntN(100))
		for err = s.Append(t.Context(), batch); err != nil; err = s.Append(t.Context(), batch) {
			if !errors.Is(err, errLost) {
				t.Fatal(err)
			}
			if rng.IntN(2) == 0 { // the process dies
				s = open(t, opts)
				break
			}
		}
	}
	if clicks, distinct := countAll(t, s); clicks != uint64(len(journal)) || distinct != clicks {
		t.Errorf("%d clicks and %d ids are stored, want %d", clicks, distinct, len(journal))
	}
}

// An insert that is still being executed when the process starts again is not in
// the store when Append reads the ids: the token of its batch must be repeated.
func TestStore_RepeatsTheTokenOfAnInsertThatEndsLate(t *testing.T) {
	t.Parallel()
	journal := records(300)
	opts := Options{URL: testclickhouse.URL(t), Dir: t.TempDir()}
	opts.step = func() error { return errLost } // before the first insert
	first := open(t, opts)
	if err := first.Append(t.Context(), batchFrom(journal, 0, 100)); !errors.Is(err, errLost) {
		t.Fatal(err)
	}
	late, token := journal[:100], first.journals[""].pending.Token
	opts.step = nil
	second := open(t, opts)
	if err := second.Append(t.Context(), batchFrom(journal, 0, 250)); err != nil {
		t.Fatal(err)
	}
	for _, month := range byMonth(late) { // now the server executes it
		if err := second.insertBlock(t.Context(), token+":"+month[0].At.Format("200601"), month); err != nil {
			t.Fatal(err)
		}
	}
	if clicks, distinct := countAll(t, second); clicks != 250 || distinct != 250 {
		t.Errorf("%d clicks and %d ids are stored, want 250", clicks, distinct)
	}
}

// Without the file of the pending batch, and beyond the deduplication of the
// server, the ids alone prevent duplicates.
func TestStore_RecognizesStoredClicksByTheirIDs(t *testing.T) {
	t.Parallel()
	journal := records(200)
	calls := 0
	opts := Options{URL: testclickhouse.URL(t), Dir: t.TempDir(), step: func() error {
		if calls++; calls == 2 { // after the first of two months
			return errLost
		}
		return nil
	}}
	s := open(t, opts)
	if err := s.exec(t.Context(), "ALTER TABLE clicks MODIFY SETTING non_replicated_deduplication_window = 0"); err != nil {
		t.Fatal(err)
	}
	if err := s.Append(t.Context(), batchFrom(journal, 0, len(journal))); !errors.Is(err, errLost) {
		t.Fatal(err)
	}
	if err := os.Remove(s.pendingPath(s.journals[""])); err != nil {
		t.Fatal(err)
	}
	s = open(t, opts)
	if err := s.Append(t.Context(), batchFrom(journal, 0, len(journal))); err != nil {
		t.Fatal(err)
	}
	if clicks, distinct := countAll(t, s); clicks != 200 || distinct != 200 {
		t.Errorf("%d clicks and %d ids are stored, want 200", clicks, distinct)
	}
}

// The server is killed with kill -9 and restarted while batches arrive.
func TestStore_SurvivesKillsOfTheServer(t *testing.T) {
	t.Parallel()
	server, url := testclickhouse.Start(t)
	s := open(t, Options{URL: url})
	journal := records(20_000)
	var position atomic.Uint64
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	done := make(chan error, 1)
	go func() {
		for position.Load() < uint64(len(journal)) {
			batch := batchFrom(journal, position.Load(), 250)
			if err := s.Append(ctx, batch); err == nil {
				position.Store(batch.Through)
			} else if ctx.Err() != nil {
				done <- fmt.Errorf("stopped at %d: %w", position.Load(), err)
				return
			}
		}
		done <- nil
	}()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for kill := range uint64(4) {
		for position.Load() < kill*4000+500 && ctx.Err() == nil {
			<-tick.C
		}
		server.Kill()
		server.Restart(t)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if clicks, distinct := countAll(t, s); clicks != uint64(len(journal)) || distinct != clicks {
		t.Errorf("%d clicks and %d ids are stored, want %d", clicks, distinct, len(journal))
	}
}

func TestStore_IsUnavailableWhileTheServerIsDown(t *testing.T) {
	t.Parallel()
	server, url := testclickhouse.Start(t)
	server.Kill()
	s := open(t, Options{URL: url})
	if s.Damage() == nil {
		t.Error("the store does not report that the server is unreachable")
	}
	q := analytics.Query{WorkspaceID: 1, Start: time.UnixMilli(0), End: time.UnixMilli(1 << 41), Location: time.UTC, Traffic: analytics.All, AnyOutcome: true, Count: true}
	if _, err := s.Query(t.Context(), q); !fault.Is(err, fault.Unavailable) {
		t.Errorf("Query: %v, want %s", err, fault.Unavailable)
	}
	if err := s.Append(t.Context(), batchFrom(records(5), 0, 5)); !fault.Is(err, fault.Unavailable) {
		t.Errorf("Append: %v, want %s", err, fault.Unavailable)
	}
	server.Restart(t)
	if err := s.Append(t.Context(), batchFrom(records(5), 0, 5)); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Query(t.Context(), q); err != nil || got.Count.Clicks != 5 || s.Damage() != nil {
		t.Errorf("after the start of the server: %+v, %v, %v", got.Count, err, s.Damage())
	}
}
