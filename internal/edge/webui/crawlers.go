package webui

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"slices"
)

// robots allows crawlers on the public pages. Short links control indexing with
// X-Robots-Tag.
func (u *UI) robots(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprintf(w, "User-agent: *\nDisallow: /dashboard\nDisallow: /api/\nSitemap: %s/sitemap.xml\n", u.publicURL)
}

type urlSet struct {
	XMLName xml.Name   `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	URLs    []location `xml:"url"`
}

type location struct {
	Loc string `xml:"loc"`
}

// sitemap lists the indexable pages.
func (u *UI) sitemap(w http.ResponseWriter, _ *http.Request) {
	var names []string
	for name := range *u.pages.Load() {
		if !isPrivate(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	set := urlSet{}
	for _, name := range names {
		set.URLs = append(set.URLs, location{Loc: u.publicURL + "/" + name})
	}
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	w.Write([]byte(xml.Header))   //nolint:errcheck // the client may have disconnected
	xml.NewEncoder(w).Encode(set) //nolint:errcheck // the client may have disconnected
}
