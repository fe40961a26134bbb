package apikit

import (
	"context"
	"net/http"
	"strings"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/throttle"
)

// Authenticator resolves credentials to actors.
type Authenticator interface {
	// IsKey reports whether a token is meant as an API key. It need not be valid.
	IsKey(token string) bool
	// Authenticate returns the user and the session of a token, in no
	// workspace, or the API key in its workspace. It returns Unauthenticated when
	// the token is not valid, and Forbidden when the key does not allow the
	// client's network.
	Authenticate(ctx context.Context, token string) (access.Actor, error)
	// InWorkspace returns the actor with their role in a workspace: the one
	// with the id, or the user's first (the key's) when the id is empty.
	InWorkspace(ctx context.Context, actor access.Actor, workspaceID string) (access.Actor, error)
	// RequireVerified returns EmailUnverified while the actor's address is not
	// verified.
	RequireVerified(ctx context.Context, actor access.Actor) error
}

// Authentication is middleware that authenticates requests and enforces rate
// limits: one limit per user, however many sessions the user has, one per API
// key, and one per network for requests without a valid token. It also enforces
// the scopes of API keys, and the recent authentication and the verified address
// that some operations require. It does not read the credentials of public operations, so that an
// expired token never blocks a login.
type Authentication struct {
	Authenticator Authenticator
	Limiter       *RateLimiter
	Token         func(*http.Request) string // empty: the request has none
	Errors        *ErrorWriter
	Clock         clock.Clock
}

// Middleware sets the token and the actor of the Call.
func (a Authentication) Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := CallOf(r.Context())
		network := "network:" + throttle.NetworkKey(c.Addr)
		if c.Route.Public {
			if a.allow(w, r, network, "") {
				next.ServeHTTP(w, r)
			}
			return
		}
		c.Token = a.Token(r)
		actor, err := a.Authenticator.Authenticate(r.Context(), c.Token)
		if err != nil {
			// The network pays for invalid tokens, which limits guessing.
			if a.allow(w, r, network, "") {
				a.Errors.Write(w, r, err)
			}
			return
		}
		if !a.allow(w, r, limitKey(actor), actor.UserID) {
			return
		}
		c.Actor = actor
		if !c.Route.NoWorkspace {
			c.Actor, err = a.Authenticator.InWorkspace(r.Context(), actor, r.Header.Get(WorkspaceHeader))
		}
		if err != nil {
			a.Errors.Write(w, r, err)
			return
		}
		if err := access.RequireScope(c.Actor, c.Route.Scope); err != nil {
			a.Errors.Write(w, r, err)
			return
		}
		if err := a.checkUser(r.Context(), c); err != nil {
			a.Errors.Write(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// checkUser returns an error when the operation requires more of the user than
// to be logged in.
func (a Authentication) checkUser(ctx context.Context, c *Call) error {
	if c.Route.Recent {
		if err := access.RequireRecent(c.Actor, a.Clock.Now()); err != nil {
			return err
		}
	}
	if c.Route.Verified {
		return a.Authenticator.RequireVerified(ctx, c.Actor)
	}
	return nil
}

// limitKey returns the key of the rate limit of an actor.
func limitKey(a access.Actor) string {
	if a.KeyID != "" {
		return "key:" + a.KeyID
	}
	return "user:" + a.UserID
}

// allow counts a request against the limits of a key and its user. It answers 429 and returns
// false when the limit is reached.
func (a Authentication) allow(w http.ResponseWriter, r *http.Request, key, userID string) bool {
	if wait := a.Limiter.Take(w.Header(), key, userID); wait > 0 {
		a.Errors.Write(
			w,
			r,
			fault.New(fault.RateLimited, "Too many requests. Wait a moment, then try again.").RetryAfter(wait),
		)
		return false
	}
	return true
}

// Bearer returns the token of the Authorization header, or "". The scheme is
// case-insensitive (RFC 9110).
func Bearer(r *http.Request) string {
	scheme, token, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	if !ok || !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}
