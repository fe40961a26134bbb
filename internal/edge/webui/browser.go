package webui

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// The paths of the pages that browsers and other apps call.
const (
	// NewLinkPath opens the form for a new link, filled in: bookmarklets, the share menu of
	// phones and keywords of the address bar lead there. See NewLink.
	NewLinkPath = "/new"
	// OpenSearchPath describes the search for links to browsers.
	OpenSearchPath = "/opensearch.xml"
)

// maxShared bounds the destination that the form is filled with, as links do, in bytes.
const maxShared = 8192

// NewLink redirects to the form for a new link with the destination of the parameter url.
// Apps that share a page often put its address into text or title instead, among words:
// the first address in these is taken.
func (u *UI) NewLink(w http.ResponseWriter, r *http.Request) {
	shared := r.URL.Query()
	query := url.Values{"new": {"link"}}
	if destination := sharedURL(shared); destination != "" {
		query.Set("url", destination)
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, "/dashboard/links?"+query.Encode(), http.StatusSeeOther)
}

// sharedURL returns the destination of a request to share; "": it has none.
func sharedURL(shared url.Values) string {
	if given := strings.TrimSpace(shared.Get("url")); given != "" && len(given) <= maxShared {
		return given
	}
	for _, name := range []string{"text", "title"} {
		for word := range strings.FieldsSeq(shared.Get(name)) {
			if isWebAddress(word) && len(word) <= maxShared {
				return word
			}
		}
	}
	return ""
}

func isWebAddress(word string) bool {
	u, err := url.Parse(word)
	return err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http")
}

// openSearch is a description of the OpenSearch 1.1 specification, draft 6.
type openSearch struct {
	XMLName     xml.Name `xml:"http://a9.com/-/spec/opensearch/1.1/ OpenSearchDescription"`
	ShortName   string
	Description string
	Image       openSearchImage
	URL         openSearchURL `xml:"Url"`
}

type openSearchImage struct {
	Type string `xml:"type,attr"`
	URL  string `xml:",chardata"`
}

type openSearchURL struct {
	Type     string `xml:"type,attr"`
	Template string `xml:"template,attr"`
}

// OpenSearch describes the search for links, which browsers then offer in the address bar.
func (u *UI) OpenSearch(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/opensearchdescription+xml; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	fmt.Fprint(w, xml.Header)
	xml.NewEncoder(w).Encode(openSearch{ //nolint:errcheck // the client may have disconnected
		ShortName:   "Linnet",
		Description: "Search your links",
		Image:       openSearchImage{"image/svg+xml", u.publicURL + "/favicon.svg"},
		URL:         openSearchURL{"text/html", u.publicURL + "/dashboard/links?q={searchTerms}"},
	})
}
