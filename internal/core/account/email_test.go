package account_test

import (
	"strings"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/core/account"
)

// newVerifyingFixture returns a service that verifies addresses.
func newVerifyingFixture(t *testing.T) *fixture {
	t.Helper()
	w := newFixture(t)
	w.VerifyEmail = true
	return w
}

// token returns the token of a mail that confirms an address.
func (m mail) token(t *testing.T) string {
	t.Helper()
	token, ok := strings.CutPrefix(m.link, "https://linnet.example/verify-email/")
	if !ok {
		t.Fatalf("the link is %q", m.link)
	}
	return token
}

// redeem redeems the token of a mail, once and again.
func (w *fixture) redeem(t *testing.T, m mail, refuse bool) account.EmailOutcome {
	t.Helper()
	outcome, err := w.RedeemEmailToken(t.Context(), m.token(t), refuse, from("192.0.2.9"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.RedeemEmailToken(t.Context(), m.token(t), refuse, from("192.0.2.9")); !fault.Is(err, fault.Invalid) {
		t.Errorf("the token works twice: %v", err)
	}
	return outcome
}

func TestVerification_AfterSignup(t *testing.T) {
	t.Parallel()
	w := newVerifyingFixture(t)
	_, actor := w.signUp(t, ada())
	wantCode(t, w.RequireVerified(t.Context(), actor), fault.EmailUnverified)
	m := next(t, w.mails)
	if got := w.redeem(t, m, false); got != account.EmailVerified || m.to.Address != "ada@example.com" {
		t.Errorf("%s of %s", got, m.to.Address)
	}
	if err := w.RequireVerified(t.Context(), actor); err != nil {
		t.Error(err)
	}
}

func TestVerification_OnlyWithAMailServer(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	_, actor := w.signUp(t, ada())
	if err := w.RequireVerified(t.Context(), actor); err != nil {
		t.Error(err)
	}
	if err := w.ResendVerification(t.Context(), actor); err != nil || len(w.mails) > 0 {
		t.Errorf("%v, %d mails", err, len(w.mails))
	}
}

func TestVerification_ResendIsLimitedAndTokensExpire(t *testing.T) {
	t.Parallel()
	w := newVerifyingFixture(t)
	_, actor := w.signUp(t, ada())
	first := next(t, w.mails)
	for range 3 {
		if err := w.ResendVerification(t.Context(), actor); err != nil {
			t.Fatal(err)
		}
		next(t, w.mails)
	}
	wantCode(t, w.ResendVerification(t.Context(), actor), fault.RateLimited)
	w.clock.Advance(account.EmailTokenValid)
	_, err := w.RedeemEmailToken(t.Context(), first.token(t), false, from("192.0.2.9"))
	wantCode(t, err, fault.Invalid)
}

func TestVerification_ByTheOperator(t *testing.T) {
	t.Parallel()
	w := newVerifyingFixture(t)
	_, actor := w.signUp(t, ada())
	if err := w.VerifyEmailOf(t.Context(), "Ada@Example.com"); err != nil {
		t.Fatal(err)
	}
	if err := w.RequireVerified(t.Context(), actor); err != nil {
		t.Error(err)
	}
	wantCode(t, w.VerifyEmailOf(t.Context(), "unknown@example.com"), fault.NotFound)
}

func TestChangeEmail_NeedsBothAddresses(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	_, actor := w.signUp(t, ada())
	other, err := w.Login(t.Context(), account.LoginInput{Email: "ada@example.com", Password: goodPassword}, from("192.0.2.2"))
	if err != nil {
		t.Fatal(err)
	}
	<-w.notices
	if err := w.ChangeEmail(t.Context(), actor, "ada@next.example", goodPassword); err != nil {
		t.Fatal(err)
	}
	mails := map[string]mail{}
	for range 2 {
		m := next(t, w.mails)
		mails[m.to.Address] = m
	}
	if got := w.redeem(t, mails["ada@next.example"], false); got != account.EmailPending {
		t.Errorf("after the new address: %s", got)
	}
	if pending, err := w.PendingEmail(t.Context(), actor); err != nil || pending != "ada@next.example" {
		t.Errorf("pending: %q, %v", pending, err)
	}
	if _, err := w.Authenticate(t.Context(), other.Token); err != nil {
		t.Errorf("the other session ended before the change: %v", err)
	}
	if got := w.redeem(t, mails["ada@example.com"], false); got != account.EmailChanged {
		t.Errorf("after both: %s", got)
	}
	if me, err := w.Me(t.Context(), actor); err != nil || me.Email != "ada@next.example" {
		t.Errorf("the address is %s, %v", me.Email, err)
	}
	_, err = w.Authenticate(t.Context(), other.Token)
	wantCode(t, err, fault.Unauthenticated)
	_, err = w.Login(t.Context(), account.LoginInput{Email: "ada@example.com", Password: goodPassword}, from("192.0.2.1"))
	wantCode(t, err, fault.Unauthenticated)
	if _, err = w.Login(t.Context(), account.LoginInput{Email: "ada@next.example", Password: goodPassword}, from("192.0.2.1")); err != nil {
		t.Error(err)
	}
}

func TestChangeEmail_NotifiesTheOldAddress(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	_, actor := w.signUp(t, ada())
	if err := w.ChangeEmail(t.Context(), actor, "ada@next.example", goodPassword); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		w.redeem(t, next(t, w.mails), false)
	}
	if m := next(t, w.mails); m.to.Address != "ada@example.com" || m.link != "" {
		t.Errorf("the mail after the change is %+v", m)
	}
	if got, want := next(t, w.notices), "user.email_changed of "+actor.UserID; got != want {
		t.Errorf("notified of %q, want %q", got, want)
	}
}

func TestDelete_MailsTheUser(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	_, actor := w.signUp(t, ada())
	if err := w.Delete(t.Context(), actor, goodPassword); err != nil {
		t.Fatal(err)
	}
	if m := next(t, w.mails); m.to.Address != "ada@example.com" || m.to.UserID != actor.UserID {
		t.Errorf("the mail is %+v", m)
	}
}

func TestChangeEmail_TheOldAddressCanRefuse(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	_, actor := w.signUp(t, ada())
	if err := w.ChangeEmail(t.Context(), actor, "ada@next.example", goodPassword); err != nil {
		t.Fatal(err)
	}
	mails := map[string]mail{}
	for range 2 {
		m := next(t, w.mails)
		mails[m.to.Address] = m
	}
	if got := w.redeem(t, mails["ada@example.com"], true); got != account.EmailRefused {
		t.Errorf("refused: %s", got)
	}
	_, err := w.RedeemEmailToken(t.Context(), mails["ada@next.example"].token(t), false, from("192.0.2.9"))
	wantCode(t, err, fault.Invalid)
	if pending, err := w.PendingEmail(t.Context(), actor); err != nil || pending != "" {
		t.Errorf("pending: %q, %v", pending, err)
	}
}

func TestChangeEmail_AnUnverifiedAddressNeedNotConfirm(t *testing.T) {
	t.Parallel()
	w := newVerifyingFixture(t)
	_, actor := w.signUp(t, ada())
	verification := next(t, w.mails)
	if err := w.ChangeEmail(t.Context(), actor, "ada@next.example", goodPassword); err != nil {
		t.Fatal(err)
	}
	if got := w.redeem(t, next(t, w.mails), false); got != account.EmailChanged {
		t.Errorf("%s", got)
	}
	if err := w.RequireVerified(t.Context(), actor); err != nil {
		t.Error(err)
	}
	_, err := w.RedeemEmailToken(t.Context(), verification.token(t), false, from("192.0.2.9"))
	wantCode(t, err, fault.Invalid)
}

func TestChangeEmail_Rejects(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	_, actor := w.signUp(t, ada())
	grace := ada()
	grace.Email = "grace@example.com"
	w.signUp(t, grace)
	for name, c := range map[string]struct {
		email, password string
		want            fault.Field
	}{
		"malformed":      {"ada", goodPassword, fault.Field{Field: "email", Message: "Please enter a valid email address"}},
		"same":           {"ADA@example.com", goodPassword, fault.Field{Field: "email", Message: "This is already your email address."}},
		"taken":          {"grace@example.com", goodPassword, fault.Field{Field: "email", Message: "There is already an account with this email address."}},
		"wrong password": {"ada@next.example", "Wrong-Horse-1", fault.Field{Field: "password", Message: "This is not your current password."}},
	} {
		t.Run(name, func(t *testing.T) { wantFields(t, w.ChangeEmail(t.Context(), actor, c.email, c.password), c.want) })
	}
}

func TestChangeEmail_FailsWhenTheAddressIsTakenMeanwhile(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	_, actor := w.signUp(t, ada())
	if err := w.ChangeEmail(t.Context(), actor, "grace@example.com", goodPassword); err != nil {
		t.Fatal(err)
	}
	first, second := next(t, w.mails), next(t, w.mails)
	grace := ada()
	grace.Email = "grace@example.com"
	w.signUp(t, grace)
	w.redeem(t, first, false)
	_, err := w.RedeemEmailToken(t.Context(), second.token(t), false, from("192.0.2.9"))
	wantCode(t, err, fault.Conflict)
	if err := w.CancelEmailChange(t.Context(), actor); err != nil {
		t.Error(err)
	}
	wantCode(t, w.CancelEmailChange(t.Context(), actor), fault.NotFound)
}
