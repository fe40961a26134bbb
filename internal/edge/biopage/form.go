package biopage

import (
	"bytes"
	"errors"
	"mime"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
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
	Block   string
	Sent    bool
	Email   string
	Agreed  bool
	Problem string // a sentence; "": none
}

// formLimits limit responses, so that neither a program nor a page fills the records.
type formLimits struct{ network, page *throttle.Limiter }

func newFormLimits(c clock.Clock, attempts *throttle.Shared) formLimits {
	return formLimits{
		network: throttle.New(c, throttle.Limit{Burst: 10, Every: time.Minute}, 100_000).Share(attempts, "form.network"),
		page:    throttle.New(c, throttle.Limit{Burst: 300, Every: time.Second}, maxPages).Share(attempts, "form.page"),
	}
}

// allow returns RateLimited, with the time to wait, if too many responses came from
// the network of addr or to the page.
func (l formLimits) allow(pageID string, addr netip.Addr) error {
	_, err := throttle.TakeAll(
		throttle.Budget{Limiter: l.network, Key: throttle.NetworkKey(addr)}, throttle.Budget{Limiter: l.page, Key: pageID})
	return err
}

// fillForm sets the fields of a form block.
func (r *renderer) fillForm(out *block, b *page.Block, body *page.Form) {
	out.Title, out.Note, out.HTML, out.Form = body.Title, body.Button, markdown(body.Consent), &formState{}
	if r.form != nil && r.form.Block == b.ID {
		out.Form = r.form
	}
}

// ServeForm stores what a visitor from addr sent with a form of the page, and writes
// a redirect to the page, or the page with what is wrong. It is NotFound if the page
// is not public now, and Gone if its workspace is suspended or deleted; it then
// writes nothing.
func (h *Handler) ServeForm(w http.ResponseWriter, r *http.Request, id string, addr netip.Addr) error {
	p, err := h.visible(r.Context(), id)
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
		return h.writeGate(w, r, p, http.StatusForbidden)
	}
	answer := page.Answer{BlockID: r.PostForm.Get("block"), Email: r.PostForm.Get("email"), Agreed: r.PostForm.Get("consent") == "yes"}
	if r.PostForm.Get("website") == "" { // only programs fill the field that is not visible; they get the same response
		if err := h.respond(r, p, answer, addr); err != nil {
			return h.showProblem(w, r, p, answer, err)
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
// the visitor, and returns every other error.
func (h *Handler) showProblem(w http.ResponseWriter, r *http.Request, p visible, a page.Answer, err error) error {
	state := &formState{Block: a.BlockID, Email: a.Email, Agreed: a.Agreed}
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
	state.Problem = problem.Message
	return h.writeForm(w, r, p, status, state)
}

// writeForm writes a page, which is not cached, with the state of a form.
func (h *Handler) writeForm(w http.ResponseWriter, r *http.Request, p visible, status int, state *formState) error {
	rendering := newRenderer(p.Public)
	rendering.form = state
	return writeState(w, r, rendering, p.policy, status)
}

// writeState writes a page in a state that is not cached and not for search engines.
// The policy is that of the page's style sheet, which is the same in all states.
func writeState(w http.ResponseWriter, r *http.Request, rendering *renderer, policy string, status int) error {
	html, _, err := rendering.render()
	if err != nil {
		return err
	}
	header := w.Header()
	setHeaders(header, policy)
	header.Set("Cache-Control", "private, no-store")
	header.Set("X-Robots-Tag", "noindex")
	header.Set("Content-Length", strconv.Itoa(len(html)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = bytes.NewReader(html).WriteTo(w) // the client may have disconnected
	}
	return nil
}
