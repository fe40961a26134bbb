// Package click moves visits from the redirect to the click store. A hit is
// appended to the journal before the response; the pipeline enriches and
// classifies it and stores it exactly once.
package click

import (
	"net/netip"
	"time"

	"linnet/internal/core/visitor"
)

// Trigger is the way in which a visitor reached a link.
type Trigger string

// The triggers.
const (
	TriggerLink Trigger = "link"
	TriggerQR   Trigger = "qr"
	TriggerBio  Trigger = "bio"
)

// Hit is a visit as the redirect records it in the journal. Everything else is
// derived later by the pipeline. Text fields are copied from the request and
// truncated to MaxText bytes.
type Hit struct {
	ID          uint64 // the click's id; 0: set by the Recorder
	At          time.Time
	WorkspaceID uint64 // ident.Number of the ids; 0 for none
	DomainID    uint64
	LinkID      uint64
	RuleID      uint64
	// PageID is the bio page that is visited instead of an alias; 0: none. Such a hit has
	// neither link nor rule.
	PageID  uint64
	BlockID uint64 // the block of the page that is opened; 0: the page is viewed
	Outcome visitor.Outcome
	Trigger Trigger
	// RequestReason is the bot reason of the request's method and headers, except the
	// user agent; empty: none.
	RequestReason visitor.BotReason
	Aggregate     bool // the click is counted and never shown singly, see Click.IsAggregate
	Addr          netip.Addr
	Alias         string // as typed
	Query         string // of the visited URL, without "?"
	URL           string // destination of the redirect; empty: none
	Variant       string // URL of the split's branch, as configured; empty: no split
	UserAgent     string
	Language      string // Accept-Language
	Referrer      string
}

// PageVisit is a request to a bio page that is counted: a view of it, or the opening of one of
// its blocks.
type PageVisit struct {
	WorkspaceID string
	BlockID     string // empty: a view
	URL         string // that the block opens; empty: none
}

// MaxText bounds each text field of a recorded Hit, in bytes. Longer ones are
// truncated at a character boundary, so that no header can fill the disk.
const MaxText = 2048

// Clip truncates each text of the hit to at most limit bytes, at a character
// boundary.
func (h *Hit) Clip(limit int) {
	h.Query = clipQuery(h, limit)
	for _, text := range []*string{&h.Alias, &h.URL, &h.UserAgent, &h.Language, &h.Referrer} {
		*text = clipTo(*text, limit)
	}
}

// Recorder records hits. After Record returns nil the hit survives the end of
// the process, or is queued in memory while the disk fails, which /readyz
// reports. An error means that the hit is lost; the caller serves the visit all
// the same. In both cases Record sets the id of a hit without one, reduces a hit with
// Aggregate to what may be stored of it, and retains no reference to it. While the disk hangs, Record may not return; it then calls
// answer, once and on another goroutine, so that the visitor does not wait. It
// returns after answer.
type Recorder interface {
	Record(hit *Hit, answer func()) error
}
