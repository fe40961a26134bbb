// Package testoidc runs the OpenID Connect provider of github.com/zitadel/oidc, for
// tests. It signs users in without a form, can rotate its keys, and can be
// told to return tokens that a client must reject.
package testoidc

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/zitadel/oidc/v3/example/server/storage"
	"github.com/zitadel/oidc/v3/pkg/op"
)

// The client that is registered at the provider.
const (
	ClientID     = "linnet"
	ClientSecret = "linnet-client-secret"
)

// User is a user of the provider.
type User = storage.User

// Provider is a running provider. Its methods are safe for concurrent use.
type Provider struct {
	// URL is the issuer.
	URL string

	server *httptest.Server

	now func() time.Time

	mu     sync.Mutex
	users  map[string]*User // by id
	user   string           // that signs in
	key    *signingKey
	keys   int
	tamper func(claims map[string]any)
	forge  func(idToken string) string
}

// New starts a provider that redirects to the given address and whose ID tokens have
// the times of the clock. It ends with the test.
func New(t testing.TB, redirectURI string, now func() time.Time) *Provider {
	t.Helper()
	p := &Provider{now: now, users: map[string]*User{}}
	p.RotateKeys(t)
	mux := http.NewServeMux()
	p.server = httptest.NewServer(mux)
	t.Cleanup(p.server.Close)
	p.URL = p.server.URL
	store := &keyStorage{
		Storage: storage.NewStorageWithClients(p, map[string]*storage.Client{
			ClientID: storage.WebClient(ClientID, ClientSecret, redirectURI),
		}),
		of: p,
	}
	provider, err := op.NewProvider(&op.Config{CryptoKey: [32]byte{1}, CodeMethodS256: true, AuthMethodPost: true}, store,
		op.StaticIssuer(p.URL), op.WithAllowInsecure())
	if err != nil {
		t.Fatal(err)
	}
	mux.Handle("/", p.tampering(provider))
	mux.Handle("/other/", http.StripPrefix("/other", provider)) // another issuer with the metadata of this one
	login := op.NewIssuerInterceptor(provider.IssuerFromRequest).HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.FormValue("authRequestID")
		user := p.GetUserByID(p.current())
		if user == nil {
			http.Error(w, "no user signs in", http.StatusForbidden)
			return
		}
		if err := store.CheckUsernamePassword(user.Username, user.Password, id); err != nil {
			http.Error(w, err.Error(), http.StatusForbidden)
			return
		}
		http.Redirect(w, r, op.AuthCallbackURL(provider)(r.Context(), id), http.StatusFound)
	})
	mux.HandleFunc("/login/username", login)
	return p
}

// Close stops the provider before the end of the test.
func (p *Provider) Close() { p.server.Close() }

// SignIn makes u the user that signs in from now on, and stores it.
func (p *Provider) SignIn(u User) {
	p.mu.Lock()
	defer p.mu.Unlock()
	u.Username, u.Password = u.ID, "verysecure"
	p.users[u.ID], p.user = &u, u.ID
}

// Tamper sets a function that changes the claims of ID tokens before they are
// signed; nil: none.
func (p *Provider) Tamper(change func(claims map[string]any)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tamper = change
}

// Forge sets a function that replaces ID tokens after they were signed; nil: none.
func (p *Provider) Forge(change func(idToken string) string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.forge = change
}

// RotateKeys replaces the signing key. Only the new one is published.
func (p *Provider) RotateKeys(t testing.TB) {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.keys++
	p.key = &signingKey{id: fmt.Sprintf("key-%d", p.keys), key: key}
}

// Authorize opens the address of a sign-in as a browser does, and returns the
// address that the provider redirects to.
func (p *Provider) Authorize(t testing.TB, address string) *url.URL {
	t.Helper()
	var back *url.URL
	browser := &http.Client{CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		if "http://"+r.URL.Host == p.URL {
			return nil
		}
		back = r.URL
		return http.ErrUseLastResponse
	}}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := browser.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if back == nil {
		t.Fatalf("the provider responded with %s", response.Status)
	}
	return back
}

// current returns the id of the user that signs in.
func (p *Provider) current() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.user
}

// GetUserByID implements storage.UserStore.
func (p *Provider) GetUserByID(id string) *User {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.users[id]
}

// GetUserByUsername implements storage.UserStore.
func (p *Provider) GetUserByUsername(name string) *User { return p.GetUserByID(name) }

// ExampleClientID implements storage.UserStore.
func (p *Provider) ExampleClientID() string { return ClientID }

// tampering passes requests to the provider and replaces the ID tokens in its
// responses by some with the times of the clock, which Tamper and Forge change.
func (p *Provider) tampering(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		change, forge, key := p.tamper, p.forge, p.key
		p.mu.Unlock()
		if r.Method != http.MethodPost || !strings.HasSuffix(r.URL.Path, "/token") {
			next.ServeHTTP(w, r)
			return
		}
		recorded := httptest.NewRecorder()
		next.ServeHTTP(recorded, r)
		body, err := replaceToken(recorded.Body.Bytes(), func(token string) (string, error) {
			token, err := resign(token, key, func(claims map[string]any) {
				claims["iat"], claims["exp"] = p.now().Unix(), p.now().Add(time.Hour).Unix()
				if change != nil {
					change(claims)
				}
			})
			if err == nil && forge != nil {
				token = forge(token)
			}
			return token, err
		})
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(recorded.Code)
		_, _ = w.Write(body)
	})
}

// replaceToken returns a token response with another ID token.
func replaceToken(body []byte, replace func(token string) (string, error)) ([]byte, error) {
	response := map[string]any{}
	if err := json.Unmarshal(body, &response); err != nil {
		return nil, err
	}
	token, ok := response["id_token"].(string)
	if !ok { // an error
		return body, nil
	}
	token, err := replace(token)
	if err != nil {
		return nil, err
	}
	response["id_token"] = token
	return json.Marshal(response)
}

// resign returns an ID token with changed claims, signed with the key.
func resign(token string, key *signingKey, change func(map[string]any)) (string, error) {
	claims := map[string]any{}
	parsed, err := jose.ParseSigned(token, []jose.SignatureAlgorithm{jose.RS256})
	if err != nil {
		return "", err
	}
	decoder := json.NewDecoder(bytes.NewReader(parsed.UnsafePayloadWithoutVerification()))
	decoder.UseNumber()
	if err := decoder.Decode(&claims); err != nil {
		return "", err
	}
	change(claims)
	signer, err := op.SignerFromKey(key)
	if err != nil {
		return "", err
	}
	payload, err := json.Marshal(claims)
	if err != nil {
		return "", err
	}
	signed, err := signer.Sign(payload)
	if err != nil {
		return "", err
	}
	return signed.CompactSerialize()
}

// keyStorage is the provider's storage with keys that can be rotated.
type keyStorage struct {
	*storage.Storage
	of *Provider
}

// SigningKey implements op.Storage.
func (s *keyStorage) SigningKey(context.Context) (op.SigningKey, error) { return s.current(), nil }

// KeySet implements op.Storage.
func (s *keyStorage) KeySet(context.Context) ([]op.Key, error) {
	return []op.Key{publicKey{s.current()}}, nil
}

func (s *keyStorage) current() *signingKey {
	s.of.mu.Lock()
	defer s.of.mu.Unlock()
	return s.of.key
}

type signingKey struct {
	id  string
	key *rsa.PrivateKey
}

// SignatureAlgorithm implements op.SigningKey.
func (k *signingKey) SignatureAlgorithm() jose.SignatureAlgorithm { return jose.RS256 }

// Key implements op.SigningKey.
func (k *signingKey) Key() any { return k.key }

// ID implements op.SigningKey.
func (k *signingKey) ID() string { return k.id }

type publicKey struct{ of *signingKey }

// ID implements op.Key.
func (k publicKey) ID() string { return k.of.id }

// Algorithm implements op.Key.
func (k publicKey) Algorithm() jose.SignatureAlgorithm { return jose.RS256 }

// Use implements op.Key.
func (k publicKey) Use() string { return "sig" }

// Key implements op.Key.
func (k publicKey) Key() any { return &k.of.key.PublicKey }
