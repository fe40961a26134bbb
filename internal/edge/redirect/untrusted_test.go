package redirect_test

import (
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"linnet/internal/core/routing"
	"linnet/internal/core/throttle"
	"linnet/internal/edge/redirect"
)

func TestHandler_LimitsRecordedOrphansPerNetwork(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *redirect.Config) {
		c.Client = func(r *http.Request) netip.Addr { return netip.MustParseAddr(r.Header.Get("Client")) }
		c.OrphanBudget = throttle.New(c.Clock, throttle.Limit{Burst: 60, Every: 2 * time.Second}, 100)
	})
	long := strings.Repeat("ä", 1000)
	for i := range 200 {
		got := s.send("GET", fmt.Sprintf("http://localhost/no-such-%d-%s?q=%s", i, long, long), "",
			fmt.Sprintf("Client: 203.0.113.%d", i), "User-Agent: "+long, "Referer: https://a.test/"+long)
		if got.StatusCode != http.StatusNotFound {
			t.Fatalf("answer %d: %d", i, got.StatusCode)
		}
	}
	hits := s.journal.all()
	if len(hits) != 60 {
		t.Errorf("%d visits of one network were recorded, want 60", len(hits))
	}
	for _, hit := range hits {
		for _, text := range []string{hit.Alias, hit.Query, hit.UserAgent, hit.Referrer, hit.Language} {
			if len(text) > 256 {
				t.Fatalf("a text of %d bytes was recorded", len(text))
			}
		}
	}
	s.send("GET", "http://localhost/other", "", "Client: 2001:db8::1")
	if n := len(s.journal.all()); n != 61 {
		t.Errorf("another network: %d", n)
	}
	s.clock.Advance(2 * time.Second)
	s.send("GET", "http://localhost/later", "", "Client: 203.0.113.1")
	if n := len(s.journal.all()); n != 62 {
		t.Errorf("two seconds later: %d", n)
	}
}

func TestHandler_DoesNotRecordMistypedShareSecrets(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	const secret = "h3mP0pGQbB7r1mZqYw0F2k9sD4vN6xTcUeLaIoJyKRE"
	for _, path := range []string{"/share/" + secret, "//share/" + secret, "/Share/" + secret, "/share/" + secret + "x", "/shares/" + secret[1:], "/hsare/" + secret, "/" + secret} {
		s.send("GET", "http://localhost:8080"+path, "")
	}
	if hits := s.journal.all(); len(hits) != 0 {
		t.Errorf("recorded %+v", hits)
	}
	s.send("GET", "http://localhost:8080/shampoo/how-to-use-it-in-a-very-long-and-winding-way", "")
	if hits := s.journal.all(); len(hits) != 1 {
		t.Errorf("%d hits of an ordinary unknown alias", len(hits))
	}
}

// pageText returns the body of a page.
func (s *site) pageText(t *testing.T, url string) string {
	t.Helper()
	body, err := io.ReadAll(s.send("GET", url, "").Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestPreview_NamesTheWebsite(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	for alias, c := range map[string]struct{ url, shown, website string }{
		"user": {"https://good.example@evil.example/x", "https://good.example@evil.example/x", ">evil.example<"},
		"bidi": {"https://exa\u202emple.com/\u2066", "https://exa%E2%80%AEmple.com/%E2%81%A6", "Destination"}, // browsers reject the host,
		"idn":  {"https://аpple.example/", "https://аpple.example/", ">xn--pple-43d.example<"},
		"mail": {"mailto:ada@example.com", "mailto:ada@example.com", "Destination"},
	} {
		s.records.put(s.own, routing.Target{Alias: alias, URL: c.url})
		page := s.pageText(t, "http://localhost/"+alias+"+")
		if !strings.Contains(page, ">"+c.shown+"<") || !strings.Contains(page, c.website) || strings.ContainsAny(page, "\u202e\u2066") {
			t.Errorf("%s:\n%s", alias, page)
		}
	}
}

func TestPages_NameTheStartOfAScheduledLink(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.records.put(s.own, routing.Target{Alias: "later", StartsAt: noon.Add(36 * time.Hour)})
	for _, path := range []string{"later", "later+"} {
		page := s.pageText(t, "http://localhost/"+path)
		if !strings.Contains(page, "It opens on 3 Jul 2026, 00:00 UTC.") {
			t.Errorf("%s:\n%s", path, page)
		}
	}
	if page := s.pageText(t, "http://unknown.test/x"); strings.Contains(page, "add it as a domain") {
		t.Errorf("the page names a missing feature:\n%s", page)
	}
}
