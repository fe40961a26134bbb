package records_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/ident"
	"linnet/internal/core/notify"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

var _ notify.Store = (*records.Store)(nil)

func notice(userID, workspaceID, topic string, at time.Time) notify.Notification {
	n := notify.Notification{
		ID: ident.New(ident.Notice), UserID: userID, WorkspaceID: workspaceID, Kind: notify.LinksNearLimit, Topic: topic,
		Facts: notify.Facts{Device: "Firefox “ESR” on Linux", Used: 80, Limit: 100}, CreatedAt: at,
	}
	if topic == "" {
		n.Topic = n.ID
	}
	return n
}

func TestInsertNotifications_AreUniquePerTopicAndUser(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		ada, bob := register(t, s, "ada@example.com"), register(t, s, "bob@example.com")
		her, home, away := ada.Account.ID, ada.Workspace.ID, bob.Workspace.ID
		old := notice(her, "", "", noon.Add(-time.Hour))
		first := notice(her, home, "near", noon)
		again := notice(her, home, "near", noon.Add(time.Minute))
		personal := notice(her, "", "", noon.Add(2*time.Minute))
		elsewhere := notice(her, away, "near elsewhere", noon.Add(3*time.Minute))
		his := notice(bob.Account.ID, away, "near", noon)
		for _, n := range []notify.Notification{old, first, again, personal, elsewhere, his} {
			if _, err := s.InsertNotifications(t.Context(), []notify.Notification{n}, noon.Add(-time.Minute)); err != nil {
				t.Fatal(err)
			}
		}
		page, err := s.Notifications(t.Context(), her, home, notify.Filter{Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		want := notify.Page{Items: []notify.Notification{personal, first}, Total: 2, Unread: 2}
		if diff := cmp.Diff(want, page); diff != "" {
			t.Error(diff)
		}
		read := noon.Add(time.Hour)
		if err := s.MarkNotificationsRead(t.Context(), her, home, []string{first.ID, elsewhere.ID, his.ID}, read); err != nil {
			t.Fatal(err)
		}
		if err := s.MarkNotificationsRead(t.Context(), her, home, nil, read.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		first.ReadAt, personal.ReadAt = read, read.Add(time.Hour) // the time of an earlier reading does not change
		page, err = s.Notifications(t.Context(), her, home, notify.Filter{Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		want = notify.Page{Items: []notify.Notification{personal, first}, Total: 2}
		if diff := cmp.Diff(want, page); diff != "" {
			t.Error(diff)
		}
		for name, seen := range map[string][2]string{"another workspace": {her, away}, "another user": {bob.Account.ID, away}} {
			if n, err := s.UnreadNotifications(t.Context(), seen[0], seen[1]); err != nil || n != 1 {
				t.Errorf("%s: %d unread, %v", name, n, err)
			}
		}
	})
}

func TestNotifications_Pages(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		ada := register(t, s, "ada@example.com")
		var all []notify.Notification
		for i := range 5 { // two at the same time, so that the id decides
			all = append(all, notice(ada.Account.ID, "", "", noon.Add(time.Duration(i/2)*time.Second)))
		}
		if _, err := s.InsertNotifications(t.Context(), all, noon.Add(-time.Hour)); err != nil {
			t.Fatal(err)
		}
		var got []string
		f := notify.Filter{Limit: 2}
		for {
			page, err := s.Notifications(t.Context(), ada.Account.ID, ada.Workspace.ID, f)
			if err != nil || page.Total != 5 || page.Unread != 5 || len(page.Items) > 2 {
				t.Fatalf("%+v, %v", page, err)
			}
			for _, n := range page.Items {
				got = append(got, n.ID)
			}
			if page.NextCursor == "" {
				break
			}
			f.Cursor = page.NextCursor
		}
		var want []string
		for _, n := range all {
			want = append(want, n.ID)
		}
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestManagers_ReturnsOwnersAndAdmins(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		ada := register(t, s, "ada@example.com")
		register(t, s, "bob@example.com")
		for id, want := range map[string][]string{ada.Workspace.ID: {ada.Account.ID}, "wsp_none": {}} {
			got, err := s.Managers(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		}
	})
}
