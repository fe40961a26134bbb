package redirect_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"linnet/internal/base/null"
	"linnet/internal/core/routing"
)

// A refused prefetch leads the browser to request the page again when the person opens it.
func TestHandler_RefusesPrefetches(t *testing.T) {
	t.Parallel()
	s := siteWithPage(t, &pages{})
	s.records.put(s.own, routing.Target{Alias: "once", MaxClicks: 1})
	s.records.put(s.own, routing.Target{Alias: "permanent", RedirectStatus: http.StatusMovedPermanently})
	const page = "http://" + ownHost + "/@ada"
	for _, header := range []string{
		"Sec-Purpose: prefetch", "Sec-Purpose: prefetch;prerender", "Sec-Purpose: prefetch;anonymous-client-ip", "Purpose: prefetch",
		"Purpose: preview", "X-Purpose: preview", "X-Moz: Prefetch",
	} {
		for _, address := range []string{
			"http://localhost/once", "http://localhost/once+", "http://localhost/permanent", "http://localhost/unknown", page, page + "?go=x",
		} {
			got := s.send(http.MethodGet, address, "", header)
			body, _ := io.ReadAll(got.Body)
			if got.StatusCode != http.StatusServiceUnavailable || got.Header.Get("Cache-Control") != "no-store" ||
				got.Header.Get("Location") != "" || len(body) > 0 {
				t.Errorf("%s of %s: %d, %v %q", header, address, got.StatusCode, got.Header, body)
			}
		}
	}
	if hits := s.journal.all(); len(hits) > 0 {
		t.Fatalf("recorded %+v", hits)
	}
	for address, status := range map[string]int{"http://localhost/once": http.StatusFound, page: http.StatusOK, page + "?go=x": http.StatusFound} {
		if got := s.send(http.MethodGet, address, "", person, "Sec-Fetch-Dest: document"); got.StatusCode != status {
			t.Errorf("the visit of %s: %d, want %d", address, got.StatusCode, status)
		}
	}
	if hits := s.journal.all(); len(hits) != 3 {
		t.Errorf("%d visits are recorded, want 3: %+v", len(hits), hits)
	}
	if got := s.send(http.MethodGet, "http://localhost/once", "", person); got.StatusCode != http.StatusGone {
		t.Errorf("the second visit of the limited link: %d", got.StatusCode)
	}
}

// The app's own pages may be prefetched, but not a redirect in the place of the root.
func TestHandler_RefusesPrefetchesOfAConfiguredRoot(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path   string
		root   null.Text
		status int
	}{
		{"/", "https://brand.example/", http.StatusServiceUnavailable}, {"/", "", http.StatusOK}, {"/features", "https://brand.example/", http.StatusOK},
	} {
		s := newSite(t, nil)
		s.own.RootURL = c.root
		s.records.domains[ownHost] = s.own
		r := httptest.NewRequest(http.MethodGet, "http://"+ownHost+c.path, nil)
		r.Header.Set("Sec-Purpose", "prefetch")
		w := httptest.NewRecorder()
		s.ServeOwn(w, r, ownHost, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
		if w.Code != c.status {
			t.Errorf("%s with the root %q: %d, want %d", c.path, c.root, w.Code, c.status)
		}
	}
}
