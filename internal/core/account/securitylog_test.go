package account_test

import (
	"log/slog"
	"testing"

	"linnet/internal/core/account"
	"linnet/internal/core/securitylog"
)

func TestService_RecordsSecurityEvents(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.Security = securitylog.New(slog.New(slog.DiscardHandler), w.clock)
	_, actor := w.signUp(t, ada())
	wrongTries(t, w, always("ada@example.com"), always("198.51.100.1"))
	if err := w.ChangePassword(t.Context(), actor, account.PasswordChange{Current: goodPassword, Next: nextPassword}); err != nil {
		t.Fatal(err)
	}
	next(t, w.mails) // about the changed password
	token := w.forgot(t, "ada@example.com")
	if err := w.ResetPassword(t.Context(), account.Reset{Token: token, Password: goodPassword, Confirmation: goodPassword}, from("192.0.2.1")); err != nil {
		t.Fatal(err)
	}
	want := map[securitylog.Kind]uint64{
		securitylog.SignedUp: 1, securitylog.LoginFailed: 10, securitylog.LoginThrottled: 1,
		securitylog.PasswordChanged: 1, securitylog.PasswordReset: 1,
	}
	for kind, n := range want {
		if got := w.Security.Count(kind); got != n {
			t.Errorf("%s: %d, want %d", kind, got, n)
		}
	}
}
