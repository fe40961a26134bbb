// Package compat answers the APIs of other link shorteners, so that their clients work after a
// change of the host and the key. Each shortener has a package below this one, which describes
// its endpoints as a Peer; this one recognizes their calls, authenticates them like those of
// Linnet's own API, and hands them on.
//
// A request is a call only if its path is that of an endpoint and it carries the shortener's
// credential. All others are answered as before, so that no alias is lost.
package compat

import (
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/domain"
	"linnet/internal/core/dropin"
	"linnet/internal/edge/apikit"
)

// Peer is the API of another shortener.
type Peer struct {
	API dropin.API
	// Prefixes are the beginnings of the paths of its endpoints, such as "/api/v2/".
	Prefixes []string
	// Key returns the API key of a request; empty: there is none, so that it is no call unless
	// its endpoint is public.
	Key       func(*http.Request) string
	Endpoints []Endpoint
	// Error answers a call that failed, in the shape of the shortener. The headers of the
	// problem are set already.
	Error func(w http.ResponseWriter, r *http.Request, p *apikit.Problem)
}

// Endpoint is a method and a path of a Peer.
type Endpoint struct {
	Pattern string // of http.ServeMux
	// Scope is what the key needs; NoScope: the endpoint is public.
	Scope access.Scope
	// Verified endpoints reject users whose address is not verified.
	Verified bool
	// Needs returns Scope and Verified of a request where they depend on its parameters; nil: they do not.
	Needs func(*http.Request) (access.Scope, bool)
	Serve func(w http.ResponseWriter, c *Call) error
}

// Failure is an error that an endpoint answers in a shape of its own. Peer.Error answers all others.
type Failure interface {
	error
	Write(w http.ResponseWriter, r *http.Request)
}

// Call is a request of a client whose key was accepted.
type Call struct {
	*http.Request

	Actor access.Actor
	// Domain is the host of new links that name none; empty: the one that the workspace has
	// chosen. It is that of the request, except for the default domain.
	Domain string
}

// Deps are the dependencies of Handlers.
type Deps struct {
	Peers []Peer
	// Enabled are the APIs that are switched on.
	Enabled []dropin.API
	// Canonical returns the host of a Host header, and whether it is the default domain.
	Canonical func(header string) (host string, own bool)
	Domains   *domain.Service
	// Authenticator returns the one for the keys of a drop-in API.
	Authenticator func(dropin.API) apikit.Authenticator
	Limiter       *apikit.RateLimiter
	Errors        apikit.ErrorWriter // without Render
	ClientAddr    func(*http.Request) netip.Addr
	Clock         clock.Clock
}

// Handlers are those of the calls of all peers.
type Handlers struct {
	// byLetter has the peers by the first byte of their paths after the slash. Of is called for each visit of a link,
	// whose path then costs one look, however many peers there are.
	byLetter [256][]*peer
}

// peer is a Peer that serves.
type peer struct {
	Peer

	deps      *Deps
	mux       *http.ServeMux // answers calls
	routes    map[string]*Endpoint
	errors    *apikit.ErrorWriter
	preflight http.Handler
}

// New returns the handlers of the peers that are switched on.
func New(d Deps) *Handlers {
	h := &Handlers{}
	for _, of := range d.Peers {
		if !slices.Contains(d.Enabled, of.API) {
			continue
		}
		p := newPeer(of, &d)
		for _, prefix := range p.Prefixes {
			if sharing := &h.byLetter[prefix[1]]; !slices.Contains(*sharing, p) {
				*sharing = append(*sharing, p)
			}
		}
	}
	return h
}

func newPeer(of Peer, d *Deps) *peer {
	p := &peer{Peer: of, deps: d, mux: http.NewServeMux(), routes: map[string]*Endpoint{}}
	writer := d.Errors
	writer.Render = p.Error
	p.errors = &writer
	auth := apikit.Authentication{
		Authenticator: d.Authenticator(p.API),
		Limiter:       d.Limiter,
		Token:         p.Key,
		Errors:        p.errors,
		Clock:         d.Clock,
	}
	outer := []apikit.Middleware{apikit.AllOrigins, p.errors.Recover, apikit.Identify(d.ClientAddr)}
	for i := range p.Endpoints {
		endpoint := &p.Endpoints[i]
		p.routes[endpoint.Pattern] = endpoint
		serve := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.serve(w, r, endpoint) })
		p.mux.Handle(endpoint.Pattern, wrapped(serve, append([]apikit.Middleware{auth.Middleware, apikit.Compress, endpoint.setRoute}, outer...)))
	}
	p.preflight = wrapped(http.NotFoundHandler(), outer) // AllOrigins answers it
	return p
}

// wrapped returns a handler within middleware, from the inside out.
func wrapped(handler http.Handler, in []apikit.Middleware) http.Handler {
	for _, wrap := range in {
		handler = wrap(handler)
	}
	return handler
}

// Paths returns a function that reports whether a folded path without slashes at its ends is
// that of an endpoint of a peer.
func Paths(peers []Peer) func(path string) bool {
	mux, seen := http.NewServeMux(), map[string]bool{}
	for _, p := range peers {
		for _, endpoint := range p.Endpoints {
			if _, path, _ := strings.Cut(endpoint.Pattern, " "); !seen[path] {
				seen[path] = true
				mux.Handle(path, http.NotFoundHandler())
			}
		}
	}
	return func(path string) bool {
		_, pattern := mux.Handler(&http.Request{Method: http.MethodGet, URL: &url.URL{Path: "/" + path}})
		return pattern != ""
	}
}

// Of returns the handler of a request; nil: it is no call of a drop-in API.
func (h *Handlers) Of(r *http.Request) http.Handler {
	path := r.URL.Path
	if len(path) < 2 {
		return nil
	}
	for _, p := range h.byLetter[path[1]] {
		if handler := p.handlerOf(r); handler != nil {
			return handler
		}
	}
	return nil
}

// handlerOf returns the handler of a call; nil: the request is none.
func (p *peer) handlerOf(r *http.Request) http.Handler {
	if !slices.ContainsFunc(p.Prefixes, func(prefix string) bool { return strings.HasPrefix(r.URL.Path, prefix) }) {
		return nil
	}
	if method := apikit.PreflightMethod(r); method != "" {
		if p.endpoint(method, r.URL) == nil {
			return nil
		}
		return p.preflight
	}
	endpoint := p.endpoint(r.Method, r.URL)
	if endpoint == nil || endpoint.Scope != access.NoScope && p.Key(r) == "" {
		return nil
	}
	return p.mux
}

// endpoint returns the endpoint of a method and an address; nil if there is none.
func (p *peer) endpoint(method string, at *url.URL) *Endpoint {
	_, pattern := p.mux.Handler(&http.Request{Method: method, URL: at})
	return p.routes[pattern]
}

// setRoute is middleware that tells the rest what the endpoint requires.
func (e *Endpoint) setRoute(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		route := apikit.Route{Operation: e.Pattern, Public: e.Scope == access.NoScope, Scope: e.Scope, Verified: e.Verified}
		if e.Needs != nil {
			route.Scope, route.Verified = e.Needs(r)
		}
		apikit.CallOf(r.Context()).Route = route
		next.ServeHTTP(w, r)
	})
}

// serve answers a call that is authenticated.
func (p *peer) serve(w http.ResponseWriter, r *http.Request, endpoint *Endpoint) {
	c := &Call{Request: r, Actor: apikit.ActorOf(r.Context())}
	err := p.setDomain(c)
	if err == nil {
		err = endpoint.Serve(w, c)
	}
	if failed, ok := errors.AsType[Failure](err); ok {
		failed.Write(w, r)
	} else if err != nil {
		p.errors.Write(w, r, err)
	}
}

// setDomain sets the domain of a call on a custom domain. It is Unauthenticated on that of
// another workspace.
func (p *peer) setDomain(c *Call) error {
	host, own := p.deps.Canonical(c.Host)
	if own || c.Actor.WorkspaceID == "" {
		return nil
	}
	d, err := p.deps.Domains.Usable(c.Context(), c.Actor.WorkspaceID, host)
	if fault.Is(err, fault.NotFound) {
		return fault.New(fault.Unauthenticated, "This API key is of a workspace that does not have the domain "+host+". Use another host or another key.")
	}
	c.Domain = d.Host
	return err
}
