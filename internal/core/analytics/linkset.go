package analytics

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"linnet/internal/base/ident"
	"linnet/internal/core/access"
)

// LinkSet is the links that have some tags, or are in some folders, at the moment. Click
// stores filter by the numbers of the links, the records by the tags or folders.
type LinkSet struct {
	By     Dimension // Tag or Folder
	Of     []string  // ids of tags or folders
	Others bool      // the set is the links with a tag, or in a folder, but none of Of
	Links  []uint64  // ascending, each once
}

// Contains reports whether a link is in the set.
func (l *LinkSet) Contains(link uint64) bool {
	_, found := slices.BinarySearch(l.Links, link)
	return found
}

// linkFilter converts a filter on ids of tags or folders to one on the links that
// currently have them. Links without any match NoValue: all links but the others do.
func (s *Service) linkFilter(ctx context.Context, v access.View, f Filter) (Filter, error) {
	set := LinkSet{By: f.Dimension, Of: slices.DeleteFunc(slices.Clone(f.Values), func(id string) bool { return id == "" })}
	set.Others = len(set.Of) < len(f.Values)
	if err := s.readLinks(ctx, v, &set); err != nil {
		return Filter{}, err
	}
	return Filter{Dimension: Link, Negated: f.Negated != set.Others, Links: &set}, nil
}

// readLinks sets the links of a set.
func (s *Service) readLinks(ctx context.Context, v access.View, set *LinkSet) error {
	var members []Member
	var err error
	switch {
	case set.Others:
		members, err = s.members(ctx, v, set.By, nil)
	case len(set.Of) > 0:
		members, err = s.members(ctx, v, set.By, set.Of)
	}
	if err != nil {
		return err
	}
	set.Links = linksOf(members)
	if set.Others {
		set.Links = without(set.Links, linksOf(membersOf(members, set.Of)))
	}
	return nil
}

// members returns the links with each of some tags, or in each of some folders; no ids:
// of all.
func (s *Service) members(ctx context.Context, v access.View, d Dimension, ids []string) ([]Member, error) {
	if s.names == nil {
		return []Member{}, nil
	}
	members, err := s.names.Members(ctx, v, d, ids)
	if err != nil {
		return nil, fmt.Errorf("list the links of each %s: %w", d, err)
	}
	return members, nil
}

// linksOf returns the links of members in ascending order, each once.
func linksOf(members []Member) []uint64 {
	links := make([]uint64, len(members))
	for i, m := range members {
		links[i] = m.Link
	}
	slices.Sort(links)
	return slices.Compact(links)
}

// membersOf returns the members of some ids.
func membersOf(members []Member, ids []string) []Member {
	wanted := make(map[uint64]bool, len(ids))
	for _, id := range ids {
		n, _ := ident.Number(id)
		wanted[n] = true
	}
	var found []Member
	for _, m := range members {
		if wanted[m.Of] {
			found = append(found, m)
		}
	}
	return found
}

// without returns the ascending numbers of all that are not among the ascending ones of
// excluded. It reuses the memory of all.
func without(all, excluded []uint64) []uint64 {
	return slices.DeleteFunc(all, func(n uint64) bool {
		for len(excluded) > 0 && excluded[0] < n {
			excluded = excluded[1:]
		}
		return len(excluded) > 0 && excluded[0] == n
	})
}

// hide excludes the clicks on links that are not in the view. Every report and list of a
// member is made by query, so none can omit it.
func (s *Service) hide(ctx context.Context, v access.View, q *Query) error {
	if !v.Limited() {
		return nil
	}
	if s.names == nil {
		return errHidden
	}
	set := LinkSet{By: Folder, Of: v.Hidden()}
	if err := s.readLinks(ctx, v, &set); err != nil {
		return err
	}
	if len(set.Links) > 0 {
		q.Filters = append(q.Filters, Filter{Dimension: Link, Negated: true, Links: &set})
	}
	return nil
}

// errHidden is the error of limited views without names: the hidden clicks are unknown.
var errHidden = errors.New("a limited view requires names")

// hiddenAmong returns which of some links are not in the view.
func (s *Service) hiddenAmong(ctx context.Context, v access.View, links []string) (map[string]bool, error) {
	hidden := map[string]bool{}
	if !v.Limited() || len(links) == 0 {
		return hidden, nil
	}
	if s.names == nil {
		return nil, errHidden
	}
	ids, err := s.names.HiddenLinks(ctx, v, links)
	if err != nil {
		return nil, fmt.Errorf("list hidden links: %w", err)
	}
	for _, id := range ids {
		hidden[id] = true
	}
	return hidden, nil
}
