package account_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/account"
)

// codeOf returns the code in a link to the sign-up.
func codeOf(t *testing.T, link string) string {
	t.Helper()
	code, ok := strings.CutPrefix(link, "https://linnet.example/signup#code=")
	if !ok || len(code) < 43 {
		t.Fatalf("link %q", link)
	}
	return code
}

func withCode(in account.SignupInput, code string) account.SignupInput {
	in.Code = code
	return in
}

// newPublicWorld is an install that others can reach, without an account.
func newPublicWorld(t *testing.T, mode account.SignupMode) *fixture {
	t.Helper()
	w := newFixture(t)
	w.Local, w.SignupMode = false, mode
	return w
}

func TestSignup_FirstAccountNeedsTheSetupCode(t *testing.T) {
	t.Parallel()
	for _, mode := range []account.SignupMode{account.SignupDefault, account.SignupOpen, account.SignupInvite, account.SignupClosed} {
		w := newPublicWorld(t, mode)
		link, err := w.SetupLink(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		second, err := w.SetupLink(t.Context()) // of a restart
		if err != nil {
			t.Fatal(err)
		}
		for _, code := range []string{"", "wrong", strings.Repeat("x", 43)} {
			_, err := w.Signup(t.Context(), withCode(ada(), code), from("192.0.2.1"))
			wantCode(t, err, fault.SignupClosed)
		}
		if _, err := w.Signup(t.Context(), withCode(ada(), codeOf(t, link)), from("192.0.2.1")); err != nil {
			t.Errorf("%q: %v", mode, err)
		}
		if again, err := w.SetupLink(t.Context()); err != nil || again != "" {
			t.Errorf("%q: a set-up link with an account: %q, %v", mode, again, err)
		}
		_, err = w.Signup(t.Context(), withCode(numbered(1), codeOf(t, second)), from("192.0.2.1"))
		if open := err == nil; open != (mode == account.SignupOpen) {
			t.Errorf("%q: the second account: %v", mode, err)
		}
	}
}

func TestSignup_OfManyWithOneCodeOneSucceeds(t *testing.T) {
	t.Parallel()
	w := newPublicWorld(t, account.SignupInvite)
	link, err := w.SetupLink(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var made atomic.Int64
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			if _, err := w.Signup(t.Context(), withCode(numbered(i), codeOf(t, link)), from("192.0.2.1")); err == nil {
				made.Add(1)
			}
		})
	}
	wg.Wait()
	if made.Load() != 1 {
		t.Errorf("%d accounts were made with one code", made.Load())
	}
}

func TestInvite_AllowsOneSignupWithTheAddress(t *testing.T) {
	t.Parallel()
	w := newPublicWorld(t, account.SignupInvite)
	setup, err := w.SetupLink(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Signup(t.Context(), withCode(ada(), codeOf(t, setup)), from("192.0.2.1")); err != nil {
		t.Fatal(err)
	}
	link, sent, err := w.Invite(t.Context(), " User1@Example.com ")
	if err != nil || !sent || next(t, w.mails).link != link {
		t.Fatalf("%q, sent %t, %v", link, sent, err)
	}
	_, err = w.Signup(t.Context(), withCode(numbered(2), codeOf(t, link)), from("192.0.2.1"))
	wantCode(t, err, fault.SignupClosed) // another address
	if _, err := w.Signup(t.Context(), withCode(numbered(1), codeOf(t, link)), from("192.0.2.1")); err != nil {
		t.Error(err)
	}
	_, _, err = w.Invite(t.Context(), "user1@example.com")
	wantCode(t, err, fault.Conflict)
	link, _, err = w.Invite(t.Context(), "user3@example.com")
	if err != nil {
		t.Fatal(err)
	}
	w.clock.Advance(account.InviteValid + time.Second)
	_, err = w.Signup(t.Context(), withCode(numbered(3), codeOf(t, link)), from("192.0.2.9"))
	wantCode(t, err, fault.SignupClosed)
}

func TestSignupStatus(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		local bool
		mode  account.SignupMode
		want  account.SignupStatus
	}{
		"local":           {true, account.SignupDefault, account.SignupStatus{Mode: account.SignupOpen}},
		"local, closed":   {true, account.SignupClosed, account.SignupStatus{Mode: account.SignupClosed}},
		"public":          {false, account.SignupDefault, account.SignupStatus{Mode: account.SignupInvite, Setup: true}},
		"public and open": {false, account.SignupOpen, account.SignupStatus{Mode: account.SignupOpen, Setup: true}},
	}
	for name, c := range cases {
		w := newFixture(t)
		w.Local, w.SignupMode = c.local, c.mode
		if got, err := w.SignupStatus(t.Context()); err != nil || got != c.want {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestSignup_ClosedOnALocalInstall(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.SignupMode = account.SignupClosed
	_, err := w.Signup(t.Context(), ada(), from("127.0.0.1"))
	wantCode(t, err, fault.SignupClosed)
	_, _, err = w.Invite(t.Context(), "ada@example.com")
	wantCode(t, err, fault.Invalid)
}

// TestInvite_QueuesAMailThatFailed checks that the returned link and the mailed
// one both work, for one sign-up.
func TestInvite_QueuesAMailThatFailed(t *testing.T) {
	t.Parallel()
	w := newIdleFixture(t)
	w.Local, w.SignupMode = false, account.SignupInvite
	setup, err := w.SetupLink(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Signup(t.Context(), withCode(ada(), codeOf(t, setup)), from("192.0.2.1")); err != nil {
		t.Fatal(err)
	}
	mail := w.Mailer
	w.Mailer = failingMailer{mail}
	printed, sent, err := w.Invite(t.Context(), "user1@example.com")
	if err != nil || sent {
		t.Fatalf("sent %t, %v", sent, err)
	}
	w.Mailer = mail
	stop := w.run()
	mailed := next(t, w.mails).link
	w.awaitSent(t)
	stop()
	if mailed == printed {
		t.Error("the code was stored with the mail")
	}
	if _, err := w.Signup(t.Context(), withCode(numbered(1), codeOf(t, printed)), from("192.0.2.1")); err != nil {
		t.Errorf("the returned link: %v", err)
	}
	_, err = w.Signup(t.Context(), withCode(numbered(1), codeOf(t, mailed)), from("192.0.2.1"))
	wantCode(t, err, fault.Conflict)
}

// failingMailer sends no invitations.
type failingMailer struct{ account.Mailer }

func (failingMailer) Invitation(context.Context, account.Recipient, string, time.Duration) error {
	return errors.New("the server is down")
}
