package biopage_test

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/core/click"
	"linnet/internal/core/page"
)

// gated returns a page with an age gate of 18 years and a form, and a function that
// requests it with a cookie of the gate.
func gated(t *testing.T) (f *formFixture, get func(target, cookie string) (w *httptest.ResponseRecorder, views int)) {
	t.Helper()
	f = newFormFixture(nil, func(d *page.Document) { d.AgeGate = 18 })
	return f, func(target, cookie string) (*httptest.ResponseRecorder, int) {
		t.Helper()
		views := 0
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, target, nil)
		if cookie != "" {
			r.AddCookie(&http.Cookie{Name: "__Host-linnet-age", Value: cookie})
		}
		if err := f.ServePage(w, r, pageID, "", visitor, func(of click.PageVisit, answer func()) {
			if of.BlockID == "" {
				views++
			}
			answer()
		}); err != nil {
			t.Fatal(err)
		}
		return w, views
	}
}

func TestAgeGate_HidesThePageUntilTheAgeIsConfirmed(t *testing.T) {
	t.Parallel()
	_, get := gated(t)
	for _, cookie := range []string{"", "16", "abc", "-1", "99999999999999999999"} {
		for _, target := range []string{"/@ada", "/@ada?vcard=blk_0000000000007", "/@ada?go=blk_0000000000005.1", "/@ada?sent=" + formID} {
			w, views := get(target, cookie)
			html := w.Body.String()
			if !strings.Contains(html, "I am 18 or older") || w.Code != http.StatusOK || views != 0 {
				t.Errorf("%s, cookie %q: %d, %d views", target, cookie, w.Code, views)
			}
			for _, hidden := range []string{"Newsletter", "Portfolio", "sameAs", `name="description"`, "BEGIN:VCARD", "<img"} {
				if strings.Contains(html, hidden) {
					t.Errorf("%s, cookie %q: the gate contains %s", target, cookie, hidden)
				}
			}
			if h := w.Header(); h.Get("Cache-Control") != "private, no-store" || h.Get("Vary") != "Cookie" || h.Get("ETag") != "" {
				t.Errorf("headers %v", h)
			}
		}
	}
	for _, cookie := range []string{"18", "21"} {
		w, views := get("/@ada", cookie)
		if html := w.Body.String(); !strings.Contains(html, "Newsletter") || strings.Contains(html, "I am 18") || views != 1 {
			t.Errorf("cookie %q: %d views, %s", cookie, views, html)
		}
		if h := w.Header(); h.Get("Cache-Control") != "private, no-cache" || !strings.Contains(h.Get("Vary"), "Cookie") {
			t.Errorf("headers %v", h)
		}
	}
}

func TestAgeGate_ConfirmationSetsACookieAndReturnsToThePage(t *testing.T) {
	t.Parallel()
	f, get := gated(t)
	w, err := f.send(t, "192.0.2.1", map[string][]string{"age": {"18"}})
	if err != nil || w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/@ada?lnt=x" {
		t.Fatalf("%d %q, %v", w.Code, w.Header().Get("Location"), err)
	}
	cookies := w.Result().Cookies()
	if len(cookies) != 1 || cookies[0].Name != "__Host-linnet-age" || !cookies[0].HttpOnly || !cookies[0].Secure || cookies[0].SameSite != http.SameSiteLaxMode {
		t.Fatalf("cookies %v", cookies)
	}
	if _, views := get("/@ada", cookies[0].Value); views != 1 {
		t.Errorf("%d views with the cookie", views)
	}
	for _, age := range []string{"16", "21", "0", "x"} {
		if w, err := f.send(t, "192.0.2.1", map[string][]string{"age": {age}}); !fault.Is(err, fault.NotFound) || len(w.Result().Cookies()) > 0 {
			t.Errorf("age %s: %d, %v", age, w.Code, err)
		}
	}
}

func TestAgeGate_AcceptsNoFormBeforeTheAgeIsConfirmed(t *testing.T) {
	t.Parallel()
	f, _ := gated(t)
	w, err := f.send(t, "192.0.2.1", filled())
	if err != nil || w.Code != http.StatusForbidden || len(f.stored.got) != 0 || !strings.Contains(w.Body.String(), "I am 18 or older") {
		t.Errorf("%d, %v, stored %v", w.Code, err, f.stored.got)
	}
	r := httptest.NewRequest(http.MethodPost, "/@ada", strings.NewReader(filled().Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.AddCookie(&http.Cookie{Name: "__Host-linnet-age", Value: "18"})
	w = httptest.NewRecorder()
	if err := f.ServeForm(w, r, pageID, "", netip.MustParseAddr("192.0.2.1")); err != nil || w.Code != http.StatusSeeOther || len(f.stored.got) != 1 {
		t.Errorf("with the cookie: %d, %v, stored %v", w.Code, err, f.stored.got)
	}
}
