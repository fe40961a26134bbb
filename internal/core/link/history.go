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

// MaxVersions bounds how many versions of a link are stored, listed, and can be
// reverted to.
const MaxVersions = 100

// Version is a link as it was after somebody changed it.
type Version struct {
	Kind      event.Kind
	ActorID   string // empty: Linnet itself
	ActorName string // empty also when the user is no more
	At        time.Time
	Snapshot  Snapshot
	Changes   []FieldChange // against the version before
}

// History returns a link's versions, newest first, also of a deleted link.
func (s *Service) History(ctx context.Context, a access.Actor, id string) ([]Version, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return nil, err
	}
	// One more than is listed, to compare the oldest with.
	events, err := s.store.EventsOf(ctx, a.WorkspaceID, id, MaxVersions+1)
	if err != nil {
		return nil, err
	}
	versions := make([]Version, 0, len(events))
	for _, e := range events {
		switch e.Kind {
		case event.LinkCreated, event.LinkUpdated, event.LinkDeleted, event.LinkRestored:
		default:
			continue // of another noun
		}
		v := Version{Kind: e.Kind, ActorID: e.ActorID, At: e.At}
		if err := json.Unmarshal(e.Data, &v.Snapshot); err != nil {
			return nil, fmt.Errorf("read event %s: %w", e.ID, err)
		}
		versions = append(versions, v)
	}
	if len(versions) == 0 {
		return nil, errNoLink()
	}
	compare(versions)
	versions = versions[:min(len(versions), MaxVersions)]
	return versions, s.nameActors(ctx, versions)
}

// nameActors puts names beside the ids.
func (s *Service) nameActors(ctx context.Context, versions []Version) error {
	ids := make([]string, 0, len(versions))
	for _, v := range versions {
		ids = append(ids, v.ActorID)
	}
	slices.Sort(ids)
	names, err := s.store.UserNames(ctx, slices.Compact(ids))
	if err != nil {
		return err
	}
	for i := range versions {
		versions[i].ActorName = names[versions[i].ActorID]
	}
	return nil
}

// Revert makes a link what it was in an earlier version, as a new version. The
// password stays as it is now: no version holds one. Aliases that have come
// since stay, because they may be in print.
func (s *Service) Revert(ctx context.Context, a access.Actor, id string, version int64) (*Link, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return nil, err
	}
	versions, err := s.History(ctx, a, id)
	if err != nil {
		return nil, err
	}
	for _, v := range versions {
		if v.Snapshot.Version == version && v.Kind != event.LinkDeleted {
			return s.Update(ctx, a, id, 0, v.Snapshot.patch())
		}
	}
	return nil, fault.New(fault.NotFound, "This link has no such version.")
}

// patch names everything that a snapshot holds.
func (s Snapshot) patch() Patch {
	status := Active
	if s.Archived {
		status = Archived
	}
	return Patch{
		Alias: To(s.Aliases[0]), URL: To(s.URL), Title: To(s.Title), Comments: To(s.Comments), Tags: To(s.Tags),
		FolderID: To(s.FolderID), Preview: To(s.Preview), RedirectStatus: To(s.RedirectStatus),
		ForwardQuery: To(s.ForwardQuery), ForwardPath: To(s.ForwardPath), Indexable: To(s.Indexable),
		StartsAt: To(s.StartsAt), ExpiresAt: To(s.ExpiresAt), MaxClicks: To(s.MaxClicks), FallbackURL: To(s.FallbackURL),
		UTM: To(s.UTM), Rules: To(s.Rules), Split: To(s.Split), Status: To(status),
	}
}
