package link

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/routing"
	"linnet/internal/core/utm"
)

// Snapshot is what an event keeps of a link: all that a person can set, and no
// secret. A link's history is made of them.
type Snapshot struct {
	DomainID         string           `json:"domainId"`
	Domain           string           `json:"domain"`
	Aliases          []string         `json:"aliases"`
	URL              string           `json:"url"`
	Title            string           `json:"title"`
	Comments         string           `json:"comments"`
	Tags             []string         `json:"tags"`
	FolderID         string           `json:"folderId"`
	Preview          routing.Preview  `json:"preview"`
	RedirectStatus   int              `json:"redirectStatus"`
	ForwardQuery     bool             `json:"forwardQuery"`
	ForwardPath      bool             `json:"forwardPath"`
	Indexable        bool             `json:"indexable"`
	TrackConversions bool             `json:"trackConversions,omitempty"`
	StartsAt         time.Time        `json:"startsAt,omitzero"`
	ExpiresAt        time.Time        `json:"expiresAt,omitzero"`
	MaxClicks        int64            `json:"maxClicks"`
	FallbackURL      string           `json:"fallbackUrl"`
	HasPassword      bool             `json:"hasPassword"`
	UTM              utm.Params       `json:"utm"`
	Rules            []routing.Rule   `json:"rules"`
	Split            []routing.Branch `json:"split"`
	Archived         bool             `json:"archived"`
	Blocked          bool             `json:"blocked"`
	Version          int64            `json:"version"`
}

// Snapshot returns the link as an event keeps it.
func (l *Link) Snapshot() Snapshot {
	return Snapshot{
		DomainID: l.DomainID, Domain: l.Domain, Aliases: l.Aliases, URL: l.URL, Title: l.Title, Comments: l.Comments, Tags: l.Tags,
		FolderID: l.FolderID, Preview: l.Preview, RedirectStatus: l.RedirectStatus, ForwardQuery: l.ForwardQuery,
		ForwardPath: l.ForwardPath, Indexable: l.Indexable, TrackConversions: l.TrackConversions, StartsAt: l.StartsAt, ExpiresAt: l.ExpiresAt,
		MaxClicks: l.MaxClicks, FallbackURL: l.FallbackURL, HasPassword: l.PasswordHash != "", UTM: l.UTM,
		Rules: l.Rules, Split: l.Split, Archived: l.Archived, Blocked: l.Blocked, Version: l.Version,
	}
}

// newEvent returns the event that stores a version of the link. A deletion
// leaves out rules and split: the version before it has them.
func newEvent(kind event.Kind, a access.Actor, l *Link, now time.Time) (event.Event, error) {
	snapshot := l.Snapshot()
	if kind == event.LinkDeleted {
		snapshot.Rules, snapshot.Split = nil, nil
	}
	data, err := json.Marshal(snapshot)
	if err != nil {
		return event.Event{}, fmt.Errorf("tell of link %s: %w", l.ID, err)
	}
	return event.Event{
		ID: ident.New(ident.Event), WorkspaceID: l.WorkspaceID, ActorID: a.UserID,
		Kind: kind, SubjectID: l.ID, Data: data, At: now,
	}, nil
}

// BlockWrite returns the link blocked (or unblocked) as its next version, with
// the event that tells of it. The operator does it, so there is no actor.
func BlockWrite(l *Link, blocked bool, now time.Time) (Write, error) {
	next := *l
	next.Blocked, next.UpdatedAt = blocked, normalTime(now)
	next.Version++
	e, err := newEvent(event.LinkUpdated, access.Actor{}, &next, next.UpdatedAt)
	return Write{Link: &next, Event: e}, err
}

// SearchText returns the folded text that a search for links looks in: the
// aliases, the destination, the title and the comments.
func (l *Link) SearchText() string {
	parts := append([]string{l.URL, l.Title, l.Comments}, l.Aliases...)
	return routing.Fold(strings.Join(parts, "\n"))
}
