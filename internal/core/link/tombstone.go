package link

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/routing"
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

// TombstonePage is a part of a list. NextCursor is empty on the last page.
type TombstonePage struct {
	Tombstones []Tombstone
	NextCursor string
	Total      int
}

// Graveyard keeps deleted links.
type Graveyard interface {
	// Tombstones returns one page, the last deleted first. search is looked for
	// as in Filter.
	Tombstones(ctx context.Context, workspaceID, search string, limit int, cursor string) (TombstonePage, error)
	// FreeAliases takes folded aliases from a deleted link; w.Link is what is
	// left of it. NotFound when the link is not deleted any more, or an alias
	// not its own.
	FreeAliases(ctx context.Context, workspaceID string, w Write, folded []string) error
	// CountTombstones returns how many aliases of the workspace's deleted links
	// are taken on domains that several workspaces share.
	CountTombstones(ctx context.Context, workspaceID string) (int, error)
}

// TombstonesPerLink is how many aliases of deleted links a workspace may hold on
// shared domains for each link of its plan, so that creating and deleting cannot
// take up the names of an install.
const TombstonesPerLink = 10

// checkTombstones refuses new links, as LimitReached, while the workspace holds
// too many aliases of deleted ones. Calls that run at once may exceed the bound
// by what each of them creates.
func (s *Service) checkTombstones(ctx context.Context, workspaceID string, limit int) error {
	if limit == 0 {
		return nil
	}
	n, err := s.store.CountTombstones(ctx, workspaceID)
	if err != nil || n < TombstonesPerLink*limit {
		return err
	}
	return fault.New(fault.LimitReached, fmt.Sprintf(
		"Deleted links of this workspace still hold %d aliases, and your plan allows %d. Free some under Links, Deleted, or upgrade the plan.",
		n, TombstonesPerLink*limit))
}

// Tombstones returns one page of the workspace's deleted links, the last
// deleted first.
func (s *Service) Tombstones(ctx context.Context, a access.Actor, search string, limit int, cursor string) (TombstonePage, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return TombstonePage{}, err
	}
	if err := (Filter{Search: search, Limit: limit, Sort: ByCreatedAt}).validate(); err != nil {
		return TombstonePage{}, err
	}
	return s.store.Tombstones(ctx, a.WorkspaceID, search, limit, cursor)
}

// FreeAlias lets anybody take an alias of a deleted link again; with no alias
// named, all of the link's. The link can be brought back with those that are
// left, and not at all without any.
func (s *Service) FreeAlias(ctx context.Context, a access.Actor, id, alias string) error {
	if err := access.Require(a, access.FreeAliases); err != nil {
		return err
	}
	kept, err := s.byID(ctx, a, []string{id}, true)
	if err != nil {
		return err
	}
	l := kept[id]
	if l == nil {
		return fault.New(fault.NotFound, "There is no such deleted link.")
	}
	if l.Blocked {
		return fault.New(fault.Forbidden, "This link was blocked by the operator of this install. Its aliases stay taken.")
	}
	fold := func(alias string) string { return routing.FoldAlias(alias, l.CaseSensitive) }
	freed := l.Aliases
	if alias != "" {
		freed = []string{NormalAlias(alias)}
	}
	folded := make([]string, len(freed))
	for i := range freed {
		folded[i] = fold(freed[i])
	}
	left := *l
	left.Aliases = slices.DeleteFunc(slices.Clone(l.Aliases), func(old string) bool { return slices.Contains(folded, fold(old)) })
	if len(freed) == 0 || len(left.Aliases)+len(freed) != len(l.Aliases) {
		return fault.New(fault.NotFound, "This link has no such alias.")
	}
	e, err := freedEvent(a, l, freed, normalTime(s.clk.Now()))
	if err != nil {
		return err
	}
	return s.store.FreeAliases(ctx, a.WorkspaceID, Write{Link: &left, Event: e}, folded)
}

// freedEvent names only the aliases that are free now, so that whoever caches
// by alias knows what to forget.
func freedEvent(a access.Actor, l *Link, freed []string, now time.Time) (event.Event, error) {
	snapshot := l.Snapshot()
	snapshot.Aliases, snapshot.Rules, snapshot.Split = freed, nil, nil
	data, err := json.Marshal(snapshot)
	if err != nil {
		return event.Event{}, fmt.Errorf("tell of link %s: %w", l.ID, err)
	}
	return event.Event{
		ID: ident.New(ident.Event), WorkspaceID: l.WorkspaceID, ActorID: a.UserID,
		Kind: event.AliasFreed, SubjectID: l.ID, Data: data, At: now,
	}, nil
}
