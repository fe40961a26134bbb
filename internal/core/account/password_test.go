package account_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/account"
	"linnet/internal/core/outbox"
	"linnet/internal/core/queue"
)

const nextPassword = "Another-Horse-2"

func TestChangePassword_EndsOtherSessions(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	here, actor := w.signUp(t, ada())
	there, err := w.Login(t.Context(), account.LoginInput{Email: "ada@example.com", Password: goodPassword}, from("192.0.2.2"))
	if err != nil {
		t.Fatal(err)
	}
	next(t, w.notices) // of the second device
	if err := w.ChangePassword(t.Context(), actor, account.PasswordChange{Current: goodPassword, Next: nextPassword}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Authenticate(t.Context(), here.Token); err != nil {
		t.Errorf("the session of the change ended: %v", err)
	}
	_, err = w.Authenticate(t.Context(), there.Token)
	wantCode(t, err, fault.Unauthenticated)
	_, err = w.Login(t.Context(), account.LoginInput{Email: "ada@example.com", Password: goodPassword}, from("192.0.2.1"))
	wantCode(t, err, fault.Unauthenticated)
	if _, err := w.Login(t.Context(), account.LoginInput{Email: "ada@example.com", Password: nextPassword}, from("192.0.2.1")); err != nil {
		t.Errorf("the new password does not work: %v", err)
	}
	if got := next(t, w.notices); got != "password changed of "+actor.UserID {
		t.Errorf("notice %q", got)
	}
	if got := next(t, w.mails); got.to.Address != "ada@example.com" || got.to.Name != "Ada Lovelace" || got.link != "" {
		t.Errorf("mail %+v", got)
	}
}

func TestChangePassword_RequiresTheCurrentPassword(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	_, actor := w.signUp(t, ada())
	err := w.ChangePassword(t.Context(), actor, account.PasswordChange{Current: "Wrong-Horse-1", Next: nextPassword})
	wantFields(t, err, fault.Field{Field: "currentPassword", Message: "This is not your current password."})
	err = w.ChangePassword(t.Context(), actor, account.PasswordChange{Current: goodPassword, Next: "short"})
	wantFields(t, err, fault.Field{Field: "newPassword", Message: "Password must be at least 8 characters"})
	for range 9 {
		wantCode(t, w.ChangePassword(t.Context(), actor, account.PasswordChange{Current: "Wrong-Horse-1", Next: nextPassword}), fault.Invalid)
	}
	wantCode(t, w.ChangePassword(t.Context(), actor, account.PasswordChange{Current: goodPassword, Next: nextPassword}), fault.RateLimited)
}

// awaitSent waits until no mail is waiting.
func (w *fixture) awaitSent(t *testing.T) {
	t.Helper()
	deadline := time.After(10 * time.Second)
	poll := time.NewTicker(5 * time.Millisecond)
	defer poll.Stop()
	for {
		if n, err := w.Outbox.Waiting(t.Context()); err != nil || n == 0 {
			if err != nil {
				t.Fatal(err)
			}
			return
		}
		select {
		case <-deadline:
			t.Fatal("mails are still waiting after 10 seconds")
		case <-poll.C:
		}
	}
}

// forgot requests a mail and returns the token in it.
func (w *fixture) forgot(t *testing.T, email string) string {
	t.Helper()
	if err := w.ForgotPassword(t.Context(), email, from("192.0.2.1")); err != nil {
		t.Fatal(err)
	}
	got := next(t, w.mails)
	token, ok := strings.CutPrefix(got.link, "https://linnet.example/reset-password#token=")
	if !ok || len(token) < 43 {
		t.Fatalf("mail %+v", got)
	}
	return token
}

func TestResetPassword_WorksOnce(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	session, _ := w.signUp(t, ada())
	token, other := w.forgot(t, " ADA@example.com"), w.forgot(t, "ada@example.com")
	w.clock.Advance(59 * time.Minute)
	// A password that breaks a rule leaves the link as good as it was.
	err := w.ResetPassword(t.Context(), account.Reset{Token: token, Password: "short", Confirmation: "differs"}, from("192.0.2.1"))
	wantFields(t, err,
		fault.Field{Field: "password", Message: "Password must be at least 8 characters"},
		fault.Field{Field: "passwordConfirmation", Message: "Passwords do not match"})
	if err := w.ResetPassword(t.Context(), account.Reset{Token: token, Password: nextPassword, Confirmation: nextPassword}, from("192.0.2.1")); err != nil {
		t.Fatal(err)
	}
	_, err = w.Authenticate(t.Context(), session.Token)
	wantCode(t, err, fault.Unauthenticated)
	if _, err := w.Login(t.Context(), account.LoginInput{Email: "ada@example.com", Password: nextPassword}, from("192.0.2.1")); err != nil {
		t.Errorf("the new password does not work: %v", err)
	}
	for name, used := range map[string]string{"the used link": token, "a link sent before": other} {
		err := w.ResetPassword(t.Context(), account.Reset{Token: used, Password: goodPassword, Confirmation: goodPassword}, from("192.0.2.1"))
		if !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v", name, err)
		}
		wantFields(t, err, fault.Field{Field: "token", Message: "This link has expired or was already used. Request a new one."})
	}
	if got := next(t, w.mails); got.link != "" {
		t.Errorf("mail %+v", got)
	}
}

func TestResetPassword_LinkExpiresAfterAnHour(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.signUp(t, ada())
	token := w.forgot(t, "ada@example.com")
	w.clock.Advance(time.Hour)
	wantCode(t, w.ResetPassword(t.Context(), account.Reset{Token: token, Password: nextPassword, Confirmation: nextPassword}, from("192.0.2.1")), fault.Invalid)
}

func TestResetPassword_OfConcurrentCallsOneSucceeds(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.signUp(t, ada())
	token := w.forgot(t, "ada@example.com")
	var won atomic.Int64
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			if w.ResetPassword(t.Context(), account.Reset{Token: token, Password: nextPassword, Confirmation: nextPassword}, from("192.0.2.1")) == nil {
				won.Add(1)
			}
		})
	}
	wg.Wait()
	if won.Load() != 1 {
		t.Errorf("%d resets used one link", won.Load())
	}
}

func TestResetPassword_ClearsTheLimitOfWrongPasswords(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.signUp(t, ada())
	wrongTries(t, w, always("ada@example.com"), func(i int) string { return fmt.Sprintf("198.51.100.%d", i) })
	token := w.forgot(t, "ada@example.com")
	if err := w.ResetPassword(t.Context(), account.Reset{Token: token, Password: nextPassword, Confirmation: nextPassword}, from("192.0.2.1")); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Login(t.Context(), account.LoginInput{Email: "ada@example.com", Password: nextPassword}, from("192.0.2.1")); err != nil {
		t.Error(err)
	}
}

func TestForgotPassword_DoesNotRevealAccounts(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.signUp(t, ada())
	for _, email := range []string{"ada@example.com", "unknown@example.com"} {
		before := w.hashes.worked.Load()
		if err := w.ForgotPassword(t.Context(), email, from("192.0.2.1")); err != nil {
			t.Errorf("%s: %v", email, err)
		}
		if w.hashes.worked.Load() != before {
			t.Errorf("%s: a hash was made", email)
		}
	}
	next(t, w.mails)
	w.forgot(t, "ada@example.com")
	w.awaitSent(t)
	if len(w.mails) != 0 {
		t.Error("an unknown address got a mail")
	}
	wantFields(t, w.ForgotPassword(t.Context(), "ada", from("192.0.2.1")),
		fault.Field{Field: "email", Message: "Please enter a valid email address"})
}

func TestForgotPassword_LimitsMailsPerAddress(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.signUp(t, ada())
	bob := ada()
	bob.Email = "bob@example.com"
	w.signUp(t, bob)
	for i := range 40 {
		if err := w.ForgotPassword(t.Context(), "ada@example.com", from(fmt.Sprintf("198.51.100.%d", i))); err != nil {
			t.Fatalf("asking %d: %v", i, err)
		}
	}
	if err := w.ForgotPassword(t.Context(), "bob@example.com", from("203.0.113.1")); err != nil {
		t.Fatal(err)
	}
	var to []string
	for range 4 {
		to = append(to, next(t, w.mails).to.Address)
	}
	w.awaitSent(t)
	slices.Sort(to)
	if got := strings.Join(to, " "); got != "ada@example.com ada@example.com ada@example.com bob@example.com" || len(w.mails) != 0 {
		t.Errorf("mails went to %s and %d more", got, len(w.mails))
	}
}

func TestForgotPassword_LimitsRequestsPerClient(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	for i := range 30 {
		err := w.ForgotPassword(t.Context(), fmt.Sprintf("user%d@example.com", i), from("198.51.100.1"))
		var f *fault.Error
		if errors.As(err, &f) && f.Code == fault.RateLimited && f.Retry > 0 {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Error("one client requested 30 mails in a row")
}

func TestForgotPassword_FullOutboxAnswersAlike(t *testing.T) {
	t.Parallel()
	w := newIdleFixture(t)
	w.signUp(t, ada())
	for i := range 300 {
		err := w.ForgotPassword(t.Context(), fmt.Sprintf("user%d@example.com", i), from(fmt.Sprintf("198.51.%d.%d", i/200, i%200)))
		if err == nil {
			continue
		}
		wantCode(t, err, fault.Unavailable)
		known := w.ForgotPassword(t.Context(), "ada@example.com", from("192.0.2.1"))
		if known == nil || known.Error() != err.Error() {
			t.Errorf("an unknown address gets %v, a known one %v", err, known)
		}
		return
	}
	t.Error("300 reset mails were queued")
}

func TestService_SendsQueuedMailsAfterRestart(t *testing.T) {
	t.Parallel()
	w := newIdleFixture(t)
	w.signUp(t, ada())
	for range 3 {
		if err := w.ForgotPassword(t.Context(), "ada@example.com", from("192.0.2.1")); err != nil {
			t.Fatal(err)
		}
	}
	w.Service = w.service()
	stop := w.run()
	w.awaitSent(t)
	stop()
	if len(w.mails) != 3 {
		t.Errorf("%d of 3 mails were sent", len(w.mails))
	}
}

// TestService_StoresNoSecretsOfMails reads the tasks of mails from the records.
func TestService_StoresNoSecretsOfMails(t *testing.T) {
	t.Parallel()
	w := newIdleFixture(t)
	_, actor := w.signUp(t, ada())
	if err := w.ForgotPassword(t.Context(), "ada@example.com", from("192.0.2.1")); err != nil {
		t.Fatal(err)
	}
	task, err := w.store.ClaimTask(t.Context(), queue.Claim{
		Lease: queue.Lease{Kind: outbox.TaskKind, Owner: "test"}, Now: w.clock.Now(), Until: w.clock.Now().Add(time.Minute),
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"template":"password_reset","data":{"userId":"` + actor.UserID + `"}}`; task.Payload != want {
		t.Errorf("the task holds %s, want %s", task.Payload, want)
	}
}

// failing is a Notices that panics, as when the process ends after the commit.
type failing struct{ account.Notices }

func (failing) PasswordChanged(context.Context, string) error { panic("the process ends") }

func TestService_QueuesTheMailWithThePasswordChange(t *testing.T) {
	w := newIdleFixture(t)
	_, actor := w.signUp(t, ada())
	w.Notices = failing{}
	func() {
		defer func() { _ = recover() }()
		_ = w.ChangePassword(t.Context(), actor, account.PasswordChange{Current: goodPassword, Next: nextPassword})
	}()
	if n, err := w.Outbox.Waiting(t.Context()); err != nil || n != 1 {
		t.Errorf("%d mails are queued, %v; want 1", n, err)
	}
}
