package biopage

import (
	"cmp"
	"compress/gzip"
	"errors"
	"mime"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/locale"
	"linnet/internal/core/page"
	"linnet/internal/core/throttle"
)

const (
	// sentParam is the query parameter with the block of a form that was sent.
	sentParam    = "sent"
	maxFormBytes = 8 << 10
)

// formState is the state of a form after it was sent.
type formState struct {
	Sent    bool
	Email   string
	Agreed  bool
	Problem string // a sentence; "": none
}

// formLimits limit responses, so that neither a program nor a page fills the records.
type formLimits struct {
	network, page *throttle.Limiter
	states        *throttle.Limiter // by network: of pages in a state, sent or not
}

func newFormLimits(c clock.Clock, attempts *throttle.Shared) formLimits {
	return formLimits{
		network: attempts.Limiter("form.network", c, throttle.Limit{Burst: 10, Every: time.Minute}, 100_000),
		page:    attempts.Limiter("form.page", c, throttle.Limit{Burst: 300, Every: time.Second}, 5000),
		states:  throttle.New(c, throttle.Limit{Burst: 60, Every: time.Second}, 100_000),
	}
}

// allowState returns RateLimited, with the time to wait, if the network of addr requested
// too many pages in a state.
func (l formLimits) allowState(addr netip.Addr) error {
	_, err := throttle.TakeAll(throttle.Budget{Limiter: l.states, Key: throttle.NetworkKey(addr)})
	return err
}

// allow returns RateLimited, with the time to wait, if too many responses came from
// the network of addr or to the page.
func (l formLimits) allow(pageID string, addr netip.Addr) error {
	_, err := throttle.TakeAll(
		throttle.Budget{Limiter: l.network, Key: throttle.NetworkKey(addr)}, throttle.Budget{Limiter: l.page, Key: pageID})
	return err
}

// ServeForm stores what a visitor from addr sent with a form of the page, and writes
// a redirect to the page, or the page with what is wrong. It is NotFound if the page
// is not public now, and Gone if its workspace is suspended or deleted; it then
// writes nothing.
func (h *Handler) ServeForm(w http.ResponseWriter, r *http.Request, id string, domain locale.Fixed, addr netip.Addr) error {
	p, err := h.visible(r, id, domain)
	if err != nil {
		return err
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxFormBytes)
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/x-www-form-urlencoded" {
		return fault.New(fault.NotFound, "Only forms of the page can be sent.")
	}
	if r.ParseForm() != nil {
		return fault.New(fault.NotFound, "Only forms of the page can be sent.")
	}
	if age := r.PostForm.Get(ageField); age != "" {
		return confirmAge(w, r, p.Document(), age)
	}
	if !confirmed(r, p.Document()) {
		p.gate.write(w, r, p.language, http.StatusForbidden)
		return nil
	}
	answer := page.Answer{BlockID: r.PostForm.Get("block"), Email: r.PostForm.Get("email"), Agreed: r.PostForm.Get("consent") == "yes"}
	if r.PostForm.Get("website") == "" { // only programs fill the field that is not visible; they get the same response
		if err := h.respond(r, p, answer, addr); err != nil {
			return h.showProblem(w, r, p, answer, addr, err)
		}
	}
	self := url.URL{Path: r.URL.Path, RawQuery: url.Values{sentParam: {answer.BlockID}}.Encode(), Fragment: answer.BlockID}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, self.String(), http.StatusSeeOther)
	return nil
}

func (h *Handler) respond(r *http.Request, p visible, a page.Answer, addr netip.Addr) error {
	if err := h.forms.allow(p.Document().ID, addr); err != nil {
		return err
	}
	return h.source.Respond(r.Context(), p.Public, a)
}

// showProblem writes the page with the entered values and a sentence about a fault of
// the visitor, and returns every other error, and the fault itself if the page does not have
// the form.
func (h *Handler) showProblem(w http.ResponseWriter, r *http.Request, p visible, a page.Answer, addr netip.Addr, err error) error {
	var problem *fault.Error
	if !errors.As(err, &problem) {
		return err
	}
	status := http.StatusUnprocessableEntity
	switch problem.Code {
	case fault.Invalid, fault.LimitReached:
	case fault.RateLimited:
		status = http.StatusTooManyRequests
	default:
		return err
	}
	if _, ok := p.Form(a.BlockID); !ok {
		return err
	}
	if err := h.forms.allowState(addr); err != nil {
		return err
	}
	html, failed := p.with(a.BlockID, func(b *block) {
		b.Form = &formState{Email: a.Email, Agreed: a.Agreed, Problem: sentence(p.view.Words, problem)}
	})
	if html == nil {
		return cmp.Or(failed, err)
	}
	page := body{html, func() []byte { return compressed(html, gzip.BestSpeed) }} // it has what the visitor typed
	p.write(w, r, &page, p.policy, status)
	return nil
}

// sentence returns what a visitor reads about a fault of a form.
func sentence(words *locale.Words, problem *fault.Error) string {
	switch {
	case problem.Code == fault.RateLimited:
		return words.Wait(problem.Retry)
	case problem.Code == fault.LimitReached:
		return words.Text("bio.form.full")
	case slices.ContainsFunc(problem.Fields, func(f fault.Field) bool { return f.Field == "consent" }):
		return words.Text("bio.form.not_agreed")
	default:
		return words.Text("error.email")
	}
}

// writeSent writes a page after a form was sent.
func (h *Handler) writeSent(w http.ResponseWriter, r *http.Request, p visible, id string) (found bool, err error) {
	sent, err := h.inState(p, state{page: p.Document().ID, etag: p.etag, open: sentParam, block: id}, func(b *block) {
		b.Form = &formState{Sent: true}
	})
	if sent == nil || err != nil {
		return false, err
	}
	p.write(w, r, sent, p.policy, http.StatusOK)
	return true, nil
}
