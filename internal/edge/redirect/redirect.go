// Package redirect serves short links. It looks the link up in a cache, lets
// routing decide, appends the click to the journal and answers with a redirect
// or a page. Serving a cached link needs no database.
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
	"linnet/internal/core/domain"
	"linnet/internal/core/locale"
	"linnet/internal/core/routing"
	"linnet/internal/core/visitor"
)

// Guards protect the install and the owners of links from visitors. All are required.
type Guards struct {
	// Blocked reports whether the operator blocked a destination. It is called on each
	// visit and must not block.
	Blocked func(address string) bool
	// OrphanBudget limits the recorded visits to unknown aliases per network.
	OrphanBudget Budget
	// Attempts limits the attempts at passwords, right or wrong, of each visitor of a
	// link.
	Attempts Attempts
	// LinkAttempts limits the wrong passwords of one link over all visitors.
	LinkAttempts RefundableBudget
}

// mustBeComplete panics when a guard is missing.
func (g Guards) mustBeComplete() {
	for name, missing := range map[string]bool{
		"Blocked": g.Blocked == nil, "OrphanBudget": g.OrphanBudget == nil, "Attempts": g.Attempts == nil, "LinkAttempts": g.LinkAttempts == nil,
	} {
		if missing {
			panic("redirect: the guard " + name + " is missing")
		}
	}
}

// Config configures a Handler. Locator, Agents, Networks and NotFound may be
// nil.
type Config struct {
	Hosts     Hosts
	Directory *Directory
	Loader    Loader
	Recorder  click.Recorder
	Passwords Passwords
	Client    Client
	// Secure reports whether the client of a request used TLS; nil: none did.
	Secure func(*http.Request) bool
	Clock  clock.Clock
	Log    *slog.Logger

	Locator  visitor.Locator
	Agents   visitor.AgentParser
	Networks visitor.Networks

	// OrphanWorkspace returns the number of the workspace that owns the visits
	// to unknown aliases of the default domain, 0 for none; nil: none.
	OrphanWorkspace func(context.Context) uint64
	Guards

	// PasswordRefused is called for each wrong password of a link, and for each
	// attempt that a limit refused; nil: not called.
	PasswordRefused func(ctx context.Context, addr netip.Addr, linkID string, throttled bool)
	// OnGuessing is called with each attempt that LinkAttempts refuses; nil: not
	// called. path is the link's alias.
	OnGuessing func(ctx context.Context, route *routing.Route, path string)

	// SupportEmail is the address for abuse reports on pages; empty: none.
	SupportEmail string
	// SecurityContact is the URI for reports about the security of the install, in
	// security.txt of the default domain; empty: there is no such file.
	SecurityContact string
	// ReportURL is the address of the form for abuse reports, which pages about a
	// link name instead of SupportEmail; empty: none.
	ReportURL string
	// Pages serves bio pages; nil: none exist.
	Pages BioPages
	// NotFound responds with status 404 for unknown aliases of the default
	// domain; nil: the page of other domains.
	NotFound http.Handler
}

// Handler serves visits. It is safe for concurrent use.
type Handler struct {
	cfg    Config
	dir    *Directory
	facts  routing.Facts
	pages  *pages
	counts *counts
	visits sync.Pool // of *visit

	arrivals *arrivals

	// Header values that all responses share.
	private, noindex, nosniff, noStore []string
}

// New returns a Handler. It panics when one of the Guards is missing, which is a defect
// of the program.
func New(cfg Config) *Handler {
	cfg.mustBeComplete()
	return &Handler{
		cfg:     cfg,
		dir:     cfg.Directory,
		facts:   routing.Facts{Locator: cfg.Locator, Agents: cfg.Agents, Networks: cfg.Networks, Memory: newReturning()},
		pages:   newPages(cfg.SupportEmail, cfg.ReportURL),
		counts:  newCounts(),
		visits:  sync.Pool{New: func() any { return newVisit() }},
		private: []string{"private, max-age=0"},
		noindex: []string{"noindex"},
		nosniff: []string{"nosniff"},
		noStore: []string{"no-store"},

		arrivals: newArrivals(),
	}
}

// ServeHTTP serves a visit on the host of its Host header.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	host, _ := h.cfg.Hosts.Canonical(r.Host)
	h.ServeHost(w, r, host)
}

// ServeHost serves a visit. host is a result of Hosts.Canonical.
func (h *Handler) ServeHost(w http.ResponseWriter, r *http.Request, host string) {
	w.Header()["X-Content-Type-Options"] = h.nosniff
	if r.Method == http.MethodTrace || r.Method == http.MethodConnect {
		h.refuseMethod(w, r, nil, readMethods)
		return
	}
	if isPrefetch(r.Header) {
		h.refusePrefetch(w)
		return
	}
	dom, err := h.dir.Domain(r.Context(), host)
	if err != nil {
		h.fail(w, r, nil, err, pageUnknownHost)
		return
	}
	if dom.HSTS && h.cfg.Secure != nil && h.cfg.Secure(r) {
		w.Header().Set("Strict-Transport-Security", "max-age=31536000")
	}
	path := strings.TrimPrefix(r.URL.Path, "/")
	if path == "" {
		h.serveRoot(w, r, dom, h.emptyRoot(dom))
		return
	}
	if strings.HasPrefix(path, wellKnown) && h.serveWellKnown(w, r, dom, path) {
		return
	}
	found, err := h.dir.Link(r.Context(), dom, path)
	if alias, plus := strings.CutSuffix(path, "+"); plus && (err != nil || found.Wildcard != "") {
		// Below a wildcard "+" belongs to the path, unless the alias without it
		// exists.
		previewed, previewErr := h.dir.Link(r.Context(), dom, alias)
		if previewErr == nil && previewed.Route.PageID() == "" && (err != nil || previewed.Wildcard != found.Wildcard) {
			h.servePreview(w, r, dom, previewed, alias)
			return
		}
	}
	if err != nil {
		h.serveMissing(w, r, dom, path, err)
		return
	}
	h.serveFound(w, r, dom, found, path)
}

// serveMissing serves a path without an alias, or with one that could not be read. It
// looks up the alias that was meant, if that is another one.
func (h *Handler) serveMissing(w http.ResponseWriter, r *http.Request, dom *Domain, path string, err error) {
	if !fault.Is(err, fault.NotFound) {
		h.fail(w, r, dom, err, pageNotFound)
		return
	}
	if fixed, alias, ok := repaired(r, path); ok {
		switch found, err := h.dir.Link(r.Context(), dom, alias); {
		case err == nil:
			h.serveFound(w, fixed, dom, found, alias)
			return
		case !fault.Is(err, fault.NotFound):
			h.fail(w, r, dom, err, pageNotFound)
			return
		}
	}
	h.serveOrphan(w, r, dom, path)
}

// serveFound serves a link or a bio page.
func (h *Handler) serveFound(w http.ResponseWriter, r *http.Request, dom *Domain, found Found, path string) {
	switch {
	case found.Route.PageID() != "":
		h.serveBioPage(w, r, dom, found.Route.PageID(), path, func() { h.serveOrphan(w, r, dom, path) })
	case isRead(r.Method):
		h.serveLink(w, r, dom, found, path)
	default:
		h.serveOtherMethod(w, r, dom, found, path)
	}
}

// ServeOwn serves a path of the default domain that belongs to the app: as the
// settings of the domain have it, or else by the app. host is a result of
// Hosts.Canonical.
func (h *Handler) ServeOwn(w http.ResponseWriter, r *http.Request, host string, app http.Handler) {
	path := strings.TrimPrefix(r.URL.Path, "/")
	if path != "" && (!isRead(r.Method) || path != domain.PathRobots && path != domain.PathFavicon) {
		app.ServeHTTP(w, r)
		return
	}
	dom, err := h.dir.Domain(r.Context(), host)
	switch {
	case err != nil: // the app does not need the records for its pages
		app.ServeHTTP(w, r)
	case path == "" && (dom.RootPageID != "" || dom.RootURL != "") && isPrefetch(r.Header):
		h.refusePrefetch(w)
	case path == "":
		h.serveRoot(w, r, dom, app)
	case path == domain.PathRobots && dom.Robots == domain.RobotsDisallow:
		h.serveRobots(w, dom)
	case path == domain.PathFavicon && dom.FaviconURL != "":
		h.redirectTo(w, string(dom.FaviconURL))
	default:
		app.ServeHTTP(w, r)
	}
}

// OwnLanguage returns the language of a page of the app on the default domain.
func (h *Handler) OwnLanguage(r *http.Request) locale.Choice {
	dom, _ := h.dir.Domain(r.Context(), h.cfg.Hosts.Own()) // without the records: that of the visitor
	return dom.language(r)
}

// serveRoot serves "/" of a domain: its bio page, its redirect while the page is not
// public, or what serves the root of a domain without either.
func (h *Handler) serveRoot(w http.ResponseWriter, r *http.Request, dom *Domain, otherwise http.Handler) {
	redirect := func() {
		switch {
		case dom.RootURL == "":
			otherwise.ServeHTTP(w, r)
		case !isRead(r.Method):
			h.refuseMethod(w, r, dom, readMethods)
		default:
			h.redirectTo(w, string(dom.RootURL))
		}
	}
	if dom.RootPageID == "" {
		redirect()
		return
	}
	h.serveBioPage(w, r, dom, string(dom.RootPageID), "", redirect)
}

// emptyRoot serves "/" of a custom domain without a bio page and a redirect there.
func (h *Handler) emptyRoot(dom *Domain) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isRead(r.Method) {
			h.refuseMethod(w, r, dom, readMethods)
			return
		}
		h.pages.show(w, r, pageRoot, dom)
	})
}

// serveOrphan serves an unknown alias. The visit is recorded as an orphan click
// of the domain, except automatic requests and possible secrets.
func (h *Handler) serveOrphan(w http.ResponseWriter, r *http.Request, dom *Domain, path string) {
	if !isRead(r.Method) {
		h.refuseMethod(w, r, dom, readMethods)
		return
	}
	switch {
	case path == domain.PathRobots:
		h.serveRobots(w, dom)
		return
	case path == domain.PathFavicon && dom.FaviconURL != "":
		h.redirectTo(w, string(dom.FaviconURL))
		return
	}
	if !isAutomaticRequest(path) && !mayContainShareSecret(path) {
		v := h.begin(w, r, dom, Found{}, path)
		v.recordOrphan()
		v.end()
	}
	switch {
	case dom.NotFoundURL != "":
		h.redirectTo(w, string(dom.NotFoundURL))
	case dom.WorkspaceID == "" && h.cfg.NotFound != nil:
		h.cfg.NotFound.ServeHTTP(w, r)
	default:
		h.pages.show(w, r, pageNotFound, dom)
	}
}

// serveRobots allows all crawlers, unless the domain disallows them: they must
// request a link to see its X-Robots-Tag.
func (h *Handler) serveRobots(w http.ResponseWriter, dom *Domain) {
	rule := "Allow"
	if dom.Robots == domain.RobotsDisallow {
		rule = "Disallow"
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	_, _ = w.Write([]byte("User-agent: *\n" + rule + ": /\n")) // the client may have disconnected
}

// redirectTo redirects to a URL from the domain's settings.
func (h *Handler) redirectTo(w http.ResponseWriter, address string) {
	header := w.Header()
	header["Location"] = []string{address}
	header["Cache-Control"] = h.private
	header["X-Robots-Tag"] = h.noindex
	w.WriteHeader(http.StatusFound)
}

// refusePrefetch refuses a prefetch or prerender, which may be of a page that is
// never opened. The browser then requests the page when the person opens it; it would
// use a redirect that it prefetched without another request.
func (h *Handler) refusePrefetch(w http.ResponseWriter) {
	w.Header()["Cache-Control"] = h.noStore
	w.WriteHeader(http.StatusServiceUnavailable)
}

func (h *Handler) refuseMethod(w http.ResponseWriter, r *http.Request, dom *Domain, allow string) {
	w.Header().Set("Allow", allow)
	h.pages.show(w, r, pageMethod, dom)
}

// fail responds to an error: with the page notFound when err is NotFound, else
// with 503. dom is nil while the domain is unknown.
func (h *Handler) fail(w http.ResponseWriter, r *http.Request, dom *Domain, err error, notFound page) {
	if fault.Is(err, fault.NotFound) {
		h.pages.show(w, r, notFound, dom)
		return
	}
	if r.Context().Err() == nil {
		h.cfg.Log.ErrorContext(r.Context(), "loading a link failed", "err", err)
	}
	h.counts.unavailable.Add(1)
	w.Header().Set("Retry-After", "5")
	h.pages.show(w, r, pageUnavailable, dom)
}
