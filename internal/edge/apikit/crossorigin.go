package apikit

import (
	"net/http"
	"strings"

	"linnet/internal/core/access"
)

// exposedHeaders returns the headers of responses that pages of other origins may read.
func exposedHeaders() string {
	return strings.Join([]string{
		"ETag", "Idempotency-Replayed", "Location", "RateLimit", "RateLimit-Policy", "Retry-After", "X-Request-Id",
		EventsHeader, unknownFieldsHeader, unknownParamsHeader,
	}, ", ")
}

// preflightSeconds is for how long browsers may reuse the answer to a preflight.
const preflightSeconds = "3600"

// crossOrigin is middleware that lets pages of all origins call operations with an API
// key, without cookies (Fetch Standard, CORS protocol). Browsers never add a key by
// themselves, so that a page can use only those it was given. Other origins can read
// neither the responses to sessions nor those of operations without a credential, and
// checkRequest refuses their writes.
func (r *Router) crossOrigin(auth Authenticator) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			switch {
			case auth.IsKey(Bearer(req)):
				allowAllOrigins(w.Header())
			case r.isPreflight(req):
				answerPreflight(w, req)
				return
			}
			next.ServeHTTP(w, req)
		})
	}
}

// The headers of a preflight.
const (
	requestMethod  = "Access-Control-Request-Method"
	requestHeaders = "Access-Control-Request-Headers"
)

// AllOrigins is middleware that lets pages of all origins call endpoints with a key, and
// answers their preflights.
func AllOrigins(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if PreflightMethod(req) != "" {
			answerPreflight(w, req)
			return
		}
		allowAllOrigins(w.Header())
		next.ServeHTTP(w, req)
	})
}

func allowAllOrigins(h http.Header) {
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Expose-Headers", exposedHeaders())
}

func answerPreflight(w http.ResponseWriter, req *http.Request) {
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Allow-Methods", req.Header.Get(requestMethod))
	h.Set("Access-Control-Allow-Headers", req.Header.Get(requestHeaders))
	h.Set("Access-Control-Max-Age", preflightSeconds)
	h.Add("Vary", requestMethod+", "+requestHeaders)
	w.WriteHeader(http.StatusNoContent)
}

// PreflightMethod returns the method that a page of another origin asks to call; empty: the
// request is no preflight.
func PreflightMethod(req *http.Request) string {
	if req.Method != http.MethodOptions || req.Header.Get("Origin") == "" {
		return ""
	}
	return req.Header.Get(requestMethod)
}

// isPreflight reports whether a request asks for an operation that API keys may call. The
// key itself is not part of it.
func (r *Router) isPreflight(req *http.Request) bool {
	method := PreflightMethod(req)
	if method == "" {
		return false
	}
	asked := req.Clone(req.Context())
	asked.Method = method
	_, pattern := r.mux.Handler(asked)
	called := r.routes[r.operationOf(pattern)]
	return called != nil && called.Scope != access.NoScope
}
