package link

import (
	"time"

	"linnet/internal/core/event"
)

// Snapshot is a version of a link as events store it: everything that an editor
// can set, without secrets.
type Snapshot struct {
	DomainID string   `json:"domainId"`
	Domain   string   `json:"domain"`
	Aliases  []string `json:"aliases"`

	Settings

	HasPassword bool  `json:"hasPassword"`
	Archived    bool  `json:"archived"`
	Blocked     bool  `json:"blocked"`
	Version     int64 `json:"version"`
}

// Snapshot returns the current version.
func (l *Link) Snapshot() Snapshot {
	return Snapshot{
		DomainID:    l.DomainID,
		Domain:      l.Domain,
		Aliases:     l.Aliases,
		Settings:    l.Settings,
		HasPassword: l.PasswordHash != "",
		Archived:    l.Archived,
		Blocked:     l.Blocked,
		Version:     l.Version,
	}
}

// SubjectLabel implements event.Labeler.
func (s Snapshot) SubjectLabel() string { return event.LinkLabel(s.Domain, s.Aliases) }

// restore is the Edit that restores the version, except for its password.
func (s *Snapshot) restore(d *Draft) {
	d.Settings, d.Alias, d.Status = s.Settings, new(s.Aliases[0]), Active
	if s.Archived {
		d.Status = Archived
	}
}

// newEvent returns an event that stores a snapshot of the link. The snapshot of a
// deletion omits rules and split, which the previous version has.
func newEvent(kind event.Kind, by event.Actor, l *Link, now time.Time) event.Event {
	snapshot := l.Snapshot()
	if kind == event.LinkDeleted {
		snapshot.Rules, snapshot.Split = nil, nil
	}
	return event.New(by, kind, l.WorkspaceID, l.ID, snapshot, now)
}

// FirstVersion returns the event of version 1 of an imported link that has not changed
// since. It is stored together with the first change.
func (l *Link) FirstVersion() event.Event {
	return newEvent(event.LinkCreated, event.Actor{Kind: event.User, ID: l.CreatedBy}, l, l.UpdatedAt)
}

// SetBlocked blocks or unblocks the link for an operator of the install, and returns
// the event of the change, none if the link is so already.
func (l *Link) SetBlocked(blocked bool, by event.Actor, now time.Time) []event.Event {
	if l.Blocked == blocked {
		return nil
	}
	l.Blocked, l.UpdatedAt = blocked, normalTime(now)
	l.Version++
	return []event.Event{newEvent(event.LinkUpdated, by, l, l.UpdatedAt)}
}
