package app

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"linnet/internal/config"
	"linnet/internal/core/plan"
	"linnet/internal/edge/webui"
)

// TestSite_LinksKeepPathsThatWereReservedLater is for links that were created before the
// path had a page.
func TestSite_LinksKeepPathsThatWereReservedLater(t *testing.T) {
	t.Parallel()
	s, err := newSite(config.Config{PublicURL: "https://links.example.com"}, plan.BuiltIn())
	if err != nil {
		t.Fatal(err)
	}
	redirects := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	s.late(http.NotFoundHandler(), http.NotFoundHandler(), redirects, func(r *http.Request) bool { return r.URL.Query().Has("taken") })
	for _, c := range []struct {
		method, path string
		status       int
	}{
		{"GET", webui.NewLinkPath, http.StatusSeeOther},
		{"GET", webui.NewLinkPath + "?taken", http.StatusTeapot},
		{"GET", webui.NewLinkPath + "/offers", http.StatusTeapot},
		{"POST", webui.NewLinkPath, http.StatusTeapot},
		{"GET", webui.OpenSearchPath, http.StatusOK},
	} {
		w := httptest.NewRecorder()
		s.mux.ServeHTTP(w, httptest.NewRequest(c.method, c.path, nil))
		if w.Code != c.status {
			t.Errorf("%s %s: %d, want %d", c.method, c.path, w.Code, c.status)
		}
	}
	if !s.reserves()("new") {
		t.Error("a new link could have the alias new")
	}
}
