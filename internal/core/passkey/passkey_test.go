package passkey_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"log/slog"
	"net/netip"
	"testing"
	"time"

	"github.com/fxamacker/cbor/v2"

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
)

const (
	origin       = "https://go.example.com:8443"
	rpID         = "go.example.com"
	goodPassword = "Correct-Horse-1"
)

// Flags of authenticator data.
const (
	userPresent  = 0x01
	userVerified = 0x04
	eligible     = 0x08 // for a backup
	backedUp     = 0x10
	attested     = 0x40
)

// device is an authenticator with one passkey.
type device struct {
	key    *ecdsa.PrivateKey
	id     []byte
	handle []byte // the user
	count  uint32
	flags  byte
	origin string
}

func newDevice(t *testing.T) *device {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return &device{key: key, id: ident.Bytes(16), flags: userPresent | userVerified, origin: origin}
}

func encode(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

// clientData returns what the browser says about a ceremony.
func (d *device) clientData(t *testing.T, ceremony, challenge string) []byte {
	t.Helper()
	raw, err := json.Marshal(map[string]any{"type": ceremony, "challenge": challenge, "origin": d.origin, "crossOrigin": false})
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// data returns authenticator data.
func (d *device) data(flags byte, credential []byte) []byte {
	hash := sha256.Sum256([]byte(rpID))
	raw := append(hash[:], flags)
	raw = binary.BigEndian.AppendUint32(raw, d.count)
	return append(raw, credential...)
}

// create answers the options of a registration.
func (d *device) create(t *testing.T, challenge string) []byte {
	t.Helper()
	point, err := d.key.PublicKey.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	public, err := cbor.Marshal(map[int]any{1: 2, 3: -7, -1: 1, -2: point[1:33], -3: point[33:]})
	if err != nil {
		t.Fatal(err)
	}
	credential := make([]byte, 16) // no AAGUID
	credential = binary.BigEndian.AppendUint16(credential, uint16(len(d.id)))
	credential = append(append(credential, d.id...), public...)
	attestation, err := cbor.Marshal(map[string]any{
		"fmt": "none", "attStmt": map[string]any{}, "authData": d.data(d.flags|attested, credential),
	})
	if err != nil {
		t.Fatal(err)
	}
	return d.response(t, map[string]any{
		"clientDataJSON":    encode(d.clientData(t, "webauthn.create", challenge)),
		"attestationObject": encode(attestation),
	})
}

// get answers the options of a sign-in.
func (d *device) get(t *testing.T, challenge string) []byte {
	t.Helper()
	data, client := d.data(d.flags, nil), d.clientData(t, "webauthn.get", challenge)
	clientHash := sha256.Sum256(client)
	signed := sha256.Sum256(append(append([]byte{}, data...), clientHash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, d.key, signed[:])
	if err != nil {
		t.Fatal(err)
	}
	return d.response(t, map[string]any{
		"clientDataJSON": encode(client), "authenticatorData": encode(data), "signature": encode(signature), "userHandle": encode(d.handle),
	})
}

func (d *device) response(t *testing.T, response map[string]any) []byte {
	t.Helper()
	raw, err := json.Marshal(map[string]any{
		"id": encode(d.id), "rawId": encode(d.id), "type": "public-key", "response": response, "clientExtensionResults": map[string]any{},
	})
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

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

type noFactors struct{}

func (noFactors) VerifyLogin(context.Context, string, string, string, netip.Addr, string) (bool, error) {
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
			Store: s, SecondFactors: noFactors{}, Hasher: password.New(password.Params{MemoryKiB: 8, Iterations: 1}), Clock: w.clock,
			Outbox: outbox.New(s, w.clock), Mailer: noMail{}, Notices: w.notices, Agents: noFacts{}, Places: noFacts{}, Local: true, Log: log,
		})
		var err error
		w.Service, err = passkey.New(passkey.Deps{
			Store: s, Accounts: w.accounts, Notices: w.notices, PublicURL: origin, Clock: w.clock, Log: log,
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
func (w *fixture) register(t *testing.T, a access.Actor, d *device) passkey.Passkey {
	t.Helper()
	options, err := w.StartRegistration(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	d.handle = []byte(a.UserID)
	p, err := w.Register(t.Context(), a, "Laptop", d.create(t, options.Challenge.String()))
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

func (w *fixture) signIn(t *testing.T, d *device) (account.Credentials, error) {
	t.Helper()
	d.count++
	return w.startSession(t, d.get(t, w.challenge(t)))
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
		d := newDevice(t)
		d.flags |= eligible
		p := w.register(t, w.ada, d)
		if p.Synced() || !p.LastUsedAt.IsZero() {
			t.Errorf("%+v", p)
		}
		d.flags |= backedUp
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
		d := newDevice(t)
		w.register(t, w.ada, d)
		for name, change := range map[string]func(*device){
			"not verified by the device": func(d *device) { d.flags = userPresent },
			"another origin":             func(d *device) { d.origin = "https://go.example.com.evil.test" },
			"another key":                func(d *device) { d.key = newDevice(t).key },
			"an unknown credential":      func(d *device) { d.id = ident.Bytes(16) },
			"an unknown user":            func(d *device) { d.handle = []byte("usr_unknown") },
			"no user":                    func(d *device) { d.handle = nil },
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
		d := newDevice(t)
		w.register(t, w.ada, d)
		challenge := w.challenge(t)
		d.count++
		response := d.get(t, challenge)
		if _, err := w.SignIn(t.Context(), response); err != nil {
			t.Fatal(err)
		}
		_, err := w.SignIn(t.Context(), response)
		wantCode(t, err, fault.Unauthenticated)
		old := w.challenge(t)
		w.clock.Advance(passkey.ChallengeValid)
		d.count++
		_, err = w.SignIn(t.Context(), d.get(t, old))
		wantCode(t, err, fault.Unauthenticated)
	})
}

func TestSignIn_RejectsClonedPasskeys(t *testing.T) {
	onBoth(t, func(t *testing.T, w *fixture) {
		d := newDevice(t)
		w.register(t, w.ada, d)
		d.count = 7
		if _, err := w.signIn(t, d); err != nil {
			t.Fatal(err)
		}
		d.count = 3 // the copy
		_, err := w.signIn(t, d)
		wantCode(t, err, fault.Unauthenticated)
	})
}

func TestSignIn_RejectsSuspendedUsers(t *testing.T) {
	onBoth(t, func(t *testing.T, w *fixture) {
		d := newDevice(t)
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
			if _, err := w.Register(t.Context(), bob, "Laptop", newDevice(t).create(t, challenge)); !fault.Is(err, fault.Invalid) {
				t.Errorf("%s: %v", name, err)
			}
		}
		_, err = w.Register(t.Context(), bob, " ", nil)
		wantCode(t, err, fault.Invalid)
	})
}

func TestRegister_RejectsRegisteredCredentials(t *testing.T) {
	onBoth(t, func(t *testing.T, w *fixture) {
		d := newDevice(t)
		w.register(t, w.ada, d)
		options, err := w.StartRegistration(t.Context(), w.ada)
		if err != nil {
			t.Fatal(err)
		}
		if len(options.CredentialExcludeList) != 1 {
			t.Errorf("%d devices are excluded", len(options.CredentialExcludeList))
		}
		_, err = w.Register(t.Context(), w.ada, "Again", d.create(t, options.Challenge.String()))
		wantCode(t, err, fault.Conflict)
	})
}

func TestDelete_EndsSignInsWithThePasskey(t *testing.T) {
	onBoth(t, func(t *testing.T, w *fixture) {
		d := newDevice(t)
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
		d := newDevice(t)
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
			w.register(t, w.ada, newDevice(t))
		}
		options, err := w.StartRegistration(t.Context(), w.ada)
		if err != nil {
			t.Fatal(err)
		}
		_, err = w.Register(t.Context(), w.ada, "One more", newDevice(t).create(t, options.Challenge.String()))
		wantCode(t, err, fault.Conflict)
	})
}

// reauthenticate proves the identity of an actor with a device.
func (w *fixture) reauthenticate(t *testing.T, a access.Actor, d *device) error {
	t.Helper()
	options, err := w.StartReauthentication(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	d.count++
	return w.Reauthenticate(t.Context(), a, d.get(t, options.Challenge.String()))
}

func TestReauthenticate_RecordsTheAuthenticationOfTheSession(t *testing.T) {
	onBoth(t, func(t *testing.T, w *fixture) {
		_, err := w.StartReauthentication(t.Context(), w.ada)
		wantCode(t, err, fault.NotFound)
		d := newDevice(t)
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
		d.handle = nil // devices may omit it when the options name the credential
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
		adas, bobs := newDevice(t), newDevice(t)
		bob := w.signUp(t, "bob@example.com")
		w.register(t, w.ada, adas)
		w.register(t, bob, bobs)
		wantCode(t, w.reauthenticate(t, w.ada, bobs), fault.Invalid)
		wantCode(t, w.Reauthenticate(t.Context(), w.ada, adas.get(t, w.challenge(t))), fault.Invalid)
		options, err := w.StartReauthentication(t.Context(), w.ada)
		if err != nil {
			t.Fatal(err)
		}
		_, err = w.SignIn(t.Context(), adas.get(t, options.Challenge.String()))
		wantCode(t, err, fault.Unauthenticated)
		wantCode(t, w.Reauthenticate(t.Context(), w.ada, []byte(`{}`)), fault.Invalid)
		copied := *adas
		copied.count = 7
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
