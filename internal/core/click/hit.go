// Package click takes a visit from the redirect to the click store: the hit is
// in the journal before the visitor is answered, and the pipeline enriches it,
// classifies it and hands it on, exactly once.
package click

import (
	"net/netip"
	"time"
)

// Trigger is how a visitor came to an alias.
type Trigger string

// The triggers (spec: product §2).
const (
	TriggerLink Trigger = "link"
	TriggerQR   Trigger = "qr"
	TriggerBio  Trigger = "bio"
)

// Outcome is what the visit led to.
type Outcome string

// The outcomes. Only a redirect, a split and a fallback send the visitor on.
const (
	OutcomeRedirect  Outcome = "redirect"
	OutcomeFallback  Outcome = "fallback"
	OutcomePreview   Outcome = "preview" // a social crawler got the link's card
	OutcomePassword  Outcome = "password"
	OutcomeScheduled Outcome = "scheduled"
	OutcomeExpired   Outcome = "expired"
	OutcomeArchived  Outcome = "archived"
	OutcomeBlocked   Outcome = "blocked"
	OutcomeDeleted   Outcome = "deleted"
	OutcomeOrphan    Outcome = "orphan" // no such alias on the domain
)

// Hit is what the redirect knows of one visit at the moment of its answer. It
// is what the journal keeps; everything else is worked out later. Text fields
// are the request's own, each cut to MaxText bytes.
type Hit struct {
	ID          uint64 // the click's id; 0: the recorder gives it one (IDs)
	At          time.Time
	WorkspaceID uint64 // ident.Number of the ids; 0 for none
	DomainID    uint64
	LinkID      uint64
	RuleID      uint64
	Outcome     Outcome
	Trigger     Trigger
	Head        bool
	Prefetch    bool // Purpose or Sec-Purpose said so
	Addr        netip.Addr
	Alias       string // as typed
	Query       string // of the visited URL, without "?"
	URL         string // where the visitor was sent; empty when nowhere
	Variant     string // the address of the split's branch, as configured; empty: no split
	UserAgent   string
	Language    string // Accept-Language
	Referrer    string
}

// MaxText bounds each text field of a Hit, in bytes. Longer ones are cut at a
// character's boundary, so that no header can fill the disk.
const MaxText = 2048

// Clip cuts each text of the hit to at most limit bytes, at a character's
// boundary.
func (h *Hit) Clip(limit int) {
	for _, text := range []*string{&h.Alias, &h.Query, &h.URL, &h.UserAgent, &h.Language, &h.Referrer} {
		*text = clipTo(*text, limit)
	}
}

// Recorder takes hits. When Record returns nil the hit survives the death of
// the process (or, while the disk takes nothing, waits in memory, as /readyz
// tells); when it returns an error the redirect goes on and the loss is
// counted and shown by /readyz. Either way a hit without an id has got one, and
// the recorder does not hold on to it.
type Recorder interface {
	Record(hit *Hit) error
}
