package link

import (
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/routing"
	"linnet/internal/core/utm"
)

// Set is a value that a patch may name. What is not named stays; named with
// the zero value it is taken away.
type Set[T any] struct {
	Named bool
	Value T
}

// To returns a named value.
func To[T any](value T) Set[T] { return Set[T]{Named: true, Value: value} }

func (s Set[T]) onto(value *T) {
	if s.Named {
		*value = s.Value
	}
}

// Patch changes what it names of a link.
type Patch struct {
	Domain Set[string]
	Alias  Set[string]
	URL    Set[string]

	Title    Set[string]
	Comments Set[string]
	Tags     Set[[]string]
	FolderID Set[string]
	Preview  Set[routing.Preview]

	RedirectStatus Set[int]
	ForwardQuery   Set[bool]
	ForwardPath    Set[bool]
	Indexable      Set[bool]

	TrackConversions Set[bool]

	StartsAt    Set[time.Time]
	ExpiresAt   Set[time.Time]
	MaxClicks   Set[int64]
	FallbackURL Set[string]
	Password    Set[string]

	UTM   Set[utm.Params]
	Rules Set[[]routing.Rule]
	Split Set[[]routing.Branch]

	Status Set[Status] // Archived or Active

	Unread []fault.Field // as in Draft
}

// draft returns the link as it would be with the patch, to be judged by the
// rules of a new link.
func (p Patch) draft(l *Link) Draft {
	alias, forward := l.Alias(), l.ForwardQuery
	d := Draft{
		Domain: l.Domain, Alias: &alias, URL: l.URL,
		Title: l.Title, Comments: l.Comments, Tags: l.Tags, FolderID: l.FolderID, Preview: l.Preview,
		RedirectStatus: l.RedirectStatus, ForwardQuery: &forward, ForwardPath: l.ForwardPath, Indexable: l.Indexable,
		TrackConversions: l.TrackConversions, StartsAt: l.StartsAt, ExpiresAt: l.ExpiresAt, MaxClicks: l.MaxClicks, FallbackURL: l.FallbackURL,
		UTM: l.UTM, Rules: l.Rules, Split: l.Split, Unread: p.Unread,
	}
	p.Domain.onto(&d.Domain)
	p.Alias.onto(&alias)
	p.URL.onto(&d.URL)
	p.Title.onto(&d.Title)
	if l.Title == "" && strings.TrimSpace(d.Title) == l.PageTitle {
		d.Title = "" // sent back as it was read: the page's it stays
	}
	p.Comments.onto(&d.Comments)
	p.Tags.onto(&d.Tags)
	p.FolderID.onto(&d.FolderID)
	p.Preview.onto(&d.Preview)
	p.RedirectStatus.onto(&d.RedirectStatus)
	p.ForwardQuery.onto(&forward)
	p.ForwardPath.onto(&d.ForwardPath)
	p.Indexable.onto(&d.Indexable)
	p.TrackConversions.onto(&d.TrackConversions)
	p.StartsAt.onto(&d.StartsAt)
	p.ExpiresAt.onto(&d.ExpiresAt)
	p.MaxClicks.onto(&d.MaxClicks)
	p.FallbackURL.onto(&d.FallbackURL)
	p.Password.onto(&d.Password)
	p.UTM.onto(&d.UTM)
	p.Rules.onto(&d.Rules)
	p.Split.onto(&d.Split)
	return d
}
