package secondfactor_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/sealed"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/event"
	"linnet/internal/core/outbox"
	"linnet/internal/core/queue"
	"linnet/internal/core/secondfactor"
	"linnet/internal/core/visitor"
	"linnet/internal/infra/password"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

const goodPassword = "Correct-Horse-1"

// fixture is a service with accounts on real records.
type fixture struct {
	*secondfactor.Service
	accounts *account.Service
	store    *records.Store
	clock    *clock.Manual
	notices  *notices
}

// notices records the notifications and the mails of changes.
type notices struct{ shown, mailed []event.Kind }

func (n *notices) SecurityChange(_ context.Context, _ string, kind event.Kind) error {
	n.shown = append(n.shown, kind)
	return nil
}

func (n *notices) SecurityMail(_ string, kind event.Kind) (queue.NewTask, error) {
	n.mailed = append(n.mailed, kind)
	return queue.NewTask{Kind: "test", Key: ident.New("mail"), Payload: string(kind)}, nil
}

func (*notices) NewSignIn(context.Context, string, string, string) error { return nil }
func (*notices) PasswordChanged(context.Context, string) error           { return nil }

type noPlace struct{}

func (noPlace) Locate(netip.Addr) visitor.Place { return visitor.Place{} }
func (noPlace) Parse(string) visitor.Agent      { return visitor.Agent{} }

// onBoth runs a test on SQLite and on PostgreSQL.
func onBoth(t *testing.T, run func(t *testing.T, w *fixture)) {
	t.Helper()
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) { run(t, newFixture(s)) })
}

func newFixture(s *records.Store) *fixture {
	w := &fixture{store: s, clock: clock.NewManual(testkit.Day()), notices: &notices{}}
	log := slog.New(slog.DiscardHandler)
	v := secondfactor.NewVerifier(secondfactor.VerifierDeps{
		Store: s, Box: sealed.New().Box("totp"), Notices: w.notices, Clock: w.clock, Log: log,
	})
	w.accounts = account.NewService(account.Deps{
		Store: s, VerifySecondFactor: v.VerifyLogin, Hasher: password.New(password.Params{MemoryKiB: 8, Iterations: 1}), Clock: w.clock,
		Outbox: outbox.New(s, w.clock), Notices: w.notices, Agents: noPlace{}, Places: noPlace{}, Local: true, Log: log,
	})
	w.Service = secondfactor.New(secondfactor.Deps{
		Verifier:        v,
		EmailOf:         w.accounts.EmailOf,
		ConfirmPassword: w.accounts.ConfirmPassword,
	})
	return w
}

func from(addr string) account.Client { return account.Client{Addr: netip.MustParseAddr(addr)} }

// signUp creates a user on a device of their own.
func (w *fixture) signUp(t *testing.T) access.Actor {
	t.Helper()
	client := from("192.0.2.1")
	client.DeviceID = "ada's laptop"
	made, err := w.accounts.Signup(t.Context(), account.SignupInput{
		FirstName: "Ada", LastName: "Lovelace", Email: "ada@example.com", Password: goodPassword, PasswordConfirmation: goodPassword,
		Country: "GB", CountryCode: "+44", PhoneNumber: "+442012345678",
	}, client)
	if err != nil {
		t.Fatal(err)
	}
	session, err := w.accounts.Authenticate(t.Context(), made.Token)
	if err != nil {
		t.Fatal(err)
	}
	return access.Actor{UserID: session.UserID, SessionID: session.ID}
}

// code returns the code of a secret at the fixture's time.
func (w *fixture) code(t *testing.T, secret string) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, w.clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// enable turns on the factor of the actor.
func (w *fixture) enable(t *testing.T, a access.Actor) (secret string, recovery []string) {
	t.Helper()
	setup, err := w.Start(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	recovery, err = w.Confirm(t.Context(), a, w.code(t, setup.Secret))
	if err != nil {
		t.Fatal(err)
	}
	w.clock.Advance(time.Minute) // to a step whose code was not used
	return setup.Secret, recovery
}

func (w *fixture) login(t *testing.T, f account.Factor, c account.Client) error {
	t.Helper()
	_, err := w.accounts.Login(t.Context(), account.LoginInput{Email: "ada@example.com", Password: goodPassword, Factor: f}, c)
	return err
}

// wantFault fails unless err has the code, and the field unless that is empty.
func wantFault(t *testing.T, err error, code fault.Code, field string) {
	t.Helper()
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != code || field != "" && (len(f.Fields) != 1 || f.Fields[0].Field != field) {
		t.Errorf("got %v, want %s at %q", err, code, field)
	}
}

func TestConfirm_TurnsOnTheFactor(t *testing.T) {
	onBoth(t, func(t *testing.T, w *fixture) {
		ada := w.signUp(t)
		other, err := w.accounts.Login(t.Context(), account.LoginInput{Email: "ada@example.com", Password: goodPassword}, from("192.0.2.2"))
		if err != nil {
			t.Fatal(err)
		}
		_, err = w.Confirm(t.Context(), ada, "123456")
		wantFault(t, err, fault.Conflict, "")
		setup, err := w.Start(t.Context(), ada)
		if err != nil {
			t.Fatal(err)
		}
		if want := "otpauth://totp/Linnet:ada@example.com?"; !strings.HasPrefix(setup.URL, want) || !strings.Contains(setup.URL, "secret="+setup.Secret) {
			t.Errorf("URL %s, want it to begin with %s", setup.URL, want)
		}
		if err := w.login(t, account.Factor{}, from("192.0.2.2")); err != nil {
			t.Errorf("a login before the confirmation: %v", err)
		}
		_, err = w.Confirm(t.Context(), ada, "x")
		wantFault(t, err, fault.Invalid, "code")
		recovery, err := w.Confirm(t.Context(), ada, w.code(t, setup.Secret))
		if err != nil || len(recovery) != secondfactor.RecoveryCodes {
			t.Fatalf("%d recovery codes, %v", len(recovery), err)
		}
		if form := regexp.MustCompile(`^[0-9a-z]{7}-[0-9a-z]{6}-[0-9a-z]{7}-[0-9a-z]{6}$`); !form.MatchString(recovery[0]) {
			t.Errorf("recovery code %s", recovery[0])
		}
		status, err := w.Status(t.Context(), ada)
		if err != nil || !status.EnabledAt.Equal(w.clock.Now()) || status.RecoveryCodes != secondfactor.RecoveryCodes {
			t.Errorf("%+v, %v", status, err)
		}
		_, err = w.accounts.Authenticate(t.Context(), other.Token)
		wantFault(t, err, fault.Unauthenticated, "")
		_, err = w.Start(t.Context(), ada)
		wantFault(t, err, fault.Conflict, "")
		_, err = w.Confirm(t.Context(), ada, w.code(t, setup.Secret))
		wantFault(t, err, fault.Conflict, "")
		if want := []event.Kind{event.TwoFactorEnabled}; fmt.Sprint(w.notices.shown) != fmt.Sprint(want) {
			t.Errorf("notified of %v, want %v", w.notices.shown, want)
		}
	})
}

func TestVerifyLogin_RequiresACodeAfterTheRightPassword(t *testing.T) {
	onBoth(t, func(t *testing.T, w *fixture) {
		secret, _ := w.enable(t, w.signUp(t))
		_, err := w.accounts.Login(t.Context(), account.LoginInput{Email: "ada@example.com", Password: "Wrong-Horse-1"}, from("192.0.2.2"))
		wantFault(t, err, fault.Unauthenticated, "")
		wantFault(t, w.login(t, account.Factor{}, from("192.0.2.2")), fault.SecondFactor, "")
		wantFault(t, w.login(t, account.Factor{Code: "12345"}, from("192.0.2.2")), fault.SecondFactor, "code")
		code := w.code(t, secret)
		if err := w.login(t, account.Factor{Code: code[:3] + " " + code[3:]}, from("192.0.2.2")); err != nil {
			t.Errorf("the right code: %v", err)
		}
		wantFault(t, w.login(t, account.Factor{Code: code}, from("192.0.2.2")), fault.SecondFactor, "code") // used
	})
}

func TestVerifyLogin_AcceptsCodesOfOneStepAround(t *testing.T) {
	onBoth(t, func(t *testing.T, w *fixture) {
		secret, _ := w.enable(t, w.signUp(t))
		code := w.code(t, secret)
		for _, c := range []struct {
			age time.Duration
			ok  bool
		}{{60 * time.Second, false}, {30 * time.Second, true}} {
			at := w.clock.Now()
			w.clock.Advance(c.age)
			if err := w.login(t, account.Factor{Code: code}, from("192.0.2.2")); (err == nil) != c.ok {
				t.Errorf("a code %s old: %v", c.age, err)
			}
			w.clock.Set(at)
		}
		ahead, err := totp.GenerateCode(secret, w.clock.Now().Add(30*time.Second))
		if err != nil {
			t.Fatal(err)
		}
		if err := w.login(t, account.Factor{Code: ahead}, from("192.0.2.2")); err != nil {
			t.Errorf("a code of the next step: %v", err)
		}
	})
}

// TestResetPassword_StillNeedsTheSecondFactor shows that the mailbox alone does not
// give access to the account.
func TestResetPassword_StillNeedsTheSecondFactor(t *testing.T) {
	onBoth(t, func(t *testing.T, w *fixture) {
		secret, _ := w.enable(t, w.signUp(t))
		link, err := w.accounts.ResetLink(t.Context(), "ada@example.com")
		if err != nil {
			t.Fatal(err)
		}
		_, token, _ := strings.Cut(link, "token=")
		if err := w.accounts.ResetPassword(t.Context(), account.Reset{Token: token, Password: goodPassword, Confirmation: goodPassword}, from("192.0.2.2")); err != nil {
			t.Fatal(err)
		}
		wantFault(t, w.login(t, account.Factor{}, from("192.0.2.2")), fault.SecondFactor, "")
		if err := w.login(t, account.Factor{Code: w.code(t, secret)}, from("192.0.2.2")); err != nil {
			t.Errorf("a login with the code: %v", err)
		}
	})
}

func TestVerifyLogin_AcceptsEachRecoveryCodeOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, w *fixture) {
		ada := w.signUp(t)
		_, recovery := w.enable(t, ada)
		written := strings.ToUpper(strings.ReplaceAll(recovery[0], "-", " "))
		if err := w.login(t, account.Factor{RecoveryCode: written}, from("192.0.2.2")); err != nil {
			t.Errorf("%s for %s: %v", written, recovery[0], err)
		}
		wantFault(t, w.login(t, account.Factor{RecoveryCode: recovery[0]}, from("192.0.2.2")), fault.SecondFactor, "recoveryCode")
		if status, err := w.Status(t.Context(), ada); err != nil || status.RecoveryCodes != secondfactor.RecoveryCodes-1 {
			t.Errorf("%+v, %v", status, err)
		}
		fresh, err := w.ReplaceRecoveryCodes(t.Context(), ada, goodPassword)
		if err != nil {
			t.Fatal(err)
		}
		wantFault(t, w.login(t, account.Factor{RecoveryCode: recovery[1]}, from("192.0.2.2")), fault.SecondFactor, "recoveryCode")
		if err := w.login(t, account.Factor{RecoveryCode: fresh[0]}, from("192.0.2.2")); err != nil {
			t.Error(err)
		}
		_, err = w.ReplaceRecoveryCodes(t.Context(), ada, "Wrong-Horse-1")
		wantFault(t, err, fault.Invalid, "password")
	})
}

func TestVerifyLogin_LimitsGuessesFromManyAddresses(t *testing.T) {
	t.Parallel()
	for name, guess := range map[string]func(i int) account.Factor{
		"codes":          func(i int) account.Factor { return account.Factor{Code: fmt.Sprintf("%06d", i)} },
		"recovery codes": func(i int) account.Factor { return account.Factor{RecoveryCode: fmt.Sprintf("%026d", i)} },
		"both in turn": func(i int) account.Factor {
			if i%2 == 0 {
				return account.Factor{Code: fmt.Sprintf("%06d", i)}
			}
			return account.Factor{RecoveryCode: fmt.Sprintf("%026d", i)}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newFixture(testkit.SQLite(t))
			ada := w.signUp(t)
			secret, _ := w.enable(t, ada)
			const addresses, duration = 10_000, 30 * time.Minute
			checked := 0
			for i := range addresses {
				f := guess(i)
				addr := from(fmt.Sprintf("198.51.%d.%d", i/250, i%250)).Addr
				_, err := w.VerifyLogin(t.Context(), ada.UserID, f.Code, f.RecoveryCode, addr, "")
				switch {
				case fault.Is(err, fault.SecondFactor):
					checked++
				case !fault.Is(err, fault.RateLimited):
					t.Fatalf("guess %d: %v", i, err)
				}
				w.clock.Advance(duration / addresses)
			}
			if checked > 16 {
				t.Errorf("%d guesses were checked, want at most 16", checked)
			}
			known := from("203.0.113.1")
			known.DeviceID = "ada's laptop"
			if err := w.login(t, account.Factor{Code: w.code(t, secret)}, known); err != nil {
				t.Errorf("the owner's device: %v", err)
			}
		})
	}
}

func TestVerifyLogin_DoesNotLimitRightCodes(t *testing.T) {
	t.Parallel()
	w := newFixture(testkit.SQLite(t))
	ada := w.signUp(t)
	secret, _ := w.enable(t, ada)
	for range 100 {
		w.clock.Advance(30 * time.Second)
		if ok, err := w.VerifyLogin(t.Context(), ada.UserID, w.code(t, secret), "", from("198.51.100.1").Addr, ""); err != nil || !ok {
			t.Fatal(ok, err)
		}
	}
}

func TestDisable_RequiresThePassword(t *testing.T) {
	onBoth(t, func(t *testing.T, w *fixture) {
		ada := w.signUp(t)
		wantFault(t, w.Disable(t.Context(), ada, goodPassword), fault.NotFound, "")
		_, recovery := w.enable(t, ada)
		wantFault(t, w.Disable(t.Context(), ada, "Wrong-Horse-1"), fault.Invalid, "password")
		if err := w.Disable(t.Context(), ada, goodPassword); err != nil {
			t.Fatal(err)
		}
		if err := w.login(t, account.Factor{RecoveryCode: recovery[0]}, from("192.0.2.2")); err != nil {
			t.Errorf("a login without the factor: %v", err)
		}
		_, err := w.ReplaceRecoveryCodes(t.Context(), ada, goodPassword)
		wantFault(t, err, fault.NotFound, "")
		if status, err := w.Status(t.Context(), ada); err != nil || status != (secondfactor.Status{}) {
			t.Errorf("%+v, %v", status, err)
		}
	})
}

func TestReset_TurnsOffTheFactorAndEndsSessions(t *testing.T) {
	onBoth(t, func(t *testing.T, w *fixture) {
		ada := w.signUp(t)
		w.enable(t, ada)
		wantFault(t, w.Reset(t.Context(), "usr_unknown"), fault.NotFound, "")
		if err := w.Reset(t.Context(), ada.UserID); err != nil {
			t.Fatal(err)
		}
		if sessions, err := w.store.Sessions(t.Context(), ada.UserID, w.clock.Now()); err != nil || len(sessions) != 0 {
			t.Errorf("%d sessions, %v", len(sessions), err)
		}
		if err := w.login(t, account.Factor{}, from("192.0.2.2")); err != nil {
			t.Error(err)
		}
	})
}

func TestResetSecretKey_LeavesRecoveryCodes(t *testing.T) {
	onBoth(t, func(t *testing.T, w *fixture) {
		secret, recovery := w.enable(t, w.signUp(t))
		if err := w.store.ResetSecretKey(t.Context(), sealed.New().Check()); err != nil {
			t.Fatal(err)
		}
		wantFault(t, w.login(t, account.Factor{Code: w.code(t, secret)}, from("192.0.2.2")), fault.SecondFactor, "code")
		if err := w.login(t, account.Factor{RecoveryCode: recovery[0]}, from("192.0.2.2")); err != nil {
			t.Error(err)
		}
	})
}
