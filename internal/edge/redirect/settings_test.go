package redirect_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"testing"

	"linnet/internal/base/ident"
	"linnet/internal/base/null"
	"linnet/internal/core/click"
	"linnet/internal/core/domain"
	"linnet/internal/core/routing"
	"linnet/internal/edge/redirect"
)

// brandSite is a site whose brand domain has other settings.
func brandSite(t *testing.T, change func(*redirect.Domain)) *site {
	t.Helper()
	s := newSite(t, nil)
	change(&s.brand)
	s.records.domains[s.brand.Host] = s.brand
	return s
}

func bodyOf(t *testing.T, r *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestHandler_ServesTheSecurityContactOnTheDefaultDomain(t *testing.T) {
	t.Parallel()
	const path = "/.well-known/security.txt"
	s := newSite(t, func(c *redirect.Config) { c.SecurityContact = "mailto:security@example.org" })
	got := s.send("GET", "http://"+ownHost+path, "")
	const want = "Contact: mailto:security@example.org\nExpires: 2026-09-29T00:00:00Z\n"
	if body := bodyOf(t, got); got.StatusCode != http.StatusOK || got.Header.Get("Content-Type") != "text/plain; charset=utf-8" || body != want {
		t.Errorf("%d %q", got.StatusCode, body)
	}
	s.records.domains[s.brand.Host] = s.brand
	for name, status := range map[string]int{
		"another domain": s.send("GET", "http://brand.test"+path, "").StatusCode,
		"not configured": newSite(t, nil).send("GET", "http://"+ownHost+path, "").StatusCode,
	} {
		if status != http.StatusNotFound {
			t.Errorf("%s: %d", name, status)
		}
	}
}

func TestHandler_ServesAssociationsOfTheDomain(t *testing.T) {
	t.Parallel()
	s := brandSite(t, func(d *redirect.Domain) {
		d.AppleAppSiteAssociation, d.AssetLinks = `{"applinks":{}}`, `[]`
		d.NotFoundURL = "https://example.com/404"
	})
	for path, want := range map[string]string{"apple-app-site-association": `{"applinks":{}}`, "assetlinks.json": `[]`} {
		got := s.send("GET", "http://brand.test/.well-known/"+path, "")
		if body := bodyOf(t, got); got.StatusCode != http.StatusOK || got.Header.Get("Content-Type") != "application/json" || body != want {
			t.Errorf("%s: %d %q", path, got.StatusCode, body)
		}
		if got := s.send("HEAD", "http://brand.test/.well-known/"+path, ""); got.StatusCode != http.StatusOK || bodyOf(t, got) != "" {
			t.Errorf("HEAD %s: %d", path, got.StatusCode)
		}
		if got := s.send("GET", "http://"+ownHost+"/.well-known/"+path, ""); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s of a domain without one: %d", path, got.StatusCode)
		}
	}
	without := brandSite(t, func(d *redirect.Domain) { d.NotFoundURL = "https://example.com/404" })
	if got := without.send("GET", "http://brand.test/.well-known/assetlinks.json", ""); got.StatusCode != http.StatusNotFound {
		t.Errorf("a missing document with a not-found URL: %d", got.StatusCode)
	}
}

func TestHandler_RobotsOfTheDomain(t *testing.T) {
	t.Parallel()
	s := brandSite(t, func(d *redirect.Domain) { d.Robots = domain.RobotsDisallow })
	for host, want := range map[string]string{"brand.test": "User-agent: *\nDisallow: /\n", ownHost: "User-agent: *\nAllow: /\n"} {
		if got := bodyOf(t, s.send("GET", "http://"+host+"/robots.txt", "")); got != want {
			t.Errorf("%s: %q", host, got)
		}
	}
}

func TestHandler_FaviconOfTheDomain(t *testing.T) {
	t.Parallel()
	const icon = "https://brand.example/icon.svg"
	s := brandSite(t, func(d *redirect.Domain) { d.FaviconURL = icon })
	for _, method := range []string{"GET", "HEAD"} {
		got := s.send(method, "http://brand.test/favicon.ico", "")
		if got.StatusCode != http.StatusFound || got.Header.Get("Location") != icon {
			t.Errorf("%s: %d to %q", method, got.StatusCode, got.Header.Get("Location"))
		}
	}
	if got := s.send("GET", "http://"+ownHost+"/favicon.ico", ""); got.StatusCode != http.StatusNotFound {
		t.Errorf("a domain without an icon: %d", got.StatusCode)
	}
}

// TestHandler_ServesOwnPathsAsTheSettingsSay asks the default domain for the paths that
// the app serves unless the domain's settings say otherwise.
func TestHandler_ServesOwnPathsAsTheSettingsSay(t *testing.T) {
	t.Parallel()
	const app = "the app"
	for name, c := range map[string]struct {
		change       func(*redirect.Domain)
		method, path string
		location     string // empty: no redirect
		body         string
	}{
		"root without settings":     {func(*redirect.Domain) {}, "GET", "/", "", app},
		"root":                      {func(d *redirect.Domain) { d.RootURL = "https://brand.example/" }, "GET", "/", "https://brand.example/", ""},
		"robots that are allowed":   {func(*redirect.Domain) {}, "GET", "/robots.txt", "", app},
		"robots that are not":       {func(d *redirect.Domain) { d.Robots = domain.RobotsDisallow }, "GET", "/robots.txt", "", "User-agent: *\nDisallow: /\n"},
		"icon without a setting":    {func(*redirect.Domain) {}, "GET", "/favicon.ico", "", app},
		"icon":                      {func(d *redirect.Domain) { d.FaviconURL = "https://brand.example/i.svg" }, "GET", "/favicon.ico", "https://brand.example/i.svg", ""},
		"the dashboard":             {func(d *redirect.Domain) { d.RootURL = "https://brand.example/" }, "GET", "/dashboard", "", app},
		"a form without a bio page": {func(*redirect.Domain) {}, "POST", "/", "", app},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, nil)
			c.change(&s.own)
			s.records.domains[ownHost] = s.own
			w := httptest.NewRecorder()
			s.ServeOwn(w, httptest.NewRequest(c.method, "http://"+ownHost+c.path, nil), ownHost,
				http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, app) }))
			if got := w.Header().Get("Location"); got != c.location || (c.location == "" && w.Body.String() != c.body) {
				t.Errorf("%d to %q: %q", w.Code, got, w.Body)
			}
		})
	}
}

func TestHandler_RecordsWhatThePrivacyModeAllows(t *testing.T) {
	t.Parallel()
	const referrer = "https://news.example/article?id=7"
	for mode, check := range map[domain.Privacy]func(click.Hit) bool{
		domain.PrivacyFull:      func(h click.Hit) bool { return h.Addr.IsValid() && !h.Aggregate && h.Referrer == referrer },
		domain.PrivacyNoAddress: func(h click.Hit) bool { return !h.Addr.IsValid() && !h.Aggregate && h.Referrer == referrer },
		domain.PrivacyAggregate: func(h click.Hit) bool { return h.Aggregate }, // reduced by click.JournalRecorder
	} {
		s := brandSite(t, func(d *redirect.Domain) { d.Privacy = mode })
		s.records.put(s.brand, routing.Target{Kind: routing.KindLink, Alias: "launch", RedirectStatus: http.StatusFound})
		for _, path := range []string{"launch", "unknown"} {
			s.send("GET", "http://brand.test/"+path, "", "Referer: "+referrer, "User-Agent: Firefox")
		}
		hits := s.journal.all()
		if len(hits) != 2 {
			t.Fatalf("%s: %d hits", mode, len(hits))
		}
		for _, hit := range hits {
			if !check(hit) {
				t.Errorf("%s: %+v", mode, hit)
			}
		}
	}
}

// TestHandler_NamesNoSingleClickOfAnAggregateDomain follows a link that reports conversions
// and forwards what is below its alias: the destination gets no id, and the click has no path.
func TestHandler_NamesNoSingleClickOfAnAggregateDomain(t *testing.T) {
	t.Parallel()
	s := brandSite(t, func(d *redirect.Domain) { d.Privacy = domain.PrivacyAggregate })
	s.records.put(s.brand, routing.Target{
		Kind: routing.KindLink, Alias: "docs/*", URL: "https://docs.test/v1", ForwardPath: true, TrackConversions: true, RedirectStatus: http.StatusFound,
	})
	if to := s.send("GET", "http://brand.test/docs/invite/ada", "").Header.Get("Location"); to != "https://docs.test/v1/invite/ada" {
		t.Errorf("redirected to %s", to)
	}
	hits := s.journal.all()
	if len(hits) != 1 || hits[0].Alias != "docs/*" || hits[0].URL != "https://docs.test" {
		t.Errorf("recorded %+v", hits)
	}
}

// TestDirectory_MemoryOfManyDomains is not parallel: it measures the heap.
func TestDirectory_MemoryOfManyDomains(t *testing.T) {
	const domains, limit = 5000, 30 << 20
	s := newSite(t, nil)
	hosts := make([]string, domains)
	for i := range hosts {
		hosts[i] = fmt.Sprintf("go-%d.brand.example", i)
		s.records.domains[hosts[i]] = redirect.Domain{
			ID:          ident.New(ident.Domain),
			WorkspaceID: ident.New(ident.Workspace),
			Host:        hosts[i],
			Settings:    domain.Settings{RootURL: null.Text("https://example.com/" + hosts[i]), NotFoundURL: "https://example.com/404"},
		}
	}
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	for _, host := range hosts {
		if _, err := s.dir.Domain(t.Context(), host); err != nil {
			t.Fatal(err)
		}
	}
	after := heap()
	t.Logf("%d domains: %.1f MiB", domains, float64(int64(after)-int64(before))/(1<<20))
	if after > before+limit {
		t.Errorf("%d domains use %d bytes, limit %d", domains, after-before, limit)
	}
	runtime.KeepAlive(s)
}
