package account_test

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/event"
	"linnet/internal/core/outbox"
	"linnet/internal/core/queue"
	"linnet/internal/core/visitor"
	"linnet/internal/core/workspace"
	"linnet/internal/infra/password"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

const goodPassword = "Correct-Horse-1"

// fixture is a service on a real store with fakes around it.
type fixture struct {
	*account.Service
	store      *records.Store
	workspaces *workspace.Service
	clock      *clock.Manual
	hashes     *countingHasher
	mails      chan mail
	notices    chan string
}

// mail is one call of the mailer.
type mail struct {
	to   account.Recipient
	link string // empty: the password was changed
}

type mailbox struct{ mails chan mail }

func (b mailbox) PasswordReset(_ context.Context, to account.Recipient, link string, valid time.Duration) error {
	if valid != time.Hour {
		return errors.New("a reset is not valid for an hour")
	}
	b.mails <- mail{to: to, link: link}
	return nil
}

func (b mailbox) Invitation(_ context.Context, to account.Recipient, link string, _ time.Duration) error {
	b.mails <- mail{to: to, link: link}
	return nil
}

func (b mailbox) PasswordChanged(_ context.Context, to account.Recipient, _ time.Time) error {
	b.mails <- mail{to: to}
	return nil
}

func (b mailbox) EmailVerification(_ context.Context, to account.Recipient, link string, _ time.Duration) error {
	b.mails <- mail{to: to, link: link}
	return nil
}

func (b mailbox) EmailChange(_ context.Context, to account.Recipient, _, link string, _ time.Duration) error {
	b.mails <- mail{to: to, link: link}
	return nil
}

func (b mailbox) EmailChanged(_ context.Context, to account.Recipient, _ time.Time) error {
	b.mails <- mail{to: to}
	return nil
}

func (b mailbox) AccountDeleted(_ context.Context, to account.Recipient, _ time.Time) error {
	b.mails <- mail{to: to}
	return nil
}

type board struct{ notices chan string }

func (b board) NewSignIn(_ context.Context, userID, device, place string) error {
	b.notices <- "new sign-in of " + userID + ": " + device + ", " + place
	return nil
}

func (b board) PasswordChanged(_ context.Context, userID string) error {
	b.notices <- "password changed of " + userID
	return nil
}

func (b board) SecurityChange(_ context.Context, userID string, kind event.Kind) error {
	b.notices <- string(kind) + " of " + userID
	return nil
}

// countingHasher counts the calls that hash.
type countingHasher struct {
	*password.Hasher
	worked atomic.Int64
}

func (h *countingHasher) Hash(ctx context.Context, plain string) (string, error) {
	h.worked.Add(1)
	return h.Hasher.Hash(ctx, plain)
}

func (h *countingHasher) Matches(ctx context.Context, plain, hash string) (bool, error) {
	h.worked.Add(1)
	return h.Hasher.Matches(ctx, plain, hash)
}

// noFactors are users without second factors.
func noFactors(context.Context, string, string, string, netip.Addr, string) (bool, error) {
	return false, nil
}

type agents struct{}

func (agents) Parse(userAgent string) visitor.Agent {
	browser, os, _ := strings.Cut(userAgent, "/")
	return visitor.Agent{Browser: browser, OS: os}
}

type places struct{}

func (places) Locate(addr netip.Addr) visitor.Place {
	if addr == netip.MustParseAddr("192.0.2.7") {
		return visitor.Place{Country: "DE", City: "Berlin"}
	}
	return visitor.Place{}
}

// newFixture returns a service whose mails are sent until the test ends.
func newFixture(t *testing.T) *fixture {
	t.Helper()
	w := newIdleFixture(t)
	t.Cleanup(w.run())
	return w
}

// run starts to send mails; stop stops it and waits for it.
func (w *fixture) run() (stop func()) {
	mails := queue.New(queue.Deps{
		Store: w.store, Kinds: []queue.Kind{outbox.Kind(w.Mails())}, Clock: w.clock, Log: slog.New(slog.DiscardHandler),
	})
	unsubscribe := w.store.Subscribe(mails.OnEvent)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); mails.Run(ctx) }()
	return func() { unsubscribe(); cancel(); <-done }
}

// newIdleFixture returns a service whose mails are not sent yet.
func newIdleFixture(t *testing.T) *fixture {
	t.Helper()
	w := &fixture{
		store:   testkit.SQLite(t),
		clock:   clock.NewManual(time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)),
		hashes:  &countingHasher{Hasher: password.New(password.Params{MemoryKiB: 8, Iterations: 1})},
		mails:   make(chan mail, 1000),
		notices: make(chan string, 100),
	}
	w.workspaces = workspace.NewService(w.store, testkit.NoLimits, w.clock)
	w.Service = w.service()
	return w
}

// service returns a service on the records of the fixture, as after a restart.
func (w *fixture) service() *account.Service {
	return account.NewService(account.Deps{
		Outbox: outbox.New(w.store, w.clock), Store: w.store, VerifySecondFactor: noFactors, Hasher: w.hashes, Clock: w.clock, Mailer: mailbox{w.mails}, Notices: board{w.notices},
		Agents: agents{}, Places: places{}, PublicURL: "https://linnet.example", Local: true, Log: slog.New(slog.DiscardHandler),
	})
}

func ada() account.SignupInput {
	return account.SignupInput{
		FirstName: "Ada", LastName: "Lovelace", Email: "ada@example.com",
		Password: goodPassword, PasswordConfirmation: goodPassword,
		Country: "GB", CountryCode: "+44", PhoneNumber: "+442012345678",
	}
}

// from returns a client at an address with a browser and a device.
func from(addr string) account.Client {
	return account.Client{Addr: netip.MustParseAddr(addr), UserAgent: "Firefox/Linux", DeviceID: "device-" + addr, TimeZone: "Europe/London"}
}

// signUp signs a user up and returns the credentials and the actor.
func (w *fixture) signUp(t *testing.T, in account.SignupInput) (account.Credentials, access.Actor) {
	t.Helper()
	got, err := w.Signup(t.Context(), in, from("192.0.2.1"))
	if err != nil {
		t.Fatalf("signing up: %v", err)
	}
	return got, w.actor(t, got.Token)
}

// actor returns the actor of a token.
func (w *fixture) actor(t *testing.T, token string) access.Actor {
	t.Helper()
	session, err := w.Authenticate(t.Context(), token)
	if err != nil {
		t.Fatalf("authenticating: %v", err)
	}
	a, err := w.workspaces.ActorFor(t.Context(), access.Actor{UserID: session.UserID, SessionID: session.ID}, "")
	if err != nil {
		t.Fatalf("finding the workspace: %v", err)
	}
	return a
}

// wantFields fails unless err has exactly these field errors, in this order.
func wantFields(t *testing.T, err error, want ...fault.Field) {
	t.Helper()
	var f *fault.Error
	if !errors.As(err, &f) {
		t.Fatalf("got %v, want a fault", err)
	}
	if diff := cmp.Diff(want, f.Fields); diff != "" {
		t.Error(diff)
	}
}

func wantCode(t *testing.T, err error, want fault.Code) {
	t.Helper()
	if !fault.Is(err, want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// next returns the next value of c. It fails the test after ten seconds.
func next[T any](t *testing.T, c chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(10 * time.Second):
		t.Fatal("nothing arrived")
		panic("unreachable")
	}
}
