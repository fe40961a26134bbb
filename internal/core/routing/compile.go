package routing

import (
	"fmt"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/utm"
	"linnet/internal/core/visitor"
)

// Target is the stored form of what an alias leads to. The fields after Alias
// describe a link.
type Target struct {
	Kind        Kind
	DomainID    string
	Alias       string // as stored; ends in "/*" for a wildcard
	LinkID      string
	PageID      string // of a KindPage
	WorkspaceID string
	URL         string

	RedirectStatus int // 301, 302, 307 or 308
	ForwardQuery   bool
	ForwardPath    bool
	Indexable      bool
	UTM            utm.Params
	// TrackConversions adds the id of the click to the destination (ClickParameter).
	TrackConversions bool

	StartsAt    time.Time // zero: immediately
	ExpiresAt   time.Time // zero: never
	MaxClicks   int64     // 0: no limit
	FallbackURL string
	// ExpiresAction "" is ExpiresFallback.
	ExpiresAction ExpiresAction
	ExpiredURL    string // the domain's, after the link's own fallback

	Archived     bool
	Blocked      bool
	Suspended    bool // with its workspace
	Deleted      bool
	PasswordHash string // argon2id; empty: no password

	Rules []Rule
	Split []Branch

	Title     string
	CreatedAt time.Time
	Preview   Preview
	Version   int64
}

// Preview is the card that social networks show for a link instead of that of its
// destination. Empty parts are those of the destination.
type Preview struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	Image       string `json:"image"`
}

// ExpiresAction is the response of a link that has expired or reached its click
// limit.
type ExpiresAction string

// The actions.
const (
	ExpiresFallback ExpiresAction = "fallback" // the link's fallback URL, else the domain's, else the expired page
	ExpiresPage     ExpiresAction = "page"     // always the expired page
)

// Valid reports whether a is one of the actions.
func (a ExpiresAction) Valid() bool { return a == ExpiresFallback || a == ExpiresPage }

// Route is a compiled link. It never changes and may be used by any number of
// goroutines. Settings that plain links do not have are in extra, because a node
// caches a million routes.
type Route struct {
	linkID    string
	link      uint64
	workspace uint64
	domain    uint64

	dest      destination
	title     string
	createdAt int64 // unix ms
	startsAt  int64 // unix ms; 0: immediately
	expiresAt int64 // unix ms; 0: never
	maxClicks int64
	status    int16
	state     visitor.Outcome // visitor.Archived, visitor.Blocked, visitor.Deleted, or empty
	suspended bool            // state is Blocked because of the workspace, not of the link

	forwardQuery bool
	forwardPath  bool
	indexable    bool
	constant     bool // the response is the same for every visit
	track        bool // adds the id of the click to the destination

	extra *extra
}

type extra struct {
	fallback     string
	passwordHash string
	preview      Preview
	rules        []rule
	split        *split
	pageID       string
}

// Compile returns the Route of a link. It returns an error for rules and splits that
// ValidateRules and ValidateSplit reject.
func Compile(t Target) (*Route, error) { //nolint:gocritic // a Target is compiled once
	if t.Kind == KindPage {
		return compilePage(&t), nil
	}
	var c compiler
	nodes := c.rules(t.Rules)
	if t.Split != nil {
		c.split("split", t.Split)
	}
	if err := c.faults.Err(); err != nil {
		return nil, fmt.Errorf("compiling link %s: %w", t.LinkID, err)
	}
	r := &Route{
		linkID:       t.LinkID,
		title:        t.Title,
		createdAt:    millis(t.CreatedAt),
		startsAt:     millis(t.StartsAt),
		expiresAt:    millis(t.ExpiresAt),
		maxClicks:    t.MaxClicks,
		status:       redirectStatus(t.RedirectStatus),
		state:        stateOf(&t),
		suspended:    t.Suspended && !t.Blocked,
		forwardQuery: t.ForwardQuery,
		forwardPath:  t.ForwardPath,
		indexable:    t.Indexable,
		track:        t.TrackConversions,
	}
	r.link, _ = ident.Number(t.LinkID)
	r.workspace, _ = ident.Number(t.WorkspaceID)
	r.domain, _ = ident.Number(t.DomainID)
	at := addresses{campaign: t.UTM, captures: t.ForwardPath && IsWildcard(t.Alias)}
	r.dest = at.destination(t.URL)
	r.extra = at.extraOf(&t, nodes)
	r.constant = r.extra == nil && r.startsAt == 0 && r.expiresAt == 0 && r.maxClicks == 0 && !r.track
	return r, nil
}

// compilePage returns the Route of a bio page, which has only its id.
func compilePage(t *Target) *Route {
	r := &Route{extra: &extra{pageID: t.PageID}}
	r.domain, _ = ident.Number(t.DomainID)
	return r
}

// PageID returns the id of the bio page that the alias leads to, or "" for a link.
func (r *Route) PageID() string {
	if r.extra == nil {
		return ""
	}
	return r.extra.pageID
}

// extraOf returns the settings that plain links do not have; nil for a plain link.
func (a addresses) extraOf(t *Target, nodes []node) *extra {
	e := extra{fallback: t.FallbackURL, passwordHash: t.PasswordHash, preview: t.Preview}
	if e.fallback == "" {
		e.fallback = t.ExpiredURL
	}
	if t.ExpiresAction == ExpiresPage {
		e.fallback = ""
	}
	if t.Split != nil {
		e.split = a.split(t.LinkID, t.Split)
	}
	for i, given := range t.Rules {
		compiled := rule{id: given.ID, name: given.Name, when: nodes[i], block: int16(given.Then.Block)} //nolint:gosec // 404, 410 or 451
		compiled.number, _ = ident.Number(given.ID)
		switch {
		case given.Then.Split != nil:
			compiled.split = a.split(ownerOf(t.LinkID, given.ID, i), given.Then.Split)
		case given.Then.Block == 0:
			compiled.dest = a.destination(given.Then.Redirect)
		}
		e.rules = append(e.rules, compiled)
	}
	if e.fallback == "" && e.passwordHash == "" && e.preview == (Preview{}) && e.rules == nil && e.split == nil {
		return nil
	}
	return &e
}

// redirectStatus returns status, or 302 for one that is not a redirect.
func redirectStatus(status int) int16 {
	switch status {
	case 301, 307, 308:
		return int16(status) //nolint:gosec // one of the three
	default:
		return 302
	}
}

// stateOf returns why a link is unavailable; blocked comes before archived and
// deleted.
func stateOf(t *Target) visitor.Outcome {
	switch {
	case t.Blocked, t.Suspended:
		return visitor.Blocked
	case t.Archived:
		return visitor.Archived
	case t.Deleted:
		return visitor.Deleted
	default:
		return ""
	}
}

// millis returns t in milliseconds since 1970, and 0 for the zero time.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}
