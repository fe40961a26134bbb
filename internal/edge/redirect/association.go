package redirect

import (
	"net/http"
	"strconv"

	"linnet/internal/core/domain"
)

// wellKnown is the prefix of paths that belong to the host itself.
const wellKnown = domain.PathWellKnown + "/"

// serveAssociation serves the domain's documents for apps, and 404 for one that the
// domain does not have. It returns false for other paths.
func (h *Handler) serveAssociation(w http.ResponseWriter, r *http.Request, dom *Domain, path string) bool {
	var document string
	switch path {
	case wellKnown + "apple-app-site-association":
		document = string(dom.AppleAppSiteAssociation)
	case wellKnown + "assetlinks.json":
		document = string(dom.AssetLinks)
	default:
		return false
	}
	switch {
	case !isRead(r.Method):
		h.refuseMethod(w, r, readMethods)
		return true
	case document == "":
		h.pages.show(w, r, pageNotFound, dom.Host)
		return true
	}
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "public, max-age=3600")
	header.Set("Content-Length", strconv.Itoa(len(document)))
	if r.Method != http.MethodHead {
		_, _ = w.Write([]byte(document)) // the client may have disconnected
	}
	return true
}

// size returns the bytes of the domain's texts.
func (d *Domain) size() int {
	return len(d.Host) + len(d.RootPageID) + len(d.RootURL) + len(d.NotFoundURL) + len(d.ExpiredURL) + len(d.FaviconURL) + len(d.Notes) +
		len(d.AppleAppSiteAssociation) + len(d.AssetLinks)
}
