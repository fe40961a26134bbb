// Package link implements short links: a destination behind one or more aliases
// on a domain. It holds the rules for their fields, the operations on them and
// the interfaces of the stores that these need.
package link

import (
	"net/url"
	"strings"
	"time"

	"linnet/internal/core/routing"
)

// Status is the state of a link at a moment.
type Status string

// The states. Scheduled and Expired follow from the times and the click limit;
// Archived and Blocked are set.
const (
	Active    Status = "active"
	Scheduled Status = "scheduled"
	Expired   Status = "expired"
	Archived  Status = "archived"
	Blocked   Status = "blocked"
)

// Expiring, in a Filter, selects the active links that expire within ExpiresSoon.
const (
	Expiring    Status = "expiring"
	ExpiresSoon        = 7 * 24 * time.Hour
)

// Link is a stored link. Times are in UTC; the zero time means "not set".
type Link struct {
	ID          string
	WorkspaceID string
	DomainID    string
	Domain      string // the domain's host, with its port if it has one
	// CaseSensitive is the domain's rule for comparing aliases.
	CaseSensitive bool
	Aliases       []string // the first is the primary one; never empty

	Settings

	// PageTitle is the title of the destination's page, once it was fetched;
	// empty if the link has a Title. It is not part of versions and history.
	PageTitle    string
	UsedClicks   int64  // of MaxClicks; counted only while there is a limit
	PasswordHash string // argon2id; empty: no password
	Archived     bool
	Blocked      bool

	// ClickCount is the number of human clicks in the click store plus
	// OpeningClicks. It and LastClickedAt lag by some seconds.
	ClickCount    int64
	LastClickedAt time.Time
	// OpeningClicks is the click count that the link was imported with. No click
	// is stored for it.
	OpeningClicks int64

	CreatedBy string
	CreatedAt time.Time
	UpdatedAt time.Time
	Version   int64 // starts at 1; each change adds 1
	// UnstoredBytes is the size in bytes of FirstVersion while no event stores it; see
	// Builder.WriteUnstored. It is 0 for a link that was not imported, or has changed since.
	UnstoredBytes int64
}

// ShortURL returns the short URL of an alias on a host, with its port if it has one, escaped
// where necessary.
func ShortURL(scheme, host, alias string) string {
	u := url.URL{Scheme: scheme, Host: host, Path: "/" + alias}
	return strings.ReplaceAll(u.String(), "%2A", "*") // docs/* stays readable
}

// ScanURL returns the short URL with the parameter that identifies scans. For a
// wildcard alias, it is the URL of the part before the wildcard.
func ScanURL(scheme, host, alias string) string {
	alias = strings.TrimSuffix(strings.TrimSuffix(alias, "*"), "/")
	return ShortURL(scheme, host, alias) + "?" + routing.MarkerQR
}

// Alias returns the primary alias.
func (l *Link) Alias() string { return l.Aliases[0] }

// FoldAlias returns the key by which an alias is compared on the link's domain.
func (l *Link) FoldAlias(alias string) string { return routing.FoldAlias(alias, l.CaseSensitive) }

// StatusAt returns the status at now.
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

// Target returns the link as routing compiles it, under one of its aliases.
// expiredURL is the domain's.
func (l *Link) Target(alias, expiredURL string) routing.Target {
	t := routing.Target{
		Kind:         routing.KindLink,
		LinkID:       l.ID,
		WorkspaceID:  l.WorkspaceID,
		DomainID:     l.DomainID,
		Alias:        alias,
		ExpiredURL:   expiredURL,
		Archived:     l.Archived,
		Blocked:      l.Blocked,
		PasswordHash: l.PasswordHash,
		Title:        l.ShownTitle(),
		CreatedAt:    l.CreatedAt,
		Version:      l.Version,
	}
	l.route(&t)
	return t
}

// SearchText returns the folded text that a search matches: the aliases, the
// destination, the title and the comments.
func (l *Link) SearchText() string {
	parts := append([]string{l.URL, l.Title, l.Comments}, l.Aliases...)
	return routing.Fold(strings.Join(parts, "\n"))
}
