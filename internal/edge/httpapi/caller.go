package httpapi

import (
	"context"
	"net/http"
	"net/netip"
	"strings"

	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/securitylog"
)

// caller is what the layers find out about a call. It travels in the context;
// the layers fill it in before the operation runs, and nobody after.
type caller struct {
	requestID string
	operation string // "GET /links/{id}"
	client    account.Client
	actor     access.Actor
	token     string
}

type callerKey struct{}

func callerOf(ctx context.Context) *caller {
	if c, ok := ctx.Value(callerKey{}).(*caller); ok {
		return c
	}
	return &caller{}
}

func actorOf(ctx context.Context) access.Actor { return callerOf(ctx).actor }

// identify gives the call its id, taken from the client when it is sane, and
// notes who the client is.
func (a *API) identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := &caller{requestID: r.Header.Get("X-Request-Id")}
		if !sane(c.requestID, 1, 128) {
			c.requestID = ident.New("req")
		}
		c.client = account.Client{
			UserAgent: r.UserAgent(), DeviceID: r.Header.Get("X-Device-Id"), TimeZone: r.Header.Get("X-Time-Zone"),
		}
		if a.clientAddr != nil {
			c.client.Addr = a.clientAddr(r)
		} else if peer, err := netip.ParseAddrPort(r.RemoteAddr); err == nil {
			c.client.Addr = peer.Addr().Unmap()
		}
		ctx := securitylog.WithRequest(r.Context(), securitylog.Request{ID: c.requestID, Addr: c.client.Addr})
		ctx = context.WithValue(ctx, callerKey{}, c)
		h := w.Header()
		h.Set("X-Request-Id", c.requestID)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// sane reports whether a client's own id may go into headers and logs: least
// to most visible ASCII characters without quotes or backslashes.
func sane(id string, least, most int) bool {
	if len(id) < least || len(id) > most {
		return false
	}
	return !strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r > '~' || r == '"' || r == '\\' })
}
