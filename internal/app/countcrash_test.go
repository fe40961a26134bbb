package app

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"linnet/internal/app/stores"
	"linnet/internal/base/clock"
	"linnet/internal/base/ident"
	"linnet/internal/config"
	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/analytics/analyticstest"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// crashingNode is the way of clicks of a node from the journal to the counters, which is
// killed at any point.
type crashingNode struct {
	t       *testing.T
	cfg     config.Config
	store   clickStore
	member  membership
	records *records.Store

	*clicks
	stop context.CancelFunc
	done chan error
}

// start opens the stores and runs the pipeline. Counters are flushed by calls only.
func (n *crashingNode) start() {
	n.t.Helper()
	c, err := openClicks(n.t.Context(), n.cfg, n.store, n.member, n.records, clock.System{}, slog.New(slog.DiscardHandler))
	if err != nil {
		n.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(n.t.Context())
	n.clicks, n.stop, n.done = c, stop, make(chan error, 1)
	go func() { n.done <- c.pipeline.Run(ctx) }()
}

// kill ends the pipeline where it is, without flushing counters.
func (n *crashingNode) kill() {
	n.t.Helper()
	n.stop()
	<-n.done
	if err := n.close(); err != nil {
		n.t.Fatal(err)
	}
}

// visit records clicks of humans and of bots on a link.
func (n *crashingNode) visit(a access.Actor, linkID string, humans, bots int) {
	n.t.Helper()
	w, _ := ident.Number(a.WorkspaceID)
	l, _ := ident.Number(linkID)
	for i := range humans + bots {
		hit := &click.Hit{At: time.Now(), WorkspaceID: w, LinkID: l, Outcome: visitor.Redirected, UserAgent: "Mozilla/5.0 Firefox/140.0"}
		if i >= humans {
			hit.UserAgent = "Googlebot/2.1"
		}
		if err := n.recorder.Record(hit, nil); err != nil {
			n.t.Fatal(err)
		}
	}
}

// awaitStored waits until the click store has every click of the journal.
func (n *crashingNode) awaitStored() {
	n.t.Helper()
	await(n.t, func() string {
		if waiting := n.pipeline.Stats().Waiting; waiting > 0 {
			return fmt.Sprintf("%d bytes of clicks wait", waiting)
		}
		return ""
	})
}

// flush adds what is pending to the counters.
func (n *crashingNode) flush() {
	n.t.Helper()
	if err := n.counter.Flush(n.t.Context()); err != nil {
		n.t.Fatal(err)
	}
}

// counted returns what the click store counts for a link.
func (n *crashingNode) counted(a access.Actor, linkID string) int64 {
	n.t.Helper()
	w, _ := ident.Number(a.WorkspaceID)
	l, _ := ident.Number(linkID)
	counts, err := n.clicks.store.LinkCounts(n.t.Context(), w, []uint64{l})
	if err != nil {
		n.t.Fatal(err)
	}
	return counts[l].Clicks
}

// keptOpen is a click store that outlives the nodes that share it.
func keptOpen(engine analytics.Engine) clickStore {
	return clickStore{shared: true, open: func(context.Context, config.Config, *slog.Logger) (analytics.Engine, error) { return engine, nil }}
}

// TestClickCounters_AreExactAfterCrashes kills nodes at random points between the journal,
// the click store and the counters: two that share a click store, and one with an embedded
// one. After each restart, without a reconciliation, the counter of the link is exact.
func TestClickCounters_AreExactAfterCrashes(t *testing.T) {
	t.Parallel()
	for name, nodes := range map[string]int{"shared": 2, "embedded": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testkit.Stores(t, func(t *testing.T, records *records.Store) {
				owner, linkID, want := newCountedLink(t, records)
				shared := keptOpen(sharedClicks{Oracle: &analyticstest.Oracle{}})
				all := make([]*crashingNode, nodes)
				for i := range all {
					all[i] = &crashingNode{t: t, cfg: config.Config{Data: t.TempDir(), JournalSync: "second"}, store: clickStoreOf(config.Config{}), records: records}
					if nodes > 1 {
						all[i].store, all[i].member.source = shared, ident.New(ident.Journal)
					}
					all[i].start()
				}
				humans := int64(0)
				for range 12 {
					n := all[rand.IntN(nodes)]
					for range 1 + rand.IntN(3) {
						some := 1 + rand.IntN(40)
						n.visit(owner, linkID, some, rand.IntN(20))
						humans += int64(some)
						if rand.IntN(2) == 0 {
							n.awaitStored()
						}
						if rand.IntN(3) == 0 {
							n.flush()
						}
					}
					n.kill()
					n.start()
				}
				for _, n := range all {
					n.awaitStored()
					n.flush()
				}
				if got := all[0].counted(owner, linkID); got != humans {
					t.Errorf("the click store has %d clicks, want %d", got, humans)
				}
				want(humans)
				for _, n := range all {
					n.kill()
				}
			})
		})
	}
}

// TestClickCounters_AreNotRaisedByADeletedClickStore deletes the file while the journal has
// clicks that are counted. Reports have those again, and the counter has each click once.
func TestClickCounters_AreNotRaisedByADeletedClickStore(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, records *records.Store) {
		owner, linkID, want := newCountedLink(t, records)
		n := &crashingNode{t: t, cfg: config.Config{Data: t.TempDir(), JournalSync: "second"}, store: clickStoreOf(config.Config{}), records: records}
		n.start()
		n.visit(owner, linkID, 300, 5)
		n.awaitStored()
		n.flush()
		n.visit(owner, linkID, 20, 0)
		n.awaitStored() // and not counted
		n.kill()
		for _, name := range []string{stores.ClicksFile, stores.ClicksFile + ".wal"} {
			if err := os.Remove(filepath.Join(n.cfg.Data, name)); err != nil && name == stores.ClicksFile {
				t.Fatal(err)
			}
		}
		n.start()
		n.awaitStored()
		n.visit(owner, linkID, 7, 0)
		n.awaitStored()
		n.flush()
		want(327)
		if got := n.counted(owner, linkID); got != 327 {
			t.Errorf("the click store has %d clicks of the journal, want 327", got)
		}
		if err := n.counter.Reconcile(t.Context()); err != nil {
			t.Fatal(err)
		}
		want(327)
		n.kill()
	})
}
