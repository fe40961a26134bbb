package redirect

import (
	"context"
	"errors"
	"math"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	"linnet/internal/base/fault"
	"linnet/internal/core/routing"
)

// maxFormBytes bounds the body of a password form.
const maxFormBytes = 8 << 10

// showOutcome shows the page of a decision that sends the visitor nowhere.
func (h *Handler) showOutcome(w http.ResponseWriter, r *http.Request, dom *Domain, route *routing.Route, d *routing.Decision) {
	switch d.Outcome {
	case routing.Previewed:
		h.showCard(w, r, dom, route)
	case routing.Locked:
		h.showForm(w, r, dom, pageLocked, "")
	case routing.Scheduled:
		h.showNotYet(w, r, dom, route)
	default:
		h.pages.show(w, r, pageOf(d), dom.Host)
	}
}

// showNotYet says when a link opens, in UTC: the visitor's zone is unknown.
func (h *Handler) showNotYet(w http.ResponseWriter, r *http.Request, dom *Domain, route *routing.Route) {
	v := view{Host: dom.Host}
	if at := route.StartsAt(); !at.IsZero() {
		v.Text = "It opens on " + at.Format("2 January 2006 at 15:04") + " UTC. Come back then."
	}
	h.pages.write(w, r, pageNotYet, v)
}

func pageOf(d *routing.Decision) page {
	switch {
	case d.Outcome == routing.Scheduled:
		return pageNotYet
	case d.Outcome == routing.Expired:
		return pageExpired
	case d.Outcome == routing.Archived:
		return pageArchived
	case d.Outcome == routing.Deleted:
		return pageDeleted
	case d.Status == http.StatusGone:
		return pageArchived
	case d.Status == http.StatusNotFound:
		return pageNotFound
	case d.RuleID != "":
		return pageBarred
	default:
		return pageStopped
	}
}

// showCard is what a social crawler gets in place of the redirect.
func (h *Handler) showCard(w http.ResponseWriter, r *http.Request, dom *Domain, route *routing.Route) {
	preview := route.Preview()
	title := preview.Title
	if title == "" {
		title = route.Summary().Title
	}
	h.pages.write(w, r, pageCard, view{
		Host: dom.Host, Title: title, Text: preview.Description, Next: selfPath(r),
		Card: &card{Title: title, Description: preview.Description, Image: preview.Image},
	})
}

// servePreview shows where a link leads (alias+). It is a look at the link and
// no visit: nothing is counted or claimed. A link with a password keeps its
// secret, and one that gives nothing shows why.
func (h *Handler) servePreview(w http.ResponseWriter, r *http.Request, dom *Domain, found Found, alias string) {
	if r.Method == http.MethodPost {
		h.refuseMethod(w, r, "GET, HEAD")
		return
	}
	var visit routing.Visit
	h.fill(&visit, r, Found{Route: found.Route})
	decision, err := h.decide(r.Context(), found.Route, &visit, true)
	if err != nil {
		h.fail(w, r, err, pageNotFound)
		return
	}
	self := "/" + escapePath(alias)
	switch {
	case decision.Outcome == routing.Locked:
		h.pages.write(w, r, pageLocked, view{Host: dom.Host, Form: self})
		return
	case decision.Outcome == routing.FellBack:
		h.pages.show(w, r, pageExpired, dom.Host)
		return
	case decision.Outcome == routing.Scheduled:
		h.showNotYet(w, r, dom, found.Route)
		return
	case decision.Outcome != routing.Redirected && decision.Outcome != routing.Previewed:
		h.pages.show(w, r, pageOf(&decision), dom.Host)
		return
	}
	summary := found.Route.Summary()
	target := orElse(decision.Location, summary.URL)
	v := view{Host: dom.Host, Next: self, Text: visible(summary.Title), Facts: []fact{
		{Name: "Short link", Value: dom.Host + "/" + alias, Mono: true},
		{Name: "Leads to", Value: visible(target), Mono: true},
	}}
	if site := routing.Website(target); site != "" {
		v.Facts = append(v.Facts, fact{Name: "Website", Value: visible(site), Mono: true})
	}
	if !summary.CreatedAt.IsZero() {
		v.Facts = append(v.Facts, fact{Name: "Created", Value: summary.CreatedAt.Format("2 January 2006")})
	}
	if summary.Varies {
		v.Note = "The link has rules: other visitors may be sent elsewhere."
	}
	h.pages.write(w, r, pagePreview, v)
}

func (h *Handler) showForm(w http.ResponseWriter, r *http.Request, dom *Domain, what page, problem string) {
	h.pages.write(w, r, what, view{Host: dom.Host, Problem: problem, Form: selfPath(r)})
}

// serveUnlock takes a password. The answer to a right one is 303, so that the
// browser does not carry the form on to the destination.
func (h *Handler) serveUnlock(w http.ResponseWriter, r *http.Request, dom *Domain, found Found, path string) {
	var visit routing.Visit
	h.fill(&visit, r, found)
	decision, err := h.decide(r.Context(), found.Route, &visit, false)
	switch {
	case err != nil:
		h.fail(w, r, err, pageNotFound)
		return
	case decision.Outcome != routing.Locked && found.Route.PasswordHash() == "":
		h.refuseMethod(w, r, "GET, HEAD")
		return
	case decision.Outcome != routing.Locked:
		h.showOutcomeOrGo(w, r, dom, found.Route, &decision, decision.Location)
		return
	}
	if wait := h.takeTry(r, found.Route, visit.Addr, path); wait > 0 {
		h.passwordRefused(r, &visit, found.Route.LinkID(), true)
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
		h.pages.show(w, r, pageMany, dom.Host)
		return
	}
	right, err := h.checkPassword(w, r, found.Route.PasswordHash())
	if err != nil {
		h.fail(w, r, err, pageNotFound)
		return
	}
	if !right {
		h.passwordRefused(r, &visit, found.Route.LinkID(), false)
		h.showForm(w, r, dom, pageWrong, "That is not the password. Please try again.")
		return
	}
	if h.cfg.LinkTries != nil {
		h.cfg.LinkTries.GiveBack(found.Route.LinkID())
	}
	visit.Unlocked = true
	if decision, err = h.decide(r.Context(), found.Route, &visit, false); err != nil {
		h.fail(w, r, err, pageNotFound)
		return
	}
	sent := h.record(r, dom, found.Route, &visit, &decision, path)
	h.showOutcomeOrGo(w, r, dom, found.Route, &decision, sent)
}

func (h *Handler) passwordRefused(r *http.Request, v *routing.Visit, linkID string, throttled bool) {
	if h.cfg.PasswordRefused != nil {
		h.cfg.PasswordRefused(r.Context(), v.Addr, linkID, throttled)
	}
}

// takeTry counts a password try for the visitor and for the link, and returns 0
// or how long to wait. Reaching the link's limit is reported to cfg.Guessed.
func (h *Handler) takeTry(r *http.Request, route *routing.Route, addr netip.Addr, path string) time.Duration {
	id := route.LinkID()
	if wait := h.tries.take(id, addr); wait > 0 {
		return wait
	}
	if h.cfg.LinkTries == nil || h.cfg.LinkTries.Allow(id) {
		return 0
	}
	if h.cfg.Guessed != nil {
		h.cfg.Guessed(context.WithoutCancel(r.Context()), route, path)
	}
	return linkTryWait
}

// showOutcomeOrGo answers a form.
func (h *Handler) showOutcomeOrGo(w http.ResponseWriter, r *http.Request, dom *Domain, route *routing.Route, d *routing.Decision, sent string) {
	if sent == "" {
		h.showOutcome(w, r, dom, route, d)
		return
	}
	header := w.Header()
	header["Location"] = []string{sent}
	header.Set("Cache-Control", "private, no-store")
	header["X-Robots-Tag"] = h.noindex
	w.WriteHeader(http.StatusSeeOther)
}

// checkPassword reads the form. A body that is none is a wrong password.
func (h *Handler) checkPassword(w http.ResponseWriter, r *http.Request, hash string) (bool, error) {
	r.Body = http.MaxBytesReader(w, r.Body, maxFormBytes)
	if err := r.ParseForm(); err != nil {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			w.Header().Set("Connection", "close")
		}
		return false, nil
	}
	plain := r.PostForm.Get("password")
	if plain == "" {
		return false, nil
	}
	right, err := h.cfg.Passwords.Matches(r.Context(), plain, hash)
	if err != nil {
		return false, fault.Wrap(err, fault.Unavailable, "The password cannot be checked right now.")
	}
	return right, nil
}

// selfPath returns the visited address without its host, for a page that leads
// to itself. Two slashes at the front would name another host.
func selfPath(r *http.Request) string {
	path := "/" + strings.TrimLeft(r.URL.EscapedPath(), "/")
	if r.URL.RawQuery == "" {
		return path
	}
	return path + "?" + r.URL.RawQuery
}

// visible returns text with format characters, such as bidirectional overrides,
// written as their percent codes. Those that join emoji and letters stay.
func visible(text string) string {
	if !strings.ContainsFunc(text, hides) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if hides(r) {
			b.WriteString(url.QueryEscape(string(r)))
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func hides(r rune) bool {
	return unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d' && (r < '\U000e0020' || r > '\U000e007f')
}

func escapePath(path string) string { return (&url.URL{Path: path}).EscapedPath() }

func orElse(text, other string) string {
	if text == "" {
		return other
	}
	return text
}
