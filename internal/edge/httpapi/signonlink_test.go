package httpapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/testkit/testpasskey"
)

// eachMail runs a test on an install without and with a mail server.
func eachMail(t *testing.T, test func(t *testing.T, in *install)) {
	t.Helper()
	for name, verify := range map[string]bool{"without mail": false, "with mail": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, newInstallWith(t, settings{verifyEmail: verify}))
		})
	}
}

// setEmail gives a user an address.
func (in *install) setEmail(t *testing.T, u user, email string) {
	t.Helper()
	in.exec(t, `UPDATE users SET email = $2, email_folded = $3 WHERE id = $1`, u.id, email, strings.ToLower(email))
}

// logIn logs in with the password and further fields.
func (in *install) logIn(t *testing.T, email string, more ...any) reply {
	t.Helper()
	body := map[string]any{"email": email, "password": goodPassword}
	for i := 0; i < len(more); i += 2 {
		body[more[i].(string)] = more[i+1]
	}
	return in.anonymous().call(t, "POST", "/auth/login", body)
}

// authenticatorApp turns on two-factor authentication and returns the app's codes.
func (u user) authenticatorApp(t *testing.T) (code func() string) {
	t.Helper()
	secret := u.call(t, "POST", "/me/second-factors/totp", nil).want(t, http.StatusOK).json(t)["secret"].(string)
	code = func() string {
		u.in.clock.Advance(time.Minute) // no code is accepted twice
		text, err := totp.GenerateCode(secret, u.in.clock.Now())
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	u.call(t, "POST", "/me/second-factors/totp/confirm", map[string]any{"code": code()}).want(t, http.StatusOK)
	return code
}

// passkey adds a passkey to the account.
func (u user) passkey(t *testing.T) *testpasskey.Device {
	t.Helper()
	d := testpasskey.New(t, "https://go.example.com", "go.example.com")
	d.Handle = []byte(u.id)
	options := u.call(t, "POST", "/me/passkeys/options", nil).want(t, http.StatusOK)
	body := map[string]any{"name": "Laptop", "credential": tree(t, d.Create(t, challengeIn(t, options)))}
	u.call(t, "POST", "/me/passkeys", body).want(t, http.StatusCreated)
	return d
}

// signInWith returns the credential of a sign-in with a passkey.
func (in *install) signInWith(t *testing.T, d *testpasskey.Device) map[string]any {
	t.Helper()
	options := in.anonymous().call(t, "POST", "/auth/passkey/options", nil).want(t, http.StatusOK)
	return tree(t, d.Get(t, challengeIn(t, options)))
}

func challengeIn(t *testing.T, options reply) string {
	t.Helper()
	return options.json(t)["publicKey"].(map[string]any)["challenge"].(string)
}

func tree(t *testing.T, raw []byte) (out map[string]any) {
	t.Helper()
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestSingleSignOn_NeverSignsInAnOperator(t *testing.T) {
	t.Parallel()
	eachMail(t, func(t *testing.T, in *install) {
		operator := in.signUp(t) // the first account
		in.setEmail(t, operator, "alice@acme.example.org")
		if me := operator.call(t, "GET", "/me", nil).json(t); me["operator"] != true {
			t.Fatalf("the first account is %v", me)
		}
		key, _ := operator.apiKey(t, access.LinksRead)
		tenant := in.signOn(t, in.signUp(t), "acme.example.org")
		for _, state := range []string{
			`UPDATE users SET email_verified_at = 0 WHERE id = $1`, `UPDATE users SET email_verified_at = 1 WHERE id = $1`,
		} {
			in.exec(t, state, operator.id)
			tenant.rejects(t, "operator")
		}
		code := operator.authenticatorApp(t)
		tenant.rejects(t, "operator")
		// Nothing of the operator's has changed.
		operator.call(t, "GET", "/admin/users", nil).want(t, http.StatusOK)
		key.call(t, "GET", "/links", nil).want(t, http.StatusOK)
		in.logIn(t, "alice@acme.example.org").want(t, http.StatusUnauthorized)
		in.logIn(t, "alice@acme.example.org", "code", code()).want(t, http.StatusOK)
	})
}

// TestSingleSignOn_NeverSignsInALaterOperator lets a user with a linked identity
// become an operator, also between the call-back and the redemption.
func TestSingleSignOn_NeverSignsInALaterOperator(t *testing.T) {
	t.Parallel()
	eachMail(t, func(t *testing.T, in *install) {
		s := in.signOn(t, in.signUp(t), "acme.example.org")
		linked := s.signIn(t)
		b := s.start(t)
		_, ticket := b.finish(t)
		in.exec(t, `UPDATE users SET operator_since = 1 WHERE id = $1`, linked.id)
		b.redeem(t, ticket).want(t, http.StatusForbidden)
		s.rejects(t, "operator")
		// The session of before opens no operator screens.
		if me := linked.call(t, "GET", "/me", nil).want(t, http.StatusOK).json(t); me["operator"] != false {
			t.Errorf("the confined session is %v", me)
		}
		for _, path := range []string{"/admin/overview", "/admin/users"} {
			if got := linked.call(t, "GET", path, nil).want(t, http.StatusForbidden).problem(t); got.Code != "reauthentication_required" {
				t.Errorf("%s: %s", path, got.Code)
			}
		}
	})
}

// TestSingleSignOn_CreatesNoFirstAccount removes the only account of an install: the
// connection of its workspace signs no user in, so that the next account is made by a
// sign-up and becomes the operator's.
func TestSingleSignOn_CreatesNoFirstAccount(t *testing.T) {
	t.Parallel()
	s := newSignOn(t)
	b := s.start(t)
	_, ticket := b.finish(t)
	s.owner.call(t, "DELETE", "/me", map[string]any{"password": goodPassword}).want(t, http.StatusNoContent)
	if got := b.redeem(t, ticket); got.status == http.StatusOK {
		t.Errorf("the ticket makes the first account: %s", got.body)
	}
	if name, value := fragmentOf(t, s.anonymous().call(t, "GET", "/auth/oidc/"+s.id, nil)); name != "error" || value != "removed" {
		t.Errorf("the sign-in ends with %s=%s", name, value)
	}
	if users := s.query(t, `SELECT id FROM users`); len(users) != 0 {
		t.Errorf("the accounts are %v", users)
	}
}

func TestSingleSignOn_LinksWithAPassword(t *testing.T) {
	t.Parallel()
	eachMail(t, func(t *testing.T, in *install) {
		s := in.signOn(t, in.signUp(t), "acme.example.org")
		existing := in.member(t, s.owner, access.Viewer)
		in.setEmail(t, existing, "alice@acme.example.org")
		key, _ := user{in: in, token: existing.token}.apiKey(t, access.LinksRead)
		b := s.start(t)
		_, ticket := b.finish(t)
		missing := b.redeem(t, ticket).want(t, http.StatusForbidden).problem(t)
		if missing.Code != "reauthentication_required" || !strings.Contains(missing.Message, "127.0.0.1") {
			t.Errorf("without a proof: %+v", missing)
		}
		wrong := b.redeem(t, ticket, "password", "Wrong-Horse-1").want(t, http.StatusUnprocessableEntity).problem(t)
		if len(wrong.Errors) != 1 || wrong.Errors[0].Field != "password" {
			t.Errorf("with a wrong password: %+v", wrong)
		}
		if linked := in.query(t, `SELECT user_id FROM sso_identities`); len(linked) != 0 {
			t.Errorf("linked: %v", linked)
		}
		b.redeem(t, ticket, "password", goodPassword).want(t, http.StatusOK)
		// Everything of the account stays, whether its address was verified or not.
		existing.call(t, "GET", "/me", nil).want(t, http.StatusOK)
		key.call(t, "GET", "/links", nil).want(t, http.StatusOK)
		in.logIn(t, "alice@acme.example.org").want(t, http.StatusOK)
		kinds := in.query(t, `SELECT kind FROM notifications WHERE user_id = $1`, existing.id)
		if !slices.Contains(kinds, "account.sso_linked") {
			t.Errorf("the notifications are %v", kinds)
		}
		mails := in.query(t, `SELECT payload FROM tasks WHERE kind = 'none'`)
		if !slices.Contains(mails, existing.id+"user.sso_linked") {
			t.Errorf("the mails are %v", mails)
		}
		// The link holds when the address changes at the provider.
		renamed := alice()
		renamed.Email = "alice.example@acme.example.org"
		s.provider.SignIn(renamed)
		again := s.signIn(t)
		if again.id != existing.id {
			t.Error("a new address at the provider leads to another account")
		}
		if me := again.call(t, "GET", "/me", nil).json(t); me["role"] != "viewer" {
			t.Errorf("the role became %v", me["role"])
		}
	})
}

func TestSingleSignOn_LinksWithTheSecondFactor(t *testing.T) {
	t.Parallel()
	s := newSignOn(t)
	existing := s.member(t, s.owner, access.Viewer)
	s.setEmail(t, existing, "alice@acme.example.org")
	code := existing.authenticatorApp(t)
	b := s.start(t)
	_, ticket := b.finish(t)
	for name, proof := range map[string][]any{
		"no code": {"password", goodPassword}, "wrong code": {"password", goodPassword, "code", "000000"},
	} {
		if got := b.redeem(t, ticket, proof...).want(t, http.StatusUnauthorized).problem(t); got.Code != "second_factor_required" {
			t.Errorf("%s: %s", name, got.Code)
		}
	}
	if got := b.redeem(t, ticket, "code", code()).want(t, http.StatusForbidden).problem(t); got.Code != "reauthentication_required" {
		t.Errorf("a code without the password: %s", got.Code)
	}
	b.redeem(t, ticket, "password", goodPassword, "code", code()).want(t, http.StatusOK)
	if again := s.signIn(t); again.id != existing.id {
		t.Error("a linked identity leads to another account")
	}
}

func TestSingleSignOn_LinksWithAPasskey(t *testing.T) {
	t.Parallel()
	s := newSignOn(t)
	existing := s.member(t, s.owner, access.Viewer)
	s.setEmail(t, existing, "alice@acme.example.org")
	existing.authenticatorApp(t)
	device, others := existing.passkey(t), s.owner.passkey(t)
	b := s.start(t)
	_, ticket := b.finish(t)
	forged := s.signInWith(t, device)
	forged["response"].(map[string]any)["signature"] = "AAAA"
	for name, credential := range map[string]map[string]any{"another user's": s.signInWith(t, others), "forged": forged} {
		got := b.redeem(t, ticket, "credential", credential).want(t, http.StatusUnprocessableEntity).problem(t)
		if len(got.Errors) != 1 || got.Errors[0].Field != "credential" {
			t.Errorf("%s: %+v", name, got)
		}
	}
	b.redeem(t, ticket, "credential", s.signInWith(t, device)).want(t, http.StatusOK)
}

// TestSingleSignOn_LimitsProofs lets a provider assert the address of an account: the
// passwords that it tries count as those of logins.
func TestSingleSignOn_LimitsProofs(t *testing.T) {
	t.Parallel()
	s := newSignOn(t)
	existing := s.signUp(t)
	s.setEmail(t, existing, "alice@acme.example.org")
	b := s.start(t)
	_, ticket := b.finish(t)
	for range 10 {
		b.redeem(t, ticket, "password", "Wrong-Horse-1").want(t, http.StatusUnprocessableEntity)
	}
	b.redeem(t, ticket, "password", goodPassword).want(t, http.StatusTooManyRequests)
	s.logIn(t, "alice@acme.example.org").want(t, http.StatusTooManyRequests)
}

// TestSingleSignOn_AccountsWithoutAFactor moves a domain to another workspace: the
// account that the first connection created is proved by a mailed link first.
func TestSingleSignOn_AccountsWithoutAFactor(t *testing.T) {
	t.Parallel()
	eachMail(t, func(t *testing.T, in *install) {
		first := in.signOn(t, in.signUp(t), "acme.example.org")
		created := first.signIn(t)
		in.exec(t, `DELETE FROM domains WHERE host = 'acme.example.org'`)
		first.rejects(t, "domain_lost")
		second := in.signOn(t, in.signUp(t), "acme.example.org")
		first.rejects(t, "email_domain")
		b := second.start(t)
		_, ticket := b.finish(t)
		refused := b.redeem(t, ticket).want(t, http.StatusConflict).problem(t)
		if !strings.Contains(refused.Message, "Forgot password?") {
			t.Errorf("the way out: %s", refused.Message)
		}
		link, err := in.accounts.ResetLink(t.Context(), "alice@acme.example.org")
		if err != nil {
			t.Fatal(err)
		}
		_, token, _ := strings.Cut(link, "#token=")
		reset := map[string]any{"token": token, "password": goodPassword, "passwordConfirmation": goodPassword}
		in.anonymous().call(t, "POST", "/auth/reset-password", reset).want(t, http.StatusOK)
		if got := second.signIn(t, "password", goodPassword); got.id != created.id || got.workspaceID != second.owner.workspaceID {
			t.Errorf("the sign-in leads to %+v", got)
		}
	})
}

// TestSingleSignOn_FollowsAnotherProvider changes the provider of a connection, which
// names its users anew.
func TestSingleSignOn_FollowsAnotherProvider(t *testing.T) {
	t.Parallel()
	s := newSignOn(t)
	created := s.signIn(t)
	renumbered := alice()
	renumbered.ID = "subject-of-the-new-provider"
	s.provider.SignIn(renumbered)
	if again := s.signIn(t); again.id != created.id {
		t.Error("a new subject leads to another account")
	}
	// With a factor of its own, the account is proved again.
	link, err := s.accounts.ResetLink(t.Context(), "alice@acme.example.org")
	if err != nil {
		t.Fatal(err)
	}
	_, token, _ := strings.Cut(link, "#token=")
	s.anonymous().call(t, "POST", "/auth/reset-password", map[string]any{
		"token": token, "password": goodPassword, "passwordConfirmation": goodPassword, "disconnectSingleSignOn": false,
	}).want(t, http.StatusOK)
	if again := s.signIn(t); again.id != created.id {
		t.Error("the reset disconnected the identity")
	}
	renumbered.ID = "subject-of-a-third-provider"
	s.provider.SignIn(renumbered)
	b := s.start(t)
	_, ticket := b.finish(t)
	b.redeem(t, ticket).want(t, http.StatusForbidden)
}

// TestSingleSignOn_ChecksEverySignIn takes away what a sign-in needs, of a linked
// identity and of a new one, before the sign-in and between its two steps.
func TestSingleSignOn_ChecksEverySignIn(t *testing.T) {
	t.Parallel()
	for name, loss := range map[string]struct {
		statement, reason string
		redeemed          int
	}{
		"failing domain":      {`UPDATE domains SET status = 'failing' WHERE host = 'acme.example.org'`, "domain_lost", http.StatusForbidden},
		"unverified domain":   {`UPDATE domains SET status = 'pending' WHERE host = 'acme.example.org'`, "domain_lost", http.StatusForbidden},
		"deleted domain":      {`UPDATE domains SET deleted_at = 1 WHERE host = 'acme.example.org'`, "domain_lost", http.StatusForbidden},
		"transferred domain":  {`UPDATE domains SET workspace_id = 'wsp_other' WHERE host = 'acme.example.org'`, "domain_lost", http.StatusForbidden},
		"domain of another":   {`DELETE FROM sso_domains`, "email_domain", http.StatusForbidden},
		"suspended workspace": {`UPDATE workspaces SET suspended_at = 1`, "removed", http.StatusForbidden},
		"deleted workspace":   {`UPDATE workspaces SET deleted_at = 1`, "removed", http.StatusForbidden},
		"deleted connection":  {`DELETE FROM sso_connections`, "expired", http.StatusUnauthorized},
		"another issuer":      {`UPDATE sso_connections SET issuer = 'http://127.0.0.1:1'`, "unavailable", http.StatusForbidden},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSignOn(t)
			s.signIn(t)
			linked, again := s.start(t), s.start(t)
			_, ticket := linked.finish(t)
			bob := alice()
			bob.ID, bob.Email = "subject-bob", "bob@acme.example.org"
			s.provider.SignIn(bob)
			unknown := s.start(t)
			_, bobs := unknown.finish(t)
			s.exec(t, `PRAGMA foreign_keys = OFF; `+loss.statement)
			if loss.reason == "expired" { // the statement had no cascade
				s.exec(t, `DELETE FROM sso_tickets; DELETE FROM sso_logins; DELETE FROM sso_identities`)
			}
			linked.redeem(t, ticket).want(t, loss.redeemed)
			unknown.redeem(t, bobs).want(t, loss.redeemed)
			if got, value := again.finish(t); got != "error" || value != loss.reason {
				t.Errorf("the sign-in of a linked identity ends with %s=%s", got, value)
			}
			if users := s.query(t, `SELECT id FROM users WHERE email_folded = 'bob@acme.example.org'`); len(users) != 0 {
				t.Error("an account was created")
			}
		})
	}
}

// TestSignOnSession_IsConfined compares every operation: a session of single sign-on
// opens no other workspace of the user, and nothing of the account but what is listed.
func TestSignOnSession_IsConfined(t *testing.T) {
	t.Parallel()
	_, behind := withClicks(t)
	in := newInstall(t, behind)
	s := in.signOn(t, in.signUp(t), "acme.example.org")
	existing := in.signUp(t) // the owner of another workspace
	in.exec(t, `UPDATE users SET operator_since = 0`)
	in.setEmail(t, existing, "alice@acme.example.org")
	confined := s.signIn(t, "password", goodPassword)
	in.exec(t, `UPDATE users SET operator_since = 1 WHERE id = $1`, existing.id)
	// without the workspace of the request
	free := []string{"getOwnFactors", "logout", "passkeyReauthenticate", "reauthenticate", "startPasskeyReauthentication"}
	// in the workspace of the connection
	ofAccount := append([]string{
		"getMe", "getTips", "getTricks", "listNotificationPreferences", "setNotificationPreference", "updateMe", "listWorkspaces",
	}, free...)
	elsewhere, home := confined, confined
	valid := attempts(scene{owner: s.owner, actor: confined, alias: "x"})
	delete(valid, "reauthenticate") // it would lift the limit
	elsewhere.workspaceID = existing.workspaceID
	for _, op := range documentedOperations(t) {
		if op.public || op.id == "logout" {
			continue
		}
		body := valid[op.id].body
		got := elsewhere.call(t, op.method, op.path, body, op.contentType())
		if closed := isConfined(t, got); closed == slices.Contains(free, op.id) {
			t.Errorf("%s in another workspace: %d %s", op.id, got.status, got.body)
		}
		account := strings.HasPrefix(op.path+"/", "/me/") || strings.HasPrefix(op.path, "/admin/") ||
			slices.Contains([]string{"createWorkspace", "restoreWorkspace", "acceptInvitation"}, op.id)
		if !account {
			continue
		}
		got = home.call(t, op.method, op.path, body, op.contentType())
		if closed := isConfined(t, got); closed == slices.Contains(ofAccount, op.id) {
			t.Errorf("%s in the workspace of the connection: %d %s", op.id, got.status, got.body)
		}
	}
	for _, path := range []string{"/workspaces/" + existing.workspaceID, "/workspaces/" + existing.workspaceID + "/members"} {
		if got := home.call(t, "GET", path, nil); !isConfined(t, got) {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
	in.exec(t, `INSERT INTO workspaces (id, name, plan, created_at, updated_at, deleted_at) VALUES ('wsp_gone', 'Gone', 'FREE', $1, $1, $1)`, noon.UnixMilli())
	in.exec(t, `INSERT INTO members (workspace_id, user_id, role, created_at) VALUES ('wsp_gone', $1, 'owner', $2)`, existing.id, noon.UnixMilli())
	if got := existing.call(t, "GET", "/workspaces?deleted=true", nil).want(t, http.StatusOK).json(t)["total"]; got != 1.0 {
		t.Errorf("the owner has %v deleted workspaces", got)
	}
	if got := home.call(t, "GET", "/workspaces?deleted=true", nil).want(t, http.StatusOK).json(t)["total"]; got != 0.0 {
		t.Errorf("the confined session lists %v deleted workspaces", got)
	}
	listed := home.call(t, "GET", "/workspaces", nil).want(t, http.StatusOK).json(t)["items"].([]any)
	if len(listed) != 1 || listed[0].(map[string]any)["id"] != s.owner.workspaceID {
		t.Errorf("the workspaces are %v", listed)
	}
	// Without a header, the session acts in its workspace.
	home.workspaceID = ""
	if me := home.call(t, "GET", "/me", nil).want(t, http.StatusOK).json(t); me["role"] != "editor" || me["confinedTo"] != s.owner.workspaceID {
		t.Errorf("the user is %v", me)
	}
	home.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}).want(t, http.StatusCreated)
	home.call(t, "POST", "/api-keys", map[string]any{"name": "x", "scopes": []string{"links:read"}}).want(t, http.StatusForbidden)
	elsewhere.call(t, "POST", "/auth/logout", nil).want(t, http.StatusNoContent)
	home.call(t, "GET", "/me", nil).want(t, http.StatusUnauthorized)
}

// isConfined reports whether a response asks for a factor of the account.
func isConfined(t *testing.T, r reply) bool {
	t.Helper()
	return r.status == http.StatusForbidden && r.problem(t).Code == "reauthentication_required"
}

func TestSignOnSession_IsConfirmed(t *testing.T) {
	t.Parallel()
	s := newSignOn(t)
	existing := s.signUp(t)
	s.setEmail(t, existing, "alice@acme.example.org")
	factors := func(u user) string {
		return string(u.call(t, "GET", "/me/reauthenticate", nil).want(t, http.StatusOK).body)
	}
	confirm := func(u user, more map[string]any) reply { return u.call(t, "POST", "/me/reauthenticate", more) }
	opens := func(t *testing.T, u user) {
		t.Helper()
		u.call(t, "GET", "/me/sessions", nil).want(t, http.StatusOK)
		u.workspaceID = existing.workspaceID
		u.call(t, "GET", "/links", nil).want(t, http.StatusOK)
		u.call(t, "POST", "/api-keys", map[string]any{"name": ident.New("x"), "scopes": []string{"links:read"}}).want(t, http.StatusCreated)
		u.workspaceID = s.owner.workspaceID
		u.call(t, "GET", "/links", nil).want(t, http.StatusOK)
	}
	first := s.signIn(t, "password", goodPassword)
	first.call(t, "GET", "/me/sessions", nil).want(t, http.StatusForbidden)
	confirm(first, map[string]any{"password": "Wrong-Horse-1"}).want(t, http.StatusUnprocessableEntity)
	first.call(t, "GET", "/me/sessions", nil).want(t, http.StatusForbidden)
	confirm(first, map[string]any{"password": goodPassword}).want(t, http.StatusNoContent)
	opens(t, first)

	// Two-factor authentication, turned on later, is asked for.
	code := existing.authenticatorApp(t)
	second := s.signIn(t)
	if got := factors(second); !strings.Contains(got, `"code":true`) || !strings.Contains(got, `"password":true`) {
		t.Errorf("the factors are %s", got)
	}
	for name, body := range map[string]map[string]any{
		"no code": {"password": goodPassword}, "wrong code": {"password": goodPassword, "code": "000000"}, "no password": {"code": "123456"},
	} {
		confirm(second, body).want(t, http.StatusUnprocessableEntity)
		if got := second.call(t, "GET", "/me/sessions", nil); !isConfined(t, got) {
			t.Errorf("%s confirms: %d", name, got.status)
		}
	}
	confirm(second, map[string]any{"password": goodPassword, "code": code()}).want(t, http.StatusNoContent)
	opens(t, second)
	second.workspaceID = existing.workspaceID
	if methods := second.methods(t); !strings.Contains(methods[0], "password_and_code") {
		t.Errorf("the methods are %v", methods)
	}

	// A passkey is enough.
	device := existing.passkey(t)
	third := s.signIn(t)
	options := third.call(t, "POST", "/me/reauthenticate/passkey/options", nil).want(t, http.StatusOK)
	body := map[string]any{"credential": tree(t, device.Get(t, challengeIn(t, options)))}
	third.call(t, "POST", "/me/reauthenticate/passkey", body).want(t, http.StatusNoContent)
	opens(t, third)
	if got := factors(third); strings.Contains(got, `"code":true`) {
		t.Errorf("the factors of an ordinary session are %s", got)
	}
}

// TestIdentities_AreDisconnected tries each way in which a user ends a link: the next
// sign-in asks for a proof again.
func TestIdentities_AreDisconnected(t *testing.T) {
	t.Parallel()
	const next = "Correct-Horse-2"
	for name, test := range map[string]struct {
		end      func(t *testing.T, in *install, u user)
		stays    bool
		password string
	}{
		"disconnect": {func(t *testing.T, _ *install, u user) {
			listed := u.call(t, "GET", "/me/identities", nil).want(t, http.StatusOK).json(t)["items"].([]any)
			only := listed[0].(map[string]any)
			if len(listed) != 1 || only["email"] != "Alice@acme.example.org" || only["workspaceName"] == "" || !strings.HasPrefix(only["issuer"].(string), "http://127.0.0.1") {
				t.Errorf("the identities are %v", listed)
			}
			u.call(t, "DELETE", "/me/identities/sso_0000000000000", nil).want(t, http.StatusNotFound)
			u.call(t, "DELETE", fmt.Sprint("/me/identities/", only["id"]), nil).want(t, http.StatusNoContent)
		}, false, goodPassword},
		"password": {func(t *testing.T, _ *install, u user) {
			u.call(t, "POST", "/me/password", map[string]any{"currentPassword": goodPassword, "newPassword": next, "disconnectSingleSignOn": true}).
				want(t, http.StatusNoContent)
		}, false, next},
		"password only": {func(t *testing.T, _ *install, u user) {
			u.call(t, "POST", "/me/password", map[string]any{"currentPassword": goodPassword, "newPassword": next}).want(t, http.StatusNoContent)
		}, true, next},
		"sessions": {func(t *testing.T, _ *install, u user) {
			u.call(t, "DELETE", "/me/sessions?disconnectSingleSignOn=true", nil).want(t, http.StatusNoContent)
		}, false, goodPassword},
		"sessions only": {func(t *testing.T, _ *install, u user) {
			u.call(t, "DELETE", "/me/sessions", nil).want(t, http.StatusNoContent)
		}, true, goodPassword},
		"reset": {func(t *testing.T, in *install, _ user) { in.reset(t, "alice@acme.example.org", next, nil) }, false, next},
		"reset only": {func(t *testing.T, in *install, _ user) {
			in.reset(t, "alice@acme.example.org", next, map[string]any{"disconnectSingleSignOn": false})
		}, true, next},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSignOn(t)
			existing := s.signUp(t)
			s.setEmail(t, existing, "alice@acme.example.org")
			confined := s.signIn(t, "password", goodPassword)
			test.end(t, s.install, existing)
			confined.call(t, "GET", "/me", nil).want(t, http.StatusUnauthorized)
			unlinked := s.query(t, `SELECT id FROM events WHERE kind = 'user.sso_unlinked' AND workspace_id = '' AND actor_id = $1`, existing.id)
			b := s.start(t)
			_, ticket := b.finish(t)
			if test.stays {
				b.redeem(t, ticket).want(t, http.StatusOK)
				if len(unlinked) != 0 {
					t.Error("a link that stays has ended in the audit log")
				}
				return
			}
			b.redeem(t, ticket).want(t, http.StatusForbidden)
			b.redeem(t, ticket, "password", test.password).want(t, http.StatusOK)
			if len(unlinked) != 1 {
				t.Errorf("the audit log has %d ends of the link", len(unlinked))
			}
		})
	}
}

// reset sets a password with a link that the operator made.
func (in *install) reset(t *testing.T, email, password string, more map[string]any) {
	t.Helper()
	link, err := in.accounts.ResetLink(t.Context(), email)
	if err != nil {
		t.Fatal(err)
	}
	_, token, _ := strings.Cut(link, "#token=")
	body := map[string]any{"token": token, "password": password, "passwordConfirmation": password}
	for name, value := range more {
		body[name] = value
	}
	in.anonymous().call(t, "POST", "/auth/reset-password", body).want(t, http.StatusOK)
}
