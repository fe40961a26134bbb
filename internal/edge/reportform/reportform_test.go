package reportform_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/abuse"
	"linnet/internal/core/locale"
	"linnet/internal/core/throttle"
	"linnet/internal/edge/publicpage"
	"linnet/internal/edge/reportform"
)

// form is a handler whose store a test sets.
type form struct {
	http.Handler
	err      error
	reports  []abuse.Submission
	refusals []reportform.Refusal
	fixed    locale.Fixed // the language of the default domain
}

func newForm() *form {
	f := &form{}
	times := clock.NewManual(time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC))
	f.Handler = reportform.New(reportform.Deps{
		Submit: func(_ context.Context, in abuse.Submission) error {
			if f.err == nil {
				f.reports = append(f.reports, in)
			}
			return f.err
		},
		Limit:    throttle.New(times, throttle.Limit{Burst: 2, Every: time.Minute}, 10),
		Client:   func(*http.Request) netip.Addr { return netip.MustParseAddr("203.0.113.7") },
		Language: func(r *http.Request) locale.Choice { return publicpage.Language(r, "", f.fixed) },
		Record: func(_ context.Context, _ netip.Addr, refused reportform.Refusal) {
			f.refusals = append(f.refusals, refused)
		},
		Log: slog.New(slog.DiscardHandler),
	})
	return f
}

func (f *form) post(values url.Values, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, "https://go.example.com/abuse", strings.NewReader(values.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	f.ServeHTTP(w, r)
	return w
}

const hostile = `"><script>alert(1)</script>&'</textarea>`

func filled() url.Values {
	return url.Values{"link": {"go.example.com/x"}, "reason": {"phishing"}, "details": {"It asks for a password."}, "email": {"eve@example.com"}}
}

func TestForm_StoresAReport(t *testing.T) {
	t.Parallel()
	f := newForm()
	if w := f.post(filled(), "Accept-Language", "de-AT"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "Meldung gesendet") {
		t.Errorf("%d: %s", w.Code, w.Body)
	}
	want := abuse.Submission{Link: "go.example.com/x", Reason: "phishing", Details: "It asks for a password.", Email: "eve@example.com", Language: "de"}
	if len(f.reports) != 1 || f.reports[0] != want {
		t.Errorf("reports %+v", f.reports)
	}
}

func TestForm_PrefillsTheLink(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	newForm().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/abuse?link="+url.QueryEscape(hostile), nil))
	body := w.Body.String()
	if w.Code != http.StatusOK || strings.Contains(body, "<script") || !strings.Contains(body, "&lt;script&gt;alert(1)") {
		t.Errorf("%d: %s", w.Code, body)
	}
	policy := w.Header().Get("Content-Security-Policy")
	if !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "form-action 'self'") || strings.Contains(policy, "script-src") {
		t.Errorf("policy %s", policy)
	}
}

func TestForm_KeepsInputOnErrors(t *testing.T) {
	t.Parallel()
	invalid := fault.New(fault.Invalid, "Check the link.").At("link")
	for name, c := range map[string]struct {
		err    error
		status int
		says   string
	}{
		"invalid":     {invalid, http.StatusUnprocessableEntity, "There is no link at this address."},
		"unavailable": {errors.New("disk full"), http.StatusServiceUnavailable, "Try again in a minute."},
	} {
		f := newForm()
		f.err = c.err
		w := f.post(url.Values{"link": {"a" + hostile}, "reason": {"spam"}, "details": {"b" + hostile}, "email": {"c" + hostile}})
		body := w.Body.String()
		if w.Code != c.status || !strings.Contains(body, c.says) || strings.Contains(body, "<script") {
			t.Errorf("%s: %d: %s", name, w.Code, body)
		}
		for _, want := range []string{`value="a&#34;&gt;`, `value="c&#34;&gt;`, "b&#34;&gt;&lt;script", `value="spam" checked`} {
			if !strings.Contains(body, want) {
				t.Errorf("%s: %s is lost in %s", name, want, body)
			}
		}
	}
}

func TestForm_IgnoresPrograms(t *testing.T) {
	t.Parallel()
	f := newForm()
	spam := filled()
	spam.Set("website", "https://spam.example")
	if w := f.post(spam); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "Report sent") {
		t.Errorf("hidden field: %d", w.Code)
	}
	if w := f.post(filled(), "Sec-Fetch-Site", "cross-site"); w.Code != http.StatusForbidden || !strings.Contains(w.Body.String(), "It asks for a password.") {
		t.Errorf("another site: %d: %s", w.Code, w.Body)
	}
	if len(f.reports) != 0 || len(f.refusals) != 2 || f.refusals[0] != reportform.Automatic {
		t.Errorf("reports %+v, refusals %q", f.reports, f.refusals)
	}
}

func TestForm_LimitsEachNetwork(t *testing.T) {
	t.Parallel()
	f := newForm()
	for range 2 {
		f.post(filled())
	}
	w := f.post(filled())
	if w.Code != http.StatusTooManyRequests || !strings.Contains(w.Body.String(), "It asks for a password.") || len(f.reports) != 2 {
		t.Errorf("%d with %d reports: %s", w.Code, len(f.reports), w.Body)
	}
}

func TestForm_BoundsItsInput(t *testing.T) {
	t.Parallel()
	f := newForm()
	long := filled()
	long.Set("details", strings.Repeat("a", 100<<10))
	if w := f.post(long); w.Code != http.StatusBadRequest || len(f.reports) != 0 {
		t.Errorf("long body: %d", w.Code)
	}
	w := httptest.NewRecorder()
	f.ServeHTTP(w, httptest.NewRequest(http.MethodDelete, "/abuse", nil))
	if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") == "" {
		t.Errorf("DELETE: %d", w.Code)
	}
}

func TestForm_SpeaksTheLanguageOfTheVisitor(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string][]string{
		"de": {"Unter dieser Adresse gibt es keinen Link.", "Wählen Sie einen Grund.", "Höchstens 2.000 Zeichen.", "Phishing oder Betrug"},
		"ja": {"このアドレスのリンクはありません。", "理由を選択してください。"},
		"ar": {"لا يوجد رابط بهذا العنوان.", "اختر سببًا."},
	} {
		f := newForm()
		f.err = fault.New(fault.Invalid, "Unknown.").At("link").At("reason").At("details")
		values := filled()
		values.Set("details", strings.Repeat("x", 2001))
		w := f.post(values, "Accept-Language", lang)
		for _, text := range want {
			if !strings.Contains(w.Body.String(), text) {
				t.Errorf("%s lacks %q:\n%s", lang, text, w.Body)
			}
		}
		if h := w.Header(); h.Get("Content-Language") != lang || h.Get("Vary") != "Accept-Language" {
			t.Errorf("%s: %v", lang, h)
		}
	}
}

func TestForm_SpeaksTheLanguageOfTheDefaultDomain(t *testing.T) {
	t.Parallel()
	f := newForm()
	f.fixed = "de"
	w := f.post(url.Values{"website": {"x"}}, "Accept-Language", "ja")
	if h := w.Header(); h.Get("Content-Language") != "de" || h.Get("Vary") != "" || !strings.Contains(w.Body.String(), `<html lang="de"`) {
		t.Errorf("%v: %s", h, w.Body)
	}
}

func TestForm_NamesEachReason(t *testing.T) {
	t.Parallel()
	for _, r := range abuse.Reasons() {
		if got := locale.English().Text("report.reason." + string(r.Reason)); got != r.Label {
			t.Errorf("%s is named %q, want %q", r.Reason, got, r.Label)
		}
	}
}
