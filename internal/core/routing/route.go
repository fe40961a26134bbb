package routing

import (
	"fmt"
	"strings"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/utm"
	"linnet/internal/core/visitor"
)

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
	startsAt  int64 // unix ms; 0: at once
	expiresAt int64 // unix ms; 0: never
	maxClicks int64
	status    int16
	state     visitor.Outcome // visitor.Archived, visitor.Blocked, visitor.Deleted, or empty

	forwardQuery bool
	forwardPath  bool
	indexable    bool
	constant     bool // the same answer for everybody and for ever
	track        bool // the destination learns the click's id

	extra *extra
}

type extra struct {
	fallback     string
	passwordHash string
	preview      Preview
	rules        []rule
	split        *split
}

// rule is a compiled Rule.
type rule struct {
	id     string
	number uint64
	name   string
	when   node
	block  int16
	split  *split
	dest   destination
}

// split sends each visitor to one of its branches, always the same.
type split struct {
	owner    string // whose split it is: a rule's or a link's id
	upTo     []int  // the weights, added up
	branches []destination
	variants []string // the branches' addresses, as configured
}

func (s *split) pick(key uint64) (int, *destination) {
	place := pick(s.owner, key)
	for i, limit := range s.upTo {
		if place < limit {
			return i, &s.branches[i]
		}
	}
	last := len(s.branches) - 1
	return last, &s.branches[last]
}

// Compile turns a link into a Route. It fails on rules that ValidateRules and
// ValidateSplit refuse.
func Compile(t Target) (*Route, error) { //nolint:gocritic // a Target is compiled once and kept nowhere
	var c compiler
	nodes := c.rules(t.Rules)
	if t.Split != nil {
		c.split("split", t.Split)
	}
	if err := c.faults.Err(); err != nil {
		return nil, fmt.Errorf("compiling link %s: %w", t.LinkID, err)
	}
	r := &Route{
		linkID: t.LinkID, title: t.Title, createdAt: millis(t.CreatedAt),
		startsAt: millis(t.StartsAt), expiresAt: millis(t.ExpiresAt), maxClicks: t.MaxClicks,
		status: redirectStatus(t.RedirectStatus), state: stateOf(&t),
		forwardQuery: t.ForwardQuery, forwardPath: t.ForwardPath, indexable: t.Indexable, track: t.TrackConversions,
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

// addresses compiles the destinations of one link.
type addresses struct {
	campaign utm.Params
	captures bool
}

func (a addresses) destination(address string) destination {
	return newDestination(address, a.campaign, a.captures)
}

func (a addresses) split(owner string, branches []Branch) *split {
	s := &split{owner: owner}
	sum := 0
	for _, b := range branches {
		sum += b.Weight
		s.upTo = append(s.upTo, sum)
		s.branches = append(s.branches, a.destination(b.URL))
		s.variants = append(s.variants, b.URL)
	}
	return s
}

// extraOf returns nil for a plain link.
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

// ownerOf seeds a rule's split: its id, or its place in the link without one.
func ownerOf(linkID, ruleID string, index int) string {
	if ruleID != "" {
		return ruleID
	}
	return fmt.Sprintf("%s#%d", linkID, index)
}

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
	case t.Blocked:
		return visitor.Blocked
	case t.Archived:
		return visitor.Archived
	case t.Deleted:
		return visitor.Deleted
	default:
		return ""
	}
}

func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// LinkID returns the id of the link.
func (r *Route) LinkID() string { return r.linkID }

// Numbers returns the ids of the link, its workspace and its domain as clicks
// keep them.
func (r *Route) Numbers() (link, workspace, domain uint64) { return r.link, r.workspace, r.domain }

// Indexable reports whether search engines may index the short link.
func (r *Route) Indexable() bool { return r.indexable }

// Limited reports whether the link gives a limited number of redirects.
func (r *Route) Limited() bool { return r.maxClicks > 0 }

// PasswordHash returns the argon2id hash that guards the link, if any.
func (r *Route) PasswordHash() string {
	if r.extra == nil {
		return ""
	}
	return r.extra.passwordHash
}

// Preview returns the card for social crawlers.
func (r *Route) Preview() Preview {
	if r.extra == nil {
		return Preview{}
	}
	return r.extra.preview
}

// Summary is what the preview page (alias+) shows.
type Summary struct {
	Title     string
	URL       string // where most visitors are sent
	CreatedAt time.Time
	Varies    bool // rules or a split may send visitors elsewhere
}

// Summary returns what may be told about a link that has no password.
func (r *Route) Summary() Summary {
	s := Summary{Title: r.title, URL: r.dest.raw}
	if r.createdAt != 0 {
		s.CreatedAt = time.UnixMilli(r.createdAt).UTC()
	}
	s.Varies = r.extra != nil && (len(r.extra.rules) > 0 || r.extra.split != nil)
	return s
}

// StartsAt returns when the link begins to redirect, in UTC; zero for at once.
func (r *Route) StartsAt() time.Time {
	if r.startsAt == 0 {
		return time.Time{}
	}
	return time.UnixMilli(r.startsAt).UTC()
}

// Size estimates the bytes of memory that a route takes, for a cache's budget.
func (r *Route) Size() int {
	n := 224 + len(r.linkID) + len(r.title) + len(r.dest.raw)
	if e := r.extra; e != nil {
		n += 256 + len(e.fallback) + len(e.passwordHash) + len(e.preview.Title) + len(e.preview.Description) + len(e.preview.Image)
		for i := range e.rules {
			n += 512 + len(e.rules[i].dest.raw) + e.rules[i].when.size()
			n += e.rules[i].split.size()
		}
		n += e.split.size()
	}
	return n
}

func (s *split) size() int {
	if s == nil {
		return 0
	}
	n := 64
	for i := range s.branches {
		n += 64 + len(s.branches[i].raw)
	}
	return n
}

func (n *node) size() int {
	total := 256
	for _, text := range n.leaf.texts {
		total += 16 + len(text)
	}
	total += 32 * len(n.leaf.networks)
	for i := range n.kids {
		total += n.kids[i].size()
	}
	return total
}

// IsWildcard reports whether an alias, as stored, takes every path below it.
func IsWildcard(alias string) bool { return alias == "*" || strings.HasSuffix(alias, "/*") }
