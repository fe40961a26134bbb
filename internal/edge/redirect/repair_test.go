package redirect_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"linnet/internal/base/ident"
	"linnet/internal/core/domain"
	"linnet/internal/core/routing"
	"linnet/internal/core/visitor"
	"linnet/internal/edge/redirect"
)

func TestHandler_ServesLinksWithTrailingJunk(t *testing.T) {
	t.Parallel()
	const to = "https://example.com/"
	for path, want := range map[string]string{
		"/promo.": to, "/promo)": to, "/promo,": to, "/promo%20": to, "/promo%22": to, "/promo%3E": to, "/promo%E2%80%8B": to, "/promo%00": to,
		"/promo%E2%80%9D": to, "/promo).%C2%A0": to, "/promo/.": to, "/promo./": to, "/%EF%BB%BFpromo": to, "/%E2%80%8Bpromo.": to, "/PROMO!": to,
		"/promo&utm_source=soup":          to + "?utm_source=soup",
		"/promo&a=1&b=%2F?c=3":            to + "?a=1&b=%2F&c=3",
		"/promo.&a=1":                     to + "?a=1",
		"/promo&":                         to,
		"/promo.?a=1":                     to + "?a=1",
		"/docs).":                         "https://docs.test",
		"/docs/x).":                       "https://docs.test/x).", // a wildcard has every path below it
		"/docs/x&a=1":                     "https://docs.test/x&a=1",
		"/docs&a=1":                       "https://docs.test?a=1",
		"/nothing.":                       "",
		"/promo-":                         "",
		"/promo_.":                        "",
		"/(promo":                         "",
		"/...":                            "",
		"/&a=1":                           "",
		"/promo%2B.":                      "", // meant the preview page
		"/promo&a=1+":                     "",
		"/" + strings.Repeat("x", 1000):   "",
		"/promo" + strings.Repeat(".", 9): to,
	} {
		s := newSite(t, nil)
		link := s.records.put(s.brand, routing.Target{Alias: "promo", ForwardQuery: true})
		s.records.put(s.brand, routing.Target{Alias: "docs/*", ForwardQuery: true, ForwardPath: true, URL: "https://docs.test"})
		got := s.send("GET", "http://brand.test"+path, "")
		if got.Header.Get("Location") != want || (want == "") != (got.StatusCode == http.StatusNotFound) {
			t.Errorf("%s: %d %q, want %q", path, got.StatusCode, got.Header.Get("Location"), want)
		}
		hits := s.journal.all()
		number, _ := ident.Number(link.LinkID)
		switch {
		case len(hits) != 1 || (want == "") != (hits[0].Outcome == visitor.Orphan):
			t.Errorf("%s: recorded %+v", path, hits)
		case strings.HasPrefix(want, to) && (hits[0].LinkID != number || hits[0].Alias != "promo" && hits[0].Alias != "PROMO"):
			t.Errorf("%s: the visit is not the link's: %+v", path, hits[0])
		}
		s.dir.Close()
	}
}

// Every alias leads to its own link whatever other aliases there are, and with its
// letters in another case only where the domain ignores case.
func TestHandler_RepairChangesNoAlias(t *testing.T) {
	t.Parallel()
	var aliases []string
	for _, base := range []string{"promo", "größe", "🙂", "a/b", "x1"} {
		for _, end := range []string{"", ".", "..", "-", "_", ".-", "🙂", "❤\ufe0f", "é", "/sub", "/sub."} {
			aliases = append(aliases, base+end)
		}
	}
	for _, caseSensitive := range []bool{false, true} {
		s := newSite(t, nil)
		dom := redirect.Domain{ID: ident.Text(ident.Domain, 3), WorkspaceID: ident.Text(ident.Workspace, 7), Host: "case.test", Settings: domain.Settings{CaseSensitive: caseSensitive}}
		s.records.domains["case.test"] = dom
		for _, alias := range aliases {
			s.records.put(dom, routing.Target{Alias: alias, URL: destinationOf(alias)})
		}
		visit := func(path string) string {
			return s.send("GET", "http://case.test"+(&url.URL{Path: "/" + path}).EscapedPath(), "").Header.Get("Location")
		}
		for _, alias := range aliases {
			if got := visit(alias); got != destinationOf(alias) {
				t.Errorf("%q leads to %q", alias, got)
			}
			for _, junk := range []string{")", ",", "\u200b", "”"} {
				want := strings.TrimRight(alias, ".") // dots before junk belong to it
				if got := visit(alias + junk); got != destinationOf(want) {
					t.Errorf("%q with %q leads to %q, want that of %q", alias, junk, got, want)
				}
			}
			other := strings.ToUpper(alias)
			if want := map[bool]string{false: destinationOf(alias)}[caseSensitive]; other != alias && visit(other) != want && !slices.Contains(aliases, other) {
				t.Errorf("%q: %q leads to %q, want %q", alias, other, visit(other), want)
			}
		}
		s.dir.Close()
	}
}

func destinationOf(alias string) string { return "https://example.com/" + url.PathEscape(alias) }

func TestHandler_RepairsNoFormsAndNoPreviewPages(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.records.put(s.own, routing.Target{Alias: "locked", PasswordHash: "s"})
	s.records.put(s.own, routing.Target{Alias: "kept", RedirectStatus: 307})
	for _, request := range []string{"POST /locked.", "POST /kept.", "PUT /kept)", "GET /locked.+", "GET /locked+.", "GET /kept)+"} {
		method, path, _ := strings.Cut(request, " ")
		if got := s.send(method, "http://localhost"+path, "password=s"); got.StatusCode != http.StatusNotFound && got.StatusCode != http.StatusMethodNotAllowed {
			t.Errorf("%s: %d", request, got.StatusCode)
		}
	}
	// The form of a repaired page goes to the alias itself.
	if page := s.pageText(t, "http://localhost/locked).?x=1"); !strings.Contains(page, `action="/locked?x=1"`) {
		t.Errorf("the form:\n%s", page)
	}
}

func TestHandler_RepairReadsTheRecordsAtMostOnceMore(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.records.put(s.own, routing.Target{Alias: "promo"})
	s.send("GET", "http://localhost/promo", "") // caches the domain and the link
	reads := func(path string) int64 {
		before := s.records.reads.Load()
		s.send("GET", "http://localhost"+path, "")
		return s.records.reads.Load() - before
	}
	for _, c := range []struct {
		path string
		want int64
	}{
		{"/promo", 0}, {"/promo.", 1}, {"/promo,&a=1", 1}, {"/none", 1}, {"/none.", 1}, {"/absent.", 2},
		{"/away&a=b", 2}, {"/gone+", 2}, {"/lost&a+", 2}, {"/void.&a).", 2},
	} {
		if got := reads(c.path); got != c.want {
			t.Errorf("%s: %d reads, want %d", c.path, got, c.want)
		}
	}
	for _, path := range []string{"/promo.", "/absent.", "/none.", "/away&a=b", "/gone+", "/lost&a+", "/void.&a)."} {
		if got := reads(path); got != 0 {
			t.Errorf("%s again: %d reads", path, got)
		}
	}
}

func TestHandler_RepairsAddressesOfPages(t *testing.T) {
	t.Parallel()
	s := siteWithPage(t, &pages{})
	if page := s.pageText(t, "http://"+ownHost+"/@ada).?x=1"); page != "page "+pageID {
		t.Errorf("served %q", page)
	}
	if hits := s.journal.all(); len(hits) != 1 || hits[0].Alias != "@ada" || hits[0].Outcome != visitor.Viewed {
		t.Errorf("recorded %+v", hits)
	}
}
