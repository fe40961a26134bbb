package account_test

import (
	"fmt"
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/account"
	"linnet/internal/core/throttle"
	"linnet/internal/infra/password"
)

// numbered is a sign-up with an address of its own.
func numbered(i int) account.SignupInput {
	in := ada()
	in.Email = fmt.Sprintf("user%d@example.com", i)
	return in
}

func TestSignup_LimitsSignupsPerNetwork(t *testing.T) {
	t.Parallel()
	cases := map[string]func(i int) string{
		"one IPv4 address": always("198.51.100.1"),
		"one IPv6 /64":     func(i int) string { return fmt.Sprintf("2001:db8:1:2::%x", i+1) },
	}
	for name, addr := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newFixture(t)
			for i := range 10 {
				if _, err := w.Signup(t.Context(), numbered(i), from(addr(i))); err != nil {
					t.Fatalf("sign-up %d: %v", i, err)
				}
			}
			_, err := w.Signup(t.Context(), numbered(10), from(addr(10)))
			wantCode(t, err, fault.RateLimited)
			if _, err := w.Signup(t.Context(), numbered(11), from("203.0.113.1")); err != nil {
				t.Errorf("another network is limited too: %v", err)
			}
			w.clock.Advance(6 * time.Minute)
			if _, err := w.Signup(t.Context(), numbered(12), from(addr(12))); err != nil {
				t.Errorf("after waiting: %v", err)
			}
		})
	}
}

func TestSignup_CountsTakenAddresses(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.signUp(t, ada())
	for range 9 {
		_, err := w.Signup(t.Context(), ada(), from("192.0.2.1"))
		wantCode(t, err, fault.Conflict)
	}
	_, err := w.Signup(t.Context(), ada(), from("192.0.2.1"))
	wantCode(t, err, fault.RateLimited)
}

func TestSignup_ExemptsLoopbackOnLocalInstalls(t *testing.T) {
	t.Parallel()
	for _, local := range []bool{true, false} {
		w := newFixture(t)
		w.signUp(t, ada())
		w.Local, w.SignupMode = local, account.SignupOpen
		limited := false
		for i := range 12 {
			_, err := w.Signup(t.Context(), numbered(i), from("127.0.0.1"))
			limited = limited || fault.Is(err, fault.RateLimited)
		}
		if limited == local {
			t.Errorf("local install %t: limited %t", local, limited)
		}
	}
}

func TestLogin_LimitsSessionsToFifty(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	first, actor := w.signUp(t, ada())
	var last account.Credentials
	for range account.MaxSessions + 5 {
		w.clock.Advance(time.Minute)
		var err error
		if last, err = w.Login(t.Context(), account.LoginInput{Email: "ada@example.com", Password: goodPassword}, account.Client{UserAgent: "curl"}); err != nil {
			t.Fatal(err)
		}
	}
	sessions, err := w.Sessions(t.Context(), actor)
	if err != nil || len(sessions) != account.MaxSessions {
		t.Errorf("%d sessions, %v", len(sessions), err)
	}
	if _, err := w.Authenticate(t.Context(), last.Token); err != nil {
		t.Errorf("the newest session: %v", err)
	}
	_, err = w.Authenticate(t.Context(), first.Token)
	wantCode(t, err, fault.Unauthenticated)
}

func TestLogin_ReplacesTheSessionOfTheSameDevice(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	first, _ := w.signUp(t, ada())
	second, err := w.Login(t.Context(), account.LoginInput{Email: "ada@example.com", Password: goodPassword}, from("192.0.2.1"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.Authenticate(t.Context(), first.Token)
	wantCode(t, err, fault.Unauthenticated)
	if _, err := w.Authenticate(t.Context(), second.Token); err != nil {
		t.Error(err)
	}
}

func TestAuthenticate_EndsASessionAfterNinetyDays(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	got, _ := w.signUp(t, ada())
	start := w.clock.Now()
	for range 89 {
		w.clock.Advance(24 * time.Hour)
		session, err := w.Authenticate(t.Context(), got.Token)
		if err != nil {
			t.Fatalf("a session in use ended: %v", err)
		}
		if session.ExpiresAt.After(start.Add(account.SessionLife)) {
			t.Fatalf("expires at %v", session.ExpiresAt)
		}
	}
	w.clock.Advance(24 * time.Hour)
	_, err := w.Authenticate(t.Context(), got.Token)
	wantCode(t, err, fault.Unauthenticated)
}

func TestLogin_WrongPasswordsElsewhereDoNotLockTheOwnerOut(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.signUp(t, ada()) // on device-192.0.2.1
	let, _ := wrongTries(t, w, always("ada@example.com"), always("198.51.100.1"))
	if let != 10 {
		t.Errorf("%d tries from one network", let)
	}
	if _, err := w.Login(t.Context(), account.LoginInput{Email: "ada@example.com", Password: goodPassword}, from("203.0.113.1")); err != nil {
		t.Errorf("a new device in another network: %v", err)
	}
	wrongTries(t, w, always("ada@example.com"), func(i int) string { return fmt.Sprintf("198.51.100.%d", i+2) })
	known := from("203.0.113.2")
	known.DeviceID = from("192.0.2.1").DeviceID
	if _, err := w.Login(t.Context(), account.LoginInput{Email: "ada@example.com", Password: goodPassword}, known); err != nil {
		t.Errorf("a device with a session: %v", err)
	}
}

func TestLogin_LimitsWrongPasswordsOfAKnownDevice(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.signUp(t, ada())
	if let, _ := wrongTries(t, w, always("ada@example.com"), always("192.0.2.1")); let != 10 {
		t.Errorf("%d tries", let)
	}
}

func TestLogin_RehashesWithCurrentParameters(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.signUp(t, ada())
	before, err := w.store.AccountByEmail(t.Context(), "ada@example.com")
	if err != nil {
		t.Fatal(err)
	}
	w.Hasher = password.New(password.Params{MemoryKiB: 16, Iterations: 1})
	for range 2 {
		if _, err := w.Login(t.Context(), account.LoginInput{Email: "ada@example.com", Password: goodPassword}, from("192.0.2.1")); err != nil {
			t.Fatal(err)
		}
	}
	after, err := w.store.AccountByEmail(t.Context(), "ada@example.com")
	if err != nil || after.PasswordHash == before.PasswordHash || w.Hasher.Stale(after.PasswordHash) {
		t.Errorf("the hash is still %s, %v", after.PasswordHash, err)
	}
}

func TestSignup_RefusesCommonPasswords(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	for _, common := range []string{"Password1!", "Qwerty123!", "P@ssw0rd!", "Welcome1!", "!!Abcd1234"} {
		_, err := w.Signup(t.Context(), withPassword(ada(), common), from("192.0.2.1"))
		wantFields(t, err, fault.Field{Field: "password", Message: "This password is one of the most common ones. Choose another"})
	}
}

// TestSignup_RefusesContextWords tries the words that docs/security.md lists.
func TestSignup_RefusesContextWords(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	page, err := os.ReadFile("../../../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "not accepted as passwords: ")
	list, _, _ := strings.Cut(rest, ".")
	words := strings.Split(strings.Join(strings.Fields(list), " "), ", ")
	if len(words) < 8 {
		t.Fatalf("docs/security.md lists %q", words)
	}
	for _, word := range words {
		password := strings.ToUpper(word[:1]) + word[1:] + "2026!"
		_, err := w.Signup(t.Context(), withPassword(ada(), password), from("192.0.2.1"))
		wantFields(t, err, fault.Field{Field: "password", Message: "This password is one of the most common ones. Choose another"})
	}
	if _, err := w.Signup(t.Context(), withPassword(ada(), "Linnets-Sing-1"), from("192.0.2.1")); err != nil {
		t.Errorf("a password that contains a word: %v", err)
	}
}

func TestNetworkKey(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"192.0.2.1": "192.0.2.1", "::ffff:192.0.2.1": "192.0.2.1", "2001:db8:1:2:3::4": "2001:db8:1:2::/64", "fe80::1%eth0": "fe80::/64",
	} {
		if got := throttle.NetworkKey(from(given).Addr); got != want {
			t.Errorf("%s: %s, want %s", given, got, want)
		}
	}
}

// TestLogin_GuessingFromManyNetworks guesses the password of one account for 30
// minutes from 10,000 networks.
func TestLogin_GuessingFromManyNetworks(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.signUp(t, ada())
	const networks = 10_000
	tries := 0
	for i := range networks {
		client := account.Client{Addr: netip.AddrFrom4([4]byte{10, byte(i >> 8), byte(i), 1})}
		_, err := w.Login(t.Context(), account.LoginInput{Email: "ada@example.com", Password: "Wrong-Horse-1"}, client)
		switch {
		case fault.Is(err, fault.Unauthenticated):
			tries++
		case !fault.Is(err, fault.RateLimited):
			t.Fatal(err)
		}
		w.clock.Advance(30 * time.Minute / networks)
	}
	if tries > 60 {
		t.Errorf("%d tries in 30 minutes, want at most 60", tries)
	}
}
