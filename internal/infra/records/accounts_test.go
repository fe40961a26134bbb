package records_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/event"
	"linnet/internal/core/workspace"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// The concrete store implements what the services need.
var (
	_ account.Store   = (*records.Store)(nil)
	_ workspace.Store = (*records.Store)(nil)
)

var noon = time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)

func registration(email string, at time.Time) account.Registration {
	u := account.User{
		ID: ident.New(ident.User), Email: email, FirstName: "Ada", LastName: "O’Neil", Country: "GB", CountryCode: "+44",
		PhoneNumber: "+442012345678", CreatedAt: at, UpdatedAt: at,
	}
	return account.Registration{
		Account:   account.Account{User: u, PasswordHash: "hash of " + email},
		Workspace: workspace.Founded("Ada", "Europe/London", at),
		Session:   sessionOf(u.ID, "laptop", at),
	}
}

func sessionOf(userID, device string, at time.Time) account.NewSession {
	return account.NewSession{
		Session: account.Session{
			ID: ident.New(ident.Session), UserID: userID, DeviceID: device, UserAgent: "agent of " + device, Place: "Berlin, DE",
			CreatedAt: at, LastSeenAt: at, ExpiresAt: at.Add(time.Hour),
		},
		Secret: ident.NewSecret("").Hash,
	}
}

func happened(kind event.Kind, workspaceID, subject string, at time.Time) event.Event {
	return event.Event{ID: ident.New(ident.Event), WorkspaceID: workspaceID, Actor: event.Actor{Kind: event.User, ID: subject}, Kind: kind, SubjectID: subject, Data: []byte(`{}`), At: at}
}

// register stores a sign-up at noon.
func register(t *testing.T, s *records.Store, email string) account.Registration {
	t.Helper()
	r := registration(email, noon)
	if err := s.InsertAccount(t.Context(), r, happened(event.UserSignedUp, r.Workspace.ID, r.Account.ID, noon)); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestStore_AccountsRoundTrip(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		r := register(t, s, "Ada@Example.com")
		byID, err := s.Account(t.Context(), r.Account.ID)
		if err != nil {
			t.Fatal(err)
		}
		byEmail, err := s.AccountByEmail(t.Context(), "ada@example.com")
		if err != nil {
			t.Fatal(err)
		}
		for _, got := range []account.Account{byID, byEmail} {
			if diff := cmp.Diff(r.Account, got); diff != "" {
				t.Error(diff)
			}
		}
		session, err := s.SessionBySecret(t.Context(), r.Session.Secret)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(r.Session.Session, session); diff != "" {
			t.Error(diff)
		}
		events, err := s.EventsOf(t.Context(), r.Workspace.ID, r.Account.ID, 10)
		if err != nil || len(events) != 2 || events[0].Kind != event.OperatorGranted || events[1].Kind != event.UserSignedUp {
			t.Errorf("events %v, %v", events, err)
		}
		_, err = s.Account(t.Context(), "usr_none")
		wantCode(t, "an unknown id", err, fault.NotFound)
		_, err = s.AccountByEmail(t.Context(), "Ada@Example.com")
		wantCode(t, "an address that is not folded", err, fault.NotFound)
		_, err = s.SessionBySecret(t.Context(), ident.NewSecret("").Hash)
		wantCode(t, "an unknown secret", err, fault.NotFound)
	})
}

func wantCode(t *testing.T, what string, err error, want fault.Code) {
	t.Helper()
	if got := fault.CodeOf(err); got != want {
		t.Errorf("%s: %v, want %q", what, err, want)
	}
}

func TestInsertAccount_RollsBackWhenTheAddressIsTaken(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		register(t, s, "ada@example.com")
		second := registration("ADA@example.com", noon)
		err := s.InsertAccount(t.Context(), second, happened(event.UserSignedUp, second.Workspace.ID, second.Account.ID, noon))
		wantCode(t, "the second sign-up", err, fault.Conflict)
		_, err = s.Workspace(t.Context(), second.Workspace.ID)
		wantCode(t, "its workspace", err, fault.NotFound)
		_, err = s.SessionBySecret(t.Context(), second.Session.Secret)
		wantCode(t, "its session", err, fault.NotFound)
		if events, err := s.EventsOf(t.Context(), second.Workspace.ID, second.Account.ID, 10); err != nil || len(events) != 0 {
			t.Errorf("its events: %v, %v", events, err)
		}
	})
}

// A sign-up whose last statement fails must not reserve the address.
func TestInsertAccount_RollsBackOnLateFailure(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		first := register(t, s, "ada@example.com")
		second := registration("bob@example.com", noon)
		second.Session.Secret = first.Session.Secret
		if err := s.InsertAccount(t.Context(), second, happened(event.UserSignedUp, second.Workspace.ID, second.Account.ID, noon)); err == nil {
			t.Fatal("two sessions share a secret")
		}
		_, err := s.AccountByEmail(t.Context(), "bob@example.com")
		wantCode(t, "the user", err, fault.NotFound)
		_, err = s.Workspace(t.Context(), second.Workspace.ID)
		wantCode(t, "the workspace", err, fault.NotFound)
	})
}

func TestChangeProfile_DoesNotChangeTheAddress(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		r := register(t, s, "ada@example.com")
		other := register(t, s, "bob@example.com")
		u := r.Account.User
		u.FirstName, u.LastName, u.Country, u.CountryCode, u.PhoneNumber = "Augusta", "King", "FR", "+33", "+33612345678"
		u.Email, u.UpdatedAt = "stolen@example.com", noon.Add(time.Minute)
		_, err := s.ChangeProfile(t.Context(), u.ID, setTo(account.Account{User: u}, happened(event.UserUpdated, "", u.ID, noon)))
		if err != nil {
			t.Fatal(err)
		}
		u.Email = "ada@example.com"
		got, err := s.Account(t.Context(), u.ID)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(account.Account{User: u, PasswordHash: r.Account.PasswordHash}, got); diff != "" {
			t.Error(diff)
		}
		if got, err := s.Account(t.Context(), other.Account.ID); err != nil || got != other.Account {
			t.Errorf("another account changed: %+v, %v", got, err)
		}
		_, err = s.ChangeProfile(t.Context(), "usr_none", setTo(account.Account{User: u}))
		wantCode(t, "an unknown user", err, fault.NotFound)
	})
}

func TestSetPassword_RevokesOtherSessions(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		r, stranger := register(t, s, "ada@example.com"), register(t, s, "bob@example.com")
		phone := sessionOf(r.Account.ID, "phone", noon)
		login(t, s, phone)
		reset := ident.NewSecret("").Hash
		if err := s.InsertReset(t.Context(), reset, r.Account.ID, noon, noon.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		if err := s.SetPassword(t.Context(), r.Account.ID, phone.ID, account.NewPassword{Hash: "new hash", Event: happened(event.PasswordChanged, "", r.Account.ID, noon)}); err != nil {
			t.Fatal(err)
		}
		got, err := s.Account(t.Context(), r.Account.ID)
		if err != nil || got.PasswordHash != "new hash" {
			t.Errorf("hash %q, %v", got.PasswordHash, err)
		}
		wantSessions(t, s, r.Account.ID, noon, phone.ID)
		wantSessions(t, s, stranger.Account.ID, noon, stranger.Session.ID)
		_, err = s.ResetUser(t.Context(), reset, noon)
		wantCode(t, "an open reset", err, fault.NotFound)
		wantCode(t, "an unknown user", s.SetPassword(t.Context(), "usr_none", "", account.NewPassword{Hash: "h", Event: happened(event.PasswordChanged, "", "usr_none", noon)}), fault.NotFound)
	})
}

func login(t *testing.T, s *records.Store, n account.NewSession) (newDevice bool) {
	t.Helper()
	newDevice, err := s.InsertSession(t.Context(), n, happened(event.UserLoggedIn, "", n.UserID, n.CreatedAt))
	if err != nil {
		t.Fatal(err)
	}
	return newDevice
}

func wantSessions(t *testing.T, s *records.Store, userID string, now time.Time, want ...string) {
	t.Helper()
	sessions, err := s.Sessions(t.Context(), userID, now)
	if err != nil {
		t.Fatal(err)
	}
	got := make([]string, 0, len(sessions))
	for _, session := range sessions {
		got = append(got, session.ID)
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("sessions: %s", diff)
	}
}

func TestSessions_ListsOpenSessionsOfTheUser(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		r, stranger := register(t, s, "ada@example.com"), register(t, s, "bob@example.com")
		phone := sessionOf(r.Account.ID, "phone", noon.Add(time.Minute))
		login(t, s, phone)
		wantSessions(t, s, r.Account.ID, noon, phone.ID, r.Session.ID)
		if err := s.TouchSession(t.Context(), r.Session.ID, noon.Add(2*time.Minute), noon.Add(3*time.Hour)); err != nil {
			t.Fatal(err)
		}
		wantSessions(t, s, r.Account.ID, noon, r.Session.ID, phone.ID)
		wantSessions(t, s, r.Account.ID, noon.Add(2*time.Hour), r.Session.ID)
		e := event.New(event.Actor{Kind: event.User, ID: r.Account.ID}, event.SessionRevoked, "", phone.ID, event.None{}, noon)
		wantCode(t, "a stranger's session", s.DeleteSession(t.Context(), stranger.Account.ID, phone.ID, e), fault.NotFound)
		if err := s.DeleteSession(t.Context(), r.Account.ID, phone.ID, e); err != nil {
			t.Fatal(err)
		}
		wantCode(t, "an ended session", s.DeleteSession(t.Context(), r.Account.ID, phone.ID, e), fault.NotFound)
		wantSessions(t, s, r.Account.ID, noon, r.Session.ID)
	})
}

func TestInsertSession_RecognizesDevicesForHalfAYear(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		r, stranger := register(t, s, "ada@example.com"), register(t, s, "bob@example.com")
		id := r.Account.ID
		login(t, s, sessionOf(stranger.Account.ID, "tablet", noon))
		nameless := func(agent string) account.NewSession {
			n := sessionOf(id, "", noon)
			n.UserAgent = agent
			return n
		}
		steps := []struct {
			name    string
			session account.NewSession
			want    bool
		}{
			{"the device of the sign-up", sessionOf(id, "laptop", noon), false},
			{"a stranger's device", sessionOf(id, "tablet", noon), true},
			{"a program", nameless("curl"), true},
			{"the program again", nameless("curl"), false},
			{"another program", nameless("wget"), true},
			{"a program that poses as the laptop", nameless("agent of laptop"), true},
			{"the laptop after five months", sessionOf(id, "laptop", noon.AddDate(0, 5, 0)), false},
			{"the tablet after a year", sessionOf(id, "tablet", noon.AddDate(1, 0, 0)), true},
		}
		for _, step := range steps {
			if got := login(t, s, step.session); got != step.want {
				t.Errorf("%s: new = %v", step.name, got)
			}
		}
	})
}

func TestResets_AreSingleUseAndExpire(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		r := register(t, s, "ada@example.com")
		secret, late, other := ident.NewSecret("").Hash, ident.NewSecret("").Hash, ident.NewSecret("").Hash
		for _, reset := range []account.Secret{late, secret, other} {
			if err := s.InsertReset(t.Context(), reset, r.Account.ID, noon, noon.Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := s.ResetUser(t.Context(), secret, noon); err != nil || got != r.Account.ID {
			t.Errorf("ResetUser = %q, %v", got, err)
		}
		_, err := s.ResetUser(t.Context(), late, noon.Add(time.Hour))
		wantCode(t, "after an hour", err, fault.NotFound)
		err = s.RedeemReset(t.Context(), late, account.NewPassword{Hash: "h", Event: happened(event.PasswordReset, "", r.Account.ID, noon.Add(time.Hour))})
		wantCode(t, "redeemed after an hour", err, fault.NotFound)

		var won, lost atomic.Int64
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				err := s.RedeemReset(t.Context(), secret, account.NewPassword{Hash: "new hash", Event: happened(event.PasswordReset, "", r.Account.ID, noon)})
				switch fault.CodeOf(err) {
				case "":
					won.Add(1)
				case fault.NotFound:
					lost.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if won.Load() != 1 || lost.Load() != 7 {
			t.Errorf("%d won, %d were told that it is used", won.Load(), lost.Load())
		}
		if got, err := s.Account(t.Context(), r.Account.ID); err != nil || got.PasswordHash != "new hash" {
			t.Errorf("hash %q, %v", got.PasswordHash, err)
		}
		wantSessions(t, s, r.Account.ID, noon)
		_, err = s.ResetUser(t.Context(), other, noon)
		wantCode(t, "the user's other reset", err, fault.NotFound)
		wantCode(t, "an empty store of resets", s.RedeemReset(t.Context(), other, account.NewPassword{Hash: "h", Event: happened(event.PasswordReset, "", r.Account.ID, noon)}), fault.NotFound)
	})
}

func TestStore_WorkspacesOfAUser(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		ada, bob := register(t, s, "ada@example.com"), register(t, s, "bob@example.com")
		for _, id := range []string{"", ada.Workspace.ID} {
			m, err := s.Membership(t.Context(), ada.Account.ID, "", id)
			if err != nil || m != (workspace.Membership{WorkspaceID: ada.Workspace.ID, Role: access.Owner}) {
				t.Errorf("Membership(%q) = %+v, %v", id, m, err)
			}
		}
		_, err := s.Membership(t.Context(), ada.Account.ID, "", bob.Workspace.ID)
		wantCode(t, "a stranger's workspace", err, fault.NotFound)
		_, err = s.Membership(t.Context(), "usr_none", "", "")
		wantCode(t, "an unknown user", err, fault.NotFound)

		e := happened(event.WorkspaceRenamed, ada.Workspace.ID, ada.Workspace.ID, noon)
		renamed := ada.Workspace
		renamed.Name = "Engines"
		if _, err := s.ChangeWorkspace(t.Context(), ada.Workspace.ID, noon.Add(time.Minute), setTo(renamed, e)); err != nil {
			t.Fatal(err)
		}
		renamed.Role = access.Owner
		all, err := s.Workspaces(t.Context(), ada.Account.ID)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]workspace.Workspace{renamed}, all); diff != "" {
			t.Error(diff)
		}
		if got, err := s.Workspace(t.Context(), bob.Workspace.ID); err != nil || got != bob.Workspace {
			t.Errorf("another workspace changed: %+v, %v", got, err)
		}
		_, err = s.ChangeWorkspace(t.Context(), "wsp_none", noon, setTo(renamed, e))
		wantCode(t, "an unknown workspace", err, fault.NotFound)
	})
}
