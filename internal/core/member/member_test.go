package member_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/event"
	"linnet/internal/core/locale"
	"linnet/internal/core/member"
	"linnet/internal/core/outbox"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// fixture is a service on a SQLite store, with the owner of a workspace.
type fixture struct {
	*member.Service
	store *records.Store
	dir   string
	clock *clock.Manual
	owner access.Actor
	links []string     // that were mailed
	in    locale.Fixed // the language of the last mail
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	dir := testkit.SQLiteDir(t)
	s, err := records.Open(t.Context(), records.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	f := &fixture{store: s, dir: dir, clock: clock.NewManual(testkit.Day()), owner: testkit.Owner(t, s)}
	f.Service = member.New(member.Deps{
		Store: s, Limits: testkit.Unguarded{}.Limits, Outbox: outbox.New(s, f.clock), Mailer: f, CheckEmail: account.CheckEmail, PublicURL: "https://go.example.com", Clock: f.clock,
	})
	return f
}

// WorkspaceInvitation records the link.
func (f *fixture) WorkspaceInvitation(_ context.Context, _ member.Invitation, link string, in locale.Fixed) error {
	f.links, f.in = append(f.links, link), in
	return nil
}

// join adds a new user with a role and returns the user in the workspace.
func (f *fixture) join(t *testing.T, role access.Role) access.Actor {
	t.Helper()
	user := testkit.Owner(t, f.store)
	_, link, err := f.Invite(t.Context(), f.owner, member.Draft{Role: role})
	if err != nil {
		t.Fatal(err)
	}
	id, err := f.Accept(t.Context(), user, tokenOf(t, link), "net")
	if err != nil {
		t.Fatal(err)
	}
	user.WorkspaceID, user.Role = id, role
	return user
}

func tokenOf(t *testing.T, link string) string {
	t.Helper()
	token, ok := strings.CutPrefix(link, "https://go.example.com/invite/")
	if !ok || len(token) < 43 {
		t.Fatalf("link %q", link)
	}
	return token
}

func wantCode(t *testing.T, what string, err error, want fault.Code) {
	t.Helper()
	if got := fault.CodeOf(err); got != want {
		t.Errorf("%s: %v, want %q", what, err, want)
	}
}

func TestService_AdminsDoNotManageOwners(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	admin, editor := f.join(t, access.Admin), f.join(t, access.Editor)
	_, err := f.SetRole(t.Context(), admin, f.owner.UserID, access.Viewer)
	wantCode(t, "demote an owner", err, fault.Forbidden)
	_, err = f.SetRole(t.Context(), admin, editor.UserID, access.Owner)
	wantCode(t, "make an owner", err, fault.Forbidden)
	wantCode(t, "remove an owner", f.Remove(t.Context(), admin, f.owner.UserID), fault.Forbidden)
	_, _, err = f.Invite(t.Context(), admin, member.Draft{Role: access.Owner})
	wantCode(t, "invite an owner", err, fault.Forbidden)
	_, err = f.SetRole(t.Context(), admin, editor.UserID, access.Viewer)
	wantCode(t, "demote an editor", err, "")
	_, err = f.SetRole(t.Context(), admin, editor.UserID, "guest")
	wantCode(t, "an unknown role", err, fault.Invalid)
}

func TestService_OwnersAreMadeAfterARecentAuthentication(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	editor := f.join(t, access.Editor)
	f.owner.AuthenticatedAt = f.clock.Now()
	f.clock.Advance(access.RecentFor)
	_, err := f.SetRole(t.Context(), f.owner, editor.UserID, access.Owner)
	wantCode(t, "make an owner", err, fault.ReauthRequired)
	_, _, err = f.Invite(t.Context(), f.owner, member.Draft{Role: access.Owner})
	wantCode(t, "invite an owner", err, fault.ReauthRequired)
	_, err = f.SetRole(t.Context(), f.owner, editor.UserID, access.Admin)
	wantCode(t, "make an admin", err, "")
	f.owner.AuthenticatedAt = f.clock.Now()
	_, err = f.SetRole(t.Context(), f.owner, editor.UserID, access.Owner)
	wantCode(t, "make an owner after an authentication", err, "")
	f.clock.Advance(access.RecentFor)
	_, err = f.SetRole(t.Context(), f.owner, editor.UserID, access.Viewer)
	wantCode(t, "demote an owner", err, fault.ReauthRequired)
}

func TestService_MembersMayLeave(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	viewer, other := f.join(t, access.Viewer), f.join(t, access.Viewer)
	wantCode(t, "a viewer removes another", f.Remove(t.Context(), viewer, other.UserID), fault.Forbidden)
	wantCode(t, "a viewer leaves", f.Remove(t.Context(), viewer, viewer.UserID), "")
	wantCode(t, "the last owner leaves", f.Remove(t.Context(), f.owner, f.owner.UserID), fault.Conflict)
	events, err := f.store.EventsOf(t.Context(), f.owner.WorkspaceID, viewer.UserID, 10)
	if err != nil || len(events) != 2 || events[0].Kind != event.MemberRemoved || !strings.Contains(string(events[0].Data), `"before":{"role":"viewer"}`) {
		t.Errorf("events %v, %v", events, err)
	}
}

func TestService_TransferOwnership(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	editor := f.join(t, access.Editor)
	wantCode(t, "an editor", f.TransferOwnership(t.Context(), editor, editor.UserID), fault.Forbidden)
	wantCode(t, "to oneself", f.TransferOwnership(t.Context(), f.owner, f.owner.UserID), fault.Invalid)
	wantCode(t, "to another user", f.TransferOwnership(t.Context(), f.owner, "usr_0000000000000"), fault.Invalid)
	wantCode(t, "to a member", f.TransferOwnership(t.Context(), f.owner, editor.UserID), "")
	roles := map[string]access.Role{}
	members, err := f.List(t.Context(), editor)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range members {
		roles[m.UserID] = m.Role
	}
	if roles[f.owner.UserID] != access.Admin || roles[editor.UserID] != access.Owner {
		t.Errorf("roles %v", roles)
	}
}

func TestService_InvitationEnds(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	user := testkit.Owner(t, f.store)
	i, link, err := f.Invite(t.Context(), f.owner, member.Draft{Role: access.Viewer})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Revoke(t.Context(), f.owner, i.ID); err != nil {
		t.Fatal(err)
	}
	_, err = f.Find(t.Context(), tokenOf(t, link), "net")
	wantCode(t, "a revoked invitation", err, fault.Gone)
	_, link, err = f.Invite(t.Context(), f.owner, member.Draft{Role: access.Viewer})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // repeated by the same user
		_, err = f.Accept(t.Context(), user, tokenOf(t, link), "net")
		wantCode(t, "accept", err, "")
	}
	_, err = f.Accept(t.Context(), testkit.Owner(t, f.store), tokenOf(t, link), "net")
	wantCode(t, "a used invitation", err, fault.Gone)
	_, link, err = f.Invite(t.Context(), f.owner, member.Draft{Role: access.Viewer})
	if err != nil {
		t.Fatal(err)
	}
	f.clock.Advance(member.DefaultValid)
	_, err = f.Find(t.Context(), tokenOf(t, link), "net")
	wantCode(t, "an expired invitation", err, fault.Gone)
	_, _, err = f.Invite(t.Context(), f.owner, member.Draft{Role: access.Viewer, ExpiresAt: f.clock.Now().Add(member.MaxValid + time.Second)})
	wantCode(t, "an expiry that is too late", err, fault.Invalid)
	_, _, err = f.Invite(t.Context(), f.owner, member.Draft{Role: access.Viewer, Email: "not-an-address"})
	wantCode(t, "a malformed address", err, fault.Invalid)
}

func TestService_InvitationsOfOtherWorkspacesAreNotFound(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	i, _, err := f.Invite(t.Context(), f.owner, member.Draft{Role: access.Viewer})
	if err != nil {
		t.Fatal(err)
	}
	wantCode(t, "revoke", f.Revoke(t.Context(), testkit.Owner(t, f.store), i.ID), fault.NotFound)
	_, _, err = f.Get(t.Context(), testkit.Owner(t, f.store), f.owner.UserID)
	wantCode(t, "get a member", err, fault.NotFound)
}

func TestService_LimitsUnknownTokensByNetwork(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, link, err := f.Invite(t.Context(), f.owner, member.Draft{Role: access.Viewer})
	if err != nil {
		t.Fatal(err)
	}
	for range 100 { // valid tokens do not count
		if _, err := f.Find(t.Context(), tokenOf(t, link), "net"); err != nil {
			t.Fatal(err)
		}
	}
	tries := 0
	for ; tries < 100; tries++ {
		_, err := f.Find(t.Context(), strings.Repeat("x", 43), "net")
		if fault.Is(err, fault.RateLimited) {
			break
		}
		wantCode(t, "a guess", err, fault.NotFound)
	}
	if tries != 20 {
		t.Errorf("%d guesses from one network", tries)
	}
	if _, err := f.Find(t.Context(), tokenOf(t, link), "another net"); err != nil {
		t.Errorf("another network: %v", err)
	}
}

// TestService_StoresNoTokens searches the data folder for the tokens of an
// invitation: the one of its link and the one of its mail.
func TestService_StoresNoTokens(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	i, link, err := f.Invite(t.Context(), f.owner, member.Draft{Role: access.Viewer, Email: "bob@example.com"})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Mails()["workspace_invitation"](t.Context(), []byte(`{"invitationId":"`+i.ID+`","language":"de"}`)); err != nil {
		t.Fatal(err)
	}
	if f.in != "de" {
		t.Errorf("the mail is in %q", f.in)
	}
	if len(f.links) != 1 || f.links[0] == link {
		t.Fatalf("mailed %v", f.links)
	}
	for _, l := range []string{link, f.links[0]} {
		if _, err := f.Find(t.Context(), tokenOf(t, l), "net"); err != nil {
			t.Errorf("%q: %v", l, err)
		}
	}
	err = filepath.WalkDir(f.dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path) //nolint:gosec // a path of the test
		for _, l := range []string{link, f.links[0]} {
			if strings.Contains(string(content), tokenOf(t, l)) {
				t.Errorf("%s contains a token", path)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestService_KeysManageOnlyEditorsAndViewers(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	admin, editor := f.join(t, access.Admin), f.join(t, access.Editor)
	key := f.owner
	key.KeyID = "key_1"
	for name, err := range map[string]error{
		"raise an editor":  errOf(f.SetRole(t.Context(), key, editor.UserID, access.Admin)),
		"lower an admin":   errOf(f.SetRole(t.Context(), key, admin.UserID, access.Viewer)),
		"remove an admin":  f.Remove(t.Context(), key, admin.UserID),
		"remove its owner": f.Remove(t.Context(), key, key.UserID),
		"invite an owner":  inviteErr(f.Invite(t.Context(), key, member.Draft{Role: access.Owner})),
		"invite an admin":  inviteErr(f.Invite(t.Context(), key, member.Draft{Role: access.Admin})),
	} {
		if !fault.Is(err, fault.Forbidden) {
			t.Errorf("%s: %v, want Forbidden", name, err)
		}
	}
	if _, err := f.SetRole(t.Context(), key, editor.UserID, access.Viewer); err != nil {
		t.Errorf("change an editor: %v", err)
	}
	if _, _, err := f.Invite(t.Context(), key, member.Draft{Role: access.Editor}); err != nil {
		t.Errorf("invite an editor: %v", err)
	}
	if err := f.Remove(t.Context(), key, editor.UserID); err != nil {
		t.Errorf("remove a viewer: %v", err)
	}
}

func errOf(_ member.Member, err error) error { return err }

func inviteErr(_ member.Invitation, _ string, err error) error { return err }
