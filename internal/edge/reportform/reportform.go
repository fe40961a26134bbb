// Package reportform serves the public form with which visitors report links. It
// works without scripts and without a login.
package reportform

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"html/template"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"unicode/utf8"

	"linnet/internal/base/fault"
	"linnet/internal/core/abuse"
	"linnet/internal/core/throttle"
	"linnet/internal/edge/publicpage"
)

// Path is the path of the form on the default domain.
const Path = "/abuse"

//go:embed page.html
var pageTemplate string

// maxBody bounds a submitted form in bytes.
const maxBody = 64 << 10

// Refusal is why a submission was not stored.
type Refusal string

// The reasons.
const (
	Throttled Refusal = "throttled"
	Automatic Refusal = "automatic" // a program filled in the hidden field, or another site sent the form
)

// Deps are the dependencies of a handler.
type Deps struct {
	// Submit stores a report. An Invalid fault has the errors of its fields.
	Submit func(ctx context.Context, in abuse.Submission) error
	// Limit bounds the submissions of a network.
	Limit  *throttle.Limiter
	Client func(*http.Request) netip.Addr
	// Record records a report, or with a reason one that was refused.
	Record func(ctx context.Context, addr netip.Addr, refused Refusal)
	Log    *slog.Logger
}

// view is the data of the template.
type view struct {
	Style      template.CSS
	In         abuse.Submission
	Reasons    []abuse.Described
	Errors     map[string]string // by field
	Problem    string            // that is of no field
	Done       bool
	MaxDetails int
}

type handler struct {
	Deps
	template *template.Template
	origin   *http.CrossOriginProtection
}

// New returns the handler of the form.
func New(d Deps) http.Handler {
	return handler{d, template.Must(template.New("page").Parse(pageTemplate)), http.NewCrossOriginProtection()}
}

// ServeHTTP shows the form, or stores a report.
func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		h.show(w, r, http.StatusOK, view{In: abuse.Submission{Link: bounded(r.URL.Query().Get("link"), abuse.MaxLink)}})
	case http.MethodPost:
		h.receive(w, r)
	default:
		w.Header().Set("Allow", "GET, HEAD, POST")
		http.Error(w, "Method not allowed", http.StatusMethodNotAllowed)
	}
}

// receive stores a submitted report. Programs see the same page as visitors.
func (h handler) receive(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	if err := r.ParseForm(); err != nil {
		h.show(w, r, http.StatusBadRequest, view{Problem: "The form is too long or cannot be read. Shorten the description."})
		return
	}
	v := view{In: abuse.Submission{
		Link:    r.PostForm.Get("link"),
		Reason:  r.PostForm.Get("reason"),
		Details: r.PostForm.Get("details"),
		Email:   r.PostForm.Get("email"),
	}}
	addr := h.Client(r)
	if r.PostForm.Get("website") != "" {
		h.Record(r.Context(), addr, Automatic)
		h.show(w, r, http.StatusOK, view{Done: true})
		return
	}
	if h.origin.Check(r) != nil {
		h.Record(r.Context(), addr, Automatic)
		v.Problem = "The form was sent from another website. Send it from this page."
		h.show(w, r, http.StatusForbidden, v)
		return
	}
	if wait := h.Limit.Take(throttle.NetworkKey(addr)).Wait; wait > 0 {
		h.Record(r.Context(), addr, Throttled)
		v.Problem = throttle.TooMany(wait).Error()
		h.show(w, r, http.StatusTooManyRequests, v)
		return
	}
	h.submit(w, r, v)
}

func (h handler) submit(w http.ResponseWriter, r *http.Request, v view) {
	err := h.Submit(r.Context(), v.In)
	var f *fault.Error
	switch {
	case err == nil:
		h.Record(r.Context(), h.Client(r), "")
		h.show(w, r, http.StatusOK, view{Done: true})
	case fault.Is(err, fault.Invalid) && errors.As(err, &f):
		v.Errors = map[string]string{}
		for _, field := range f.Fields {
			v.Errors[field.Field] = field.Message
		}
		if len(f.Fields) == 0 {
			v.Problem = f.Message
		}
		h.show(w, r, http.StatusUnprocessableEntity, v)
	default:
		h.Log.ErrorContext(r.Context(), "abuse report not stored", "err", err)
		v.Problem = "Your report can’t be stored right now. Try again in a minute."
		h.show(w, r, http.StatusServiceUnavailable, v)
	}
}

func (h handler) show(w http.ResponseWriter, r *http.Request, status int, v view) {
	v.Style, v.Reasons, v.MaxDetails = publicpage.Style(), abuse.Reasons(), abuse.MaxDetails
	var body bytes.Buffer
	if err := h.template.Execute(&body, v); err != nil {
		http.Error(w, "The page cannot be shown.", http.StatusInternalServerError)
		return
	}
	// Browsers send the origin of the page with the form, which the check compares.
	w.Header().Set("Referrer-Policy", "same-origin")
	publicpage.Write(w, r, status, publicpage.Policy()+"; form-action 'self'", &body)
}

// bounded returns a text of at most limit characters.
func bounded(text string, limit int) string {
	text = strings.ToValidUTF8(text, "")
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit])
}
