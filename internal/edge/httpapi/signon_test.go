package httpapi_test

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/testkit/testoidc"
)

// signOnScene is a workspace with a connection to a real provider.
type signOnScene struct {
	*install
	owner    user
	provider *testoidc.Provider
	id       string // of the connection
}

// alice is a user of the provider.
func alice() testoidc.User {
	return testoidc.User{ID: "subject-alice", Email: "Alice@acme.example.org", EmailVerified: true, FirstName: "Alice", LastName: "Example"}
}

func newSignOn(t *testing.T) signOnScene {
	t.Helper()
	in := newInstall(t)
	return in.signOn(t, in.signUp(t), "acme.example.org")
}

// signOn connects the workspace of an owner with a provider of its own, for the
// addresses of a domain.
func (in *install) signOn(t *testing.T, owner user, host string) signOnScene {
	t.Helper()
	in.exec(t, `UPDATE workspaces SET plan = 'ENTERPRISE' WHERE id = $1`, owner.workspaceID)
	in.exec(t, `UPDATE users SET email_verified_at = 1 WHERE id = $1`, owner.id)
	in.verifiedDomain(t, owner, host)
	number, _ := ident.Number(owner.workspaceID)
	s := signOnScene{install: in, owner: owner, id: ident.Text("sso", number)}
	s.provider = testoidc.New(t, s.redirectURI(), in.clock.Now)
	s.provider.SignIn(alice())
	owner.call(t, "PUT", "/single-sign-on", s.settings(map[string]any{"domains": []string{host}})).want(t, http.StatusOK)
	return s
}

func (s signOnScene) redirectURI() string {
	return "https://go.example.com/api/v1/auth/oidc/" + s.id + "/callback"
}

// settings is a valid connection with some fields changed.
func (s signOnScene) settings(change map[string]any) map[string]any {
	body := map[string]any{
		"issuer": s.provider.URL, "clientId": testoidc.ClientID, "clientSecret": testoidc.ClientSecret,
		"domains": []string{"acme.example.org"}, "defaultRole": "editor",
	}
	for name, value := range change {
		body[name] = value
	}
	return body
}

// browser is a browser in a sign-in.
type browser struct {
	signOnScene
	cookie string // "Cookie: …"
	back   string // the path of the call-back with its query
}

// start opens the provider's page and signs in there.
func (s signOnScene) start(t *testing.T) browser {
	t.Helper()
	started := s.anonymous().call(t, "GET", "/auth/oidc/"+s.id, nil).want(t, http.StatusFound)
	raw := started.header.Get("Set-Cookie")
	for _, attribute := range []string{"__Host-linnet_sso=", "HttpOnly", "; Secure", "SameSite=Lax", "Path=/;", "Max-Age=1200"} {
		if !strings.Contains(raw, attribute) {
			t.Errorf("the cookie lacks %s: %s", attribute, raw)
		}
	}
	back := s.provider.Authorize(t, started.header.Get("Location"))
	if got := "https://" + back.Host + back.Path; got != s.redirectURI() {
		t.Fatalf("the provider redirects to %s", back)
	}
	value, _, _ := strings.Cut(raw, ";")
	return browser{s, "Cookie: " + value, strings.TrimPrefix(back.Path, "/api/v1") + "?" + back.RawQuery}
}

// finish opens the call-back and returns the name and the value in the fragment of
// the page.
func (b browser) finish(t *testing.T) (name, value string) {
	t.Helper()
	return fragmentOf(t, b.anonymous().call(t, "GET", b.back, nil, b.cookie))
}

func fragmentOf(t *testing.T, r reply) (name, value string) {
	t.Helper()
	page, err := url.Parse(r.want(t, http.StatusFound).header.Get("Location"))
	if err != nil || page.Host != "go.example.com" || page.Path != "/login/sso" || page.RawQuery != "" {
		t.Fatalf("the page is %v, %v", page, err)
	}
	name, value, _ = strings.Cut(page.Fragment, "=")
	return name, value
}

// redeem redeems a ticket. more are names and values of further fields.
func (b browser) redeem(t *testing.T, ticket string, more ...any) reply {
	t.Helper()
	body := map[string]any{"ticket": ticket}
	for i := 0; i < len(more); i += 2 {
		body[more[i].(string)] = more[i+1]
	}
	return b.anonymous().call(t, "POST", "/auth/oidc/session", body, b.cookie)
}

// signIn signs the provider's user in. proof are names and values of fields that prove
// an account to be linked.
func (s signOnScene) signIn(t *testing.T, proof ...any) user {
	t.Helper()
	b := s.start(t)
	name, ticket := b.finish(t)
	if name != "ticket" {
		t.Fatalf("the sign-in failed: %s=%s", name, ticket)
	}
	body := b.redeem(t, ticket, proof...).want(t, http.StatusOK).json(t)
	return user{
		in: s.install, token: body["token"].(string), id: body["user"].(map[string]any)["id"].(string),
		workspaceID: body["workspaceId"].(string),
	}
}

// rejects asserts that a sign-in fails with a reason.
func (s signOnScene) rejects(t *testing.T, reason string) {
	t.Helper()
	if name, value := s.start(t).finish(t); name != "error" || value != reason {
		t.Errorf("the sign-in ends with %s=%s, want the error %s", name, value, reason)
	}
}

func TestSingleSignOn_CreatesAMember(t *testing.T) {
	t.Parallel()
	s := newSignOn(t)
	got := s.signIn(t)
	me := got.call(t, "GET", "/me", nil).want(t, http.StatusOK).json(t)
	if me["email"] != "Alice@acme.example.org" || me["firstName"] != "Alice" || me["role"] != "editor" || me["emailVerified"] != true {
		t.Errorf("the new member is %v", me)
	}
	if got.workspaceID != s.owner.workspaceID {
		t.Errorf("the workspace is %s", got.workspaceID)
	}
	again := s.signIn(t)
	if again.id != got.id {
		t.Error("a second sign-in leads to another account")
	}
	kinds := s.query(t, `SELECT kind FROM events WHERE workspace_id = $1 AND subject_id = $2`, s.owner.workspaceID, got.id)
	if !slices.Contains(kinds, "user.signed_on") || !slices.Contains(kinds, "member.joined") {
		t.Errorf("the events are %v", kinds)
	}
	methods := s.query(t, `SELECT data FROM events WHERE kind = 'user.logged_in' AND workspace_id = '' AND actor_id = $1`, got.id)
	if want := `{"after":{"method":"single_sign_on"}}`; len(methods) != 2 || methods[0] != want || methods[1] != want {
		t.Errorf("the logins are %v", methods)
	}
	login := s.anonymous().call(t, "POST", "/auth/login", map[string]any{"email": "alice@acme.example.org", "password": goodPassword})
	login.want(t, http.StatusUnauthorized)
}

func TestSingleSignOn_RejectsReplays(t *testing.T) {
	t.Parallel()
	s := newSignOn(t)
	b := s.start(t)
	_, ticket := b.finish(t)
	if name, value := b.finish(t); name != "error" || value != "expired" {
		t.Errorf("the same state ends with %s=%s", name, value)
	}
	other := s.start(t)
	other.redeem(t, ticket).want(t, http.StatusUnauthorized) // the cookie is of another browser
	b.redeem(t, ticket).want(t, http.StatusOK)
	b.redeem(t, ticket).want(t, http.StatusUnauthorized)

	other.back = s.start(t).back
	if name, value := other.finish(t); name != "error" || value != "expired" {
		t.Errorf("the state of another browser ends with %s=%s", name, value)
	}
	mixed := s.start(t)
	mixed.back += "&iss=https://other.example.com" // RFC 9207
	if name, value := mixed.finish(t); name != "error" || value != "rejected" {
		t.Errorf("the response of another issuer ends with %s=%s", name, value)
	}
	late := s.start(t)
	s.clock.Advance(11 * time.Minute)
	if name, value := late.finish(t); name != "error" || value != "expired" {
		t.Errorf("a late call-back ends with %s=%s", name, value)
	}
	slow := s.start(t)
	_, ticket = slow.finish(t)
	s.clock.Advance(10 * time.Minute)
	slow.redeem(t, ticket).want(t, http.StatusUnauthorized)
}

func TestSingleSignOn_RejectsTokens(t *testing.T) {
	t.Parallel()
	s := newSignOn(t)
	for name, change := range map[string]func(map[string]any){
		"nonce":            func(c map[string]any) { c["nonce"] = "other" },
		"no nonce":         func(c map[string]any) { delete(c, "nonce") },
		"audience":         func(c map[string]any) { c["aud"] = []string{"other"} },
		"authorized party": func(c map[string]any) { c["azp"] = "other" },
		"issuer":           func(c map[string]any) { c["iss"] = "https://other.example.com" },
		"expiry":           func(c map[string]any) { c["exp"] = noon.Add(-time.Minute).Unix() },
		"issued ahead":     func(c map[string]any) { c["iat"] = noon.Add(6 * time.Minute).Unix() },
		"issued before":    func(c map[string]any) { c["iat"] = noon.Add(-time.Hour).Unix() },
		"issued never":     func(c map[string]any) { delete(c, "iat") },
		"subject":          func(c map[string]any) { c["sub"] = "" },
	} {
		t.Run(name, func(t *testing.T) {
			s.provider.Tamper(change)
			s.rejects(t, "rejected")
		})
	}
	s.provider.Tamper(nil)
	if logged := s.log.String(); strings.Count(logged, "single_sign_on.failed") < 10 || strings.Contains(logged, testoidc.ClientSecret) {
		t.Errorf("the security log is %s", logged)
	}
}

func TestSingleSignOn_RejectsSignatures(t *testing.T) {
	t.Parallel()
	s := newSignOn(t)
	other, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	for name, forge := range map[string]func(header, payload, signature string) string{
		"none": func(_, payload, _ string) string {
			return base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"JWT"}`)) + "." + payload + "."
		},
		"client secret as the key": func(_, payload, _ string) string {
			return signedBy(t, jose.HS256, []byte(strings.Repeat(testoidc.ClientSecret, 2)), payload)
		},
		"another key": func(_, payload, _ string) string { return signedBy(t, jose.RS256, other, payload) },
		"changed claims": func(header, payload, signature string) string {
			raw, _ := base64.RawURLEncoding.DecodeString(payload)
			changed := strings.Replace(string(raw), "{", `{"name":"Grace",`, 1)
			return header + "." + base64.RawURLEncoding.EncodeToString([]byte(changed)) + "." + signature
		},
		"no signature": func(header, payload, _ string) string { return header + "." + payload + "." },
	} {
		t.Run(name, func(t *testing.T) {
			s.provider.Forge(func(token string) string {
				parts := strings.Split(token, ".")
				return forge(parts[0], parts[1], parts[2])
			})
			s.rejects(t, "rejected")
		})
	}
	s.provider.Forge(nil)
	s.signIn(t)
}

// signedBy returns a token with the payload, signed with a key that is not the
// provider's.
func signedBy(t *testing.T, algorithm jose.SignatureAlgorithm, key any, payload string) string {
	t.Helper()
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: algorithm, Key: key}, (&jose.SignerOptions{}).WithHeader("kid", "key-1"))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := base64.RawURLEncoding.DecodeString(payload)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := signer.Sign(raw)
	if err != nil {
		t.Fatal(err)
	}
	text, err := signed.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestSingleSignOn_RejectsAddresses(t *testing.T) {
	t.Parallel()
	s := newSignOn(t)
	for _, test := range []struct {
		email    string
		verified bool
		reason   string
	}{
		{"alice@acme.example.org", false, "email_unverified"},
		{"alice@other.example.org", true, "email_domain"},
		{"alice@evil-acme.example.org", true, "email_domain"},
		{"alice@sub.acme.example.org", true, "email_domain"},
		{"alice@acme.example.org@other.example.org", true, "email_domain"},
	} {
		u := alice()
		u.Email, u.EmailVerified = test.email, test.verified
		s.provider.SignIn(u)
		s.rejects(t, test.reason)
	}
}

func TestSingleSignOn_ReadsRotatedKeys(t *testing.T) {
	t.Parallel()
	s := newSignOn(t)
	first := s.signIn(t)
	s.provider.RotateKeys(t)
	if again := s.signIn(t); again.id != first.id {
		t.Error("the second sign-in leads to another account")
	}
}

func TestSingleSignOn_ReportsAnUnavailableProvider(t *testing.T) {
	t.Parallel()
	s := newSignOn(t)
	b := s.start(t)
	s.provider.Close()
	if name, value := b.finish(t); name != "error" || value != "unavailable" {
		t.Errorf("the sign-in ends with %s=%s", name, value)
	}
	saved := s.owner.call(t, "PUT", "/single-sign-on", s.settings(nil)).want(t, http.StatusUnprocessableEntity).problem(t)
	if len(saved.Errors) != 1 || saved.Errors[0].Field != "issuer" {
		t.Errorf("the errors are %v", saved.Errors)
	}
	if name, value := fragmentOf(t, s.anonymous().call(t, "GET", "/auth/oidc/sso_0000000000000", nil)); name != "error" || value != "removed" {
		t.Errorf("an unknown connection ends with %s=%s", name, value)
	}
	s.owner.call(t, "DELETE", "/single-sign-on", nil).want(t, http.StatusNoContent)
	if name, value := b.finish(t); name != "error" || value != "expired" {
		t.Errorf("a removed connection ends with %s=%s", name, value)
	}
}

func TestSingleSignOn_Enforced(t *testing.T) {
	t.Parallel()
	s := newSignOn(t)
	member := s.member(t, s.owner, access.Admin)
	guest := s.member(t, s.owner, access.Editor)
	s.exec(t, `UPDATE users SET email = 'alice@acme.example.org', email_folded = 'alice@acme.example.org' WHERE id = $1`, member.id)
	s.exec(t, `UPDATE users SET email = 'owner@acme.example.org', email_folded = 'owner@acme.example.org' WHERE id = $1`, s.owner.id)
	s.owner.call(t, "PUT", "/single-sign-on", s.settings(map[string]any{"enforced": true})).want(t, http.StatusOK)

	denied := member.call(t, "GET", "/links", nil).want(t, http.StatusForbidden).problem(t)
	if denied.Code != "sso_required" {
		t.Errorf("the code is %s", denied.Code)
	}
	own := member
	own.workspaceID = ""
	if me := own.call(t, "GET", "/me", nil).want(t, http.StatusOK).json(t); me["role"] != "owner" {
		t.Errorf("the default workspace is not the member's own: %v", me)
	}
	own.call(t, "GET", "/workspaces/"+s.owner.workspaceID, nil).want(t, http.StatusForbidden)
	guest.call(t, "GET", "/links", nil).want(t, http.StatusOK)
	s.owner.call(t, "GET", "/links", nil).want(t, http.StatusOK)

	signedOn := s.signIn(t, "password", goodPassword)
	if signedOn.id != member.id {
		t.Fatal("the sign-in created another account")
	}
	signedOn.call(t, "GET", "/links", nil).want(t, http.StatusOK)
	member.call(t, "GET", "/links", nil).want(t, http.StatusForbidden)
	// Another address does not lift the requirement.
	s.exec(t, `UPDATE users SET email = 'a@example.net', email_folded = 'a@example.net' WHERE id = $1`, member.id)
	member.call(t, "GET", "/links", nil).want(t, http.StatusForbidden)
	member.call(t, "POST", "/auth/logout", nil).want(t, http.StatusNoContent)

	// A later connection has the same id: the sessions of the first do not count.
	signedOn.call(t, "POST", "/me/reauthenticate", map[string]any{"password": goodPassword}).want(t, http.StatusNoContent)
	s.owner.call(t, "DELETE", "/single-sign-on", nil).want(t, http.StatusNoContent)
	signedOn.call(t, "GET", "/links", nil).want(t, http.StatusOK)
	s.exec(t, `UPDATE users SET email = 'alice@acme.example.org', email_folded = 'alice@acme.example.org' WHERE id = $1`, member.id)
	s.owner.call(t, "PUT", "/single-sign-on", s.settings(map[string]any{"enforced": true})).want(t, http.StatusOK)
	signedOn.call(t, "GET", "/links", nil).want(t, http.StatusForbidden)
}

func TestSingleSignOn_RespectsTheMemberLimit(t *testing.T) {
	t.Parallel()
	s := newSignOn(t)
	s.exec(t, `UPDATE workspaces SET plan = 'FREE' WHERE id = $1`, s.owner.workspaceID)
	b := s.start(t)
	_, ticket := b.finish(t)
	b.redeem(t, ticket).want(t, http.StatusPaymentRequired)
	if found := s.query(t, `SELECT id FROM users WHERE email_folded = 'alice@acme.example.org'`); len(found) != 0 {
		t.Error("an account was created for a workspace without room")
	}
}

func TestSingleSignOn_Lookup(t *testing.T) {
	t.Parallel()
	s := newSignOn(t)
	for email, want := range map[string]any{
		"unknown@ACME.example.org": s.id, "alice@other.example.org": nil, "alice@sub.acme.example.org": nil,
	} {
		got := s.anonymous().call(t, "POST", "/auth/oidc", map[string]any{"email": email}).want(t, http.StatusOK).json(t)
		if got["provider"] != want {
			t.Errorf("%s: %v", email, got["provider"])
		}
	}
	s.anonymous().call(t, "POST", "/auth/oidc", map[string]any{"email": "acme.example.org"}).want(t, http.StatusUnprocessableEntity)
	for range 60 {
		s.anonymous().call(t, "POST", "/auth/oidc", map[string]any{"email": "a@acme.example.org"})
	}
	s.anonymous().call(t, "POST", "/auth/oidc", map[string]any{"email": "a@acme.example.org"}).want(t, http.StatusTooManyRequests)
}

func TestSingleSignOn_Settings(t *testing.T) {
	t.Parallel()
	s := newSignOn(t)
	got := s.owner.call(t, "GET", "/single-sign-on", nil).want(t, http.StatusOK)
	if strings.Contains(string(got.body), testoidc.ClientSecret) || got.json(t)["redirectUri"] != s.redirectURI() {
		t.Errorf("the settings are %s", got.body)
	}
	if stored := s.query(t, `SELECT client_secret FROM sso_connections`); strings.Contains(stored[0], testoidc.ClientSecret) {
		t.Error("the client secret is stored in plain text")
	}
	for field, change := range map[string]map[string]any{
		"issuer":       {"issuer": s.provider.URL + "/other"}, // its metadata names the provider
		"clientId":     {"clientId": ""},
		"clientSecret": {"clientSecret": "", "issuer": "https://other.example.com"},
		"defaultRole":  {"defaultRole": "owner"},
		"domains[0]":   {"domains": []string{"example.com"}},
		"domains":      {"domains": []string{}},
	} {
		r := s.owner.call(t, "PUT", "/single-sign-on", s.settings(change)).want(t, http.StatusUnprocessableEntity).problem(t)
		if len(r.Errors) != 1 || r.Errors[0].Field != field {
			t.Errorf("%s: the errors are %v", field, r.Errors)
		}
	}
	insecure := s.settings(map[string]any{"issuer": "http://login.example.com"})
	s.owner.call(t, "PUT", "/single-sign-on", insecure).want(t, http.StatusUnprocessableEntity)
	// The secret stays when none is sent.
	s.owner.call(t, "PUT", "/single-sign-on", s.settings(map[string]any{"clientSecret": "", "defaultRole": "viewer"})).want(t, http.StatusOK)
	if me := s.signIn(t).call(t, "GET", "/me", nil).json(t); me["role"] != "viewer" {
		t.Errorf("the role is %v", me["role"])
	}
	// The domain is of one connection, while its workspace has it verified.
	other := s.signUp(t)
	s.exec(t, `UPDATE workspaces SET plan = 'ENTERPRISE' WHERE id = $1`, other.workspaceID)
	s.verifiedDomain(t, other, "eu.acme.example.org")
	body := s.settings(map[string]any{"domains": []string{"eu.acme.example.org"}})
	s.owner.call(t, "PUT", "/single-sign-on", body).want(t, http.StatusOK)
	other.call(t, "PUT", "/single-sign-on", body).want(t, http.StatusConflict)
	s.exec(t, `UPDATE domains SET status = 'pending' WHERE host = 'acme.example.org'`)
	other.call(t, "PUT", "/single-sign-on", body).want(t, http.StatusOK)
}
