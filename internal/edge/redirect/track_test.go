package redirect_test

import (
	"net/http"
	"testing"

	"linnet/internal/base/ident"
	"linnet/internal/core/click"
	"linnet/internal/core/routing"
	"linnet/internal/edge/redirect"
)

// numbering is a Recorder that sets the id of hits.
type numbering struct{ *journal }

func (n numbering) Record(hit *click.Hit, answer func()) error {
	hit.ID = 4711
	return n.journal.Record(hit, answer)
}

func TestHandler_SendsClickIDToTrackedDestinationsOnly(t *testing.T) {
	t.Parallel()
	recorded := &journal{}
	s := newSite(t, func(c *redirect.Config) { c.Recorder = numbering{recorded} })
	s.records.put(s.own, routing.Target{Alias: "tracked", URL: "https://shop.test/?a=1", TrackConversions: true, RedirectStatus: 301})
	s.records.put(s.own, routing.Target{Alias: "locked", URL: "https://shop.test/", TrackConversions: true, PasswordHash: "secret"})
	s.records.put(s.own, routing.Target{Alias: "plain", URL: "https://shop.test/"})
	id := "linnet_click=" + ident.Text(ident.Click, 4711)
	for _, c := range []struct{ method, path, body, location, cache string }{
		{"GET", "/tracked", "", "https://shop.test/?a=1&" + id, "private, max-age=0"},
		{"POST", "/locked", "password=secret", "https://shop.test/?" + id, "private, no-store"},
		{"GET", "/plain", "", "https://shop.test/", "private, max-age=0"},
	} {
		got := s.send(c.method, "http://localhost:8080"+c.path, c.body)
		if got.Header.Get("Location") != c.location || got.Header.Get("Cache-Control") != c.cache {
			t.Errorf("%s: %d %v", c.path, got.StatusCode, got.Header)
		}
	}
	for _, hit := range recorded.all() {
		if hit.URL != "https://shop.test/" && hit.URL != "https://shop.test/?a=1" {
			t.Errorf("the journal has %q", hit.URL)
		}
	}
	if got := s.send("GET", "http://localhost:8080/tracked+", ""); got.StatusCode != http.StatusOK || len(recorded.all()) != 3 {
		t.Errorf("the preview: %d, %d hits", got.StatusCode, len(recorded.all()))
	}
}
