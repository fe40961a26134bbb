// Package link holds what Linnet is about: a destination behind one or more
// aliases on a domain. It owns the field rules, the operations on links and
// the store that they need.
package link

import (
	"time"

	"linnet/internal/core/routing"
	"linnet/internal/core/utm"
)

// Status is where a link stands in its life.
type Status string

// The states (spec: api.md "Link"). Scheduled and expired follow from the
// times and the click limit; archived and blocked are set.
const (
	Active    Status = "active"
	Scheduled Status = "scheduled"
	Expired   Status = "expired"
	Archived  Status = "archived"
	Blocked   Status = "blocked"
)

// Expiring chooses, in a Filter, the active links that end within ExpiresSoon.
const (
	Expiring    Status = "expiring"
	ExpiresSoon        = 7 * 24 * time.Hour
)

// Link is a link as it is kept. Times are UTC; a zero time means "not set".
type Link struct {
	ID          string
	WorkspaceID string
	DomainID    string
	Domain      string // the domain's host, with a port where the install has one
	// CaseSensitive is the domain's rule for comparing aliases.
	CaseSensitive bool
	Aliases       []string // the first is the link's own; never empty
	URL           string

	Title string // as a person wrote it; empty: what the page says holds
	// PageTitle is what the destination's page calls itself, once it was read;
	// empty when there is a Title. It is read from outside and no part of what
	// versions, history and If-Match are about.
	PageTitle string
	Comments  string
	Tags      []string // names, sorted
	FolderID  string
	Preview   routing.Preview

	RedirectStatus int
	ForwardQuery   bool
	ForwardPath    bool
	Indexable      bool
	// TrackConversions tells the destination the click's id.
	TrackConversions bool

	StartsAt     time.Time
	ExpiresAt    time.Time
	MaxClicks    int64 // 0: no limit
	UsedClicks   int64 // of MaxClicks; counted only while there is a limit
	FallbackURL  string
	PasswordHash string // argon2id; empty: none

	UTM   utm.Params
	Rules []routing.Rule
	Split []routing.Branch

	Archived bool
	Blocked  bool

	// Human clicks, as the click store counts them, and those of OpeningClicks.
	// They lag behind by the seconds that a click needs from the journal to there.
	ClickCount    int64
	LastClickedAt time.Time
	// OpeningClicks is what the link had on its counter when it was imported:
	// a number, without a single click behind it.
	OpeningClicks int64

	CreatedBy string
	CreatedAt time.Time
	UpdatedAt time.Time
	Version   int64 // starts at 1; each change adds 1
}

// Alias returns the link's own alias, the first.
func (l *Link) Alias() string { return l.Aliases[0] }

// StatusAt returns where the link stands at now.
func (l *Link) StatusAt(now time.Time) Status {
	switch {
	case l.Blocked:
		return Blocked
	case l.Archived:
		return Archived
	case !l.StartsAt.IsZero() && now.Before(l.StartsAt):
		return Scheduled
	case !l.ExpiresAt.IsZero() && !now.Before(l.ExpiresAt):
		return Expired
	case l.MaxClicks > 0 && l.UsedClicks >= l.MaxClicks:
		return Expired
	}
	return Active
}

// Target returns what routing needs to know of the link under one alias.
// expiredURL is the domain's.
func (l *Link) Target(alias, expiredURL string) routing.Target {
	return routing.Target{
		LinkID: l.ID, WorkspaceID: l.WorkspaceID, DomainID: l.DomainID, Alias: alias, URL: l.URL,
		RedirectStatus: l.RedirectStatus, ForwardQuery: l.ForwardQuery, ForwardPath: l.ForwardPath,
		Indexable: l.Indexable, UTM: l.UTM, TrackConversions: l.TrackConversions,
		StartsAt: l.StartsAt, ExpiresAt: l.ExpiresAt, MaxClicks: l.MaxClicks,
		FallbackURL: l.FallbackURL, ExpiredURL: expiredURL,
		Archived: l.Archived, Blocked: l.Blocked, PasswordHash: l.PasswordHash,
		Rules: l.Rules, Split: l.Split,
		Title: l.ShownTitle(), CreatedAt: l.CreatedAt, Preview: l.Preview, Version: l.Version,
	}
}
