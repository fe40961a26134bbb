package workspace_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/event"
	"linnet/internal/core/plan"
	"linnet/internal/core/workspace"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// founded stores a new user with a workspace and returns the actor.
func founded(t *testing.T, s *records.Store, name string, at time.Time) access.Actor {
	t.Helper()
	user := account.User{ID: ident.New(ident.User), Email: name + "@example.com", FirstName: name, LastName: "Test", CreatedAt: at, UpdatedAt: at}
	home := workspace.Founded(name, "Europe/Berlin", at)
	session := account.NewSession{
		Session: account.Session{ID: ident.New(ident.Session), UserID: user.ID, CreatedAt: at, LastSeenAt: at, ExpiresAt: at.Add(time.Hour)},
		Secret:  ident.NewSecret("").Hash,
	}
	e := event.Event{ID: ident.New(ident.Event), WorkspaceID: home.ID, Actor: event.Actor{Kind: event.User, ID: user.ID}, Kind: event.UserSignedUp, SubjectID: user.ID, At: at}
	reg := account.Registration{Account: account.Account{User: user}, Workspace: home, Session: session}
	if err := s.InsertAccount(t.Context(), reg, e); err != nil {
		t.Fatal(err)
	}
	return access.Actor{UserID: user.ID, SessionID: session.ID, WorkspaceID: home.ID, Role: access.Owner}
}

func newService(t *testing.T) (*workspace.Service, *records.Store, *clock.Manual) {
	t.Helper()
	s, clock := testkit.SQLite(t), clock.NewManual(time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC))
	return workspace.NewService(s, testkit.NoLimits, clock), s, clock
}

func TestActorFor(t *testing.T) {
	t.Parallel()
	svc, s, clock := newService(t)
	ada, bob := founded(t, s, "Ada", clock.Now()), founded(t, s, "Bob", clock.Now())
	for _, id := range []string{"", ada.WorkspaceID} {
		got, err := svc.ActorFor(t.Context(), access.Actor{UserID: ada.UserID, SessionID: ada.SessionID}, id)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(ada, got); diff != "" {
			t.Errorf("in %q: %s", id, diff)
		}
	}
	strangers := map[string]string{"another's": bob.WorkspaceID, "none": "wsp_0000000000000", "nonsense": "' OR 1=1 --"}
	for name, id := range strangers {
		if got, err := svc.ActorFor(t.Context(), access.Actor{UserID: ada.UserID, SessionID: ada.SessionID}, id); !fault.Is(err, fault.NotFound) || got != (access.Actor{}) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestService_ListAndCurrent(t *testing.T) {
	t.Parallel()
	svc, s, clock := newService(t)
	ada := founded(t, s, "Ada", clock.Now())
	founded(t, s, "Bob", clock.Now())
	want := workspace.Workspace{ID: ada.WorkspaceID, Name: "Ada's workspace", Plan: plan.Free, TimeZone: "Europe/Berlin", CreatedAt: clock.Now(), Role: access.Owner}
	all, err := svc.List(t.Context(), ada)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]workspace.Workspace{want}, all); diff != "" {
		t.Error(diff)
	}
	current, err := svc.Current(t.Context(), ada)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, current); diff != "" {
		t.Error(diff)
	}
}

func TestRename(t *testing.T) {
	t.Parallel()
	svc, s, clock := newService(t)
	ada := founded(t, s, "Ada", clock.Now())
	longest := strings.Repeat("é", workspace.MaxName)
	for given, want := range map[string]string{"  Analytical\t Engines \n": "Analytical Engines", longest: longest} {
		got, err := svc.Rename(t.Context(), ada, given)
		if err != nil || got.Name != want {
			t.Errorf("Rename(%q) = %q, %v", given, got.Name, err)
		}
	}
	events, err := s.EventsOf(t.Context(), ada.WorkspaceID, ada.WorkspaceID, 10)
	if err != nil || len(events) != 2 || events[0].Kind != event.WorkspaceRenamed || events[0].Actor.ID != ada.UserID {
		t.Errorf("events %v, %v", events, err)
	}
	for _, bad := range []string{"", " \n ", longest + "x", "nul\x00"} {
		_, err := svc.Rename(t.Context(), ada, bad)
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != fault.Invalid || len(f.Fields) != 1 || f.Fields[0].Field != "name" {
			t.Errorf("Rename(%q) = %v", bad, err)
		}
	}
}

func TestService_ChecksPermissions(t *testing.T) {
	t.Parallel()
	svc, s, clock := newService(t)
	ada := founded(t, s, "Ada", clock.Now())
	as := func(role access.Role) access.Actor { a := ada; a.Role = role; return a }
	cases := map[string]struct {
		actor           access.Actor
		current, rename fault.Code
	}{
		"no actor":        {access.Actor{}, fault.Unauthenticated, fault.Unauthenticated},
		"in no workspace": {access.Actor{UserID: ada.UserID}, fault.NotFound, fault.NotFound},
		"viewer":          {as(access.Viewer), "", fault.Forbidden},
		"editor":          {as(access.Editor), "", fault.Forbidden},
		"admin":           {as(access.Admin), "", ""},
		"owner":           {as(access.Owner), "", ""},
	}
	for name, c := range cases {
		_, current := svc.Current(t.Context(), c.actor)
		_, rename := svc.Rename(t.Context(), c.actor, "Engines")
		if fault.CodeOf(current) != c.current || fault.CodeOf(rename) != c.rename {
			t.Errorf("%s: reading %v, renaming %v", name, current, rename)
		}
	}
	if _, err := svc.List(t.Context(), access.Actor{}); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("list without an actor: %v", err)
	}
}

func TestFounded_TimeZone(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"America/New_York": "America/New_York", "UTC": "UTC", "": "UTC", "Local": "UTC", "Mars/Olympus": "UTC", "../../etc/passwd": "UTC",
	} {
		if got := workspace.Founded("Ada", given, time.Unix(0, 0)).TimeZone; got != want {
			t.Errorf("%q became %q", given, got)
		}
	}
}
