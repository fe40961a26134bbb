// Package retrieval reads the links of other shorteners by their APIs. A retrieval is a job
// that writes a file, which becomes the draft of an import: what a link of the file makes is
// decided there, as for the files that people upload.
package retrieval

import (
	"context"
	"strings"
	"time"

	"linnet/internal/core/clickhistory"
	"linnet/internal/core/dropin"
	"linnet/internal/core/transfer"
)

// Shortener is a service whose links can be retrieved. The values are part of the API.
type Shortener string

// The shorteners. Those with a drop-in API have its name.
const (
	Bitly     = Shortener(dropin.Bitly)
	Dub       = Shortener(dropin.Dub)
	Kutt      = Shortener(dropin.Kutt)
	Shlink    = Shortener(dropin.Shlink)
	YOURLS    = Shortener(dropin.YOURLS)
	Rebrandly = Shortener("rebrandly")
	ShortIO   = Shortener("short.io")
)

// Shorteners returns the shorteners, in the order in which they are listed.
func Shorteners() []Shortener {
	return []Shortener{Bitly, Dub, Kutt, Rebrandly, Shlink, ShortIO, YOURLS}
}

// Name returns the name of the shortener, such as "Kutt".
func (s Shortener) Name() string {
	switch s {
	case Rebrandly:
		return "Rebrandly"
	case ShortIO:
		return "Short.io"
	default:
		return dropin.API(s).Name()
	}
}

// URL returns the address of the service's API; empty: there are only servers of their users.
func (s Shortener) URL() string {
	switch s {
	case Bitly:
		return "https://api-ssl.bitly.com"
	case Dub:
		return "https://api.dub.co"
	case Kutt:
		return "https://kutt.it"
	case Rebrandly:
		return "https://api.rebrandly.com"
	case ShortIO:
		return "https://api.short.io"
	default:
		return ""
	}
}

// HasHistory reports whether the shortener tells when the clicks of a link were.
func (s Shortener) HasHistory() bool { return s == Bitly || s == Dub || s == Shlink }

// externalID returns the external id of a link that is retrieved. A link keeps it, so that a
// second import recognizes the link.
func (s Shortener) externalID(id string) string { return string(s) + ":" + id }

// Connection is how the API of a shortener is called.
type Connection struct {
	From Shortener
	URL  string // of the API or of the server, without a slash at the end
	Key  string // as people copy it from the shortener
	// History is whether the click history of the links is read, which takes a call for each
	// link at least. Only shorteners with HasHistory have one.
	History bool
}

// Source reads the links of one connection. Its errors are faults: Invalid means that a person
// has to act, such as to enter another key; RateLimited has the time to wait; all others may be
// temporary.
type Source interface {
	// Page returns the links behind a cursor, which is empty for the first ones.
	Page(ctx context.Context, cursor string) (Page, error)
	// Visits returns visits of a link behind a cursor, which is empty for the first ones, in
	// any order. A link that was deleted meanwhile has none.
	Visits(ctx context.Context, l Link, cursor string) (VisitPage, error)
}

// Page is a part of the links.
type Page struct {
	Links []Link
	Next  string // the cursor of the next page; empty: this is the last one
	Total int    // of all links, as the shortener says; 0: unknown
}

// Link is a link of a shortener: what is known of it, as the columns of an import have it. One
// that the shortener returns in part, such as without a destination, has the rest, so that the
// report of the import names it.
type Link struct {
	ID    string // of the shortener, which never changes
	Cells map[transfer.Field]string
}

// VisitPage is a part of the visits of a link.
type VisitPage struct {
	Visits []Visits
	Next   string // the cursor of the next page; empty: this is the last one
}

// Visits are visits of a link that are alike.
type Visits struct {
	// At is their time; where the shortener tells only the day, the beginning of its date in UTC.
	At     time.Time
	Clicks int64
	Bot    bool   // the shortener says so
	Agent  string // the User-Agent header; empty: unknown
	// Detailed is whether the shortener describes them.
	Detailed bool
	// Details are what the shortener tells itself. The referrer is an address or a host.
	Details clickhistory.Details
}

// cells returns the row of a link.
func (s Shortener) cells(l Link) map[transfer.Field]string {
	if l.ID != "" {
		l.Cells[transfer.ExternalID] = s.externalID(l.ID)
	}
	return l.Cells
}

// address returns the address of a connection as people enter it: without a scheme it is one of https.
func (c Connection) address() string {
	address := strings.TrimSpace(c.URL)
	if address == "" {
		return c.From.URL()
	}
	if !strings.Contains(address, "://") {
		address = "https://" + address
	}
	return strings.TrimRight(address, "/")
}
