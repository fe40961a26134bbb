// Package webui serves the embedded front end. Values that are known only at run
// time (addresses, plan limits) are inserted into the HTML at the first request for a page.
package webui

import (
	"embed"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync/atomic"

	"linnet/internal/core/locale"
	"linnet/internal/edge/publicpage"
)

// dist is the output of the front-end build. Version control contains only a
// placeholder page, so that the Go code builds without Node.
//
//go:embed all:dist
var dist embed.FS

const (
	appPage         = "app"         // the shell behind /dashboard
	sharePage       = "shared"      // the shell of shared reports
	notFoundPage    = "404"         // the page of unknown paths
	placeholderPage = "placeholder" // the page without a build
)

// Dist returns the embedded build.
func Dist() fs.FS {
	sub, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return sub
}

// UI serves the pages and their assets.
type UI struct {
	build     fs.FS
	pages     atomic.Pointer[pages]
	assets    *assets
	publicURL string
}

// pages are pages by path without slashes; "" is the landing page.
type pages map[string]*page

// New returns the pages of build with the facts. It fails when build cannot be
// listed or the facts cannot be encoded. Without a build it serves the placeholder.
func New(build fs.FS, facts Facts) (*UI, error) {
	u := &UI{build: build, assets: &assets{files: build}, publicURL: facts.PublicURL}
	if err := u.SetFacts(facts); err != nil {
		return nil, err
	}
	return u, nil
}

// SetFacts replaces the facts in the pages. The public URL stays. It has the errors of New.
func (u *UI) SetFacts(facts Facts) error {
	loaded, err := loadPages(u.build, facts)
	if err != nil {
		return err
	}
	u.pages.Store(&loaded)
	return nil
}

func (u *UI) page(name string) *page { return (*u.pages.Load())[name] }

// Built reports whether the binary contains the front end.
func (u *UI) Built() bool { return u.page(appPage) != nil }

// Register adds the routes of every page and asset to mux and returns their
// patterns, from which the reserved aliases are derived.
func (u *UI) Register(mux *http.ServeMux) []string {
	handlers := map[string]http.HandlerFunc{
		"GET /{$}":                 u.servePage(""),
		"GET /login/sso":           u.servePage(appPage),
		"GET /dashboard":           u.servePage(appPage),
		"GET /dashboard/{rest...}": u.servePage(appPage),
		"GET /assets/{file...}":    u.assets.immutable,
		"GET /flags/{file...}":     u.assets.revalidated,
		"GET /og/{file...}":        u.assets.revalidated,
		"GET /robots.txt":          u.robots,
		"GET /sitemap.xml":         u.sitemap,
	}
	for name := range *u.pages.Load() {
		if name == "" || isInternal(name) {
			continue
		}
		handlers["GET /"+name] = u.servePage(name)
	}
	for _, name := range u.assets.rootFiles() {
		handlers["GET /"+name] = u.assets.revalidated
	}
	patterns := make([]string, 0, len(handlers))
	for pattern, handler := range handlers {
		mux.HandleFunc(pattern, handler)
		patterns = append(patterns, pattern)
	}
	return patterns
}

// NotFound serves the not-found page with status 404.
func (u *UI) NotFound(w http.ResponseWriter, r *http.Request) {
	u.serve(w, r, notFoundPage, http.StatusNotFound)
}

// Shared serves the shell of a shared report in the language of a request. Its URL is a
// secret: it is excluded from search engines and from the Referer header.
func (u *UI) Shared(language func(*http.Request) locale.Choice) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		words := language(r)
		publicpage.SetLanguage(w.Header(), words)
		u.serve(w, r, sharePageIn(words.Tag), http.StatusOK)
	}
}

// App serves the app, for a page whose URL is a secret.
func (u *UI) App(w http.ResponseWriter, r *http.Request) {
	u.serve(w, r, appPage, http.StatusOK)
}

func (u *UI) servePage(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { u.serve(w, r, name, http.StatusOK) }
}

func (u *UI) serve(w http.ResponseWriter, r *http.Request, name string, status int) {
	p := u.page(name)
	if p == nil {
		p = u.page(placeholderPage)
	}
	if p == nil {
		http.Error(w, "This binary was built without the front end. Run: make build", http.StatusNotFound)
		return
	}
	p.write(w, r, status)
}

// isInternal reports whether a page has no URL.
func isInternal(name string) bool {
	return name == appPage || strings.HasPrefix(name, sharePageIn("")) || name == notFoundPage || name == placeholderPage
}

// sharePageIn returns the name of the shell of shared reports in a language.
func sharePageIn(tag string) string { return sharePage + "/" + tag }

// pageName returns the path of a page's file: "index.html" is "",
// "features/index.html" is "features", "404.html" is "404".
func pageName(file string) string {
	name := strings.TrimSuffix(file, ".html")
	if name == "index" {
		return ""
	}
	return path.Clean(strings.TrimSuffix(name, "/index"))
}
