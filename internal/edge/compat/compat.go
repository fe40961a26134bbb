// Package compat answers the APIs of other link shorteners, so that their clients work after a
// change of the host and the key. Each shortener has a package below this one, which describes
// its endpoints as a Peer; this one recognizes their calls, authenticates them like those of
// Linnet's own API, and hands them on.
//
// A request is a call only if its path is that of an endpoint and it carries the shortener's
// credential. All others are answered as before, so that no alias is lost.
package compat

import (
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

// Call is a request of a client whose key was accepted.
type Call struct {
	*http.Request

	Actor access.Actor
	// Domain is the host of new links that name none; empty: the one that the workspace has
	// chosen. It is that of the request, except for the default domain.
	Domain string
}

// Deps are the dependencies of a Handler.
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

// Handler serves the calls of all peers.
type Handler struct {
	deps  Deps
	peers []*peer
}

// peer is a Peer that serves.
type peer struct {
	Peer

	deps    *Deps
	mux     *http.ServeMux
	routes  map[string]*Endpoint
	errors  *apikit.ErrorWriter
	handler http.Handler
}

// New returns a handler of the peers that are switched on.
func New(d Deps) *Handler {
	h := &Handler{deps: d}
	for _, p := range d.Peers {
		if slices.Contains(d.Enabled, p.API) {
			h.peers = append(h.peers, newPeer(p, &h.deps))
		}
	}
	return h
}

func newPeer(of Peer, d *Deps) *peer {
	p := &peer{Peer: of, deps: d, mux: http.NewServeMux(), routes: map[string]*Endpoint{}}
	for i := range p.Endpoints {
		endpoint := &p.Endpoints[i]
		p.routes[endpoint.Pattern] = endpoint
		p.mux.HandleFunc(endpoint.Pattern, func(w http.ResponseWriter, r *http.Request) { p.serve(w, r, endpoint) })
	}
	errors := d.Errors
	errors.Render = p.Error
	p.errors = &errors
	auth := apikit.Authentication{
		Authenticator: d.Authenticator(p.API),
		Limiter:       d.Limiter,
		Token:         p.Key,
		Errors:        p.errors,
		Clock:         d.Clock,
	}
	handler := http.Handler(p.mux)
	for _, wrap := range []apikit.Middleware{ // from the inside out
		auth.Middleware, apikit.Compress, p.findRoute, apikit.AllOrigins, p.errors.Recover, apikit.Identify(d.ClientAddr),
	} {
		handler = wrap(handler)
	}
	p.handler = handler
	return p
}

// Claims reports whether a request is a call of a drop-in API.
func (h *Handler) Claims(r *http.Request) bool { return h.peerOf(r) != nil }

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

// ServeHTTP serves a request that Claims accepts.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if p := h.peerOf(r); p != nil {
		p.handler.ServeHTTP(w, r)
		return
	}
	http.NotFound(w, r)
}

// peerOf returns the peer whose call a request is; nil if it is none.
func (h *Handler) peerOf(r *http.Request) *peer {
	for _, p := range h.peers {
		if p.claims(r) {
			return p
		}
	}
	return nil
}

func (p *peer) claims(r *http.Request) bool {
	if !slices.ContainsFunc(p.Prefixes, func(prefix string) bool { return strings.HasPrefix(r.URL.Path, prefix) }) {
		return false
	}
	if asked := apikit.PreflightMethod(r); asked != "" {
		return p.endpoint(asked, r.URL.Path) != nil
	}
	endpoint := p.endpoint(r.Method, r.URL.Path)
	return endpoint != nil && (endpoint.Scope == access.NoScope || p.Key(r) != "")
}

// endpoint returns the endpoint of a method and a path; nil if there is none.
func (p *peer) endpoint(method, path string) *Endpoint {
	_, pattern := p.mux.Handler(&http.Request{Method: method, URL: &url.URL{Path: path}})
	return p.routes[pattern]
}

// findRoute is middleware that tells the rest what the endpoint requires.
func (p *peer) findRoute(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		endpoint := p.endpoint(r.Method, r.URL.Path)
		if endpoint == nil { // another method after a preflight
			p.errors.Write(w, r, fault.New(fault.NotFound, "There is no such endpoint."))
			return
		}
		route := apikit.Route{
			Operation: endpoint.Pattern, Public: endpoint.Scope == access.NoScope, Scope: endpoint.Scope, Verified: endpoint.Verified,
		}
		if endpoint.Needs != nil {
			route.Scope, route.Verified = endpoint.Needs(r)
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
	if err != nil {
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
