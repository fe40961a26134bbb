package account_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
)

func TestAuthenticate_RejectsInvalidTokens(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	got, _ := w.signUp(t, ada())
	otherLetter := "x"
	if strings.HasPrefix(got.Token, otherLetter) {
		otherLetter = "y"
	}
	for name, token := range map[string]string{
		"none": "", "nonsense": "nonsense", "one letter off": otherLetter + got.Token[1:], "cut": got.Token[:len(got.Token)-1], "with a null byte": got.Token + "\x00",
	} {
		if _, err := w.Authenticate(t.Context(), token); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestLogout_EndsOnlyTheOwnSession(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	first, _ := w.signUp(t, ada())
	second, err := w.Login(t.Context(), account.LoginInput{Email: "ada@example.com", Password: goodPassword}, from("192.0.2.2"))
	if err != nil {
		t.Fatal(err)
	}
	actor := w.actor(t, second.Token)
	for range 2 { // twice is no error: the session is ended either way
		if err := w.Logout(t.Context(), actor); err != nil {
			t.Fatal(err)
		}
	}
	_, err = w.Authenticate(t.Context(), second.Token)
	wantCode(t, err, fault.Unauthenticated)
	if _, err := w.Authenticate(t.Context(), first.Token); err != nil {
		t.Errorf("the other session ended too: %v", err)
	}
}

func TestAuthenticate_ExpiresUnusedSessions(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	got, actor := w.signUp(t, ada())
	for range 3 { // 87 days of use, once in 29 days
		w.clock.Advance(account.SessionIdle - 24*time.Hour)
		if _, err := w.Authenticate(t.Context(), got.Token); err != nil {
			t.Fatalf("a session in use ended: %v", err)
		}
	}
	w.clock.Advance(account.SessionIdle)
	_, err := w.Authenticate(t.Context(), got.Token)
	wantCode(t, err, fault.Unauthenticated)
	if sessions, err := w.Sessions(t.Context(), actor); err != nil || len(sessions) != 0 {
		t.Errorf("an ended session is listed: %v, %v", sessions, err)
	}
}

// countingStore counts what a session's use writes.
type countingStore struct {
	account.Store
	touched int
}

func (s *countingStore) TouchSession(ctx context.Context, id string, seen, expires time.Time) error {
	s.touched++
	return s.Store.TouchSession(ctx, id, seen, expires)
}

func TestAuthenticate_WritesLastSeenEveryFewMinutes(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	counting := &countingStore{Store: w.store}
	w.Store = counting
	got, _ := w.signUp(t, ada())
	for range 60 {
		w.clock.Advance(time.Minute)
		w.actor(t, got.Token)
	}
	if counting.touched != 12 {
		t.Errorf("an hour of use made %d writes, want 12", counting.touched)
	}
}

func TestSessions_ListsDevices(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	_, actor := w.signUp(t, ada())
	start := w.clock.Now()
	w.clock.Advance(time.Hour)
	wild := account.Client{Addr: from("192.0.2.7").Addr, UserAgent: "Chrome/Windows\x00\r\n" + strings.Repeat("é", 600), DeviceID: strings.Repeat("d", 500)}
	if _, err := w.Login(t.Context(), account.LoginInput{Email: "ada@example.com", Password: goodPassword}, wild); err != nil {
		t.Fatal(err)
	}
	got, err := w.Sessions(t.Context(), actor)
	if err != nil || len(got) != 2 {
		t.Fatalf("%v, %v", got, err)
	}
	if got[0].Place != "Berlin, DE" || len(got[0].UserAgent) > 512 || len(got[0].DeviceID) != 128 || strings.ContainsAny(got[0].UserAgent, "\x00\r\n") {
		t.Errorf("the wild session: %+v", got[0])
	}
	want := account.Session{
		ID: actor.SessionID, UserID: actor.UserID, DeviceID: "device-192.0.2.1", UserAgent: "Firefox/Linux", Device: "Firefox on Linux",
		CreatedAt: start, LastSeenAt: start, ExpiresAt: start.Add(account.SessionIdle), AuthenticatedAt: start,
	}
	if diff := cmp.Diff(want, got[1]); diff != "" {
		t.Error(diff)
	}
}

func TestRevokeSession_OnlyOwnSessions(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	hers, adas := w.signUp(t, ada())
	bob := ada()
	bob.Email = "bob@example.com"
	_, bobs := w.signUp(t, bob)
	wantCode(t, w.RevokeSession(t.Context(), bobs, adas.SessionID), fault.NotFound)
	if _, err := w.Authenticate(t.Context(), hers.Token); err != nil {
		t.Fatalf("a stranger ended the session: %v", err)
	}
	if err := w.RevokeSession(t.Context(), adas, adas.SessionID); err != nil {
		t.Fatal(err)
	}
	_, err := w.Authenticate(t.Context(), hers.Token)
	wantCode(t, err, fault.Unauthenticated)
}

func TestService_RequiresAnActor(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	var anonymous access.Actor
	calls := map[string]func() error{
		"Logout":   func() error { return w.Logout(t.Context(), anonymous) },
		"Me":       func() error { _, err := w.Me(t.Context(), anonymous); return err },
		"UpdateMe": func() error { _, err := w.UpdateMe(t.Context(), anonymous, account.ProfilePatch{}); return err },
		"ChangePassword": func() error {
			return w.ChangePassword(t.Context(), anonymous, account.PasswordChange{Current: goodPassword, Next: goodPassword})
		},
		"Sessions":      func() error { _, err := w.Sessions(t.Context(), anonymous); return err },
		"RevokeSession": func() error { return w.RevokeSession(t.Context(), anonymous, "ses_x") },
	}
	for name, call := range calls {
		if err := call(); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("%s = %v", name, err)
		}
	}
}
