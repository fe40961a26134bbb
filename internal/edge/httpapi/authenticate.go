package httpapi

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/throttle"
)

// isPublic lists the operations that need no credentials. Everything else does.
func isPublic(operation string) bool {
	return slices.Contains([]string{
		"GET /openapi.json",
		"GET /packages",
		"GET /ip",
		"GET /signup-status",
		"POST /auth/signup",
		"POST /auth/login",
		"POST /auth/forgot-password",
		"POST /auth/reset-password",
		"GET /public/shares/{token}",
		"GET /public/shares/{token}/report",
		"POST /public/shares/{token}/unlock",
	}, operation)
}

// security says in the document whether an operation wants credentials.
func security(operation string) []map[string][]string {
	if isPublic(operation) {
		return []map[string][]string{}
	}
	return []map[string][]string{{"token": {}}}
}

// authenticate finds out who is calling and in which workspace, and takes the
// call from their budget: one per user, however many sessions the user has.
// Public operations take from the budget of the client's network and ignore credentials, so that an old token never keeps anybody from logging in.
func (a *API) authenticate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := callerOf(r.Context())
		if isPublic(c.operation) {
			if a.spend(w, r, networkBudget(c)) {
				next.ServeHTTP(w, r)
			}
			return
		}
		c.token = bearer(r)
		session, err := a.Accounts.Authenticate(r.Context(), c.token)
		if err != nil {
			// Guessing tokens costs the address, or it would be free.
			if a.spend(w, r, networkBudget(c)) {
				a.refuse(w, r, err)
			}
			return
		}
		if !a.spend(w, r, "user:"+session.UserID) {
			return
		}
		c.actor, err = a.actorFor(r.Context(), session, r.Header.Get("Linnet-Workspace"))
		if err != nil {
			a.refuse(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// networkBudget returns the budget of calls without a session.
func networkBudget(c *caller) string { return "network:" + throttle.NetworkKey(c.client.Addr) }

// actorFor returns the session's user in the workspace that they named, or in
// their first. Who is in none is still themselves: they can log out.
func (a *API) actorFor(ctx context.Context, session account.Session, workspaceID string) (access.Actor, error) {
	actor, err := a.Workspaces.ActorFor(ctx, session.UserID, session.ID, workspaceID)
	// Members of a suspended workspace can still log out.
	leaves := fault.Is(err, fault.Forbidden) && callerOf(ctx).operation == "POST /auth/logout"
	if workspaceID == "" && fault.Is(err, fault.NotFound) || leaves {
		return access.Actor{UserID: session.UserID, SessionID: session.ID}, nil
	}
	return actor, err
}

// spend takes one call from a budget and answers 429 when it is used up.
func (a *API) spend(w http.ResponseWriter, r *http.Request, key string) bool {
	verdict := a.budgets.Take(key)
	tellBudget(w.Header(), verdict)
	if verdict.Wait > 0 {
		a.refuse(w, r, fault.New(fault.RateLimited, "Too many calls in a short time. Wait a moment, then try again.").RetryAfter(verdict.Wait))
		return false
	}
	return true
}

// bearer returns the token of the Authorization header, empty when there is
// none. The scheme's case does not matter (RFC 9110).
func bearer(r *http.Request) string {
	scheme, token, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	if !ok || !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}
