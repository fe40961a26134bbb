package httpapi_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/edge/httpapi"
)

func TestSignup_InvalidFieldsHaveTheirMessages(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	long := strings.Repeat("a", 51)
	for name, c := range map[string]struct {
		change map[string]any
		want   []string
	}{
		"short names":   {map[string]any{"firstName": "A", "lastName": "B"}, []string{"firstName: First name must be at least 2 characters", "lastName: Last name must be at least 2 characters"}},
		"long names":    {map[string]any{"firstName": long, "lastName": long}, []string{"firstName: First name cannot exceed 50 characters", "lastName: Last name cannot exceed 50 characters"}},
		"digits":        {map[string]any{"firstName": "R2D2"}, []string{"firstName: First name can only contain letters, spaces, hyphens, and apostrophes"}},
		"no email":      {map[string]any{"email": nil}, []string{"email: Please enter a valid email address"}},
		"null email":    {map[string]any{"email": []any{}}, []string{"email: Please enter a valid email address"}},
		"number email":  {map[string]any{"email": 5}, []string{"email: Please enter a valid email address"}},
		"long email":    {map[string]any{"email": strings.Repeat("a", 250) + "@example.com"}, []string{"email: Email cannot exceed 255 characters"}},
		"short":         {map[string]any{"password": "Aa1!", "passwordConfirmation": "Aa1!"}, []string{"password: Password must be at least 8 characters"}},
		"mismatch":      {map[string]any{"passwordConfirmation": "Correct-Horse-2"}, []string{"passwordConfirmation: Passwords do not match"}},
		"no country":    {map[string]any{"country": ""}, []string{"country: Please select a country"}},
		"country code":  {map[string]any{"countryCode": "49"}, []string{"countryCode: Please select a valid country code"}},
		"short phone":   {map[string]any{"phoneNumber": "+123"}, []string{"phoneNumber: Please enter a valid phone number"}},
		"first of many": {map[string]any{"password": "aaaaaaaa", "passwordConfirmation": "aaaaaaaa"}, []string{"password: Password must contain at least one uppercase letter"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := in.anonymous().call(t, "POST", "/auth/signup", signup(c.change)).want(t, 422).problem(t)
			if diff := cmp.Diff(c.want, p.fields()); diff != "" {
				t.Error(diff)
			}
			if p.Code != "invalid" || p.Message != strings.SplitN(c.want[0], ": ", 2)[1] {
				t.Errorf("code %q and message %q", p.Code, p.Message)
			}
		})
	}
}

func TestSignup_EmptyBodyNamesEveryField(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	p := in.anonymous().call(t, "POST", "/auth/signup", `{}`).want(t, 422).problem(t)
	want := []string{"firstName", "lastName", "email", "password", "country", "countryCode", "phoneNumber"}
	got := []string{}
	for _, e := range p.Errors {
		got = append(got, e.Field)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestSignup_LogsIn(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	r := in.anonymous().call(t, "POST", "/auth/signup", signup(nil)).want(t, 201)
	body := r.json(t)
	if body["message"] != "Your account has been created successfully." {
		t.Errorf("message %q", body["message"])
	}
	u := body["user"].(map[string]any)
	if u["email"] != "ada@example.com" || u["firstName"] != "Ada" || u["lastName"] != "Lovelace" {
		t.Errorf("user %v", u)
	}
	if strings.Contains(string(r.body), goodPassword) {
		t.Error("the password came back")
	}
	me := user{in: in, token: body["token"].(string)}.call(t, "GET", "/me", nil).want(t, 200)
	if got := me.json(t)["id"]; got != u["id"] {
		t.Errorf("the token is %v's", got)
	}
	if got := me.json(t); got["role"] != "owner" || !slices.Contains(got["permissions"].([]any), any("members:manage")) {
		t.Errorf("role %v with %v", got["role"], got["permissions"])
	}
	again := in.anonymous().call(t, "POST", "/auth/signup", signup(map[string]any{"email": "ADA@example.com"})).want(t, 409).problem(t)
	if again.Code != "conflict" || len(again.Errors) != 1 || again.Errors[0].Field != "email" {
		t.Errorf("a taken address: %+v", again)
	}
}

func TestLogin_ErrorMessages(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	for name, c := range map[string]struct {
		body any
		want []string
	}{
		"nothing":        {`{}`, []string{"email: Please enter a valid email address", "password: Password must be at least 8 characters"}},
		"null":           {`{"email":null,"password":null}`, []string{"email: Please enter a valid email address", "password: Password must be at least 8 characters"}},
		"long email":     {map[string]any{"email": strings.Repeat("a", 250) + "@example.com", "password": "whatever"}, []string{"email: Email must be less than 255 characters"}},
		"long password":  {map[string]any{"email": "ada@example.com", "password": strings.Repeat("a", 33)}, []string{"password: Password must be less than 32 characters"}},
		"short password": {map[string]any{"email": "ada@example.com", "password": "seven77"}, []string{"password: Password must be at least 8 characters"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := in.anonymous().call(t, "POST", "/auth/login", c.body).want(t, 422).problem(t)
			if diff := cmp.Diff(c.want, p.fields()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestLogin_UnknownAddressAndWrongPasswordGetTheSameResponse(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	in.signUp(t)
	wrong := in.anonymous().call(t, "POST", "/auth/login", map[string]any{"email": "ada1@example.com", "password": "wrong-Password-1"}).want(t, 401)
	unknown := in.anonymous().call(t, "POST", "/auth/login", map[string]any{"email": "eve@example.com", "password": "wrong-Password-1"}).want(t, 401)
	if diff := cmp.Diff(string(wrong.body), string(unknown.body)); diff != "" {
		t.Error(diff)
	}
	if wrong.problem(t).Code != "unauthenticated" || wrong.header.Get("WWW-Authenticate") == "" {
		t.Errorf("%s with %v", wrong.body, wrong.header)
	}
}

func TestLogin_LimitsWrongPasswords(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	in.signUp(t)
	body := map[string]any{"email": "ada1@example.com", "password": "wrong-Password-1"}
	for range 30 {
		r := in.anonymous().call(t, "POST", "/auth/login", body)
		if r.status == http.StatusTooManyRequests {
			if p := r.problem(t); p.Code != "rate_limited" || r.header.Get("Retry-After") == "" {
				t.Errorf("%+v with Retry-After %q", p, r.header.Get("Retry-After"))
			}
			return
		}
	}
	t.Error("30 wrong passwords were all taken")
}

func TestLogout_RevokesTheSession(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	u.call(t, "POST", "/auth/logout", nil).want(t, 204)
	if p := u.call(t, "GET", "/me", nil).want(t, 401).problem(t); p.Code != "unauthenticated" {
		t.Errorf("%+v", p)
	}
}

func TestForgotPassword_SameResponseForUnknownAddresses(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	in.signUp(t)
	known := in.anonymous().call(t, "POST", "/auth/forgot-password", map[string]any{"email": "ada1@example.com"}).want(t, 200)
	unknown := in.anonymous().call(t, "POST", "/auth/forgot-password", map[string]any{"email": "eve@example.com"}).want(t, 200)
	if diff := cmp.Diff(string(known.body), string(unknown.body)); diff != "" {
		t.Error(diff)
	}
	in.anonymous().call(t, "POST", "/auth/forgot-password", map[string]any{"email": "no-address"}).want(t, 422)
}

func TestSessions_ListAndRevoke(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	other := in.anonymous().call(t, "POST", "/auth/login", map[string]any{"email": "ada1@example.com", "password": goodPassword}).want(t, 200)
	second := user{in: in, token: other.json(t)["token"].(string)}
	list := u.call(t, "GET", "/me/sessions", nil).want(t, 200).json(t)
	if list["total"] != 2.0 || list["nextCursor"] != nil {
		t.Fatalf("%v", list)
	}
	for _, item := range list["items"].([]any) {
		s := item.(map[string]any)
		if s["device"] != "Firefox on Linux" {
			t.Errorf("device %v", s["device"])
		}
		if s["current"] == false {
			u.call(t, "DELETE", "/me/sessions/"+s["id"].(string), nil).want(t, 204)
		}
	}
	second.call(t, "GET", "/me", nil).want(t, 401)
	u.call(t, "GET", "/me", nil).want(t, 200)
	stranger := in.signUp(t)
	mine := u.call(t, "GET", "/me/sessions", nil).json(t)["items"].([]any)[0].(map[string]any)["id"].(string)
	stranger.call(t, "DELETE", "/me/sessions/"+mine, nil).want(t, 404)
}

func TestUpdateMe_ChangesTheFieldsInTheRequest(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	changed := u.call(t, "PATCH", "/me", map[string]any{"firstName": "Augusta"}).want(t, 200).json(t)
	if changed["firstName"] != "Augusta" || changed["lastName"] != "Lovelace" {
		t.Errorf("%v", changed)
	}
	p := u.call(t, "PATCH", "/me", map[string]any{"firstName": 7}).want(t, 422).problem(t)
	if diff := cmp.Diff([]string{"firstName: First name must be at least 2 characters"}, p.fields()); diff != "" {
		t.Error(diff)
	}
	wrong := map[string]any{"currentPassword": "wrong-Password-1", "newPassword": "Correct-Horse-2"}
	u.call(t, "POST", "/me/password", wrong).want(t, 422)
	u.call(t, "POST", "/me/password", map[string]any{"currentPassword": goodPassword, "newPassword": "Correct-Horse-2"}).want(t, 204)
	in.anonymous().call(t, "POST", "/auth/login", map[string]any{"email": "ada1@example.com", "password": "Correct-Horse-2"}).want(t, 200)
}

// TestReauthentication_OperationsThatRequireIt sends a request of every operation
// in a session whose last authentication is too old.
func TestReauthentication_OperationsThatRequireIt(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	owner := in.signUp(t)
	in.clock.Advance(access.RecentFor)
	var got []string
	for _, op := range documentedOperations(t) {
		if op.public || op.id == "logout" || strings.HasSuffix(op.path, "/stream") {
			continue
		}
		r := owner.call(t, op.method, op.path, op.body(), op.contentType())
		if r.status == http.StatusForbidden && r.problem(t).Code == "reauthentication_required" {
			got = append(got, op.id)
			if op.scope != access.NoScope {
				t.Errorf("%s has a scope, but no API key can use it", op.id)
			}
		}
	}
	want := []string{
		"adminEndSessions", "adminSetPlans", "adminSuspendAbuseCase", "adminSuspendUser", "adminSuspendWorkspace", "adminUpdateWorkspace", "createApiKey", "createPasskey",
		"deleteIdentity", "deletePasskey", "deleteSingleSignOn", "deleteWorkspace", "getApiKeySignature", "getDataExportFile", "putSingleSignOn", "requestDataExport", "revokeSession", "revokeSessions", "rotateApiKey", "startPasskey", "startTotp",
		"transferWorkspace", "updateApiKey",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestReauthentication_AllowsTheOperationFor15Minutes(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	owner := in.signUp(t)
	key := map[string]any{"name": "Deploy", "scopes": []string{"links:read"}}
	in.clock.Advance(access.RecentFor - time.Second)
	owner.call(t, "POST", "/api-keys", key).want(t, http.StatusCreated)
	in.clock.Advance(time.Second)
	owner.call(t, "POST", "/api-keys", key).want(t, http.StatusForbidden)
	wrong := owner.call(t, "POST", "/me/reauthenticate", map[string]any{"password": "Correct-Horse-9"}).want(t, http.StatusUnprocessableEntity)
	if diff := cmp.Diff([]string{"password: This is not your current password."}, wrong.problem(t).fields()); diff != "" {
		t.Error(diff)
	}
	owner.call(t, "POST", "/api-keys", key).want(t, http.StatusForbidden)
	owner.call(t, "POST", "/me/reauthenticate", map[string]any{"password": goodPassword}).want(t, http.StatusNoContent)
	owner.call(t, "POST", "/api-keys", key).want(t, http.StatusCreated)
	in.clock.Advance(access.RecentFor)
	owner.call(t, "POST", "/api-keys", key).want(t, http.StatusForbidden)
}

func TestReauthentication_LimitsWrongPasswords(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	owner := in.signUp(t)
	for range 10 {
		owner.call(t, "POST", "/me/reauthenticate", map[string]any{"password": "Correct-Horse-9"}).want(t, http.StatusUnprocessableEntity)
	}
	owner.call(t, "POST", "/me/reauthenticate", map[string]any{"password": goodPassword}).want(t, http.StatusTooManyRequests)
}

func TestRevokeSessions_LeavesTheCurrentOne(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	owner := in.signUp(t)
	login := map[string]any{"email": "ada1@example.com", "password": goodPassword}
	other := user{in: in, token: in.anonymous().call(t, "POST", "/auth/login", login, "X-Device-Id: phone").want(t, 200).json(t)["token"].(string)}
	owner.call(t, "DELETE", "/me/sessions", nil).want(t, http.StatusNoContent)
	other.call(t, "GET", "/me", nil).want(t, http.StatusUnauthorized)
	list := owner.call(t, "GET", "/me/sessions", nil).want(t, 200).json(t)["items"].([]any)
	if len(list) != 1 {
		t.Fatalf("%d sessions are left", len(list))
	}
	session := list[0].(map[string]any)
	if want := noon.Add(account.SessionLife).Format(time.RFC3339); session["current"] != true || session["endsAt"] != want {
		t.Errorf("%v, want it to end at %s", session, want)
	}
}

// TestVerification_OperationsThatRequireIt sends a request of every operation for a
// user, and for an API key, whose address is not verified.
func TestVerification_OperationsThatRequireIt(t *testing.T) {
	t.Parallel()
	in := newInstall(t, func(d *httpapi.Deps) { d.Accounts.VerifyEmail = true })
	owner := in.signUp(t)
	key, _ := owner.apiKey(t, access.AllScopes()...)
	want := []string{
		"createAlert", "createBioPage", "createCheck", "createDomain", "createImport", "createInvitation", "createLink", "createLinks", "createQRCode", "createQRCodeImageUrl", "createRetrieval", "createScheduledReport", "createShare", "createWebhook", "matchBioSite", "publishBioPage", "putSingleSignOn", "sendScheduledReport", "startImport", "updateAlert", "updateScheduledReport", "uploadMedia", "upsertLink",
	}
	for name, u := range map[string]user{"session": owner, "API key": key} {
		var got, expected []string
		for _, op := range documentedOperations(t) {
			if op.public || op.id == "logout" || strings.HasPrefix(op.id, "delete") || strings.HasSuffix(op.path, "/stream") {
				continue
			}
			if slices.Contains(want, op.id) && (name == "session" || op.scope != access.NoScope) {
				expected = append(expected, op.id)
			}
			r := u.call(t, op.method, op.path, op.body(), op.contentType())
			if r.status == http.StatusForbidden && r.problem(t).Code == "email_unverified" {
				got = append(got, op.id)
			}
		}
		if diff := cmp.Diff(expected, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if me := owner.call(t, "GET", "/me", nil).want(t, 200).json(t); me["emailVerified"] != false || me["pendingEmail"] != nil {
		t.Errorf("the user is %v", me)
	}
	in.exec(t, `UPDATE users SET email_verified_at = 1`)
	owner.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}).want(t, http.StatusCreated)
}
