package clickhouse

import (
	"slices"
	"testing"
	"time"

	"linnet/internal/core/click"
	"linnet/internal/testkit/testclickhouse"
)

func TestStore_SinceReturnsTheLatestClicksOfWorkspaces(t *testing.T) {
	t.Parallel()
	s := open(t, Options{URL: testclickhouse.URL(t)})
	all := records(30)
	for i := range all {
		all[i].WorkspaceID = uint64(1 + i%3)
	}
	all[4].LinkID = 0                   // an orphan
	all[7].LinkID, all[7].PageID = 0, 5 // a view
	if err := s.Append(t.Context(), click.Batch{Clicks: all, Through: 30}); err != nil {
		t.Fatal(err)
	}
	since := func(at time.Time, limit int, workspaces ...uint64) (ids []uint64) {
		clicks, err := s.Since(t.Context(), workspaces, at, limit)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range clicks {
			ids = append(ids, c.ID)
		}
		return ids
	}
	want := func(from int, workspaces ...uint64) (ids []uint64) {
		for _, c := range all[from:] {
			if slices.Contains(workspaces, c.WorkspaceID) {
				ids = append(ids, c.ID)
			}
		}
		return ids
	}
	if got := since(all[0].At, 100, 1, 2); !slices.Equal(got, want(0, 1, 2)) {
		t.Errorf("got %d, want all of the first two workspaces, oldest first", got)
	}
	if got := since(all[10].At, 100, 2, 3); !slices.Equal(got, want(10, 2, 3)) {
		t.Errorf("got %d, want those from the eleventh click on", got)
	}
	if got, latest := since(all[0].At, 4, 1), want(0, 1); !slices.Equal(got, latest[len(latest)-4:]) {
		t.Errorf("got %d, want the latest 4 of %d", got, latest)
	}
	if got := since(all[0].At, 100); got != nil {
		t.Errorf("got %d of no workspace", got)
	}
}
