package apikit

import (
	"context"
	"net/http"
	"net/netip"
	"strings"

	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/securitylog"
)

// WorkspaceHeader names the workspace of a request by its id.
const WorkspaceHeader = "Linnet-Workspace"

// Call is what the middleware knows of a request. It travels in the context;
// the middleware fills it in before the operation runs, and it is read-only
// afterwards.
type Call struct {
	RequestID string
	Route     Route
	Addr      netip.Addr // the client's; the zero Addr when unknown
	Header    http.Header
	Token     string       // the bearer token; empty on public operations
	Actor     access.Actor // the zero Actor on public operations
	page      wholePage    // of operations that return a WholeList
	body      body         // of operations with a JSON body
}

// Route is an operation as the middleware sees it.
type Route struct {
	Operation   string // "GET /links/{id}"
	Public      bool   // see Operation
	Upload      bool
	Stream      bool
	Scope       access.Scope
	Secret      bool
	Recent      bool
	Verified    bool
	NoWorkspace bool
	Follows     Follows
}

type callKey struct{}

// CallOf returns the call of a request's context; an empty one outside a
// request.
func CallOf(ctx context.Context) *Call {
	if c, ok := ctx.Value(callKey{}).(*Call); ok {
		return c
	}
	return &Call{}
}

// WithCall returns a request with an empty Call, which Identify fills, so that a server can
// log what it knows after the response.
func WithCall(r *http.Request) (*http.Request, *Call) {
	c := &Call{}
	return r.WithContext(context.WithValue(r.Context(), callKey{}, c)), c
}

// ActorOf returns the actor of a request's context.
func ActorOf(ctx context.Context) access.Actor { return CallOf(ctx).Actor }

// Identify returns middleware that gives the request a Call with an id (the
// client's X-Request-Id when it is valid) and the client's address. A nil
// clientAddr means the peer's address. It also sets the headers that every
// response has.
func Identify(clientAddr func(*http.Request) netip.Addr) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			c := CallOf(r.Context())
			c.RequestID, c.Header = RequestID(r), r.Header
			if clientAddr != nil {
				c.Addr = clientAddr(r)
			} else if peer, err := netip.ParseAddrPort(r.RemoteAddr); err == nil {
				c.Addr = peer.Addr().Unmap()
			}
			ctx := securitylog.WithRequest(r.Context(), securitylog.Request{ID: c.RequestID, Addr: c.Addr})
			ctx = context.WithValue(ctx, callKey{}, c)
			h := w.Header()
			h.Set(RequestIDHeader, c.RequestID)
			h.Set("X-Content-Type-Options", "nosniff")
			h.Set("Cache-Control", "no-store")
			next.ServeHTTP(w, r.WithContext(ctx))
		})
	}
}

// RequestIDHeader carries the id of a request.
const RequestIDHeader = "X-Request-Id"

// RequestID returns the id that the client or a proxy gave a request: up to 128
// visible ASCII characters without quotes and backslashes. It returns a new id for a
// request without such an id.
func RequestID(r *http.Request) string {
	if id := r.Header.Get(RequestIDHeader); isVisibleASCII(id, 128) {
		return id
	}
	return ident.New("req")
}

// isVisibleASCII reports whether a client's text may be copied to headers and
// logs: 1 to most visible ASCII characters without quotes and backslashes.
func isVisibleASCII(s string, most int) bool {
	if s == "" || len(s) > most {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' || r == '"' || r == '\\' })
}
