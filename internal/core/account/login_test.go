package account_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/fault"
	"linnet/internal/core/account"
)

func TestLogin_ReturnsTheFixedSentences(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	cases := map[string]struct {
		email, password string
		field, want     string
	}{
		"AC-149 no address":         {"ada", goodPassword, "email", "Please enter a valid email address"},
		"AC-149 empty":              {"", goodPassword, "email", "Please enter a valid email address"},
		"AC-151 256 characters":     {emailOf(256), goodPassword, "email", "Email must be less than 255 characters"},
		"AC-152 password of 7":      {"ada@example.com", "1234567", "password", "Password must be at least 8 characters"},
		"AC-153 password of 33":     {"ada@example.com", strings.Repeat("x", 33), "password", "Password must be less than 32 characters"},
		"AC-152 in letters, not kB": {"ada@example.com", "ééééééé", "password", "Password must be at least 8 characters"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := w.Login(t.Context(), account.LoginInput{Email: c.email, Password: c.password}, from("192.0.2.1"))
			wantFields(t, err, fault.Field{Field: c.field, Message: c.want})
		})
	}
	_, err := w.Login(t.Context(), account.LoginInput{Email: "", Password: ""}, from("192.0.2.1"))
	wantFields(t, err,
		fault.Field{Field: "email", Message: "Please enter a valid email address"},
		fault.Field{Field: "password", Message: "Password must be at least 8 characters"})
}

func TestLogin_ChecksOnlyTheLengthOfPasswords(t *testing.T) {
	t.Parallel()
	_, err := newFixture(t).Login(t.Context(), account.LoginInput{Email: "ada@example.com", Password: "aaaaaaaa"}, from("192.0.2.1")) // AC-154
	wantCode(t, err, fault.Unauthenticated)
}

func TestLogin_IgnoresTheCaseOfTheAddress(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	signedUp, _ := w.signUp(t, ada())
	got, err := w.Login(t.Context(), account.LoginInput{Email: " ADA@Example.com ", Password: goodPassword}, from("192.0.2.1"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(signedUp.User, got.User); diff != "" {
		t.Error(diff)
	}
	if got.Token == signedUp.Token {
		t.Error("two sessions share a token")
	}
	if a := w.actor(t, got.Token); a.UserID != signedUp.User.ID {
		t.Errorf("the token stands for %+v", a)
	}
}

func TestLogin_AnswersUnknownAddressAndWrongPasswordAlike(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.signUp(t, ada())
	try := func(email string) (int64, error) {
		before := w.hashes.worked.Load()
		_, err := w.Login(t.Context(), account.LoginInput{Email: email, Password: "Wrong-Horse-1"}, from("192.0.2.1"))
		return w.hashes.worked.Load() - before, err
	}
	wrongWork, wrong := try("ada@example.com")
	unknownWork, unknown := try("unknown@example.com")
	wantCode(t, wrong, fault.Unauthenticated)
	var a, b *fault.Error
	if !errors.As(wrong, &a) || !errors.As(unknown, &b) || a.Message != b.Message || a.Code != b.Code || len(a.Fields)+len(b.Fields) != 0 {
		t.Errorf("the answers differ: %v and %v", wrong, unknown)
	}
	if wrongWork != 1 || unknownWork != 1 {
		t.Errorf("a wrong password costs %d hashes, an unknown address %d", wrongWork, unknownWork)
	}
}

// wrongTries logs in wrongly until it is refused, and returns how many tries
// were let through and the refusal.
func wrongTries(t *testing.T, w *fixture, email func(i int) string, addr func(i int) string) (int, *fault.Error) {
	t.Helper()
	for i := range 60 {
		_, err := w.Login(t.Context(), account.LoginInput{Email: email(i), Password: "Wrong-Horse-1"}, from(addr(i)))
		var f *fault.Error
		if errors.As(err, &f) && f.Code == fault.RateLimited {
			return i, f
		}
		wantCode(t, err, fault.Unauthenticated)
	}
	t.Fatal("60 wrong tries were let through")
	return 0, nil
}

func always(text string) func(int) string { return func(int) string { return text } }

func TestLogin_LimitsWrongPasswordsPerAccount(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.signUp(t, ada())
	let, refusal := wrongTries(t, w, always("ada@example.com"), func(i int) string { return fmt.Sprintf("198.51.100.%d", i) })
	if let != 30 || refusal.Retry != time.Minute || !strings.Contains(refusal.Message, "60 seconds") {
		t.Errorf("%d tries were let through, then %v (%v)", let, refusal, refusal.Retry)
	}
	_, err := w.Login(t.Context(), account.LoginInput{Email: "ADA@example.com", Password: goodPassword}, from("203.0.113.1"))
	wantCode(t, err, fault.RateLimited) // otherwise the limit would reveal a correct guess
	w.clock.Advance(refusal.Retry)
	if _, err := w.Login(t.Context(), account.LoginInput{Email: "ada@example.com", Password: goodPassword}, from("203.0.113.1")); err != nil {
		t.Errorf("after the time of Retry-After: %v", err)
	}
}

func TestLogin_LimitsUnknownAccountsAlike(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	let, refusal := wrongTries(t, w, always("unknown@example.com"), func(i int) string { return fmt.Sprintf("198.51.100.%d", i) })
	if let != 30 || refusal.Retry != time.Minute {
		t.Errorf("%d tries were let through, then %v: unlike those of an account that exists", let, refusal)
	}
}

func TestLogin_LimitsWrongPasswordsPerNetwork(t *testing.T) {
	t.Parallel()
	several := func(i int) string { return fmt.Sprintf("user%d@example.com", i) }
	cases := map[string]func(i int) string{
		"one address":           always("198.51.100.1"),
		"one IPv6 customer":     func(i int) string { return fmt.Sprintf("2001:db8:1:2::%x", i+1) },
		"IPv4 in IPv6 clothing": func(i int) string { return []string{"198.51.100.1", "::ffff:198.51.100.1"}[i%2] },
	}
	for name, addr := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newFixture(t)
			w.signUp(t, ada())
			let, refusal := wrongTries(t, w, several, addr)
			if let != 20 || refusal.Retry != 15*time.Second {
				t.Errorf("%d tries were let through, then %v", let, refusal)
			}
			if _, err := w.Login(t.Context(), account.LoginInput{Email: "ada@example.com", Password: goodPassword}, from("203.0.113.1")); err != nil {
				t.Errorf("another address suffers: %v", err)
			}
		})
	}
}

func TestLogin_LimitsConcurrentAttempts(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.signUp(t, ada())
	var wrong atomic.Int64
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Go(func() {
			_, err := w.Login(t.Context(), account.LoginInput{Email: "ada@example.com", Password: "Wrong-Horse-1"}, from(fmt.Sprintf("198.51.100.%d", i)))
			if fault.Is(err, fault.Unauthenticated) {
				wrong.Add(1)
			}
		})
	}
	wg.Wait()
	if wrong.Load() != 30 {
		t.Errorf("%d passwords were tried at once", wrong.Load())
	}
}

func TestLogin_NeverLimitsRightPasswords(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.signUp(t, ada())
	for i := range 60 {
		if _, err := w.Login(t.Context(), account.LoginInput{Email: "ada@example.com", Password: goodPassword}, from("192.0.2.1")); err != nil {
			t.Fatalf("login %d: %v", i, err)
		}
	}
}

func TestLogin_NotifiesOfANewDevice(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	signedUp, _ := w.signUp(t, ada())
	login := func(c account.Client) []string {
		t.Helper()
		if _, err := w.Login(t.Context(), account.LoginInput{Email: "ada@example.com", Password: goodPassword}, c); err != nil {
			t.Fatal(err)
		}
		var notices []string
		for len(w.notices) > 0 {
			notices = append(notices, <-w.notices)
		}
		return notices
	}
	known, other, script := from("192.0.2.1"), from("192.0.2.7"), account.Client{UserAgent: "curl"}
	steps := []struct {
		name   string
		client account.Client
		want   []string
	}{
		{"the device of the sign-up", known, nil},
		{"another device", other, []string{"new sign-in of " + signedUp.User.ID + ": Firefox on Linux, Berlin, DE"}},
		{"that device again", other, nil},
		{"a program without a device id", script, []string{"new sign-in of " + signedUp.User.ID + ": curl, "}},
		{"that program again", script, nil},
	}
	for _, step := range steps {
		if diff := cmp.Diff(step.want, login(step.client)); diff != "" {
			t.Errorf("%s: %s", step.name, diff)
		}
	}
	w.clock.Advance(account.SessionIdle + 24*time.Hour)
	if notices := login(other); len(notices) != 0 {
		t.Errorf("a known device after its session ended: notices %v", notices)
	}
}
