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
	"time"
	"unicode/utf8"

	"linnet/internal/base/fault"
	"linnet/internal/core/abuse"
	"linnet/internal/core/locale"
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
	// Language returns the language of the response.
	Language func(*http.Request) locale.Choice
	Log      *slog.Logger
}

// view is the data of the template.
type view struct {
	Style      template.CSS
	Words      locale.Choice
	Title      string // of the document
	In         abuse.Submission
	Reasons    []abuse.Described
	Errors     map[string]string // by field
	Problem    string            // that is of no field
	Done       bool
	MaxDetails int
	EmailDays  int // until the address is deleted
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
	words := h.Language(r)
	if err := r.ParseForm(); err != nil {
		h.show(w, r, http.StatusBadRequest, view{Problem: words.Text("report.error.unreadable")})
		return
	}
	v := view{In: abuse.Submission{
		Link:    r.PostForm.Get("link"),
		Reason:  r.PostForm.Get("reason"),
		Details: r.PostForm.Get("details"),
		Email:   r.PostForm.Get("email"),

		Language: locale.Fixed(words.Tag),
	}}
	addr := h.Client(r)
	if r.PostForm.Get("website") != "" {
		h.Record(r.Context(), addr, Automatic)
		h.show(w, r, http.StatusOK, view{Done: true})
		return
	}
	if h.origin.Check(r) != nil {
		h.Record(r.Context(), addr, Automatic)
		v.Problem = words.Text("report.error.other_site")
		h.show(w, r, http.StatusForbidden, v)
		return
	}
	if wait := h.Limit.Take(throttle.NetworkKey(addr)).Wait; wait > 0 {
		h.Record(r.Context(), addr, Throttled)
		v.Problem = words.Wait(wait)
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
		v.Errors = fieldErrors(h.Language(r), v.In, f.Fields)
		if len(f.Fields) == 0 {
			v.Problem = f.Message
		}
		h.show(w, r, http.StatusUnprocessableEntity, v)
	default:
		h.Log.ErrorContext(r.Context(), "abuse report not stored", "err", err)
		v.Problem = h.Language(r).Text("report.error.not_stored")
		h.show(w, r, http.StatusServiceUnavailable, v)
	}
}

// fieldErrors returns the sentences about invalid fields of a report, by field.
func fieldErrors(words locale.Choice, in abuse.Submission, fields []fault.Field) map[string]string {
	out := map[string]string{}
	for _, f := range fields {
		switch {
		case f.Field == "link" && strings.TrimSpace(in.Link) == "":
			out[f.Field] = words.Text("report.error.no_link")
		case f.Field == "link":
			out[f.Field] = words.Text("report.error.unknown_link")
		case f.Field == "reason":
			out[f.Field] = words.Text("report.error.no_reason")
		case f.Field == "details" && strings.TrimSpace(in.Details) == "":
			out[f.Field] = words.Text("report.error.no_details")
		case f.Field == "details":
			out[f.Field] = words.Count("report.error.long_details", abuse.MaxDetails)
		case f.Field == "email":
			out[f.Field] = words.Text("error.email")
		default:
			out[f.Field] = f.Message
		}
	}
	return out
}

func (h handler) show(w http.ResponseWriter, r *http.Request, status int, v view) {
	v.Words, v.Style = h.Language(r), publicpage.Style()
	v.MaxDetails, v.EmailDays = abuse.MaxDetails, int(abuse.EmailMemory/(24*time.Hour))
	for _, reason := range abuse.Reasons() {
		label := v.Words.Text("report.reason." + string(reason.Reason))
		v.Reasons = append(v.Reasons, abuse.Described{Reason: reason.Reason, Label: label})
	}
	switch v.Title = v.Words.Text("report.title"); {
	case v.Done:
		v.Title = v.Words.Text("report.sent")
	case len(v.Errors) > 0 || v.Problem != "":
		v.Title = v.Words.Text("report.title_with_errors", "title", v.Title)
	}
	var body bytes.Buffer
	if err := h.template.Execute(&body, v); err != nil {
		http.Error(w, "The page cannot be shown.", http.StatusInternalServerError)
		return
	}
	// Browsers send the origin of the page with the form, which the check compares.
	w.Header().Set("Referrer-Policy", "same-origin")
	publicpage.Write(w, r, v.Words, status, publicpage.Policy()+"; form-action 'self'", &body)
}

// bounded returns a text of at most limit characters.
func bounded(text string, limit int) string {
	text = strings.ToValidUTF8(text, "")
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit])
}
