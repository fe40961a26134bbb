package link

import (
	"context"
	"fmt"
	"slices"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

// Tombstone is a deleted link whose aliases are still taken.
type Tombstone struct {
	LinkID    string
	Domain    string
	Aliases   []string // never empty
	URL       string
	Title     string
	DeletedAt time.Time
}

// TombstonePage is one page of tombstones. NextCursor is empty on the last page.
type TombstonePage struct {
	Tombstones []Tombstone
	NextCursor string
	Total      int
}

// TombstonesPerLink limits the tombstones of a workspace on shared domains, per
// link of its plan, so that a workspace cannot use up the aliases of an install by
// creating and deleting links.
const TombstonesPerLink = 10

// checkTombstones returns LimitReached for a workspace with too many tombstones.
// Concurrent calls may exceed the limit by the links that each of them creates.
func (s *Service) checkTombstones(ctx context.Context, workspaceID string, limit int) error {
	if limit == 0 {
		return nil
	}
	n, err := s.deps.Store.CountTombstones(ctx, workspaceID)
	if err != nil || n < TombstonesPerLink*limit {
		return err
	}
	return fault.New(fault.LimitReached, fmt.Sprintf(
		"Deleted links of this workspace still use %d aliases, and your plan allows %d. Free some under Links, Deleted, or upgrade the plan.",
		n,
		TombstonesPerLink*limit,
	))
}

// Tombstones returns one page of the workspace's deleted links, the latest
// deletion first.
func (s *Service) Tombstones(ctx context.Context, a access.Actor, search string, limit int, cursor string) (TombstonePage, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return TombstonePage{}, err
	}
	if err := (&Filter{Search: search, Limit: limit, Sort: ByCreatedAt}).validate(); err != nil {
		return TombstonePage{}, err
	}
	return s.deps.Store.Tombstones(ctx, a.View(), search, limit, cursor)
}

// FreeAlias frees an alias of a deleted link for new links; an empty alias frees
// all of them. The link can be restored while it has an alias left.
func (s *Service) FreeAlias(ctx context.Context, a access.Actor, id, alias string) error {
	if err := access.Require(a, access.FreeAliases); err != nil {
		return err
	}
	deleted, err := s.byID(ctx, a.View(), []string{id}, true)
	if err != nil {
		return err
	}
	l := deleted[id]
	if l == nil {
		return fault.New(fault.NotFound, "There is no such deleted link.")
	}
	if l.Blocked {
		return fault.New(fault.Forbidden, "This link was blocked by the operator of this install. Its aliases cannot be freed.")
	}
	freed := l.Aliases
	if alias != "" {
		freed = []string{NormalAlias(alias)}
	}
	return s.free(ctx, a, l, freed)
}

// free frees aliases of a deleted link. It is NotFound if the link does not have one
// of them.
func (s *Service) free(ctx context.Context, a access.Actor, l *Link, freed []string) error {
	folded := make([]string, len(freed))
	for i := range freed {
		folded[i] = l.FoldAlias(freed[i])
	}
	left := *l
	left.Aliases = slices.DeleteFunc(slices.Clone(l.Aliases), func(old string) bool { return slices.Contains(folded, l.FoldAlias(old)) })
	if len(freed) == 0 || len(left.Aliases)+len(freed) != len(l.Aliases) {
		return fault.New(fault.NotFound, "This link has no such alias.")
	}
	e := freedEvent(a, l, freed, normalTime(s.deps.Clock.Now()))
	return s.deps.Store.FreeAliases(ctx, a.WorkspaceID, Write{Link: &left, Event: e}, folded)
}

// freedEvent returns an event whose snapshot has only the freed aliases, so that
// caches evict those.
func freedEvent(a access.Actor, l *Link, freed []string, now time.Time) event.Event {
	snapshot := l.Snapshot()
	snapshot.Aliases, snapshot.Rules, snapshot.Split = freed, nil, nil
	return event.New(a.By(), event.AliasFreed, l.WorkspaceID, l.ID, snapshot, now)
}
