package redirect

import (
	"net/http"
	"net/netip"

	"linnet/internal/base/ident"
	"linnet/internal/base/netaddr"
	"linnet/internal/core/click"
	"linnet/internal/core/domain"
	"linnet/internal/core/routing"
	"linnet/internal/core/visitor"
)

// visit is a request to a link or to an unknown alias, from begin to end. Its
// methods are called in the order of this file. Visits are pooled, so that a
// plain one leaves no garbage and does not grow the connection's stack.
type visit struct {
	h      *Handler
	w      http.ResponseWriter
	r      *http.Request
	domain *Domain
	route  *routing.Route // nil: an unknown alias
	path   string         // decoded, without its leading slash
	below  string         // the alias that ends in /*, where path is below it; else ""

	input    routing.Visit
	decision routing.Decision
	hit      click.Hit

	form        bool   // the request submits a form
	answered    bool   // by answerEarly
	answerEarly func() // (*visit).sendEarly
}

// newVisit returns a visit for the pool.
func newVisit() *visit {
	v := new(visit)
	v.answerEarly = v.sendEarly
	return v
}

// serveLink serves a plain visit.
func (h *Handler) serveLink(w http.ResponseWriter, r *http.Request, dom *Domain, found Found, path string) {
	v := h.begin(w, r, dom, found, path)
	defer v.end()
	v.serve()
}

// begin returns a visit with the input for routing and for the journal. The
// caller must call end.
func (h *Handler) begin(w http.ResponseWriter, r *http.Request, dom *Domain, found Found, path string) *visit {
	v, _ := h.visits.Get().(*visit)
	v.h, v.w, v.r, v.domain, v.route, v.path = h, w, r, dom, found.Route, path
	v.below = found.Wildcard
	v.form = r.Method == http.MethodPost && found.Route.PasswordHash() != ""
	in := &v.input
	in.Query = plainQuery(r.URL.RawQuery)
	in.RequestReason = requestReason(r, v.form)
	in.Now = h.cfg.Clock.Now()
	in.Addr = h.cfg.Client(r)
	in.UserAgent = first(r.Header["User-Agent"])
	in.AcceptLanguage = first(r.Header["Accept-Language"])
	in.Referrer = v.referrer()
	in.Facts = &h.facts
	if found.Wildcard != "" {
		in.Rest = routing.RestOf(typedPath(r), found.Wildcard)
	}
	return v
}

// look sets the decision for a page about the link. It claims no click: it only checks
// that a limited link has one left.
func (v *visit) look() error {
	if !v.evaluate() {
		return nil
	}
	return v.settle(v.h.cfg.Loader.ClaimsLeft(v.r.Context(), v.route.LinkID()))
}

// serve decides, records the hit and answers. In between, it claims a click of a limited
// link if the decision requires one. It is the only caller of Loader.Claim, so that
// only a request that is redirected uses up a click.
func (v *visit) serve() {
	var err error
	switch {
	case !v.evaluate():
	case v.decision.Claim:
		err = v.settle(v.h.cfg.Loader.Claim(v.r.Context(), v.route.LinkID()))
	default:
		err = v.settle(v.h.cfg.Loader.ClaimsLeft(v.r.Context(), v.route.LinkID()))
	}
	if err != nil {
		v.h.fail(v.w, v.r, v.domain, err, pageNotFound)
		return
	}
	v.recordAndAnswer()
}

// evaluate sets the decision. It returns true if that is valid only while the link has
// clicks left.
func (v *visit) evaluate() (ifLeft bool) {
	v.decision = v.route.Decide(&v.input)
	if v.leadsToBlocked() {
		v.decision = routing.Decision{Outcome: visitor.Blocked, Status: http.StatusUnavailableForLegalReasons}
		return false
	}
	return v.route.Limited() && v.decision.Outcome != visitor.Expired && v.decision.Outcome != visitor.FellBack
}

// settle decides again if the link has no clicks left.
func (v *visit) settle(left bool, err error) error {
	if err == nil && !left {
		v.input.Exhausted = true
		v.evaluate()
	}
	return err
}

// leadsToBlocked reports whether the decision redirects to a destination that
// the operator blocked, or shows a crawler the card of one.
func (v *visit) leadsToBlocked() bool {
	switch {
	case v.decision.Location != "":
		return v.h.cfg.Blocked(v.decision.Location)
	case v.decision.Outcome == visitor.Previewed:
		return v.h.cfg.Blocked(v.route.Summary().URL)
	}
	return false
}

// recordAndAnswer writes the hit to the journal and answers. A failure of the
// journal is counted and does not stop the visit.
func (v *visit) recordAndAnswer() {
	hit := v.newHit()
	hit.LinkID, hit.WorkspaceID, _ = v.route.Numbers()
	hit.RuleID, hit.Variant = v.decision.Rule, v.decision.Variant
	hit.Outcome, hit.URL = v.decision.Outcome, v.decision.Recorded()
	if hit.Aggregate {
		v.decision.Track = false // the id of a click would name its visitor
		if v.below != "" {       // what is below may name them, too
			hit.Alias, hit.URL = v.below, visitor.ParseReferrer(hit.URL).Origin()
		}
	}
	v.append(hit, v.answerEarly)
	if !v.answered {
		v.answer(v.decision.Sent(hit.ID))
	}
}

// sendEarly answers while the hit waits for a disk that hangs. With the length
// the response ends before the handler does. The client must send its next
// request on another connection, because this one waits for the handler.
func (v *visit) sendEarly() {
	location := v.decision.Sent(v.hit.ID)
	v.w.Header().Set("Connection", "close")
	if location != "" {
		v.w.Header().Set("Content-Length", "0")
	}
	v.answer(location)
	v.answered = true
	_ = http.NewResponseController(v.w).Flush() // the client may have disconnected
}

// recordOrphan records a visit to an unknown alias within the budget of the
// visitor's network: clients control how many there are and what they contain.
func (v *visit) recordOrphan() {
	if !v.h.cfg.OrphanBudget.Allow(orphanNetwork(v.input.Addr)) {
		v.h.counts.add(visitor.Orphan)
		return
	}
	hit := v.newHit()
	hit.Clip(maxOrphanText)
	hit.WorkspaceID, hit.Outcome, hit.URL = v.domain.workspace, visitor.Orphan, string(v.domain.NotFoundURL)
	if v.domain.WorkspaceID == "" && v.h.cfg.OrphanWorkspace != nil {
		hit.WorkspaceID = v.h.cfg.OrphanWorkspace(v.r.Context())
	}
	v.append(hit, nil)
}

// recordOnPage writes a visit to a bio page to the journal and calls answer once,
// which writes the response. While the disk hangs, the answer does not wait for it.
func (v *visit) recordOnPage(pageID string, of click.PageVisit, answer func()) {
	hit := v.newHit()
	hit.PageID, _ = ident.Number(pageID)
	hit.WorkspaceID, _ = ident.Number(of.WorkspaceID)
	hit.BlockID, _ = ident.Number(of.BlockID)
	hit.Outcome, hit.URL = visitor.Viewed, of.URL
	if of.BlockID != "" {
		hit.Outcome, hit.Trigger = visitor.Opened, click.TriggerBio
	} else {
		v.h.arrivals.add(v)
	}
	v.append(hit, func() {
		v.w.Header().Set("Connection", "close") // see sendEarly
		answer()
		v.answered = true
		_ = http.NewResponseController(v.w).Flush() // the client may have disconnected
	})
	if !v.answered {
		answer()
	}
}

// maxOrphanText bounds each text of a recorded visit to an unknown alias, in
// bytes.
const maxOrphanText = 256

// orphanNetwork returns the key of an address in OrphanBudget: its /24, or the
// /48 of an IPv6 address.
func orphanNetwork(addr netip.Addr) string { return netaddr.Network(addr, 24, 48).String() }

func (v *visit) newHit() *click.Hit {
	in := &v.input
	v.hit = click.Hit{
		At:            in.Now,
		DomainID:      v.domain.number,
		Trigger:       click.TriggerOf(v.r.URL.RawQuery),
		RequestReason: in.RequestReason,
		Addr:          in.Addr,
		Alias:         v.path,
		Query:         in.Query,
		UserAgent:     in.UserAgent,
		Language:      in.AcceptLanguage,
		Referrer:      in.Referrer,
	}
	switch v.domain.Privacy {
	case domain.PrivacyNoAddress:
		v.hit.Addr = netip.Addr{}
	case domain.PrivacyAggregate:
		v.hit.Aggregate = true // the recorder reduces it
	}
	return &v.hit
}

// append writes the hit to the journal, which sets its id. For answer see
// click.Recorder.
func (v *visit) append(hit *click.Hit, answer func()) {
	v.h.counts.add(hit.Outcome)
	if err := v.h.cfg.Recorder.Record(hit, answer); err != nil {
		v.h.counts.lost.Add(1)
	}
}

// answer redirects to location, or shows the page of the decision when it is
// empty. The answer to a form is 303, so that the browser does not send the form
// to the destination.
func (v *visit) answer(location string) {
	if location == "" {
		v.showOutcome()
		return
	}
	header := v.w.Header()
	header["Location"] = []string{location}
	if v.form {
		header.Set("Cache-Control", "private, no-store")
		header["X-Robots-Tag"] = v.h.noindex
		v.w.WriteHeader(http.StatusSeeOther)
		return
	}
	if !v.decision.Permanent {
		header["Cache-Control"] = v.h.private
	}
	if !v.route.Indexable() {
		header["X-Robots-Tag"] = v.h.noindex
	}
	v.w.WriteHeader(v.decision.Status)
}

// showOutcome shows the page of a decision without a location.
func (v *visit) showOutcome() {
	switch v.decision.Outcome {
	case visitor.Previewed:
		v.showCard()
	case visitor.Locked:
		v.showForm(pagePassword, "")
	case visitor.Scheduled:
		v.showScheduled()
	default:
		v.show(pageOf(&v.decision))
	}
}

// end returns the visit to the pool.
func (v *visit) end() {
	h := v.h
	*v = visit{answerEarly: v.answerEarly}
	h.visits.Put(v)
}
