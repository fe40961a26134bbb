package link

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

// MaxVersions limits how many versions of a link are stored and listed.
const MaxVersions = 100

// Version is a link as it was after one change.
type Version struct {
	Kind      event.Kind
	ActorID   string // of a user or an API key; empty for a change by the system
	ActorName string // also empty if the user was deleted; "API key <name>" of a key
	At        time.Time
	Snapshot  Snapshot
	Changes   []FieldChange // since the previous version
}

// versionKinds returns the kinds of events that are versions.
func versionKinds() []event.Kind {
	return []event.Kind{event.LinkCreated, event.LinkUpdated, event.LinkDeleted, event.LinkRestored}
}

// History returns the versions of a link, newest first. It includes deleted
// links.
func (s *Service) History(ctx context.Context, a access.Actor, id string) ([]Version, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return nil, err
	}
	versions, err := s.versions(ctx, a, id)
	if err != nil {
		return nil, err
	}
	hideFolders(a, versions)
	return versions, s.setActorNames(ctx, versions)
}

// versions returns the versions of a link without the names of their actors, and with
// the folders that are hidden from the actor.
func (s *Service) versions(ctx context.Context, a access.Actor, id string) ([]Version, error) {
	l, err := s.linkWithDeleted(ctx, a, id)
	if err != nil {
		return nil, err
	}
	// The extra version is compared with the oldest listed one.
	events, err := s.deps.Store.EventsOf(ctx, a.WorkspaceID, id, MaxVersions+1, versionKinds()...)
	if err != nil {
		return nil, err
	}
	if len(events) == 0 {
		if l.UnstoredBytes == 0 {
			return nil, ErrNotFound()
		}
		events = []event.Event{l.FirstVersion()}
	}
	versions := make([]Version, len(events))
	for i, e := range events {
		v := Version{Kind: e.Kind, ActorID: e.Actor.ID, At: e.At}
		if e.Actor.Kind == event.Operator { // is not shown to members
			v.ActorID = ""
		}
		if err := json.Unmarshal(e.Data, &v.Snapshot); err != nil {
			return nil, fmt.Errorf("decode event %s: %w", e.ID, err)
		}
		versions[i] = v
	}
	compare(versions)
	return versions[:min(len(versions), MaxVersions)], nil
}

// linkWithDeleted returns a link of the actor's view, deleted or not, or NotFound.
func (s *Service) linkWithDeleted(ctx context.Context, a access.Actor, id string) (*Link, error) {
	for _, deleted := range []bool{false, true} {
		found, err := s.byID(ctx, a.View(), []string{id}, deleted)
		if err != nil {
			return nil, err
		}
		if l := found[id]; l != nil {
			return l, nil
		}
	}
	return nil, ErrNotFound()
}

// hideFolders removes the folders from versions that are hidden from the actor: a
// link may have been in one before.
func hideFolders(a access.Actor, versions []Version) {
	v := a.View()
	if !v.Limited() {
		return
	}
	hide := func(value any) any {
		if id, ok := value.(string); ok && v.Hides(id) {
			return nil
		}
		return value
	}
	for i := range versions {
		if v.Hides(versions[i].Snapshot.FolderID) {
			versions[i].Snapshot.FolderID = ""
		}
		for n, change := range versions[i].Changes {
			if change.Field == "folderId" {
				versions[i].Changes[n].From, versions[i].Changes[n].To = hide(change.From), hide(change.To)
			}
		}
	}
}

func (s *Service) setActorNames(ctx context.Context, versions []Version) error {
	ids := make([]string, 0, len(versions))
	for _, v := range versions {
		ids = append(ids, v.ActorID)
	}
	slices.Sort(ids)
	names, err := s.deps.Store.ActorNames(ctx, slices.Compact(ids))
	if err != nil {
		return err
	}
	for i := range versions {
		versions[i].ActorName = names[versions[i].ActorID]
	}
	return nil
}

// Revert stores the settings of an earlier version as a new one. The password
// stays, because versions do not contain it; so do aliases that were added since,
// because they may be in print, and the folder if that of the version is hidden from
// the actor.
func (s *Service) Revert(ctx context.Context, a access.Actor, id string, version int64) (*Link, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return nil, err
	}
	versions, err := s.versions(ctx, a, id)
	if err != nil {
		return nil, err
	}
	for _, v := range versions {
		if v.Snapshot.Version == version && v.Kind != event.LinkDeleted {
			return s.Update(ctx, a, id, nil, func(d *Draft) {
				folderID := d.FolderID
				if v.Snapshot.restore(d); a.View().Hides(v.Snapshot.FolderID) {
					d.FolderID = folderID
				}
			})
		}
	}
	return nil, fault.New(fault.NotFound, "This link has no such version.")
}
