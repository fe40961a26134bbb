package account_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/plan"
	"linnet/internal/core/workspace"
)

// The texts are fixed; scripts/seed-coverage reads the numbers.
func TestSignup_ReturnsTheFixedSentences(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	type in = account.SignupInput
	long := strings.Repeat("é", 51)
	cases := map[string]struct {
		change func(*in)
		field  string
		want   string
	}{
		"AC-110 first name of 1":        {func(i *in) { i.FirstName = "A" }, "firstName", "First name must be at least 2 characters"},
		"AC-110 first name of spaces":   {func(i *in) { i.FirstName = " A  " }, "firstName", "First name must be at least 2 characters"},
		"AC-111 first name of 51":       {func(i *in) { i.FirstName = long }, "firstName", "First name cannot exceed 50 characters"},
		"AC-112 digits":                 {func(i *in) { i.FirstName = "R2D2" }, "firstName", "First name can only contain letters, spaces, hyphens, and apostrophes"},
		"AC-112 first rule wins":        {func(i *in) { i.FirstName = "1" }, "firstName", "First name must be at least 2 characters"},
		"AC-112 a line break":           {func(i *in) { i.FirstName = "Ada\nLovelace" }, "firstName", "First name can only contain letters, spaces, hyphens, and apostrophes"},
		"AC-113 last name missing":      {func(i *in) { i.LastName = "" }, "lastName", "Last name must be at least 2 characters"},
		"AC-114 last name of 51":        {func(i *in) { i.LastName = long }, "lastName", "Last name cannot exceed 50 characters"},
		"AC-115 markup":                 {func(i *in) { i.LastName = "<b>" }, "lastName", "Last name can only contain letters, spaces, hyphens, and apostrophes"},
		"AC-117 no at sign":             {func(i *in) { i.Email = "ada" }, "email", "Please enter a valid email address"},
		"AC-117 empty":                  {func(i *in) { i.Email = "" }, "email", "Please enter a valid email address"},
		"AC-117 no dot in the domain":   {func(i *in) { i.Email = "ada@localhost" }, "email", "Please enter a valid email address"},
		"AC-117 a space":                {func(i *in) { i.Email = "ada lovelace@example.com" }, "email", "Please enter a valid email address"},
		"AC-117 two at signs":           {func(i *in) { i.Email = "a@b@example.com" }, "email", "Please enter a valid email address"},
		"AC-117 two dots":               {func(i *in) { i.Email = "ada..l@example.com" }, "email", "Please enter a valid email address"},
		"AC-117 an empty label":         {func(i *in) { i.Email = "ada@example..com" }, "email", "Please enter a valid email address"},
		"AC-117 a header injection":     {func(i *in) { i.Email = "ada@example.com\r\nBcc: x@example.com" }, "email", "Please enter a valid email address"},
		"AC-117 a number for a country": {func(i *in) { i.Email = "ada@192.0.2.1" }, "email", "Please enter a valid email address"},
		"AC-118 256 characters":         {func(i *in) { i.Email = emailOf(256) }, "email", "Email cannot exceed 255 characters"},
		"AC-119 password of 7":          {func(i *in) { *i = withPassword(*i, "Abcde-1") }, "password", "Password must be at least 8 characters"},
		"AC-120 password of 33":         {func(i *in) { *i = withPassword(*i, "Ab1-"+strings.Repeat("x", 29)) }, "password", "Password cannot exceed 32 characters"},
		"AC-121 no uppercase":           {func(i *in) { *i = withPassword(*i, "correct-horse-1") }, "password", "Password must contain at least one uppercase letter"},
		"AC-122 no lowercase":           {func(i *in) { *i = withPassword(*i, "CORRECT-HORSE-1") }, "password", "Password must contain at least one lowercase letter"},
		"AC-123 no number":              {func(i *in) { *i = withPassword(*i, "Correct-Horse") }, "password", "Password must contain at least one number"},
		"AC-124 no special character":   {func(i *in) { *i = withPassword(*i, "CorrectHorse1") }, "password", "Password must contain at least one special character"},
		"AC-124 a space is none":        {func(i *in) { *i = withPassword(*i, "Correct Horse 1") }, "password", "Password must contain at least one special character"},
		"AC-126 only the first fault":   {func(i *in) { *i = withPassword(*i, "") }, "password", "Password must be at least 8 characters"},
		"AC-127 mismatch":               {func(i *in) { i.PasswordConfirmation += "x" }, "passwordConfirmation", "Passwords do not match"},
		"AC-128 no country":             {func(i *in) { i.Country = "" }, "country", "Please select a country"},
		"AC-128 a country's name":       {func(i *in) { i.Country = "Germany" }, "country", "Please select a country"},
		"AC-129 no plus":                {func(i *in) { i.CountryCode = "44" }, "countryCode", "Please select a valid country code"},
		"AC-129 four digits":            {func(i *in) { i.CountryCode = "+4444" }, "countryCode", "Please select a valid country code"},
		"AC-129 only a plus":            {func(i *in) { i.CountryCode = "+" }, "countryCode", "Please select a valid country code"},
		"AC-130 phone of 4":             {func(i *in) { i.PhoneNumber = "1234" }, "phoneNumber", "Please enter a valid phone number"},
		"AC-130 nothing but zeros":      {func(i *in) { i.PhoneNumber = "0000000" }, "phoneNumber", "Please enter a valid phone number"},
		"AC-130 a null byte":            {func(i *in) { i.PhoneNumber = "12345\x006" }, "phoneNumber", "Please enter a valid phone number"},
		"AC-130 a novel":                {func(i *in) { i.PhoneNumber = "+" + strings.Repeat("1", 40) }, "phoneNumber", "Please enter a valid phone number"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			input := ada()
			c.change(&input)
			_, err := w.Signup(t.Context(), input, from("192.0.2.1"))
			wantCode(t, err, fault.Invalid)
			wantFields(t, err, fault.Field{Field: c.field, Message: c.want})
		})
	}
}

func TestSignup_ReturnsEveryFieldError(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	_, err := w.Signup(t.Context(), account.SignupInput{PasswordConfirmation: "x"}, from("192.0.2.1"))
	wantFields(t, err,
		fault.Field{Field: "firstName", Message: "First name must be at least 2 characters"},
		fault.Field{Field: "lastName", Message: "Last name must be at least 2 characters"},
		fault.Field{Field: "email", Message: "Please enter a valid email address"},
		fault.Field{Field: "password", Message: "Password must be at least 8 characters"},
		fault.Field{Field: "passwordConfirmation", Message: "Passwords do not match"},
		fault.Field{Field: "country", Message: "Please select a country"},
		fault.Field{Field: "countryCode", Message: "Please select a valid country code"},
		fault.Field{Field: "phoneNumber", Message: "Please enter a valid phone number"},
	)
	if w.hashes.worked.Load() != 0 {
		t.Error("a hash was made for input that is refused anyway")
	}
}

func emailOf(n int) string {
	const domain = "@example.com"
	return strings.Repeat("a", n-len(domain)) + domain
}

func withPassword(in account.SignupInput, password string) account.SignupInput {
	in.Password, in.PasswordConfirmation = password, password
	return in
}

func TestSignup_AcceptsValidInput(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	type in = account.SignupInput
	cases := map[string]func(*in){
		"AC-116 two letters":         func(i *in) { i.FirstName, i.LastName = "Bo", "Ng" },
		"AC-116 fifty letters":       func(i *in) { i.FirstName, i.LastName = strings.Repeat("é", 50), strings.Repeat("Z", 50) },
		"AC-116 O'Neil":              func(i *in) { i.LastName = "O'Neil" },
		"AC-116 typographic O’Neil":  func(i *in) { i.LastName = "O’Neil" },
		"AC-116 Anne-Marie":          func(i *in) { i.FirstName = "Anne-Marie" },
		"AC-116 José, decomposed":    func(i *in) { i.FirstName = "Jose\u0301" },
		"AC-116 a name in Hindi":     func(i *in) { i.FirstName = "प्रिया" },
		"AC-116 a name in Korean":    func(i *in) { i.FirstName, i.LastName = "민준", "김씨" },
		"AC-118 255 characters":      func(i *in) { i.Email = emailOf(255) },
		"AC-117 a plus and a hyphen": func(i *in) { i.Email = "Ada+news@mail.ex-ample.co.uk" },
		"AC-125 password of 8":       func(i *in) { *i = withPassword(*i, "Abcdef-1") },
		"AC-125 password of 32":      func(i *in) { *i = withPassword(*i, "Äb1-"+strings.Repeat("ü", 28)) },
		"AC-130 phone of 5":          func(i *in) { i.PhoneNumber = "12345" },
		"country in lower case":      func(i *in) { i.Country = "gb" },
		"AC-134 no address":          func(i *in) { i.IPAddress = "" },
	}
	n := 0
	for name, change := range cases {
		n++
		input := ada()
		input.Email = fmt.Sprintf("ada%d@example.com", n)
		client := from(fmt.Sprintf("198.51.100.%d", n))
		change(&input)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := w.Signup(t.Context(), input, client); err != nil {
				t.Fatal(err)
			}
			if _, err := w.Login(t.Context(), account.LoginInput{Email: input.Email, Password: input.Password}, client); err != nil {
				t.Errorf("what signed up cannot log in: %v", err)
			}
		})
	}
}

func TestSignup_CreatesUserWorkspaceAndSession(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	input := ada()
	input.FirstName, input.Email, input.PhoneNumber = "  Ada ", " Ada@Example.COM ", "0020 12345678"
	got, actor := w.signUp(t, input)
	want := account.User{
		Email: "Ada@Example.COM", FirstName: "Ada", LastName: "Lovelace", Country: "GB", CountryCode: "+44",
		PhoneNumber: "+4420 12345678", CreatedAt: w.clock.Now(), UpdatedAt: w.clock.Now(), EmailVerified: true,
	}
	if diff := cmp.Diff(want, got.User, cmpopts.IgnoreFields(account.User{}, "ID")); diff != "" {
		t.Error(diff)
	}
	if actor.Role != access.Owner || actor.UserID != got.User.ID {
		t.Errorf("actor %+v", actor)
	}
	current, err := w.workspaces.Current(t.Context(), actor)
	if err != nil {
		t.Fatal(err)
	}
	wantWorkspace := workspace.Workspace{ID: actor.WorkspaceID, Name: "Ada's workspace", Plan: plan.Free, Role: access.Owner, TimeZone: "Europe/London", CreatedAt: w.clock.Now()}
	if diff := cmp.Diff(wantWorkspace, current); diff != "" {
		t.Error(diff)
	}
	events, err := w.store.EventsOf(t.Context(), actor.WorkspaceID, got.User.ID, 10)
	// The first account is that of an operator.
	if err != nil || len(events) != 2 || events[0].Kind != "user.operator_granted" || events[1].Kind != "user.signed_up" {
		t.Errorf("events %v, %v", events, err)
	}
	select {
	case n := <-w.notices:
		t.Errorf("notification %q after a sign-up", n)
	default:
	}
}

func TestSignup_TakenAddressIsAConflict(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.signUp(t, ada())
	again := ada()
	again.Email = " ADA@example.com"
	_, err := w.Signup(t.Context(), again, from("192.0.2.1"))
	wantCode(t, err, fault.Conflict)
	wantFields(t, err, fault.Field{Field: "email", Message: "There is already an account with this email address. Log in, or use another address."})
}

func TestSignup_OfConcurrentCallsOneSucceeds(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	var made, taken atomic.Int64
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			switch _, err := w.Signup(t.Context(), ada(), from(fmt.Sprintf("198.51.100.%d", i))); {
			case err == nil:
				made.Add(1)
			case fault.Is(err, fault.Conflict):
				taken.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if made.Load() != 1 || taken.Load() != 19 {
		t.Errorf("%d sign-ups succeeded, %d got a conflict", made.Load(), taken.Load())
	}
}
