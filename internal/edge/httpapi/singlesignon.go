package httpapi

import (
	"context"
	"net/http"
	"strings"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/singlesignon"
	"linnet/internal/edge/apikit"
)

// SignOnSettings are the single sign-on of a workspace as the API returns it.
type SignOnSettings struct {
	RedirectURI     string                          `json:"redirectUri" doc:"The redirect URI to register at the provider."`
	VerifiedDomains []string                        `json:"verifiedDomains" doc:"The workspace's verified domains. Email addresses at these domains and below them can sign in."`
	Connection      apikit.OrNull[SignOnConnection] `json:"connection" doc:"null: single sign-on is not set up."`
}

// SignOnConnection is the OpenID Connect client of a workspace. The client secret
// is never returned.
type SignOnConnection struct {
	ID          string    `json:"id" example:"sso_3kq7c8v0d5m2a"`
	Issuer      string    `json:"issuer" example:"https://login.example.com"`
	ClientID    string    `json:"clientId"`
	Domains     []string  `json:"domains" doc:"The domains of the email addresses that sign in." example:"[\"example.com\"]"`
	DefaultRole string    `json:"defaultRole" enum:"viewer,editor,admin" doc:"The role of members that a sign-in adds."`
	Enforced    bool      `json:"enforced" doc:"True requires members with an address of one of the domains to sign in with the connection. Owners need not."`
	CreatedAt   time.Time `json:"createdAt"`
	UpdatedAt   time.Time `json:"updatedAt"`
}

func signOnSettings(s singlesignon.Settings, err error) (*apikit.Output[SignOnSettings], error) {
	if err != nil {
		return nil, err
	}
	out := apikit.OutputOf(SignOnSettings{RedirectURI: s.RedirectURI, VerifiedDomains: apikit.OrEmpty(s.VerifiedHosts)})
	if c := s.Connection; c != nil {
		out.Body.Connection.Value = &SignOnConnection{
			ID:          c.ID,
			Issuer:      c.Issuer,
			ClientID:    c.ClientID,
			Domains:     apikit.OrEmpty(c.Domains),
			DefaultRole: string(c.DefaultRole),
			Enforced:    c.Enforced,
			CreatedAt:   apikit.Timestamp(c.CreatedAt),
			UpdatedAt:   apikit.Timestamp(c.UpdatedAt),
		}
	}
	return out, nil
}

func (a *API) getSingleSignOn(ctx context.Context, _ *struct{}) (*apikit.Output[SignOnSettings], error) {
	return signOnSettings(a.SingleSignOn.Settings(ctx, apikit.ActorOf(ctx)))
}

type putSingleSignOn struct {
	Issuer       apikit.FormText `json:"issuer" doc:"The issuer of the provider, exactly as it names itself." example:"https://login.example.com"`
	ClientID     apikit.FormText `json:"clientId"`
	ClientSecret apikit.FormText `json:"clientSecret" required:"false" doc:"Absent or empty: unchanged. Required for a new connection and another issuer."`
	Domains      []string        `json:"domains" doc:"1 to 20 domains of email addresses; each a verified domain of the workspace or below one." example:"[\"example.com\"]"`
	DefaultRole  apikit.FormText `json:"defaultRole" doc:"viewer, editor or admin."`
	Enforced     bool            `json:"enforced,omitempty"`
}

func (a *API) putSingleSignOn(ctx context.Context, in *apikit.With[putSingleSignOn]) (*apikit.Output[SignOnSettings], error) {
	b := in.Body
	secret := string(b.ClientSecret)
	return signOnSettings(a.SingleSignOn.Save(ctx, apikit.ActorOf(ctx), singlesignon.Input{
		Issuer:      string(b.Issuer),
		ClientID:    string(b.ClientID),
		Secret:      &secret,
		Enforced:    b.Enforced,
		DefaultRole: access.Role(b.DefaultRole),
		Domains:     b.Domains,
	}))
}

func (a *API) deleteSingleSignOn(ctx context.Context, _ *struct{}) (*struct{}, error) {
	return nil, a.SingleSignOn.Delete(ctx, apikit.ActorOf(ctx))
}

type testSingleSignOn struct {
	Issuer apikit.FormText `json:"issuer" example:"https://login.example.com"`
}

type signOnEndpoints struct {
	AuthorizationEndpoint string `json:"authorizationEndpoint"`
	TokenEndpoint         string `json:"tokenEndpoint"`
	KeysEndpoint          string `json:"keysEndpoint"`
}

func (a *API) testSingleSignOn(ctx context.Context, in *apikit.With[testSingleSignOn]) (*apikit.Output[signOnEndpoints], error) {
	found, err := a.SingleSignOn.Test(ctx, apikit.ActorOf(ctx), string(in.Body.Issuer))
	out := &apikit.Output[signOnEndpoints]{}
	out.Body.AuthorizationEndpoint, out.Body.TokenEndpoint, out.Body.KeysEndpoint = found.Authorization, found.Token, found.Keys
	return out, err
}

// secure reports whether browsers reach the install over HTTPS.
func (a *API) secure() bool { return a.publicURL != nil && a.publicURL.Scheme == "https" }

// signOnPage returns the address of the web app's page that completes a sign-in.
// The values are in the fragment, which browsers do not send.
func (a *API) signOnPage(name, value string) string {
	return strings.TrimRight(a.publicURL.String(), "/") + "/login/sso#" + name + "=" + value
}

// The names of the cookie that binds a sign-in to a browser. Browsers accept the
// prefix __Host- only from this host, over HTTPS and for all paths (RFC 6265bis,
// section 4.1.3.2), so that neither a page without HTTPS nor another host of the
// site can set it.
const (
	signOnCookie     = "linnet_sso"
	hostSignOnCookie = "__Host-linnet_sso"
)

// SignOnCookies are the cookies of a request of a sign-in.
type SignOnCookies struct {
	Host  string `cookie:"__Host-linnet_sso" doc:"Set by GET /auth/oidc/{provider}."`
	Plain string `cookie:"linnet_sso" doc:"The same on an install without HTTPS."`
}

// signOnCookieOf returns the cookie with the secret of a sign-in. Browsers send it
// when the provider sends them back, which SameSite=Strict would prevent. An empty
// secret deletes it.
func (a *API) signOnCookieOf(secret string) http.Cookie {
	maxAge := int((singlesignon.LoginValid + singlesignon.TicketValid).Seconds())
	if secret == "" {
		maxAge = -1
	}
	name := signOnCookie
	if a.secure() {
		name = hostSignOnCookie
	}
	return http.Cookie{
		Name:     name,
		Value:    secret,
		Path:     "/",
		MaxAge:   maxAge,
		HttpOnly: true,
		Secure:   a.secure(),
		SameSite: http.SameSiteLaxMode,
	}
}

// signOnBrowser returns the secret in the cookie of a sign-in; empty: none. An
// install with HTTPS ignores the cookie that a page without it could have set.
func (a *API) signOnBrowser(in SignOnCookies) string {
	if a.secure() {
		return in.Host
	}
	return in.Plain
}
