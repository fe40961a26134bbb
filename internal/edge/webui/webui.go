// Package webui serves the built pages, which are part of the binary. The
// facts that are only known at run time (addresses, the plan's limit) are put
// into the HTML once, at start.
package webui

import (
	"embed"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// dist is what the front-end build leaves. Only a placeholder page is kept in
// version control, so that the Go side builds without Node.
//
//go:embed all:dist
var dist embed.FS

const (
	appPage         = "app"         // the shell behind /dashboard
	sharePage       = "shared"      // the shell of pages of figures for strangers
	notFoundPage    = "404"         // what an unknown path shows
	placeholderPage = "placeholder" // there is no build
)

// Dist returns the embedded build.
func Dist() fs.FS {
	sub, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the folder is embedded above; without it nothing compiles
	}
	return sub
}

// UI serves the pages and their assets.
type UI struct {
	pages  map[string]*page // by path without slashes; "" is the landing page
	assets *assets
	facts  Facts
}

// New reads every page of build, fills in the facts and compresses it. It
// fails when a page cannot be read, not when there is no build at all.
func New(build fs.FS, facts Facts) (*UI, error) {
	pages, err := loadPages(build, facts)
	if err != nil {
		return nil, err
	}
	return &UI{pages: pages, assets: &assets{files: build}, facts: facts}, nil
}

// Built reports whether the binary holds the real pages.
func (u *UI) Built() bool { return u.pages[appPage] != nil }

// Register adds the routes of every page and asset to mux and returns their
// patterns, from which the reserved aliases are derived.
func (u *UI) Register(mux *http.ServeMux) []string {
	handlers := map[string]http.HandlerFunc{
		"GET /{$}":                 u.servePage(""),
		"GET /dashboard":           u.servePage(appPage),
		"GET /dashboard/{rest...}": u.servePage(appPage),
		"GET /assets/{file...}":    u.assets.immutable,
		"GET /flags/{file...}":     u.assets.revalidated,
		"GET /og/{file...}":        u.assets.revalidated,
		"GET /robots.txt":          u.robots,
		"GET /sitemap.xml":         u.sitemap,
	}
	for name := range u.pages {
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

// NotFound answers an unknown path: the not-found page with status 404.
func (u *UI) NotFound(w http.ResponseWriter, r *http.Request) {
	u.serve(w, r, notFoundPage, http.StatusNotFound)
}

// Shared answers with the shell of a shared page. Its address is a secret: it
// is not for search engines, and no other site is told of it.
func (u *UI) Shared(w http.ResponseWriter, r *http.Request) {
	u.serve(w, r, sharePage, http.StatusOK)
}

func (u *UI) servePage(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { u.serve(w, r, name, http.StatusOK) }
}

func (u *UI) serve(w http.ResponseWriter, r *http.Request, name string, status int) {
	p := u.pages[name]
	if p == nil {
		p = u.pages[placeholderPage]
	}
	if p == nil {
		http.Error(w, "This binary was built without its pages. Run: make build", http.StatusNotFound)
		return
	}
	p.write(w, r, status)
}

// isInternal tells the pages that have no address of their own.
func isInternal(name string) bool {
	return name == appPage || name == sharePage || name == notFoundPage || name == placeholderPage
}

// pageName turns a file of the build into the page's path: "index.html" is "",
// "features/index.html" is "features", "404.html" is "404".
func pageName(file string) string {
	name := strings.TrimSuffix(file, ".html")
	if name == "index" {
		return ""
	}
	return path.Clean(strings.TrimSuffix(name, "/index"))
}
