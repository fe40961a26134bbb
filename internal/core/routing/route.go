package routing

import (
	"fmt"
	"strings"
	"time"

	"linnet/internal/core/utm"
)

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
	owner    string // the id of the rule or the link that has the split
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

// ownerOf returns the seed of a rule's split: its id or, without one, its position
// in the link.
func ownerOf(linkID, ruleID string, index int) string {
	if ruleID != "" {
		return ruleID
	}
	return fmt.Sprintf("%s#%d", linkID, index)
}

// LinkID returns the id of the link.
func (r *Route) LinkID() string { return r.linkID }

// Numbers returns the ids of the link, its workspace and its domain as clicks store
// them.
func (r *Route) Numbers() (link, workspace, domain uint64) { return r.link, r.workspace, r.domain }

// Indexable reports whether search engines may index the short link.
func (r *Route) Indexable() bool { return r.indexable }

// KeepsMethod reports whether the status of the redirect keeps the method and the
// body of a request (307, 308).
func (r *Route) KeepsMethod() bool { return r.status == 307 || r.status == 308 }

// Limited reports whether the link gives a limited number of redirects.
func (r *Route) Limited() bool { return r.maxClicks > 0 }

// PasswordHash returns the argon2id hash of the link's password; "" without one.
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

// Summary is the content of the preview page (alias+).
type Summary struct {
	Title     string
	URL       string // where most visitors are sent
	CreatedAt time.Time
	Varies    bool // rules or a split may send visitors elsewhere
}

// Summary returns what the preview page shows of a link without a password.
func (r *Route) Summary() Summary {
	s := Summary{Title: r.title, URL: r.dest.raw}
	if r.createdAt != 0 {
		s.CreatedAt = time.UnixMilli(r.createdAt).UTC()
	}
	s.Varies = r.extra != nil && (len(r.extra.rules) > 0 || r.extra.split != nil)
	return s
}

// StartsAt returns when the link begins to redirect, in UTC; zero for immediately.
func (r *Route) StartsAt() time.Time {
	if r.startsAt == 0 {
		return time.Time{}
	}
	return time.UnixMilli(r.startsAt).UTC()
}

// Size estimates the memory of a route in bytes, for the budget of a cache.
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

// IsWildcard reports whether a stored alias matches every path below it.
func IsWildcard(alias string) bool { return alias == "*" || strings.HasSuffix(alias, "/*") }
