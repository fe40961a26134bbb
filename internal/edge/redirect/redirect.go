// Package redirect answers visits to short links: it finds the link in memory,
// lets routing decide, puts the click into the journal and sends the visitor
// on. Nothing on the way of a cached link waits for a database.
package redirect

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/click"
	"linnet/internal/core/routing"
	"linnet/internal/core/visitor"
)

// Config is what a Handler works with. Locator, Agents, Crawlers and NotFound
// may be nil.
type Config struct {
	Hosts     Hosts
	Directory *Directory
	Loader    Loader
	Recorder  click.Recorder
	Passwords Passwords
	Client    Client
	Clock     clock.Clock
	Log       *slog.Logger

	Locator  visitor.Locator
	Agents   visitor.AgentParser
	Crawlers routing.Crawlers

	// Home returns the number of the workspace that sees visits to unknown
	// aliases of the default domain, which is everybody's; 0, or nil: nobody.
	Home func(context.Context) uint64

	// Orphans bounds the recorded visits to unknown aliases, by network; nil: all
	// of them are recorded.
	Orphans Budget
	// Blocked reports destinations that the operator blocked; nil: none. It is
	// asked on each visit, so it must not wait for anything.
	Blocked func(address string) bool

	// PasswordRefused is called for each wrong password of a link, and for each
	// try that the limit refused; nil: not called.
	PasswordRefused func(ctx context.Context, addr netip.Addr, linkID string, throttled bool)

	// SupportEmail is where people report links; empty: pages name none.
	SupportEmail string

	// LinkTries limits the wrong passwords of one link from all visitors
	// together; nil: only those of each visitor are limited.
	LinkTries TryBudget

	// Guessed is called with each try that LinkTries refuses; nil: nothing is.
	// path is the link's alias.
	Guessed func(ctx context.Context, route *routing.Route, path string)

	// NotFound answers for paths of the default domain that are no alias, with
	// status 404; nil: Linnet's own page.
	NotFound http.Handler
}

// Handler answers visits. Any number of goroutines may use it.
type Handler struct {
	cfg    Config
	dir    *Directory
	facts  routing.Facts
	pages  *pages
	tries  *tries
	counts *counts
	hits   sync.Pool // of *click.Hit

	// Header values that never change, shared by all answers.
	private, noindex []string
}

// New returns a Handler.
func New(cfg Config) *Handler {
	if cfg.Blocked == nil {
		cfg.Blocked = func(string) bool { return false }
	}
	return &Handler{
		cfg: cfg, dir: cfg.Directory,
		facts:   routing.Facts{Locator: cfg.Locator, Agents: cfg.Agents, Crawlers: cfg.Crawlers, Memory: newMemory()},
		pages:   newPages(cfg.SupportEmail),
		tries:   newTries(cfg.Clock),
		counts:  newCounts(),
		hits:    sync.Pool{New: func() any { return new(click.Hit) }},
		private: []string{"private, max-age=0"},
		noindex: []string{"noindex"},
	}
}

// ServeHTTP answers a visit on whatever host it came to.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	host, _ := h.cfg.Hosts.Canonical(r.Host)
	h.ServeHost(w, r, host)
}

// ServeHost answers a visit to a host that Hosts.Canonical has written.
func (h *Handler) ServeHost(w http.ResponseWriter, r *http.Request, host string) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != http.MethodPost {
		h.refuseMethod(w, r, "GET, HEAD")
		return
	}
	dom, err := h.dir.Domain(r.Context(), host)
	if err != nil {
		h.fail(w, r, err, pageNoHost)
		return
	}
	path := strings.TrimPrefix(r.URL.Path, "/")
	if path == "" {
		h.serveRoot(w, r, dom)
		return
	}
	found, err := h.dir.Link(r.Context(), dom, path)
	if alias, plus := strings.CutSuffix(path, "+"); plus && (err != nil || found.Wildcard != "") {
		// Below a wildcard "+" is part of the path, unless an alias of its own stands there.
		shown, shownErr := h.dir.Link(r.Context(), dom, alias)
		if shownErr == nil && (err != nil || shown.Wildcard != found.Wildcard) {
			h.servePreview(w, r, dom, shown, alias)
			return
		}
	}
	switch {
	case fault.Is(err, fault.NotFound):
		h.serveOrphan(w, r, dom, path)
	case err != nil:
		h.fail(w, r, err, pageNotFound)
	case r.Method == http.MethodPost:
		h.serveUnlock(w, r, dom, found, path)
	default:
		h.serveLink(w, r, dom, found, path)
	}
}

// serveLink is the way of every plain visit.
func (h *Handler) serveLink(w http.ResponseWriter, r *http.Request, dom *Domain, found Found, path string) {
	var visit routing.Visit
	h.fill(&visit, r, found)
	decision, err := h.decide(r.Context(), found.Route, &visit, false)
	if err != nil {
		h.fail(w, r, err, pageNotFound)
		return
	}
	sent := h.record(r, dom, found.Route, &visit, &decision, path)
	if sent == "" {
		h.showOutcome(w, r, dom, found.Route, &decision)
		return
	}
	header := w.Header()
	header["Location"] = []string{sent}
	if !decision.Permanent {
		header["Cache-Control"] = h.private
	}
	if !found.Route.Indexable() {
		header["X-Robots-Tag"] = h.noindex
	}
	w.WriteHeader(decision.Status)
}

// serveRoot answers "/" on a domain of somebody's own.
func (h *Handler) serveRoot(w http.ResponseWriter, r *http.Request, dom *Domain) {
	if r.Method == http.MethodPost {
		h.refuseMethod(w, r, "GET, HEAD")
		return
	}
	if dom.RootURL == "" {
		h.pages.show(w, r, pageRoot, dom.Host)
		return
	}
	h.sendTo(w, dom.RootURL)
}

// serveOrphan answers for a path that is no alias. It counts as an orphan
// click of the domain, but for what browsers and crawlers ask for unbidden.
func (h *Handler) serveOrphan(w http.ResponseWriter, r *http.Request, dom *Domain, path string) {
	if r.Method == http.MethodPost {
		h.refuseMethod(w, r, "GET, HEAD")
		return
	}
	if path == "robots.txt" {
		h.serveRobots(w)
		return
	}
	if !unbidden(path) && !holdsShareSecret(path) {
		var visit routing.Visit
		h.fill(&visit, r, Found{})
		h.recordOrphan(r, dom, &visit, path)
	}
	switch {
	case dom.NotFoundURL != "":
		h.sendTo(w, dom.NotFoundURL)
	case dom.WorkspaceID == "" && h.cfg.NotFound != nil:
		h.cfg.NotFound.ServeHTTP(w, r)
	default:
		h.pages.show(w, r, pageNotFound, dom.Host)
	}
}

// unbidden reports whether a path is one that programs try on every host.
func unbidden(path string) bool {
	return path == "favicon.ico" || strings.HasPrefix(path, ".well-known/") || strings.HasPrefix(path, "apple-touch-icon")
}

// holdsShareSecret reports whether a path may be a mistyped address of a shared
// page: below "share", or with a segment that looks like its secret.
func holdsShareSecret(path string) bool {
	first, _, _ := strings.Cut(strings.TrimLeft(strings.ToLower(path), "/"), "/")
	if first == "share" || first == "shares" || first == "shared" {
		return true
	}
	for segment := range strings.SplitSeq(path, "/") {
		if looksSecret(segment) {
			return true
		}
	}
	return false
}

// looksSecret reports whether text is of the alphabet and about the length of a
// share's secret, which has 43 characters.
func looksSecret(text string) bool {
	const upper, lower, digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz", "0123456789"
	return len(text) >= 40 && len(text) <= 46 && strings.Trim(text, upper+lower+digits+"-_") == "" &&
		strings.ContainsAny(text, upper) && strings.ContainsAny(text, lower) && strings.ContainsAny(text, digits)
}

// serveRobots lets crawlers in: they must read X-Robots-Tag to honour it.
func (h *Handler) serveRobots(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	_, _ = w.Write([]byte("User-agent: *\nAllow: /\n")) // the visitor may have gone
}

// sendTo answers with a domain's own address, which is nobody's link.
func (h *Handler) sendTo(w http.ResponseWriter, address string) {
	header := w.Header()
	header["Location"] = []string{address}
	header["Cache-Control"] = h.private
	header["X-Robots-Tag"] = h.noindex
	w.WriteHeader(http.StatusFound)
}

func (h *Handler) refuseMethod(w http.ResponseWriter, r *http.Request, allow string) {
	w.Header().Set("Allow", allow)
	h.pages.show(w, r, pageMethod, "")
}

// fail shows what a fault means to a visitor; notFound is the page for what is
// not there.
func (h *Handler) fail(w http.ResponseWriter, r *http.Request, err error, notFound page) {
	switch code := fault.CodeOf(err); code {
	case fault.NotFound:
		h.pages.show(w, r, notFound, "")
	default:
		if r.Context().Err() == nil {
			h.cfg.Log.ErrorContext(r.Context(), "a link could not be read", "error", err)
		}
		h.counts.unavailable.Add(1)
		w.Header().Set("Retry-After", "5")
		h.pages.show(w, r, pageUnavailable, "")
	}
}
