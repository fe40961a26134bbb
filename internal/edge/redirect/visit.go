package redirect

import (
	"context"
	"net/http"
	"net/netip"
	"strings"

	"linnet/internal/core/click"
	"linnet/internal/core/routing"
)

// fill takes from the request what routing and the journal want to know. It
// copies nothing and looks nothing up.
func (h *Handler) fill(v *routing.Visit, r *http.Request, found Found) {
	v.Query = plainQuery(r.URL.RawQuery)
	v.Head = r.Method == http.MethodHead
	v.Prefetch = isPrefetch(r.Header)
	v.Now = h.cfg.Clock.Now()
	v.Addr = h.cfg.Client(r)
	v.UserAgent = first(r.Header["User-Agent"])
	v.AcceptLanguage = first(r.Header["Accept-Language"])
	v.Referrer = first(r.Header["Referer"])
	v.Facts = &h.facts
	if found.Wildcard != "" {
		v.Rest = routing.RestOf(typedPath(r), found.Wildcard)
	}
}

func first(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return values[0]
}

// typedPath returns the path as it was typed, without its leading slash.
func typedPath(r *http.Request) string {
	path := r.RequestURI
	if !strings.HasPrefix(path, "/") { // a proxy's absolute form
		path = r.URL.EscapedPath()
	}
	path, _, _ = strings.Cut(path, "?")
	return plainQuery(strings.TrimPrefix(path, "/"))
}

// plainQuery escapes the two bytes that a request may carry although no URL
// has them there, and that would change what follows in another URL.
func plainQuery(raw string) string {
	if !strings.ContainsAny(raw, "# ") {
		return raw
	}
	return strings.NewReplacer("#", "%23", " ", "%20").Replace(raw)
}

// isPrefetch reports whether a browser fetches ahead of its user.
func isPrefetch(header http.Header) bool {
	for _, name := range [...]string{"Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"} {
		value := first(header[name])
		if value == "" {
			continue
		}
		value = strings.ToLower(value)
		if strings.Contains(value, "prefetch") || strings.Contains(value, "prerender") || strings.Contains(value, "preview") {
			return true
		}
	}
	return false
}

// decide lets routing decide, and claims a click of a limited link when a person
// is to be sent there. With looks (the preview page) and for bots nothing is
// claimed; the decision still says what a visitor would get now.
func (h *Handler) decide(ctx context.Context, route *routing.Route, v *routing.Visit, looks bool) (routing.Decision, error) {
	decision := route.Decide(v)
	if h.leadsToBlocked(route, &decision) {
		return routing.Decision{Outcome: routing.Blocked, Status: http.StatusUnavailableForLegalReasons}, nil
	}
	if !route.Limited() || decision.Outcome == routing.Expired || decision.Outcome == routing.FellBack {
		return decision, nil
	}
	ask := h.cfg.Loader.ClaimsLeft
	if decision.Claim && !looks {
		ask = h.cfg.Loader.Claim
	}
	left, err := ask(ctx, route.LinkID())
	if err != nil {
		return decision, err
	}
	if left {
		return decision, nil
	}
	v.Exhausted = true
	return route.Decide(v), nil
}

// leadsToBlocked reports whether a decision sends the visitor, or shows a
// crawler the card of, a destination that the operator blocked.
func (h *Handler) leadsToBlocked(route *routing.Route, d *routing.Decision) bool {
	switch {
	case d.Location != "":
		return h.cfg.Blocked(d.Location)
	case d.Outcome == routing.Previewed:
		return h.cfg.Blocked(route.Summary().URL)
	}
	return false
}

// record puts the hit into the journal and returns the address to send the
// visitor to, empty for nowhere. A hit that cannot be kept does not keep the
// visitor: the journal counts it and says so.
func (h *Handler) record(r *http.Request, dom *Domain, route *routing.Route, v *routing.Visit, d *routing.Decision, path string) (sent string) {
	link, workspace, _ := route.Numbers()
	hit := h.hitOf(r, dom, v, path)
	hit.LinkID, hit.WorkspaceID, hit.RuleID = link, workspace, d.Rule
	hit.Outcome, hit.URL, hit.Variant = click.Outcome(d.Outcome), d.Recorded(), d.Variant
	return d.Sent(h.keep(hit))
}

// recordOrphan records a visit to an unknown alias, unless the visitor's network
// has used up its budget: strangers choose how many there are and what they say.
func (h *Handler) recordOrphan(r *http.Request, dom *Domain, v *routing.Visit, path string) {
	if h.cfg.Orphans != nil && !h.cfg.Orphans.Allow(networkOf(v.Addr).String()) {
		h.counts.add(click.OutcomeOrphan)
		return
	}
	hit := h.hitOf(r, dom, v, path)
	hit.Clip(maxOrphanText)
	hit.WorkspaceID, hit.Outcome, hit.URL = dom.workspace, click.OutcomeOrphan, dom.NotFoundURL
	if dom.WorkspaceID == "" && h.cfg.Home != nil {
		hit.WorkspaceID = h.cfg.Home(r.Context())
	}
	h.keep(hit)
}

// hitOf borrows a hit, which keep gives back: the one thing that a plain visit
// would otherwise leave to the collector.
func (h *Handler) hitOf(r *http.Request, dom *Domain, v *routing.Visit, path string) *click.Hit {
	hit, _ := h.hits.Get().(*click.Hit)
	*hit = click.Hit{
		At: v.Now, DomainID: dom.number, Trigger: triggerOf(r.URL.RawQuery), Head: v.Head, Prefetch: v.Prefetch,
		Addr: v.Addr, Alias: path, Query: v.Query, UserAgent: v.UserAgent, Language: v.AcceptLanguage, Referrer: v.Referrer,
	}
	return hit
}

// maxOrphanText bounds each text of a recorded visit to an unknown alias, in
// bytes.
const maxOrphanText = 256

// networkOf returns the network that an address belongs to: /24 of IPv4, /48 of
// IPv6. Addresses that are not known are one network.
func networkOf(addr netip.Addr) netip.Prefix {
	bits := 24
	if addr = addr.Unmap().WithZone(""); addr.Is6() {
		bits = 48
	}
	network, err := addr.Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return network
}

func triggerOf(query string) click.Trigger {
	switch {
	case query == "":
		return click.TriggerLink
	case routing.IsScan(query):
		return click.TriggerQR
	case routing.HasMarker(query, routing.MarkerBio):
		return click.TriggerBio
	default:
		return click.TriggerLink
	}
}

// keep hands the hit to the recorder and returns the id that it got.
func (h *Handler) keep(hit *click.Hit) (id uint64) {
	h.counts.add(hit.Outcome)
	if err := h.cfg.Recorder.Record(hit); err != nil {
		h.counts.lost.Add(1)
	}
	id = hit.ID
	*hit = click.Hit{} // holds on to no request
	h.hits.Put(hit)
	return id
}
