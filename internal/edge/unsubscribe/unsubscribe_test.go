package unsubscribe_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"linnet/internal/core/locale"
	"linnet/internal/core/notify"
	"linnet/internal/edge/publicpage"
	"linnet/internal/edge/unsubscribe"
)

// links opens the token "good" and records the calls of Unsubscribe.
type links struct {
	ended []string
	err   error
}

// Open also opens the token "report", of a scheduled report.
func (*links) Open(token string) (string, notify.Category, bool) {
	if token == "report" {
		return "usr_1", notify.ScheduledReport("srp_1"), true
	}
	return "usr_1", notify.Domains, token == "good"
}

func (l *links) Unsubscribe(_ context.Context, userID string, category notify.Category) error {
	if l.err == nil {
		l.ended = append(l.ended, userID+" "+string(category))
	}
	return l.err
}

// ofVisitor is a default domain without a language of its own.
func ofVisitor(r *http.Request) locale.Choice { return publicpage.Language(r, "", "") }

func serve(l *links, method, token, body string) *httptest.ResponseRecorder {
	mux := http.NewServeMux()
	mux.Handle("/unsubscribe/{token}", unsubscribe.New(unsubscribe.Deps{
		Tokens: l, Unsubscribe: l.Unsubscribe, Invalid: http.NotFoundHandler(), Language: ofVisitor, Log: slog.New(slog.DiscardHandler),
	}))
	w := httptest.NewRecorder()
	r := httptest.NewRequest(method, "/unsubscribe/"+token, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	mux.ServeHTTP(w, r)
	return w
}

func TestHandler_UnsubscribesOnlyOnPost(t *testing.T) {
	t.Parallel()
	l := &links{}
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		w := serve(l, method, "good", "")
		if w.Code != 200 || len(l.ended) != 0 || (method == http.MethodGet) != strings.Contains(w.Body.String(), `<form method="post">`) {
			t.Errorf("%s: %d, ended %v, %s", method, w.Code, l.ended, w.Body)
		}
		if csp := w.Header().Get("Content-Security-Policy"); !strings.Contains(csp, "form-action 'self'") || w.Header().Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: %v", method, w.Header())
		}
	}
	// The button of the page sends an empty form, a mail program the body of RFC 8058.
	for _, body := range []string{"", "List-Unsubscribe=One-Click"} {
		l.ended = nil
		w := serve(l, http.MethodPost, "good", body)
		if w.Code != 200 || !slices.Equal(l.ended, []string{"usr_1 domains"}) || !strings.Contains(w.Body.String(), "<h1>Unsubscribed</h1>") {
			t.Errorf("POST %q: %d, ended %v, %s", body, w.Code, l.ended, w.Body)
		}
	}
}

func TestHandler_UnsubscribesFromAScheduledReport(t *testing.T) {
	t.Parallel()
	l := &links{}
	w := serve(l, http.MethodPost, "report", "List-Unsubscribe=One-Click")
	if w.Code != 200 || !slices.Equal(l.ended, []string{"usr_1 scheduled_report:srp_1"}) ||
		!strings.Contains(w.Body.String(), "You will get no more emails with this report.") {
		t.Errorf("%d, ended %v, %s", w.Code, l.ended, w.Body)
	}
}

func TestHandler_RejectsInvalidTokensAndReportsFailures(t *testing.T) {
	t.Parallel()
	l := &links{err: errors.New("the records cannot be reached")}
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		if w := serve(l, method, "bad", ""); w.Code != 404 {
			t.Errorf("%s with an invalid token: %d", method, w.Code)
		}
	}
	if w := serve(l, http.MethodPost, "good", ""); w.Code != 503 || !strings.Contains(w.Body.String(), `role="alert"`) {
		t.Errorf("%d: %s", w.Code, w.Body)
	}
}

func TestHandler_SpeaksTheLanguageOfTheUser(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string]string{
		"de": "Sie erhalten keine E-Mails zu „Domains“ mehr.", "ja": "「ドメイン」に関するメールは今後届きません。", "ar": "لن تصلك رسائل أخرى عن «\u2068النطاقات\u2069».",
	} {
		mux := http.NewServeMux()
		l := &links{}
		mux.Handle("/unsubscribe/{token}", unsubscribe.New(unsubscribe.Deps{Tokens: l, Unsubscribe: l.Unsubscribe, Language: ofVisitor, Log: slog.New(slog.DiscardHandler)}))
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, "/unsubscribe/good", nil)
		r.Header.Set("Accept-Language", lang)
		mux.ServeHTTP(w, r)
		if h := w.Header(); !strings.Contains(w.Body.String(), want) || h.Get("Content-Language") != lang || h.Get("Vary") != "Accept-Language" {
			t.Errorf("%s: %v, %s", lang, h, w.Body)
		}
	}
}

func TestHandler_NamesEachCategory(t *testing.T) {
	t.Parallel()
	for _, c := range notify.Categories() {
		if topic := locale.English().Text("topic." + string(c.Category)); !c.Locked && topic != c.Label {
			t.Errorf("%s is named %q, want %q", c.Category, topic, c.Label)
		}
	}
}
