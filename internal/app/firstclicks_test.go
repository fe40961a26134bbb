package app

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/ident"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// TestClickCounters_FirstClicksSurviveAKill stores clicks with a node that is killed before
// it counts them. The next one repeats them from the journal.
func TestClickCounters_FirstClicksSurviveAKill(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, records *records.Store) {
		owner, linkID, count := newCountedLink(t, records)
		workspaceID, _ := ident.Number(owner.WorkspaceID)
		number, _ := ident.Number(linkID)
		watch := func(context.Context) map[uint64]bool { return map[uint64]bool{workspaceID: true} }
		path := filepath.Join(t.TempDir(), "clicks.duckdb")
		human := click.Click{ID: 1, At: testkit.Day(), WorkspaceID: workspaceID, LinkID: number, Outcome: visitor.Redirected}
		bot, elsewhere := human, human
		bot.ID, bot.LinkID, bot.Bot = 2, number+1, visitor.BotAgent
		elsewhere.ID, elsewhere.LinkID, elsewhere.WorkspaceID = 3, number+2, workspaceID+1
		batch := click.Batch{Through: 1, Clicks: []click.Click{human, bot, elsewhere}}

		killed := newCountingNode(t, records, path)
		killed.counter.FirstClicks = watch
		if err := killed.counter.Watch(killed.clicks).Append(t.Context(), batch); err != nil {
			t.Fatal(err)
		}
		if err := killed.clicks.Close(); err != nil {
			t.Fatal(err)
		}
		node := newCountingNode(t, records, path)
		node.counter.FirstClicks = watch
		if err := node.counter.Watch(node.clicks).Append(t.Context(), batch); err != nil {
			t.Fatal(err)
		}
		node.flush()
		count(1)
		waiting := func() map[string][]string {
			t.Helper()
			waiting, err := records.WaitingFirstClicks(t.Context(), 10)
			if err != nil {
				t.Fatal(err)
			}
			return waiting
		}
		if diff := cmp.Diff(map[string][]string{owner.WorkspaceID: {linkID}}, waiting()); diff != "" {
			t.Error(diff)
		}
		if stored, err := records.RaiseFirstClicks(t.Context(), owner.WorkspaceID, []string{linkID}, nil); err != nil || !stored {
			t.Fatalf("not raised: %v", err)
		}
		if stored, err := records.RaiseFirstClicks(t.Context(), owner.WorkspaceID, []string{linkID}, nil); err != nil || stored {
			t.Errorf("raised twice: %v", err)
		}
		node.click(owner, linkID, 1)
		node.flush()
		if diff := cmp.Diff(map[string][]string{}, waiting()); diff != "" {
			t.Errorf("a later click: %s", diff)
		}
	})
}
