// Package openid sends the requests of single sign-on to OpenID Connect providers:
// discovery, the redemption of codes, key sets and user information. Issuers are
// addresses that users enter, so all requests go through infra/outbound.
package openid

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/maypok86/otter/v2"
	"golang.org/x/oauth2"

	"linnet/internal/base/clock"
	"linnet/internal/core/singlesignon"
)

// Limits of the cache of discovery documents. A provider's key set is cached with
// its document, and read again when a token has an unknown key.
const (
	cachedProviders = 256
	cachedFor       = time.Hour
)

// Providers sends requests to providers. It is safe for concurrent use.
type Providers struct {
	http  *http.Client
	clock clock.Clock
	cache *otter.Cache[string, *provider] // by issuer
}

// provider is a provider with its discovery document.
type provider struct {
	*oidc.Provider
	endpoint oauth2.Endpoint
	keys     string
}

// New returns Providers that send requests with client, whose checks and limits
// apply. Redirects are not followed: they would send a client secret elsewhere.
func New(client *http.Client, clock clock.Clock) *Providers {
	direct := *client
	direct.CheckRedirect = func(*http.Request, []*http.Request) error {
		return errors.New("openid: the provider redirects")
	}
	return &Providers{
		http:  &direct,
		clock: clock,
		cache: otter.Must(&otter.Options[string, *provider]{
			MaximumSize:      cachedProviders,
			ExpiryCalculator: otter.ExpiryWriting[string, *provider](cachedFor),
		}),
	}
}

// Discover reads the discovery document of an issuer. The error has the reason
// Unavailable.
func (p *Providers) Discover(ctx context.Context, issuer string) (singlesignon.Endpoints, error) {
	found, err := p.read(ctx, issuer)
	if err != nil {
		return singlesignon.Endpoints{}, err
	}
	p.cache.Set(issuer, found)
	return singlesignon.Endpoints{Authorization: found.endpoint.AuthURL, Token: found.endpoint.TokenURL, Keys: found.keys}, nil
}

// provider returns a provider from the cache, or reads its discovery document.
func (p *Providers) provider(ctx context.Context, issuer string) (*provider, error) {
	if cached, ok := p.cache.GetIfPresent(issuer); ok {
		return cached, nil
	}
	found, err := p.read(ctx, issuer)
	if err == nil {
		p.cache.Set(issuer, found)
	}
	return found, err
}

// read reads a discovery document and checks its addresses.
func (p *Providers) read(ctx context.Context, issuer string) (*provider, error) {
	discovered, err := oidc.NewProvider(oidc.ClientContext(ctx, p.http), issuer)
	if err != nil {
		return nil, singlesignon.Fail(singlesignon.Unavailable, fmt.Errorf("discovery: %w", err))
	}
	var document struct {
		Keys    string   `json:"jwks_uri"`
		Methods []string `json:"token_endpoint_auth_methods_supported"`
	}
	if err := discovered.Claims(&document); err != nil {
		return nil, singlesignon.Fail(singlesignon.Unavailable, fmt.Errorf("discovery: %w", err))
	}
	found := &provider{Provider: discovered, endpoint: discovered.Endpoint(), keys: document.Keys}
	found.endpoint.AuthStyle = authStyle(document.Methods)
	for _, address := range []string{found.endpoint.AuthURL, found.endpoint.TokenURL, found.keys} {
		if err := checkEndpoint(issuer, address); err != nil {
			return nil, singlesignon.Fail(singlesignon.Unavailable, err)
		}
	}
	return found, nil
}

// authStyle returns how the provider expects the client secret. Without a list it
// is HTTP Basic, by OpenID Connect Discovery 1.0, section 3.
func authStyle(methods []string) oauth2.AuthStyle {
	if len(methods) > 0 && !slices.Contains(methods, "client_secret_basic") && slices.Contains(methods, "client_secret_post") {
		return oauth2.AuthStyleInParams
	}
	return oauth2.AuthStyleInHeader
}

// checkEndpoint returns an error for an address that browsers and servers must not
// open: it needs a host, and HTTPS unless the issuer has HTTP.
func checkEndpoint(issuer, address string) error {
	of, err := url.Parse(issuer)
	if err != nil {
		return fmt.Errorf("the issuer: %w", err)
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != of.Scheme {
		return errors.New("an endpoint of the provider is not an HTTPS address")
	}
	return nil
}

// config returns the OAuth 2.0 client of a connection.
func config(p *provider, c singlesignon.Client) *oauth2.Config {
	return &oauth2.Config{
		ClientID:     c.ID,
		ClientSecret: c.Secret,
		Endpoint:     p.endpoint,
		RedirectURL:  c.RedirectURI,
		Scopes:       []string{oidc.ScopeOpenID, "email", "profile"},
	}
}

// AuthorizationURL returns the address of the provider's sign-in page.
func (p *Providers) AuthorizationURL(
	ctx context.Context, c singlesignon.Client, with singlesignon.Challenge,
) (string, error) {
	found, err := p.provider(ctx, c.Issuer)
	if err != nil {
		return "", err
	}
	return config(found, c).AuthCodeURL(with.State, oidc.Nonce(with.Nonce), oauth2.S256ChallengeOption(with.Verifier)), nil
}
