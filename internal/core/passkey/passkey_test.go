package passkey_test

import (
	"context"
	"log/slog"
	"net/netip"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/event"
	"linnet/internal/core/outbox"
	"linnet/internal/core/passkey"
	"linnet/internal/core/queue"
	"linnet/internal/core/visitor"
	"linnet/internal/infra/password"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
	"linnet/internal/testkit/testpasskey"
)

const (
	origin       = "https://go.example.com:8443"
	rpID         = "go.example.com"
	goodPassword = "Correct-Horse-1"
)

// fixture is a service with accounts on real records.
type fixture struct {
	*passkey.Service
	accounts *account.Service
	store    *records.Store
	clock    *clock.Manual
	notices  *notices
	ada      access.Actor
}

// notices records the notifications of changes.
type notices struct{ shown []event.Kind }

func (n *notices) SecurityChange(_ context.Context, _ string, kind event.Kind) error {
	n.shown = append(n.shown, kind)
	return nil
}

func (n *notices) SecurityMail(_ string, kind event.Kind) (queue.NewTask, error) {
	return queue.NewTask{Kind: "test", Key: ident.New("mail"), Payload: string(kind)}, nil
}

func (*notices) NewSignIn(context.Context, string, string, string) error { return nil }
func (*notices) PasswordChanged(context.Context, string) error           { return nil }

// noMail discards the mails of deleted accounts.
type noMail struct{ account.Mailer }

func (noMail) AccountDeleted(context.Context, account.Recipient, time.Time) error { return nil }

type noFacts struct{}

func (noFacts) Locate(netip.Addr) visitor.Place { return visitor.Place{} }
func (noFacts) Parse(string) visitor.Agent      { return visitor.Agent{} }

func noFactors(context.Context, string, string, string, netip.Addr, string) (bool, error) {
	return false, nil
}

// onBoth runs a test on SQLite and on PostgreSQL.
func onBoth(t *testing.T, run func(t *testing.T, w *fixture)) {
	t.Helper()
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		w := &fixture{store: s, clock: clock.NewManual(testkit.Day()), notices: &notices{}}
		log := slog.New(slog.DiscardHandler)
		w.accounts = account.NewService(account.Deps{
			Store: s, VerifySecondFactor: noFactors, Hasher: password.New(password.Params{MemoryKiB: 8, Iterations: 1}), Clock: w.clock,
			Outbox: outbox.New(s, w.clock), Mailer: noMail{}, Notices: w.notices, Agents: noFacts{}, Places: noFacts{}, Local: true, Log: log,
		})
		var err error
		w.Service, err = passkey.New(passkey.Deps{
			Store:                s,
			EmailOf:              w.accounts.EmailOf,
			RecordAuthentication: w.accounts.RecordAuthentication,
			Notices:              w.notices,
			PublicURL:            origin,
			Clock:                w.clock,
			Log:                  log,
		})
		if err != nil {
			t.Fatal(err)
		}
		w.ada = w.signUp(t, "ada@example.com")
		run(t, w)
	})
}

func from(addr string) account.Client { return account.Client{Addr: netip.MustParseAddr(addr)} }

func (w *fixture) signUp(t *testing.T, email string) access.Actor {
	t.Helper()
	made, err := w.accounts.Signup(t.Context(), account.SignupInput{
		FirstName: "Ada", LastName: "Lovelace", Email: email, Password: goodPassword, PasswordConfirmation: goodPassword,
		Country: "GB", CountryCode: "+44", PhoneNumber: "+442012345678",
	}, from("127.0.0.1"))
	if err != nil {
		t.Fatal(err)
	}
	session, err := w.accounts.Authenticate(t.Context(), made.Token)
	if err != nil {
		t.Fatal(err)
	}
	return access.Actor{UserID: session.UserID, SessionID: session.ID}
}

// register registers a device for an actor.
func (w *fixture) register(t *testing.T, a access.Actor, d *testpasskey.Device) passkey.Passkey {
	t.Helper()
	options, err := w.StartRegistration(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	d.Handle = []byte(a.UserID)
	p, err := w.Register(t.Context(), a, "Laptop", d.Create(t, options.Challenge.String()))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (w *fixture) challenge(t *testing.T) string {
	t.Helper()
	options, err := w.StartSignIn(t.Context(), from("192.0.2.1").Addr)
	if err != nil {
		t.Fatal(err)
	}
	return options.Challenge.String()
}

func (w *fixture) signIn(t *testing.T, d *testpasskey.Device) (account.Credentials, error) {
	t.Helper()
	d.Count++
	return w.startSession(t, d.Get(t, w.challenge(t)))
}

// startSession signs in with a response, as the API does.
func (w *fixture) startSession(t *testing.T, response []byte) (account.Credentials, error) {
	t.Helper()
	userID, err := w.SignIn(t.Context(), response)
	if err != nil {
		return account.Credentials{}, err
	}
	return w.accounts.StartSession(t.Context(), userID, from("192.0.2.1"))
}

func wantCode(t *testing.T, err error, want fault.Code) {
	t.Helper()
	if !fault.Is(err, want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestSignIn_CreatesASession(t *testing.T) {
	onBoth(t, func(t *testing.T, w *fixture) {
		d := testpasskey.New(t, origin, rpID)
		d.Flags |= testpasskey.Eligible
		p := w.register(t, w.ada, d)
		if p.Synced() || !p.LastUsedAt.IsZero() {
			t.Errorf("%+v", p)
		}
		d.Flags |= testpasskey.BackedUp
		got, err := w.signIn(t, d)
		if err != nil || got.User.ID != w.ada.UserID {
			t.Fatalf("%+v, %v", got.User, err)
		}
		if _, err := w.accounts.Authenticate(t.Context(), got.Token); err != nil {
			t.Error(err)
		}
		listed, err := w.List(t.Context(), w.ada)
		if err != nil || len(listed) != 1 || !listed[0].Synced() || listed[0].LastUsedAt.IsZero() || listed[0].Credential.Authenticator.SignCount != 1 {
			t.Errorf("%+v, %v", listed, err)
		}
		if len(w.notices.shown) != 1 || w.notices.shown[0] != event.PasskeyAdded {
			t.Errorf("notified of %v", w.notices.shown)
		}
	})
}

func TestSignIn_RejectsInvalidResponses(t *testing.T) {
	onBoth(t, func(t *testing.T, w *fixture) {
		d := testpasskey.New(t, origin, rpID)
		w.register(t, w.ada, d)
		for name, change := range map[string]func(*testpasskey.Device){
			"not verified by the device": func(d *testpasskey.Device) { d.Flags = testpasskey.UserPresent },
			"another origin":             func(d *testpasskey.Device) { d.Origin = "https://go.example.com.evil.test" },
			"another key":                func(d *testpasskey.Device) { d.Key = testpasskey.New(t, origin, rpID).Key },
			"an unknown credential":      func(d *testpasskey.Device) { d.ID = ident.Bytes(16) },
			"an unknown user":            func(d *testpasskey.Device) { d.Handle = []byte("usr_unknown") },
			"no user":                    func(d *testpasskey.Device) { d.Handle = nil },
		} {
			other := *d
			change(&other)
			if _, err := w.signIn(t, &other); !fault.Is(err, fault.Unauthenticated) {
				t.Errorf("%s: %v", name, err)
			}
		}
		_, err := w.SignIn(t.Context(), []byte(`{}`))
		wantCode(t, err, fault.Unauthenticated)
		if _, err := w.signIn(t, d); err != nil {
			t.Errorf("the unchanged device: %v", err)
		}
	})
}

func TestSignIn_AcceptsEachChallengeOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, w *fixture) {
		d := testpasskey.New(t, origin, rpID)
		w.register(t, w.ada, d)
		challenge := w.challenge(t)
		d.Count++
		response := d.Get(t, challenge)
		if _, err := w.SignIn(t.Context(), response); err != nil {
			t.Fatal(err)
		}
		_, err := w.SignIn(t.Context(), response)
		wantCode(t, err, fault.Unauthenticated)
		old := w.challenge(t)
		w.clock.Advance(passkey.ChallengeValid)
		d.Count++
		_, err = w.SignIn(t.Context(), d.Get(t, old))
		wantCode(t, err, fault.Unauthenticated)
	})
}

func TestSignIn_RejectsClonedPasskeys(t *testing.T) {
	onBoth(t, func(t *testing.T, w *fixture) {
		d := testpasskey.New(t, origin, rpID)
		w.register(t, w.ada, d)
		d.Count = 7
		if _, err := w.signIn(t, d); err != nil {
			t.Fatal(err)
		}
		d.Count = 3 // the copy
		_, err := w.signIn(t, d)
		wantCode(t, err, fault.Unauthenticated)
	})
}

func TestSignIn_RejectsSuspendedUsers(t *testing.T) {
	onBoth(t, func(t *testing.T, w *fixture) {
		d := testpasskey.New(t, origin, rpID)
		w.register(t, w.ada, d)
		suspension := event.New(event.Actor{}, event.UserSuspended, "", w.ada.UserID, event.None{}, w.clock.Now())
		if _, err := w.store.SetUserSuspended(t.Context(), w.ada.UserID, true, suspension); err != nil {
			t.Fatal(err)
		}
		_, err := w.signIn(t, d)
		wantCode(t, err, fault.Forbidden)
	})
}

func TestRegister_RejectsChallengesOfOthers(t *testing.T) {
	onBoth(t, func(t *testing.T, w *fixture) {
		bob := w.signUp(t, "bob@example.com")
		options, err := w.StartRegistration(t.Context(), w.ada)
		if err != nil {
			t.Fatal(err)
		}
		for name, challenge := range map[string]string{"of another user": options.Challenge.String(), "of a sign-in": w.challenge(t)} {
			if _, err := w.Register(t.Context(), bob, "Laptop", testpasskey.New(t, origin, rpID).Create(t, challenge)); !fault.Is(err, fault.Invalid) {
				t.Errorf("%s: %v", name, err)
			}
		}
		_, err = w.Register(t.Context(), bob, " ", nil)
		wantCode(t, err, fault.Invalid)
	})
}

func TestRegister_RejectsRegisteredCredentials(t *testing.T) {
	onBoth(t, func(t *testing.T, w *fixture) {
		d := testpasskey.New(t, origin, rpID)
		w.register(t, w.ada, d)
		options, err := w.StartRegistration(t.Context(), w.ada)
		if err != nil {
			t.Fatal(err)
		}
		if len(options.CredentialExcludeList) != 1 {
			t.Errorf("%d devices are excluded", len(options.CredentialExcludeList))
		}
		_, err = w.Register(t.Context(), w.ada, "Again", d.Create(t, options.Challenge.String()))
		wantCode(t, err, fault.Conflict)
	})
}

func TestDelete_EndsSignInsWithThePasskey(t *testing.T) {
	onBoth(t, func(t *testing.T, w *fixture) {
		d := testpasskey.New(t, origin, rpID)
		p := w.register(t, w.ada, d)
		bob := w.signUp(t, "bob@example.com")
		wantCode(t, w.Delete(t.Context(), bob, p.ID), fault.NotFound)
		_, err := w.Rename(t.Context(), bob, p.ID, "Mine")
		wantCode(t, err, fault.NotFound)
		if renamed, err := w.Rename(t.Context(), w.ada, p.ID, " Phone "); err != nil || renamed.Name != "Phone" {
			t.Fatalf("%+v, %v", renamed, err)
		}
		if listed, err := w.List(t.Context(), w.ada); err != nil || len(listed) != 1 || listed[0].Name != "Phone" {
			t.Errorf("%+v, %v", listed, err)
		}
		if err := w.Delete(t.Context(), w.ada, p.ID); err != nil {
			t.Fatal(err)
		}
		_, err = w.signIn(t, d)
		wantCode(t, err, fault.Unauthenticated)
		wantCode(t, w.Delete(t.Context(), w.ada, p.ID), fault.NotFound)
	})
}

func TestDeleteAccount_DeletesPasskeys(t *testing.T) {
	onBoth(t, func(t *testing.T, w *fixture) {
		d := testpasskey.New(t, origin, rpID)
		w.register(t, w.ada, d)
		if err := w.accounts.Delete(t.Context(), w.ada, goodPassword); err != nil {
			t.Fatal(err)
		}
		if left, err := w.store.Passkeys(t.Context(), w.ada.UserID); err != nil || len(left) != 0 {
			t.Errorf("%+v, %v", left, err)
		}
		_, err := w.signIn(t, d)
		wantCode(t, err, fault.Unauthenticated)
	})
}

func TestRegister_LimitsPasskeysPerUser(t *testing.T) {
	onBoth(t, func(t *testing.T, w *fixture) {
		for range passkey.MaxPasskeys {
			w.register(t, w.ada, testpasskey.New(t, origin, rpID))
		}
		options, err := w.StartRegistration(t.Context(), w.ada)
		if err != nil {
			t.Fatal(err)
		}
		_, err = w.Register(t.Context(), w.ada, "One more", testpasskey.New(t, origin, rpID).Create(t, options.Challenge.String()))
		wantCode(t, err, fault.Conflict)
	})
}

// reauthenticate proves the identity of an actor with a device.
func (w *fixture) reauthenticate(t *testing.T, a access.Actor, d *testpasskey.Device) error {
	t.Helper()
	options, err := w.StartReauthentication(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	d.Count++
	return w.Reauthenticate(t.Context(), a, d.Get(t, options.Challenge.String()))
}

func TestReauthenticate_RecordsTheAuthenticationOfTheSession(t *testing.T) {
	onBoth(t, func(t *testing.T, w *fixture) {
		_, err := w.StartReauthentication(t.Context(), w.ada)
		wantCode(t, err, fault.NotFound)
		d := testpasskey.New(t, origin, rpID)
		w.register(t, w.ada, d)
		signedIn, err := w.signIn(t, d)
		if err != nil {
			t.Fatal(err)
		}
		w.clock.Advance(access.RecentFor)
		session, err := w.accounts.Authenticate(t.Context(), signedIn.Token)
		if err != nil {
			t.Fatal(err)
		}
		actor := access.Actor{UserID: session.UserID, SessionID: session.ID, AuthenticatedAt: session.AuthenticatedAt}
		wantCode(t, access.RequireRecent(actor, w.clock.Now()), fault.ReauthRequired)
		d.Handle = nil // devices may omit it when the options name the credential
		if err := w.reauthenticate(t, actor, d); err != nil {
			t.Fatal(err)
		}
		if session, err = w.accounts.Authenticate(t.Context(), signedIn.Token); err != nil || !session.AuthenticatedAt.Equal(w.clock.Now()) {
			t.Errorf("%+v, %v", session, err)
		}
		events, err := w.store.EventsOf(t.Context(), "", session.ID, 10)
		if err != nil || len(events) != 2 || events[0].Kind != event.UserReauthenticated || events[1].Kind != event.UserLoggedIn {
			t.Fatalf("%+v, %v", events, err)
		}
		for _, e := range events {
			if string(e.Data) != `{"after":{"method":"passkey"}}` {
				t.Errorf("%s %s", e.Kind, e.Data)
			}
		}
	})
}

func TestReauthenticate_RejectsPasskeysOfOthersAndOtherCeremonies(t *testing.T) {
	onBoth(t, func(t *testing.T, w *fixture) {
		adas, bobs := testpasskey.New(t, origin, rpID), testpasskey.New(t, origin, rpID)
		bob := w.signUp(t, "bob@example.com")
		w.register(t, w.ada, adas)
		w.register(t, bob, bobs)
		wantCode(t, w.reauthenticate(t, w.ada, bobs), fault.Invalid)
		wantCode(t, w.Reauthenticate(t.Context(), w.ada, adas.Get(t, w.challenge(t))), fault.Invalid)
		options, err := w.StartReauthentication(t.Context(), w.ada)
		if err != nil {
			t.Fatal(err)
		}
		_, err = w.SignIn(t.Context(), adas.Get(t, options.Challenge.String()))
		wantCode(t, err, fault.Unauthenticated)
		wantCode(t, w.Reauthenticate(t.Context(), w.ada, []byte(`{}`)), fault.Invalid)
		copied := *adas
		copied.Count = 7
		if err := w.reauthenticate(t, w.ada, &copied); err != nil {
			t.Fatal(err)
		}
		wantCode(t, w.reauthenticate(t, w.ada, adas), fault.Invalid) // its counter is behind that of the copy
	})
}

func TestStartSignIn_LimitsOneNetwork(t *testing.T) {
	t.Parallel()
	s, err := passkey.New(passkey.Deps{Store: noStore{}, PublicURL: origin, Clock: clock.NewManual(testkit.Day())})
	if err != nil {
		t.Fatal(err)
	}
	for range 300 {
		if _, err := s.StartSignIn(t.Context(), from("192.0.2.1").Addr); err != nil {
			t.Fatal(err)
		}
	}
	_, err = s.StartSignIn(t.Context(), from("192.0.2.1").Addr)
	wantCode(t, err, fault.RateLimited)
	if _, err := s.StartSignIn(t.Context(), from("198.51.100.1").Addr); err != nil {
		t.Error(err)
	}
}

// noStore discards challenges.
type noStore struct{ passkey.Store }

func (noStore) InsertPasskeyChallenge(context.Context, passkey.Challenge, time.Time) error {
	return nil
}

func TestNew_HasNoPasskeysOnIPAddresses(t *testing.T) {
	t.Parallel()
	s, err := passkey.New(passkey.Deps{PublicURL: "http://192.0.2.1:8080", Clock: clock.System{}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.StartSignIn(t.Context(), from("192.0.2.1").Addr)
	wantCode(t, err, fault.Conflict)
}
