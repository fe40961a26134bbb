// Package page implements bio pages: public pages of blocks at a handle on a
// domain. Changes are made to a draft; visitors see the published revision.
package page

import (
	"fmt"
	"slices"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/locale"
	"linnet/internal/core/page/theme"
)

// Bounds of a page.
const (
	MaxBlocks      = 100       // those in groups included
	MaxTitle       = 100       // characters
	MaxDescription = 300       // characters
	MaxHandle      = 60        // characters
	MaxRevisions   = 50        // of one page
	MaxContent     = 256 << 10 // bytes of the stored content of a revision
	MaxHTML        = 512 << 10 // bytes of a rendered page
)

// revisionLength is the time in which changes of one user belong to one revision
// in the history: an editor saves several times a minute.
const revisionLength = 10 * time.Minute

// Page is a page with the content of its draft. Times are in UTC; the zero time
// means "not set".
type Page struct {
	ID            string
	WorkspaceID   string
	DomainID      string
	Domain        string // the domain's host
	CaseSensitive bool   // the domain's rule for aliases
	OnDefault     bool   // the domain is the install's own
	Handle        string
	// RootHost is the host of a domain that shows the page at its root: its own
	// domain if that does, else the oldest one; empty: none.
	RootHost string
	Content

	Revision  int64     // of the draft; starts at 1, and each change adds 1
	RevisedAt time.Time // when the first change of the draft's revision was made
	RevisedBy string

	PublishedRevision int64 // 0: not published
	PublishedAt       time.Time
	// Unpublished reports whether the content of the draft differs from that which visitors
	// see. It is false for a page that is not published.
	Unpublished bool

	CreatedBy string
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Content is what a revision holds. Its JSON form is what the store holds.
type Content struct {
	Title       string      `json:"title"`
	Description string      `json:"description,omitempty"`
	AvatarID    string      `json:"avatar,omitempty"` // an image of the media library
	Theme       theme.Theme `json:"theme"`
	Blocks      []Block     `json:"blocks"`
	StartsAt    time.Time   `json:"startsAt,omitzero"` // not public before
	EndsAt      time.Time   `json:"endsAt,omitzero"`   // not public from then on
	// AgeGate is the age, in years, that visitors confirm before they see the page: 16,
	// 18 or 21; 0: none.
	AgeGate int `json:"ageGate,omitempty"`
	// Language is that of the page's own words, for all visitors.
	Language locale.Fixed `json:"language,omitempty"`
}

// Alias returns the alias at which the page is public on its domain. Handles on
// the default domain have aliases of their own, which no link can have.
func (p *Page) Alias() string {
	if p.OnDefault {
		return "@" + p.Handle
	}
	return p.Handle
}

// within reports whether now is in a schedule. A zero bound is open.
func within(now, from, to time.Time) bool {
	return (from.IsZero() || !now.Before(from)) && (to.IsZero() || now.Before(to))
}

// Revision is an entry of a page's history.
type Revision struct {
	Number    int64
	CreatedBy string
	CreatedAt time.Time
}

// Draft is a page as an editor has it: one to create, or the draft of a stored one.
type Draft struct {
	Handle string
	Domain string // host; empty: the domain of new links. That of a stored page cannot be changed.
	Content
}

// DefaultContent returns the content of a new page, which has no title yet.
func DefaultContent() Content {
	return Content{Theme: theme.Theme{Preset: theme.Default}, Blocks: []Block{}}
}

// Edit changes a draft. It is called again if the page changed in between, and must then
// set the same blocks.
type Edit func(*Draft)

// Filter selects pages. The zero value selects the first 50.
type Filter struct {
	Search string // words in the handle, the title or the domain, ignoring case
	Limit  int    // 1–100; 0 means 50
	Cursor string
}

// List is one page of a list. NextCursor is empty on the last page.
type List struct {
	Pages      []Page
	NextCursor string
	Total      int
}

// state returns the page as events have it.
func (p *Page) state() event.BioPage {
	return event.BioPage{
		DomainID:          p.DomainID,
		Domain:            p.Domain,
		Alias:             p.Alias(),
		Title:             p.Title,
		Revision:          p.Revision,
		PublishedRevision: p.PublishedRevision,
	}
}

// newEvent returns the event of a change of the page from before to p. A nil
// before is a new page.
func (p *Page) newEvent(kind event.Kind, a access.Actor, before *Page, at time.Time) event.Event {
	change := event.Created(p.state())
	if before != nil {
		change = event.Updated(before.state(), p.state())
	}
	return event.New(a.By(), kind, p.WorkspaceID, p.ID, change, at)
}

// requireRevision returns PreconditionFailed unless the revision is one of expected,
// which may be empty.
func (p *Page) requireRevision(expected []int64) error {
	if len(expected) == 0 || slices.Contains(expected, p.Revision) {
		return nil
	}
	return fault.New(fault.PreconditionFailed, "This page was changed in the meantime. Reload it and repeat your change.")
}

// ErrTaken returns the fault of a handle that is in use on a domain.
func ErrTaken(domain string) error {
	return fault.New(fault.Conflict, fmt.Sprintf("This handle is taken on %s. Choose another one.", domain)).At("handle")
}

// ErrLimit returns the fault of a page beyond the limit of the plan.
func ErrLimit(limit int) error {
	return fault.New(fault.LimitReached, fmt.Sprintf("Your plan allows %d bio %s. Delete one, or upgrade the plan.", limit, plural(limit, "page"))).
		Exceeds("bioPages", int64(limit), int64(limit))
}

func plural(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}
