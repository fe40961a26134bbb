package biopage

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"linnet/internal/core/click"
)

// exitParam is the query parameter of a page's address that opens an address to which a
// block leads: the id of the block, and the number of the address within it, as in
// ?go=blk_3kq7c8v0d5m2a.1.
const exitParam = "go"

// exits are the addresses to which a block leads, in their order. Its HTML has the
// addresses of the page that open them, so that each click is counted. Only what was
// rendered can be opened: no request contains a destination.
type exits struct {
	block     string
	direct    bool // of a preview, whose HTML has the addresses themselves
	addresses []string
}

// href adds an address, and returns the one that opens it.
func (e *exits) href(address string) string {
	e.addresses = append(e.addresses, address)
	if e.direct {
		return address
	}
	return e.opening(len(e.addresses))
}

// opening returns the address that opens an address by its number, from 1.
func (e *exits) opening(number int) string {
	return "?" + exitParam + "=" + url.QueryEscape(e.block) + "." + strconv.Itoa(number)
}

// growth returns the bytes that HTML with the addresses themselves lacks, at most.
func (e *exits) growth() (bytes int) {
	for i, address := range e.addresses {
		bytes += max(0, len(e.opening(i+1))-len(address))
	}
	return bytes
}

// exit returns the visit that a value of exitParam requests, or false if visitors do not see
// such a block or it does not lead to so many addresses.
func (p visible) exit(value string) (click.PageVisit, bool) {
	block, digits, _ := strings.Cut(value, ".")
	number, err := strconv.Atoi(digits)
	if addresses := p.exits[block]; err == nil && number >= 1 && number <= len(addresses) {
		return p.opened(block, addresses[number-1]), true
	}
	return click.PageVisit{}, false
}

// opened returns the visit that opens an address, which may be empty, of a block.
func (p visible) opened(block, address string) click.PageVisit {
	return click.PageVisit{WorkspaceID: p.Document().WorkspaceID, BlockID: block, URL: address}
}

// serveExit writes a redirect to an address to which a block leads, or to the page if there
// is no such block, for example because it was removed since the visitor loaded the page.
func (p visible) serveExit(w http.ResponseWriter, r *http.Request, value string, record Record) {
	header := w.Header()
	header.Set("Cache-Control", "private, no-store")
	header.Set("Referrer-Policy", referrerPolicy)
	header.Set("X-Robots-Tag", "noindex")
	visit, ok := p.exit(value)
	if !ok {
		http.Redirect(w, r, p.Document().CanonicalURL(), http.StatusFound)
		return
	}
	record(visit, func() { http.Redirect(w, r, visit.URL, http.StatusFound) })
}
