package click

import (
	"bytes"
	"context"
	"log/slog"
	"math/rand/v2"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/clock"
	"linnet/internal/base/errlog"
)

// bench is a pipeline with dependencies in memory. It runs in a synctest bubble.
type bench struct {
	journal *memJournal
	sink    *memSink
	store   *memSalts
	salts   *Salts
	clock   clock.Clock
	log     *slog.Logger
	rec     *JournalRecorder
	counts  Counts
	pipe    *Pipeline
	done    chan error
	next    uint64
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{journal: &memJournal{}, sink: &memSink{source: "jrn_test"}, counts: noCounts{}, store: &memSalts{}, clock: clock.System{}}
	b.salts = NewSalts(b.store, clock.System{})
	if err := b.salts.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.rec = NewRecorder(b.journal, b.salts)
	return b
}

func (b *bench) start(ctx context.Context) {
	b.pipe = NewPipeline(PipelineDeps{
		Journal: b.journal, Source: b.sink.source, Sink: b.sink, Counts: b.counts, Salts: b.salts, Locator: world{}, Agents: world{}, Clock: b.clock, Log: b.log,
	})
	b.done = make(chan error, 1)
	go func() { b.done <- b.pipe.Run(ctx) }()
	synctest.Wait()
}

// pass advances the bubble's time and waits until all goroutines block.
func pass(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

func (b *bench) record(t *testing.T, n int) {
	t.Helper()
	for range n {
		b.next++
		if err := b.rec.Record(&Hit{
			ID: b.next, At: time.Now(), WorkspaceID: 1 + b.next%2, LinkID: 5,
			Addr: netip.MustParseAddr("192.0.2.1"), UserAgent: "browser",
		}, nil); err != nil {
			t.Fatal(err)
		}
	}
}

func (b *bench) close(t *testing.T) {
	t.Helper()
	if err := b.pipe.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if err := <-b.done; err != nil {
		t.Error(err)
	}
}

func (b *bench) want(t *testing.T, n int) {
	t.Helper()
	want := make([]uint64, n)
	for i := range want {
		want[i] = uint64(i + 1)
	}
	if diff := cmp.Diff(want, b.sink.ids()); diff != "" {
		t.Fatalf("not each click once, in order: %s", diff)
	}
}

func TestPipeline_StoresAClickWithinBatchEvery(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.start(t.Context())
		b.record(t, 3)
		pass(BatchEvery)
		b.want(t, 3)
		if b.journal.forgot != 3 {
			t.Errorf("the journal retains stored records: %d", b.journal.forgot)
		}
		if s := b.pipe.Stats(); s.Stored != 3 || s.Batches != 1 || s.Waiting != 0 {
			t.Errorf("got %+v", s)
		}
		b.close(t)
	})
}

func TestPipeline_BoundsBatches(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.record(t, 2*MaxBatch+5)
		b.start(t.Context())
		if diff := cmp.Diff([]int{MaxBatch, MaxBatch, 5}, b.sink.batches); diff != "" {
			t.Error(diff)
		}
		b.close(t)
	})
}

func TestPipeline_StoresEachClickOnceDespiteFailures(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		synctest.Test(t, func(t *testing.T) {
			rng, luck := rand.New(rand.NewPCG(seed, 1)), rand.New(rand.NewPCG(seed, 2))
			flaky := func() error {
				if luck.IntN(3) == 0 {
					return errDown
				}
				return nil
			}
			b := newBench(t)
			b.sink.before, b.sink.after = flaky, flaky
			total := 0
			for range 10 {
				// Cancelling the context simulates a crash. The next pipeline
				// starts with the same journal and sink.
				ctx, kill := context.WithCancel(t.Context())
				b.start(ctx)
				for range rng.IntN(4) {
					n := rng.IntN(50)
					total += n
					b.record(t, n)
					pass(time.Duration(rng.IntN(400)) * time.Millisecond)
				}
				kill()
				<-b.done
			}
			b.sink.before, b.sink.after = nil, nil
			b.start(t.Context())
			b.close(t)
			b.want(t, total)
		})
	}
}

func TestPipeline_RetriesWhileTheSinkIsDown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.sink.before = func() error { return errDown }
		b.start(t.Context())
		b.record(t, 4)
		pass(time.Minute)
		if b.pipe.Health() == nil {
			t.Error("Health reports nothing")
		}
		if s := b.pipe.Stats(); s.Retries < 8 || s.Retries > 20 || s.Waiting == 0 || time.Since(s.Oldest).Round(time.Second) != time.Minute {
			t.Errorf("got %+v", s)
		}
		if err := b.pipe.Health(); err == nil || !strings.Contains(err.Error(), "the oldest for 1m0s") {
			t.Errorf("Health: %v", err)
		}
		b.sink.mu.Lock()
		b.sink.before = nil
		b.sink.mu.Unlock()
		pass(lastRetry)
		b.want(t, 4)
		if err := b.pipe.Health(); err != nil || !b.pipe.Stats().Oldest.IsZero() {
			t.Error(err, b.pipe.Stats())
		}
		b.close(t)
	})
}

func TestPipeline_LogsAnOutageOnceAMinute(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		b := newBench(t)
		b.log = slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}}))
		b.sink.before = func() error { return errDown }
		b.start(t.Context())
		b.record(t, 1)
		pass(90 * time.Second)
		b.sink.mu.Lock()
		b.sink.before = nil
		b.sink.mu.Unlock()
		pass(lastRetry)
		b.close(t)
		failures, ages := regexp.MustCompile(`failures=\d+`), regexp.MustCompile(`\d+ KiB(.*) for \w+`)
		got := ages.ReplaceAllString(failures.ReplaceAllString(out.String(), "failures=n"), "n KiB$1 for n")
		failed := `level=WARN msg="click pipeline failed" err="store clicks: the store is down ` +
			`(n KiB wait on this node's disk, the oldest for n)" failures=n` + "\n"
		want := failed + failed + `level=INFO msg="click pipeline recovered" failures=n` + "\n"
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestPipeline_CloseDrainsTheJournal(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.start(t.Context())
		b.record(t, MaxBatch+1)
		b.close(t)
		b.want(t, MaxBatch+1)
	})
}

func TestPipeline_CloseReturnsWhenTheSinkIsDown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.sink.before = func() error { return errDown }
		b.start(t.Context())
		b.record(t, 1)
		pass(time.Second)
		start := time.Now()
		b.close(t)
		if took := time.Since(start); took > time.Second {
			t.Errorf("it took %v", took)
		}
		if b.journal.End() != 1 || b.journal.forgot != 0 {
			t.Error("the click is not in the journal any more")
		}
	})
}

func TestPipeline_SkipsRecordsThatAreNotHits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.record(t, 1)
		_ = b.journal.Append([]byte("from a later version"), nil)
		b.record(t, 1)
		b.start(t.Context())
		b.close(t)
		b.want(t, 2)
		if n := b.pipe.Stats().Skipped; n != 1 {
			t.Errorf("%d skipped", n)
		}
	})
}

func TestPipeline_LogsSkippedRecordsOnceAMinute(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		var out bytes.Buffer
		b.log = slog.New(slog.NewTextHandler(&out, nil))
		b.start(t.Context())
		for range 3 {
			for range 100 {
				_ = b.journal.Append([]byte("from a later version"), nil)
				pass(BatchEvery)
			}
			pass(errlog.Every)
		}
		_ = b.journal.Append([]byte("from a later version"), nil)
		b.close(t)
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		if len(lines) != 4 || !strings.Contains(lines[0], `err="1 records`) || !strings.Contains(lines[3], `err="301 records`) {
			t.Errorf("the log is:\n%s", out.String())
		}
		if n := b.pipe.Stats().Skipped; n != 301 {
			t.Errorf("%d skipped", n)
		}
	})
}

func TestPipeline_SubscribeSendsStoredClicksOfAWorkspace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.start(t.Context())
		feed, slow := b.pipe.Subscribe(2, 10), b.pipe.Subscribe(2, 1)
		defer slow.Close()
		b.record(t, 6) // ids 1, 3, 5 are of workspace 2
		pass(BatchEvery)
		for _, want := range []uint64{1, 3, 5} {
			if c := <-feed.C; c.ID != want {
				t.Errorf("got click %d, want %d", c.ID, want)
			}
		}
		if c := <-slow.C; c.ID != 1 {
			t.Errorf("the slow subscriber got %d", c.ID)
		}
		if feed.Missed() || !slow.Missed() || slow.Missed() {
			t.Error("only the slow subscriber missed clicks, and reports it once")
		}
		if n := b.pipe.Stats().Dropped; n != 2 {
			t.Errorf("%d dropped, want 2", n)
		}
		feed.Close()
		feed.Close()
		if _, open := <-feed.C; open {
			t.Error("the channel is open after its cancellation")
		}
		b.close(t)
		if _, open := <-slow.C; open {
			t.Error("the channel is open after the pipeline's end")
		}
	})
}

func TestSalts_AreDestroyedAfterTheirDay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // starts at midnight of 2000-01-01 UTC
		b := newBench(t)
		b.start(t.Context())
		b.record(t, 1)
		yesterday := DayOf(time.Now())
		pass(24*time.Hour - time.Minute)
		if b.salts.at(yesterday+1) == nil {
			t.Fatal("tomorrow's salt is not loaded before midnight")
		}
		pass(time.Minute + dayGrace + 2*saltsEvery)
		if _, err := b.store.FindSalt(t.Context(), yesterday); err == nil || b.salts.at(yesterday) != nil {
			t.Error("yesterday's salt is still there")
		}
		if n := b.store.days(); n != 2 {
			t.Errorf("%d salts are stored, want today's and tomorrow's", n)
		}
		// Yesterday's records no longer reveal an address.
		hit, err := decode(b.journal.records[0], func(d Day) (*dayKeys, error) { return b.salts.find(t.Context(), d) })
		if err != nil || hit.Addr.IsValid() {
			t.Errorf("yesterday's address reads %v (%v)", hit.Addr, err)
		}
		b.record(t, 1)
		b.close(t)
		if c := b.sink.clicks[1]; c.Visitor == 0 || c.Visitor == b.sink.clicks[0].Visitor {
			t.Errorf("today's visitor: %d, yesterday's: %d", c.Visitor, b.sink.clicks[0].Visitor)
		}
	})
}

func TestSalts_AreKeptUntilTheirClicksAreStored(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.sink.before = func() error { return errDown }
		b.start(t.Context())
		b.record(t, 1)
		day := DayOf(time.Now())
		pass(49 * time.Hour)
		if b.salts.at(day) == nil {
			t.Fatal("the salt was destroyed before its click was stored")
		}
		if b.salts.at(DayOf(time.Now())) == nil {
			t.Fatal("today has no salt because the sink is down")
		}
		b.sink.mu.Lock()
		b.sink.before = nil
		b.sink.mu.Unlock()
		pass(lastRetry + 2*saltsEvery)
		if b.sink.clicks[0].Visitor == 0 {
			t.Error("the visitor was not recognised")
		}
		if b.salts.at(day) != nil {
			t.Error("the salt was not destroyed")
		}
		b.close(t)
	})
}

func TestSalts_AreDestroyedUnderConstantLoad(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.start(t.Context())
		day := DayOf(time.Now())
		pass(24*time.Hour - time.Minute)
		// Each batch that is stored is followed by another click.
		b.sink.mu.Lock()
		b.sink.before = func() error {
			b.record(t, 1)
			return nil
		}
		b.sink.mu.Unlock()
		b.record(t, 1)
		pass(time.Minute + dayGrace + 2*saltsEvery)
		if b.pipe.Stats().Waiting == 0 {
			t.Fatal("no click was recorded")
		}
		if _, err := b.store.FindSalt(t.Context(), day); err == nil || b.salts.at(day) != nil {
			t.Error("yesterday's salt was not destroyed")
		}
		b.close(t)
	})
}

func TestSalts_AreDestroyedWhenTheClockIsSetBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		manual := clock.NewManual(time.Now().AddDate(4, 0, 0)) // a machine whose clock was wrong
		b.salts.clock, b.clock = manual, manual
		b.start(t.Context())
		pass(2 * saltsEvery)
		manual.Advance(-4 * 365 * 24 * time.Hour)
		pass(2 * saltsEvery)
		day := DayOf(manual.Now())
		if b.salts.at(day) == nil {
			t.Fatal("the day has no salt")
		}
		manual.Advance(24*time.Hour + dayGrace)
		pass(2 * saltsEvery)
		if _, err := b.store.FindSalt(t.Context(), day); err == nil {
			t.Error("the salt outlives its day")
		}
		b.close(t)
	})
}

func TestSalts_SurviveARestart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.record(t, 2)
		b.salts = NewSalts(b.store, clock.System{}) // another process
		b.start(t.Context())
		b.record(t, 2)
		b.close(t)
		seen := map[uint64]bool{}
		for _, c := range b.sink.clicks {
			seen[c.Visitor] = true
		}
		if len(seen) != 2 || seen[0] { // one visitor, two workspaces
			t.Errorf("visitors: %v", seen)
		}
	})
}

func TestRecorder_DoesNotWaitForTheSaltStore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.store.down = errDown
		pass(48 * time.Hour)
		before := b.store.ensured
		b.record(t, 1)
		if b.store.ensured != before {
			t.Error("a visit read the store")
		}
		if n := b.rec.Stats().Anonymous; n != 1 {
			t.Errorf("%d hits without address", n)
		}
	})
}
