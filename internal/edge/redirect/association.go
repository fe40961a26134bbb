package redirect

import (
	"net/http"
	"strconv"
	"time"

	"linnet/internal/core/domain"
)

// wellKnown is the prefix of paths that belong to the host itself.
const wellKnown = domain.PathWellKnown + "/"

// serveWellKnown serves the domain's documents for apps, and the contact for reports about
// the security of the install on the default domain, and 404 for one that the domain does
// not have. It returns false for other paths.
func (h *Handler) serveWellKnown(w http.ResponseWriter, r *http.Request, dom *Domain, path string) bool {
	document, mediaType := "", "application/json"
	switch path {
	case wellKnown + "apple-app-site-association":
		document = string(dom.AppleAppSiteAssociation)
	case wellKnown + "assetlinks.json":
		document = string(dom.AssetLinks)
	case wellKnown + "security.txt":
		mediaType = "text/plain; charset=utf-8"
		if dom.WorkspaceID == "" && h.cfg.SecurityContact != "" {
			document = securityTxt(h.cfg.SecurityContact, h.cfg.Clock.Now())
		}
	default:
		return false
	}
	switch {
	case !isRead(r.Method):
		h.refuseMethod(w, r, dom, readMethods)
		return true
	case document == "":
		h.pages.show(w, r, pageNotFound, dom)
		return true
	}
	header := w.Header()
	header.Set("Content-Type", mediaType)
	header.Set("Cache-Control", "public, max-age=3600")
	header.Set("Content-Length", strconv.Itoa(len(document)))
	if r.Method != http.MethodHead {
		_, _ = w.Write([]byte(document)) // the client may have disconnected
	}
	return true
}

// securityTxtLife is for how long a copy of the contact may be used; RFC 9116 recommends
// less than a year.
const securityTxtLife = 90 * 24 * time.Hour

// securityTxt returns the file of RFC 9116 with a contact, which is a URI.
func securityTxt(contact string, now time.Time) string {
	expires := now.UTC().Truncate(24 * time.Hour).Add(securityTxtLife)
	return "Contact: " + contact + "\nExpires: " + expires.Format(time.RFC3339) + "\n"
}

// size returns the bytes of the domain's texts.
func (d *Domain) size() int {
	return len(d.Host) + len(d.RootPageID) + len(d.RootURL) + len(d.NotFoundURL) + len(d.ExpiredURL) + len(d.FaviconURL) + len(d.Notes) +
		len(d.AppleAppSiteAssociation) + len(d.AssetLinks)
}
