package httpapi_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
)

func TestLogin_RequiresTheSecondFactor(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	ada := in.signUp(t)
	setup := ada.call(t, "POST", "/me/second-factors/totp", nil).want(t, http.StatusOK).json(t)
	secret := setup["secret"].(string)
	if svg := setup["qrCode"].(string); !strings.HasPrefix(svg, "<svg") || strings.Contains(svg, secret) {
		t.Errorf("QR code %.80s", svg)
	}
	code := func() string {
		text, err := totp.GenerateCode(secret, in.clock.Now())
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	confirmed := ada.call(t, "POST", "/me/second-factors/totp/confirm", map[string]any{"code": code()}).want(t, http.StatusOK).json(t)
	in.clock.Advance(time.Minute)

	login := func(extra map[string]any) reply {
		body := map[string]any{"email": "ada1@example.com", "password": goodPassword}
		for name, value := range extra {
			body[name] = value
		}
		return in.anonymous().call(t, "POST", "/auth/login", body)
	}
	if p := login(map[string]any{"password": "Wrong-Horse-1"}).want(t, http.StatusUnauthorized).problem(t); p.Code != "unauthenticated" {
		t.Errorf("a wrong password: %s", p.Code)
	}
	for name, extra := range map[string]map[string]any{"none": nil, "code": {"code": "x"}, "recoveryCode": {"recoveryCode": "x"}} {
		p := login(extra).want(t, http.StatusUnauthorized).problem(t)
		if p.Code != "second_factor_required" || len(p.Errors) != len(extra) || len(extra) > 0 && p.Errors[0].Field != name {
			t.Errorf("%s: %+v", name, p)
		}
	}
	login(map[string]any{"code": code()}).want(t, http.StatusOK)
	recovery := confirmed["recoveryCodes"].([]any)
	login(map[string]any{"recoveryCode": recovery[0]}).want(t, http.StatusOK)
	if got := ada.call(t, "GET", "/me/second-factors", nil).want(t, http.StatusOK).json(t)["recoveryCodes"]; got != float64(9) {
		t.Errorf("%v recovery codes", got)
	}
}

// methods returns the methods of the authentications in the audit log, the latest
// first.
func (u user) methods(t *testing.T) (found []string) {
	t.Helper()
	entries, _ := u.auditEntries(t, "action=user")
	for _, e := range entries {
		if e["action"] == "user.logged_in" || e["action"] == "user.reauthenticated" {
			found = append(found, fmt.Sprint(e["action"], " ", e["after"].(map[string]any)["method"]))
		}
	}
	return found
}

// TestAuditLog_NamesTheMethodOfAnAuthentication also has the code of an account
// without a second factor, which nothing verifies.
func TestAuditLog_NamesTheMethodOfAnAuthentication(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	ada := in.signUp(t)
	login := func(factor, value string) {
		t.Helper()
		body := map[string]any{"email": "ada1@example.com", "password": goodPassword, factor: value}
		in.anonymous().call(t, "POST", "/auth/login", body).want(t, http.StatusOK)
	}
	login("code", "123456")
	ada.call(t, "POST", "/me/reauthenticate", map[string]any{"password": "Wrong-Horse-1"}).want(t, http.StatusUnprocessableEntity)
	ada.call(t, "POST", "/me/reauthenticate", map[string]any{"password": goodPassword}).want(t, http.StatusNoContent)
	setup := ada.call(t, "POST", "/me/second-factors/totp", nil).want(t, http.StatusOK).json(t)
	code := func() string {
		text, err := totp.GenerateCode(setup["secret"].(string), in.clock.Now())
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	confirmed := ada.call(t, "POST", "/me/second-factors/totp/confirm", map[string]any{"code": code()}).want(t, http.StatusOK).json(t)
	in.clock.Advance(time.Minute)
	login("code", code())
	login("recoveryCode", confirmed["recoveryCodes"].([]any)[0].(string))
	want := []string{
		"user.logged_in password_and_recovery_code", "user.logged_in password_and_code", "user.reauthenticated password", "user.logged_in password",
	}
	if got := ada.methods(t); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
