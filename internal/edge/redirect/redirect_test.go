package redirect_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/ident"
	"linnet/internal/core/click"
	"linnet/internal/core/domain"
	"linnet/internal/core/routing"
	"linnet/internal/core/throttle"
	"linnet/internal/core/visitor"
	"linnet/internal/edge/redirect"
)

func TestHandler_RecordsAndRedirectsAVisit(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	link := s.records.put(s.own, routing.Target{Alias: "Launch", URL: "https://example.com/%2F?empty&a=1#x", ForwardQuery: true})
	got := s.send("GET", "http://localhost:8080/lAUNCH?a=2&qr=1&b", "", "User-Agent: Firefox", "Accept-Language: de", "Referer: https://t.co/x", "Sec-Fetch-Dest: image")
	if got.StatusCode != http.StatusFound || got.Header["Location"][0] != "https://example.com/%2F?empty&a=2&b#x" {
		t.Fatalf("%d %q", got.StatusCode, got.Header["Location"])
	}
	if got.Header.Get("Cache-Control") != "private, max-age=0" || got.Header.Get("X-Robots-Tag") != "noindex" ||
		got.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("headers: %v", got.Header)
	}
	number, _ := ident.Number(link.LinkID)
	want := []click.Hit{{
		At: noon, WorkspaceID: 7, DomainID: 1, LinkID: number, Outcome: visitor.Redirected, Trigger: click.TriggerQR, RequestReason: visitor.BotSubresource,
		Addr: netip.MustParseAddr("192.0.2.1"), Alias: "lAUNCH", Query: "a=2&qr=1&b", URL: "https://example.com/%2F?empty&a=1#x",
		UserAgent: "Firefox", Language: "de", Referrer: "https://t.co/x",
	}}
	if diff := cmp.Diff(want, s.journal.all(), cmp.Comparer(func(a, b netip.Addr) bool { return a == b })); diff != "" {
		t.Error(diff)
	}
}

func TestHandler_Outcomes(t *testing.T) {
	t.Parallel()
	half := time.Hour
	cases := map[string]struct {
		target   routing.Target
		request  string // method and path; GET without a method
		status   int
		location string
		outcome  visitor.Outcome // of the one hit; "" for none
		page     string          // part of the page
	}{
		"302":                       {routing.Target{Alias: "a"}, "/a", 302, "https://example.com/", "redirect", ""},
		"301":                       {routing.Target{Alias: "a", RedirectStatus: 301}, "/a", 301, "https://example.com/", "redirect", ""},
		"307":                       {routing.Target{Alias: "a", RedirectStatus: 307}, "/a", 307, "https://example.com/", "redirect", ""},
		"a trailing slash":          {routing.Target{Alias: "a"}, "/a/", 302, "https://example.com/", "redirect", ""},
		"HEAD":                      {routing.Target{Alias: "a"}, "HEAD /a", 302, "https://example.com/", "redirect", ""},
		"an escaped alias":          {routing.Target{Alias: "한글🙂"}, "/%ED%95%9C%EA%B8%80%F0%9F%99%82", 302, "https://example.com/", "redirect", ""},
		"a decomposed alias":        {routing.Target{Alias: "café"}, "/CAFE%CC%81", 302, "https://example.com/", "redirect", ""},
		"no such alias":             {routing.Target{Alias: "a"}, "/b", 404, "", "orphan", "Link not found"},
		"two slashes":               {routing.Target{Alias: "a"}, "//a", 404, "", "orphan", "Link not found"},
		"bytes that no alias has":   {routing.Target{Alias: "a"}, "/%00%ff", 404, "", "orphan", "Link not found"},
		"a browser's icon":          {routing.Target{Alias: "a"}, "/favicon.ico", 404, "", "", "Link not found"},
		"another method":            {routing.Target{Alias: "a"}, "DELETE /a", 405, "", "", "Method not allowed"},
		"POST without a password":   {routing.Target{Alias: "a"}, "POST /a", 405, "", "", "Method not allowed"},
		"suspended":                 {routing.Target{Alias: "a", Suspended: true}, "/a", 410, "", "blocked", "Its owner’s account is suspended"},
		"blocked":                   {routing.Target{Alias: "a", Blocked: true}, "/a", 451, "", "blocked", "This link is blocked"},
		"archived":                  {routing.Target{Alias: "a", Archived: true}, "/a", 410, "", "archived", "This link is disabled"},
		"deleted":                   {routing.Target{Alias: "a", Deleted: true}, "/a", 410, "", "deleted", "This link was deleted"},
		"not yet":                   {routing.Target{Alias: "a", StartsAt: noon.Add(half)}, "/a", 404, "", "scheduled", "active yet"},
		"expired":                   {routing.Target{Alias: "a", ExpiresAt: noon}, "/a", 410, "", "expired", "has expired"},
		"expired, with a fallback":  {routing.Target{Alias: "a", ExpiresAt: noon, FallbackURL: "https://f.test/?x"}, "/a?y=1", 302, "https://f.test/?x", "fallback", ""},
		"a password":                {routing.Target{Alias: "a", PasswordHash: "s"}, "/a?x=1", 200, "", "password", `action="/a?x=1"`},
		"an alias escaped twice":    {routing.Target{Alias: "한글"}, "/%25ED%2595%259C%25EA%25B8%2580", 404, "", "orphan", "Link not found"},
		"a wildcard":                {routing.Target{Alias: "docs/*", ForwardPath: true, URL: "https://d.test/v1"}, "/docs/a%2Fb/c%20d", 302, "https://d.test/v1/a%2Fb/c%20d", "redirect", ""},
		"a wildcard's own path":     {routing.Target{Alias: "docs/*", ForwardPath: true, URL: "https://d.test/v1"}, "/docs", 302, "https://d.test/v1", "redirect", ""},
		"plus below a wildcard":     {routing.Target{Alias: "docs/*", ForwardPath: true, URL: "https://d.test"}, "/docs/c++", 302, "https://d.test/c++", "redirect", ""},
		"the preview":               {routing.Target{Alias: "a", Title: "Big <b>launch</b>", CreatedAt: noon}, "/a+", 200, "", "", "Big &lt;b&gt;launch"},
		"a password's preview":      {routing.Target{Alias: "a", PasswordHash: "s", URL: "https://secret.test"}, "/a+", 200, "", "", `action="/a"`},
		"an expired link's preview": {routing.Target{Alias: "a", ExpiresAt: noon}, "/a+", 410, "", "", "has expired"},
		"a limited link's preview":  {routing.Target{Alias: "a", MaxClicks: 1, Rules: []routing.Rule{{When: routing.Condition{Field: routing.Bot, Op: routing.In, Values: rawValues("true")}, Then: routing.Action{Block: 404}}}}, "/a+", 200, "", "", "Other visitors may get a different destination"},
		"an unknown preview":        {routing.Target{Alias: "a"}, "/b+", 404, "", "orphan", "Link not found"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, nil)
			s.records.put(s.brand, c.target)
			method, path, ok := strings.Cut(c.request, " ")
			if !ok {
				method, path = "GET", c.request
			}
			got := s.send(method, "http://brand.test"+path, "")
			body, _ := io.ReadAll(got.Body)
			if got.StatusCode != c.status || got.Header.Get("Location") != c.location {
				t.Errorf("got %d %q, want %d %q", got.StatusCode, got.Header.Get("Location"), c.status, c.location)
			}
			if permanent := c.target.RedirectStatus == 301; permanent != (got.Header.Get("Cache-Control") == "") {
				t.Errorf("Cache-Control: %q", got.Header.Get("Cache-Control"))
			}
			if !strings.Contains(string(body), c.page) || strings.Contains(string(body), "secret.test") || method == "HEAD" && len(body) > 0 {
				t.Errorf("the page lacks %q:\n%s", c.page, body)
			}
			var outcomes []visitor.Outcome
			for _, hit := range s.journal.all() {
				outcomes = append(outcomes, hit.Outcome)
				if (hit.RequestReason == visitor.BotHead) != (method == "HEAD") || hit.DomainID != 2 || hit.WorkspaceID != 7 {
					t.Errorf("hit %+v", hit)
				}
			}
			if want := []visitor.Outcome{c.outcome}; c.outcome != "" && !cmp.Equal(want, outcomes) || c.outcome == "" && outcomes != nil {
				t.Errorf("recorded %v, want %q", outcomes, c.outcome)
			}
		})
	}
}

func TestPages_AreSelfContained(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	long := strings.Repeat("“<script>", 300)
	s.records.put(s.own, routing.Target{Alias: "locked", PasswordHash: "s"})
	s.records.put(s.own, routing.Target{Alias: "gone", Deleted: true})
	s.records.put(s.own, routing.Target{Alias: "card", Preview: routing.Preview{Title: long[:600], Description: "d", Image: "https://i.test/x.png"}})
	style := regexp.MustCompile(`(?s)<style>(.*)</style>`)
	for _, path := range []string{"/nothing", "/locked", "/gone", "/card+", "/card"} {
		got := s.send("GET", "http://localhost:8080"+path, "", "User-Agent: facebookexternalhit/1.1")
		body, _ := io.ReadAll(got.Body)
		page := string(body)
		if len(body) > 10_000 || len(body) == 0 || strings.Contains(page, "<script") || !strings.HasSuffix(page, "</html>\n") {
			t.Errorf("%s: %d bytes:\n%s", path, len(body), page)
		}
		policy := got.Header.Get("Content-Security-Policy")
		for _, want := range []string{
			"'sha256-" + sha256Base64(style.FindStringSubmatch(page)[1]) + "'", "default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'",
		} {
			if !strings.Contains(policy, want) {
				t.Errorf("%s: the policy %q lacks %s", path, policy, want)
			}
		}
		for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex", "Content-Type": "text/html; charset=utf-8"} {
			if got.Header.Get(name) != want {
				t.Errorf("%s: %s is %q", path, name, got.Header.Get(name))
			}
		}
		if strings.Contains(page, "http://") || strings.Contains(strings.ReplaceAll(page, `content="https://i.test/x.png"`, ""), `src=`) {
			t.Errorf("%s fetches something:\n%s", path, page)
		}
	}
}

func TestHandler_ShowsCrawlersTheCard(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.records.put(s.own, routing.Target{Alias: "a", URL: "https://secret.test/", MaxClicks: 1, Preview: routing.Preview{Title: `A "fine" day`, Image: "https://i.test/x.png?a=1&b=2"}})
	got := s.send("GET", "http://localhost:8080/a", "", "User-Agent: facebookexternalhit/1.1")
	body, _ := io.ReadAll(got.Body)
	for _, want := range []string{`<meta property="og:title" content="A &#34;fine&#34; day">`, `<meta property="og:image" content="https://i.test/x.png?a=1&amp;b=2">`, `content="summary_large_image"`} {
		if !strings.Contains(string(body), want) {
			t.Errorf("no %s in\n%s", want, body)
		}
	}
	if hits := s.journal.all(); len(hits) != 1 || hits[0].Outcome != visitor.Previewed || hits[0].URL != "" {
		t.Errorf("recorded %+v", hits)
	}
	if got := s.send("GET", "http://localhost:8080/a", "", "User-Agent: Firefox"); got.StatusCode != http.StatusFound {
		t.Errorf("the crawler used up the only click: %d", got.StatusCode)
	}
}

func TestHosts_Canonical(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.records.put(s.own, routing.Target{Alias: "a", URL: "https://own.test/"})
	s.records.put(s.brand, routing.Target{Alias: "a", URL: "https://brands.test/"})
	for host, want := range map[string]string{
		"localhost:8080": "https://own.test/", "LocalHost:9999": "https://own.test/", "127.0.0.1:8080": "https://own.test/", "[::1]:8080": "https://own.test/", "localhost": "https://own.test/",
		"brand.test": "https://brands.test/", "BRAND.test.:443": "https://brands.test/", "brand.test:8080": "https://brands.test/",
		"www.brand.test": "", "192.0.2.1": "", "evil.test": "",
		"localhost:8080.evil.example": "", "localhost:evil": "", "brand.test:80a": "", "[::1].evil.example": "", "[::1]8080": "", "[::1]:x": "",
	} {
		got := s.askHost(host, "/a")
		if got.Header.Get("Location") != want || want == "" && got.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d %q, want %q", host, got.StatusCode, got.Header.Get("Location"), want)
		}
	}
	if own, is := redirect.NewHosts("go.example.com").Canonical("127.0.0.1"); is || own != "127.0.0.1" {
		t.Error("a loopback address matches a public default domain")
	}
}

func TestHandler_UsesDomainSettings(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *redirect.Config) {
		c.NotFound = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "the app's page", http.StatusNotFound) })
	})
	s.records.domains["c.test"] = redirect.Domain{ID: ident.Text(ident.Domain, 3), WorkspaceID: ident.Text(ident.Workspace, 7), Host: "c.test", Settings: domain.Settings{CaseSensitive: true, RootURL: "https://root.test/", NotFoundURL: "https://404.test/"}}
	s.records.put(s.records.domains["c.test"], routing.Target{Alias: "Case"})
	cases := []struct {
		url, location, page string
		status              int
	}{
		{"http://c.test/", "https://root.test/", "", 302},
		{"http://c.test/Case", "https://example.com/", "", 302},
		{"http://c.test/case", "https://404.test/", "", 302},
		{"http://c.test/robots.txt", "", "User-agent: *\nAllow: /\n", 200},
		{"http://brand.test/", "", "No page here", 404},
		{"http://brand.test/x", "", "Link not found", 404},
		{"http://localhost/x", "", "the app's page", 404},
	}
	for _, c := range cases {
		got := s.send("GET", c.url, "")
		body, _ := io.ReadAll(got.Body)
		if got.StatusCode != c.status || got.Header.Get("Location") != c.location || !strings.Contains(string(body), c.page) {
			t.Errorf("%s: %d %q\n%s", c.url, got.StatusCode, got.Header.Get("Location"), body)
		}
	}
	orphans := 0
	for _, hit := range s.journal.all() {
		if hit.Outcome == visitor.Orphan {
			orphans++
		}
	}
	if orphans != 3 {
		t.Errorf("%d orphans", orphans)
	}
}

func TestHandler_ClaimsTheLastClickOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.records.put(s.own, routing.Target{Alias: "a", MaxClicks: 3})
	for range 3 {
		if got := s.send("HEAD", "http://localhost/a", ""); got.StatusCode != http.StatusFound {
			t.Fatalf("HEAD: %d", got.StatusCode)
		}
	}
	var redirects, ended atomic.Int64
	var wg sync.WaitGroup
	for range 200 {
		wg.Go(func() {
			switch s.send("GET", "http://localhost/a", "").StatusCode {
			case http.StatusFound:
				redirects.Add(1)
			case http.StatusGone:
				ended.Add(1)
			}
		})
	}
	wg.Wait()
	if redirects.Load() != 3 || ended.Load() != 197 {
		t.Errorf("%d redirects and %d pages", redirects.Load(), ended.Load())
	}
	if got := s.send("HEAD", "http://localhost/a", ""); got.StatusCode != http.StatusGone {
		t.Errorf("HEAD after the last: %d", got.StatusCode)
	}
}

func TestHandler_Passwords(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.records.put(s.own, routing.Target{Alias: "a", PasswordHash: "open sesame", RedirectStatus: 308, ForwardQuery: true})
	if got := s.send("POST", "http://localhost/a?x=1", "password=wrong"); got.StatusCode != http.StatusForbidden || got.Header.Get("Location") != "" {
		t.Errorf("wrong: %d", got.StatusCode)
	}
	got := s.send("POST", "http://localhost/a?x=1", "password=open+sesame")
	if got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != "https://example.com/?x=1" || got.Header.Get("Cache-Control") != "private, no-store" || got.Header.Get("Set-Cookie") != "" {
		t.Errorf("right: %d %v", got.StatusCode, got.Header)
	}
	hits := s.journal.all()
	if len(hits) != 1 || hits[0].Outcome != visitor.Redirected || strings.Contains(hits[0].Query, "sesame") {
		t.Errorf("recorded %+v", hits)
	}
	for range 3 {
		s.send("POST", "http://localhost/a", "password=wrong")
	}
	compared := s.passwords.compared.Load()
	sixth := s.send("POST", "http://localhost/a", "password=open+sesame")
	if sixth.StatusCode != http.StatusTooManyRequests || sixth.Header.Get("Retry-After") != "60" || s.passwords.compared.Load() != compared {
		t.Errorf("the sixth: %d after %q", sixth.StatusCode, sixth.Header.Get("Retry-After"))
	}
	s.clock.Advance(59 * time.Second)
	if got := s.send("POST", "http://localhost/a", "password=open+sesame"); got.StatusCode != http.StatusTooManyRequests {
		t.Errorf("within the minute: %d", got.StatusCode)
	}
	s.clock.Advance(time.Second)
	if got := s.send("POST", "http://localhost/a", "password=open+sesame"); got.StatusCode != http.StatusSeeOther {
		t.Errorf("a minute later: %d", got.StatusCode)
	}
	if got := s.send("POST", "http://localhost/a", strings.Repeat("x", 1<<20)); got.StatusCode != http.StatusForbidden {
		t.Errorf("a large form: %d", got.StatusCode)
	}
}

func TestHandler_RedirectsWhenTheClickIsLost(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.records.put(s.own, routing.Target{Alias: "a"})
	s.journal.err = errors.New("no space left on device")
	if got := s.send("GET", "http://localhost/a", ""); got.StatusCode != http.StatusFound {
		t.Errorf("%d", got.StatusCode)
	}
	if got := s.Outcomes(); s.Lost() != 1 || got["redirect"] != 1 {
		t.Errorf("%d lost, %v", s.Lost(), got)
	}
}

func TestHandler_RemembersReturningVisitorsForADay(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	var when routing.Condition
	when.Field, when.Op, when.Values = routing.Visitor, routing.In, rawValues(`"returning"`)
	s.records.put(s.own, routing.Target{Alias: "a", Rules: []routing.Rule{{When: when, Then: routing.Action{Redirect: "https://again.test/"}}}})
	visit := func() string { return s.send("GET", "http://localhost/a", "", "User-Agent: x").Header.Get("Location") }
	if first, second := visit(), visit(); first != "https://example.com/" || second != "https://again.test/" {
		t.Errorf("first %s, second %s", first, second)
	}
	s.clock.Advance(12 * time.Hour)
	if next := visit(); next != "https://example.com/" {
		t.Errorf("on the next day %s", next)
	}
}

func TestHandler_LimitsPasswordAttemptsOfALink(t *testing.T) {
	t.Parallel()
	var reported []string
	s := newSite(t, func(c *redirect.Config) {
		c.OnGuessing = func(_ context.Context, route *routing.Route, path string) {
			reported = append(reported, route.LinkID()+" "+path)
		}
		c.LinkAttempts = throttle.New(c.Clock, throttle.Limit{Burst: 100, Every: 2 * time.Second}, 100)
		c.Client = func(r *http.Request) netip.Addr { return netip.MustParseAddr(r.Header.Get("X-Test-Addr")) }
	})
	link := routing.Target{LinkID: ident.Text(ident.Link, 3), Alias: "a", PasswordHash: "open sesame"}
	s.records.put(s.own, link)
	try := func(n int, password string) int {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://localhost/a", strings.NewReader("password="+password))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("X-Test-Addr", fmt.Sprintf("192.0.2.%d", n))
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w.Code
	}
	refused := map[int]int{}
	for n := range 120 {
		refused[try(n, "wrong")]++
	}
	if refused[http.StatusForbidden] != 100 || refused[http.StatusTooManyRequests] != 20 {
		t.Errorf("120 guesses from 120 addresses: %v", refused)
	}
	if want := slices.Repeat([]string{link.LinkID + " a"}, 20); !slices.Equal(reported, want) {
		t.Errorf("reported %q, want %q", reported, want)
	}
	s.clock.Advance(4 * time.Second) // two attempts are refilled
	for range 2 {                    // and a right password costs none
		if code := try(200, "open+sesame"); code != http.StatusSeeOther {
			t.Errorf("a right password later: %d", code)
		}
	}
}
