// Package unsubscribe serves the links that end the emails of a category. They work
// without a login. A GET request only shows a page, because mail scanners open links;
// a POST request unsubscribes, also that of a mail program (RFC 8058).
package unsubscribe

import (
	"bytes"
	"context"
	_ "embed"
	"html/template"
	"log/slog"
	"net/http"

	"linnet/internal/core/locale"
	"linnet/internal/core/notify"
	"linnet/internal/edge/publicpage"
)

//go:embed page.html
var pageTemplate string

// Tokens opens the tokens of links.
type Tokens interface {
	// Open returns the user and the category of a token, or false.
	Open(token string) (userID string, category notify.Category, ok bool)
}

// Deps are the dependencies of a handler.
type Deps struct {
	Tokens Tokens
	// Unsubscribe ends the emails of a category to a user. It is idempotent.
	Unsubscribe func(ctx context.Context, userID string, category notify.Category) error
	Invalid     http.Handler // of requests with an invalid token
	// Language returns the language of the response.
	Language func(*http.Request) locale.Choice
	Log      *slog.Logger
}

// view is the data of the template.
type view struct {
	Style template.CSS
	Words locale.Choice
	About string // the emails that end
	State string // "", "done" or "failed"
}

type handler struct {
	Deps
	template *template.Template
}

// New returns the handler of /unsubscribe/{token}.
func New(d Deps) http.Handler {
	return handler{d, template.Must(template.New("page").Parse(pageTemplate))}
}

// ServeHTTP implements http.Handler.
func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	userID, category, ok := h.Tokens.Open(r.PathValue("token"))
	if !ok {
		h.Invalid.ServeHTTP(w, r)
		return
	}
	if r.Method != http.MethodPost {
		h.show(w, r, http.StatusOK, category, "")
		return
	}
	if err := h.Unsubscribe(r.Context(), userID, category); err != nil {
		h.Log.ErrorContext(r.Context(), "unsubscribe failed", "user", userID, "category", string(category), "err", err)
		h.show(w, r, http.StatusServiceUnavailable, category, "failed")
		return
	}
	h.Log.InfoContext(r.Context(), "user unsubscribed", "user", userID, "category", string(category))
	h.show(w, r, http.StatusOK, category, "done")
}

func (h handler) show(w http.ResponseWriter, r *http.Request, status int, category notify.Category, state string) {
	words := h.Language(r)
	v := view{Style: publicpage.Style(), Words: words, About: words.Text("unsubscribe.summaries"), State: state}
	if _, ok := category.Settings(); ok {
		v.About = words.Text("unsubscribe.topic", "topic", words.Text("topic."+string(category)))
	} else if _, ok := category.ScheduledReport(); ok {
		v.About = words.Text("unsubscribe.report")
	}
	var body bytes.Buffer
	if err := h.template.Execute(&body, v); err != nil {
		http.Error(w, "The page cannot be shown.", http.StatusInternalServerError)
		return
	}
	publicpage.Write(w, r, words, status, publicpage.Policy()+"; form-action 'self'", &body)
}
