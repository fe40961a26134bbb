package notify_test

import (
	"strings"
	"testing"
	"time"

	"linnet/internal/core/event"
	"linnet/internal/core/notify"
	"linnet/internal/core/share"
)

func TestPasswordChanged_CountsSharedPagesThatStayPublic(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	now := w.clock.Now()
	for i, s := range []share.Share{{}, {}, {ExpiresAt: now.Add(time.Hour)}, {ExpiresAt: now}} {
		s.ID, s.WorkspaceID = "shr_"+string(rune('a'+i)), w.actor.WorkspaceID
		s.Scope, s.CreatedBy, s.CreatedAt = share.OfWorkspace, w.actor.UserID, now
		e := event.Event{ID: "evt_" + s.ID, Kind: event.ShareCreated, WorkspaceID: s.WorkspaceID, Actor: event.Actor{Kind: event.User, ID: s.CreatedBy}, SubjectID: s.ID, At: now}
		if err := w.store.InsertShare(t.Context(), s, share.TokenHash{byte(i)}, 100, e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.PasswordChanged(t.Context(), w.actor.UserID); err != nil {
		t.Fatal(err)
	}
	bob := w.signUp(t, "bob")
	if err := w.PasswordChanged(t.Context(), bob.UserID); err != nil {
		t.Fatal(err)
	}
	own, err := w.List(t.Context(), w.actor, notify.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := own.Items[0].Message(), " 3 shared pages of your workspace stay public: review them under Settings."; !strings.HasSuffix(got, want) {
		t.Errorf("message %q, want suffix %q", got, want)
	}
	other, err := w.List(t.Context(), bob, notify.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	if got := other.Items[0].Message(); strings.Contains(got, "shared page") {
		t.Errorf("a user without shared pages reads %q", got)
	}
}
