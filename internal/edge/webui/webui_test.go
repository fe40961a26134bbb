package webui_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"linnet/internal/core/locale"
	"linnet/internal/core/plan"
	"linnet/internal/edge/publicpage"
	"linnet/internal/edge/webui"
)

var build = fstest.MapFS{
	"index.html":          {Data: []byte(`<html><script>theme()</script><a href="mailto:__SUPPORT_EMAIL__">__FREE_LINKS__ links</a><script type="application/json" id="boot">__BOOT__</script></html>`)},
	"features/index.html": {Data: []byte(`<html><link rel="canonical" href="__PUBLIC_URL__/features"></html>`)},
	"login/index.html":    {Data: []byte(`<html>login</html>`)},
	"app.html":            {Data: []byte(`<html>shell</html>`)},
	"404.html":            {Data: []byte(`<html>404</html>`)},
	"favicon.svg":         {Data: []byte(`<svg/>`)},
	"favicon.ico":         {Data: []byte(`icon`)},
	"flags/de.svg":        {Data: []byte(`<svg>de</svg>`)},
	"og/features.png":     {Data: []byte(`picture`)},
	"assets/a-1.js":       {Data: []byte(`alert(1)`)},
	"assets/a-1.js.br":    {Data: []byte(`brotli`)},
}

func serve(t *testing.T) (*http.ServeMux, []string) {
	t.Helper()
	ui, err := webui.New(build, webui.Facts{
		PublicURL: "https://lnt.example", SupportEmail: `"><script>alert(1)</script>@x.example`, FreeLinks: 100,
	})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	patterns := ui.Register(mux)
	mux.HandleFunc("/", ui.NotFound)
	return mux, patterns
}

func get(mux http.Handler, path string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, r)
	return w
}

func TestUI_ServesPagesWithFacts(t *testing.T) {
	t.Parallel()
	mux, _ := serve(t)
	cases := map[string]struct {
		path   string
		status int
		holds  string
	}{
		"landing":         {"/", 200, "up to 100 links"},
		"boot facts":      {"/", 200, `"freeLinks":"up to 100"`},
		"canonical":       {"/features", 200, "https://lnt.example/features"},
		"dashboard":       {"/dashboard", 200, "shell"},
		"below dashboard": {"/dashboard/links/lnk_1?tab=rules", 200, "shell"},
		"unknown":         {"/no/such/page", 404, "404"},
		"sitemap":         {"/sitemap.xml", 200, "<loc>https://lnt.example/features</loc>"},
		"robots":          {"/robots.txt", 200, "Sitemap: https://lnt.example/sitemap.xml"},
		"root file":       {"/favicon.svg", 200, "<svg/>"},
		"flag":            {"/flags/de.svg", 200, "<svg>de</svg>"},
		"preview picture": {"/og/features.png", 200, "picture"},
		"asset":           {"/assets/a-1.js", 200, "alert(1)"},
		"no such asset":   {"/assets/b.js", 404, "File not found"},
		"folder":          {"/assets/", 404, "File not found"},
		"hidden variant":  {"/assets/a-1.js.br", 404, "File not found"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := get(mux, c.path)
			if w.Code != c.status || !strings.Contains(w.Body.String(), c.holds) {
				t.Errorf("%s answered %d: %s", c.path, w.Code, w.Body)
			}
		})
	}
	if body := get(mux, "/").Body.String(); strings.Contains(body, "<script>alert") {
		t.Errorf("a fact is not escaped in an attribute: %s", body)
	}
	if body := get(mux, "/sitemap.xml").Body.String(); strings.Contains(body, "login") || strings.Contains(body, "404") {
		t.Errorf("the sitemap lists private pages: %s", body)
	}
}

func TestUI_SetsAStrictPolicy(t *testing.T) {
	t.Parallel()
	mux, _ := serve(t)
	h := get(mux, "/").Header()
	csp := h.Get("Content-Security-Policy")
	if !strings.Contains(csp, "script-src 'self' 'sha256-") || strings.Contains(csp, "script-src 'self' 'unsafe-inline'") || !strings.Contains(csp, "frame-ancestors 'none'") {
		t.Errorf("policy %q", csp)
	}
	if !strings.Contains(csp, "object-src 'none'") || !strings.Contains(csp, "base-uri 'none'") {
		t.Errorf("policy %q", csp)
	}
	if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") == "" {
		t.Errorf("headers %v", h)
	}
	if get(mux, "/login").Header().Get("X-Robots-Tag") != "noindex" || h.Get("X-Robots-Tag") != "" {
		t.Error("noindex is set on the wrong pages")
	}
}

func TestUI_NamesTypeAndCharset(t *testing.T) {
	t.Parallel()
	mux, _ := serve(t)
	for path, want := range map[string]string{
		"/": "text/html; charset=utf-8", "/no/such/page": "text/html; charset=utf-8", "/assets/a-1.js": "text/javascript; charset=utf-8",
		"/favicon.ico": "image/vnd.microsoft.icon",
		"/favicon.svg": "image/svg+xml; charset=utf-8", "/robots.txt": "text/plain; charset=utf-8", "/assets/b.js": "text/plain; charset=utf-8",
	} {
		if got := get(mux, path).Header().Get("Content-Type"); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if got := get(mux, "/sitemap.xml").Header().Get("Content-Type"); got != "application/xml; charset=utf-8" {
		t.Errorf("sitemap: %q", got)
	}
}

func TestUI_CompressesAndRevalidates(t *testing.T) {
	t.Parallel()
	mux, _ := serve(t)
	if w := get(mux, "/assets/a-1.js", "Accept-Encoding", "gzip, br"); w.Body.String() != "brotli" || w.Header().Get("Content-Encoding") != "br" {
		t.Errorf("the asset came as %q", w.Header().Get("Content-Encoding"))
	}
	if w := get(mux, "/assets/a-1.js", "Accept-Encoding", "br;q=0"); w.Header().Get("Content-Encoding") != "" {
		t.Error("a refused encoding was used")
	}
	for _, encoding := range []string{"br", "gzip"} {
		if w := get(mux, "/", "Accept-Encoding", encoding); w.Header().Get("Content-Encoding") != encoding {
			t.Errorf("the page did not come as %s", encoding)
		}
	}
	etag := get(mux, "/").Header().Get("ETag")
	if w := get(mux, "/", "If-None-Match", etag); w.Code != http.StatusNotModified || etag == "" {
		t.Errorf("revalidation answered %d", w.Code)
	}
}

func TestUI_RegisterReturnsAllPatterns(t *testing.T) {
	t.Parallel()
	_, patterns := serve(t)
	for _, want := range []string{"GET /features", "GET /login", "GET /favicon.svg", "GET /assets/{file...}", "GET /dashboard"} {
		if !slices.Contains(patterns, want) {
			t.Errorf("%q is missing in %v", want, patterns)
		}
	}
	if slices.Contains(patterns, "GET /404") || slices.Contains(patterns, "GET /app") {
		t.Errorf("internal pages have URLs: %v", patterns)
	}
}

func TestUI_ServesThePlaceholderWithoutABuild(t *testing.T) {
	t.Parallel()
	ui, err := webui.New(fstest.MapFS{"placeholder.html": {Data: []byte("not built")}}, webui.Facts{})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	ui.Register(mux)
	if w := get(mux, "/"); !strings.Contains(w.Body.String(), "not built") || ui.Built() {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
}

func TestUI_PolicyAllowsAnExternalAddressLookup(t *testing.T) {
	t.Parallel()
	for lookup, want := range map[string]string{
		"/api/v1/ip":                      "connect-src 'self';",
		"https://ip.example.com/json?x=1": "connect-src 'self' https://ip.example.com;",
	} {
		ui, err := webui.New(build, webui.Facts{IPLookupURL: lookup})
		if err != nil {
			t.Fatal(err)
		}
		mux := http.NewServeMux()
		ui.Register(mux)
		if csp := get(mux, "/").Header().Get("Content-Security-Policy"); !strings.Contains(csp, want) {
			t.Errorf("%s: %s", lookup, csp)
		}
	}
}

func TestUI_SharedHidesItsURL(t *testing.T) {
	t.Parallel()
	withShare := fstest.MapFS{"shared.html": {Data: []byte(`<html>shared</html>`)}, "index.html": build["index.html"]}
	ui, err := webui.New(withShare, webui.Facts{PublicURL: "https://lnt.example"})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	if patterns := ui.Register(mux); slices.Contains(patterns, "GET /shared") {
		t.Errorf("the shell has a URL: %v", patterns)
	}
	got := get(ui.Shared(ofVisitor), "/share/secret")
	for name, want := range map[string]string{"Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex", "X-Content-Type-Options": "nosniff"} {
		if got.Header().Get(name) != want {
			t.Errorf("%s is %q", name, got.Header().Get(name))
		}
	}
	if policy := got.Header().Get("Content-Security-Policy"); got.Code != 200 || !strings.Contains(policy, "frame-ancestors 'none'") || got.Body.String() != `<html lang="en" dir="ltr">shared</html>` {
		t.Errorf("%d %q %q", got.Code, policy, got.Body)
	}
}

// ofVisitor is a default domain without a language of its own.
func ofVisitor(r *http.Request) locale.Choice { return publicpage.Language(r, "", "") }

func TestUI_SharedSpeaksTheLanguageOfTheVisitor(t *testing.T) {
	t.Parallel()
	shell := `<html lang="en" data-languages='{"de":"/assets/de.js"}'><script>choose()</script></html>`
	ui, err := webui.New(fstest.MapFS{"shared.html": {Data: []byte(shell)}, "index.html": build["index.html"]}, webui.Facts{})
	if err != nil {
		t.Fatal(err)
	}
	etags := map[string]bool{}
	for lang, holds := range map[string][]string{
		"en": {`<html lang="en" dir="ltr"><script>choose()</script></html>`},
		"de": {`<html lang="de" dir="ltr"><script>linnetCatalogue={"language":"de","texts":{`, `"Clicks":"Klicks"`, `"Mon":"Mo`, `"[code] rate_limited":"Warten`},
		"ar": {`<html lang="ar" dir="rtl">`, `"{count, plural, one {# click} other {# clicks}}":"{count, plural, zero {`},
	} {
		got := get(ui.Shared(ofVisitor), "/share/secret", "Accept-Language", lang)
		for _, want := range holds {
			if !strings.Contains(got.Body.String(), want) {
				t.Errorf("%s lacks %s: %s", lang, want, got.Body)
			}
		}
		script, _, _ := strings.Cut(strings.TrimPrefix(got.Body.String()[strings.Index(got.Body.String(), "<script>"):], "<script>"), "</script>")
		sum := sha256.Sum256([]byte(script))
		header := got.Header()
		if hash := base64.StdEncoding.EncodeToString(sum[:]); !strings.Contains(header.Get("Content-Security-Policy"), hash) {
			t.Errorf("%s: the policy refuses the catalogue: %s", lang, header.Get("Content-Security-Policy"))
		}
		if vary := strings.Join(header.Values("Vary"), ", "); header.Get("Content-Language") != lang || vary != "Accept-Language, Accept-Encoding" {
			t.Errorf("%s: Content-Language %q, Vary %q", lang, header.Get("Content-Language"), vary)
		}
		etags[header.Get("ETag")] = true
	}
	if len(etags) != 3 {
		t.Errorf("%d tags of 3 languages", len(etags))
	}
	german := func(r *http.Request) locale.Choice { return publicpage.Language(r, "", "de") }
	got := get(ui.Shared(german), "/share/secret", "Accept-Language", "ar").Header()
	if vary := strings.Join(got.Values("Vary"), ", "); got.Get("Content-Language") != "de" || vary != "Accept-Encoding" {
		t.Errorf("of the domain: Content-Language %q, Vary %q", got.Get("Content-Language"), vary)
	}
}

func TestUI_DoesNotListPackagesWithoutPlans(t *testing.T) {
	t.Parallel()
	pages := fstest.MapFS{"index.html": {Data: []byte(`<noscript>__PACKAGES__</noscript><script type="application/json">__BOOT__</script>`)}}
	free := []plan.Package{{Name: plan.Free, Price: "$0"}}
	ui, err := webui.New(pages, webui.Facts{})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	ui.Register(mux)
	for plans, want := range map[bool]string{true: "pricing-plans", false: "Everything on this install is free, without limits."} {
		if err := ui.SetFacts(webui.Facts{Plans: plans, Monthly: free, Yearly: free}); err != nil {
			t.Fatal(err)
		}
		body := get(mux, "/").Body.String()
		if !strings.Contains(body, want) || !strings.Contains(body, fmt.Sprintf(`"plans":%t`, plans)) || !plans && strings.Contains(body, "FREE") {
			t.Errorf("plans %t: %s", plans, body)
		}
	}
}
