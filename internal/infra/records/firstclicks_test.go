package records_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/ident"
	"linnet/internal/core/clickcount"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// TestStore_StoresFirstClicksOfWatchedLinks adds clicks to more links than a statement has.
func TestStore_StoresFirstClicksOfWatchedLinks(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		if _, err := s.RegisterSource(t.Context(), clickcount.Registration{Source: "test"}); err != nil {
			t.Fatal(err)
		}
		workspaceID, imported, unwatched, clicked := ident.New(ident.Workspace), ident.New(ident.Link), ident.New(ident.Link), ident.New(ident.Link)
		err := s.Exec(t.Context(), `INSERT INTO link_clicks (link_id, workspace_id, clicks, last_clicked_at, opening) VALUES ($1, $2, 0, 0, 5), ($3, $2, 1, 1, 0)`,
			imported, workspaceID, clicked)
		if err != nil {
			t.Fatal(err)
		}
		b := clickcount.Batch{Source: "test", Through: 1, At: testkit.Day(), Watched: map[string]bool{workspaceID: true}}
		want := map[string]bool{}
		for range 1500 {
			id := ident.New(ident.Link)
			want[id] = true
			b.Added = append(b.Added, clickcount.Clicks{LinkID: id, WorkspaceID: workspaceID, Clicks: 2, LastClickedAt: b.At})
		}
		for id, of := range map[string]string{imported: workspaceID, clicked: workspaceID, unwatched: ident.New(ident.Workspace)} {
			b.Added = append(b.Added, clickcount.Clicks{LinkID: id, WorkspaceID: of, Clicks: 1, LastClickedAt: b.At})
		}
		if err := s.AddClicks(t.Context(), b); err != nil {
			t.Fatal(err)
		}
		waiting, err := s.WaitingFirstClicks(t.Context(), 10_000)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]bool{}
		for _, id := range waiting[workspaceID] {
			got[id] = true
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}
