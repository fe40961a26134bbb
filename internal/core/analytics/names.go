package analytics

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/visitor"
)

// FilterOf returns the filters that a parameter's values stand for: a minus
// sign before a value takes its clicks away instead. "(none)" stands for the
// clicks without a value. A backslash keeps the comma after it, at which the
// value was cut, and a minus sign at the front from meaning anything.
func FilterOf(d Dimension, values []string) []Filter {
	keep, drop := Filter{Dimension: d}, Filter{Dimension: d, Negated: true}
	for _, v := range uncut(values) {
		f := &keep
		if len(v) > 1 && v[0] == '-' {
			f, v = &drop, v[1:]
		}
		if v == NoValue {
			v = ""
		}
		f.Values = append(f.Values, strings.TrimPrefix(v, escape))
	}
	var filters []Filter
	for _, f := range []Filter{keep, drop} {
		if len(f.Values) > 0 {
			filters = append(filters, f)
		}
	}
	return filters
}

// escape keeps what follows from being read.
const escape = `\`

// uncut puts values together again that had an escaped comma in them.
func uncut(values []string) []string {
	whole := make([]string, 0, len(values))
	open := false
	for _, v := range values {
		head, cut := strings.CutSuffix(v, escape)
		if open {
			whole[len(whole)-1] += "," + head
		} else {
			whole = append(whole, head)
		}
		open = cut
	}
	if open {
		whole[len(whole)-1] += escape // nothing was cut after it
	}
	return whole
}

// NoValue is how a filter spells "without a value".
const NoValue = "(none)"

// filters resolves the names in filters and spells values as clicks do.
func (s *Service) filters(ctx context.Context, actor access.Actor, asked []Filter) ([]Filter, error) {
	filters := make([]Filter, 0, len(asked))
	for _, f := range asked {
		resolved := Filter{Dimension: f.Dimension, Negated: f.Negated}
		for _, v := range f.Values {
			values, err := s.resolve(ctx, actor, f.Dimension, v)
			if err != nil {
				return nil, err
			}
			resolved.Values = append(resolved.Values, values...)
		}
		if f.Dimension.ofLinks() {
			var err error
			if resolved, err = s.asLinks(ctx, actor, resolved); err != nil {
				return nil, err
			}
		}
		filters = append(filters, resolved)
	}
	return filters, nil
}

// resolve returns what a filter's value stands for.
func (s *Service) resolve(ctx context.Context, actor access.Actor, d Dimension, value string) ([]string, error) {
	if d.IDPrefix() == "" {
		return d.expand(d.canonical(value)), nil
	}
	if _, ok := ident.Number(value); ok || s.names == nil {
		return []string{value}, nil
	}
	ids, err := s.names.Lookup(ctx, actor.WorkspaceID, d, value)
	if err != nil {
		return nil, fmt.Errorf("look up %s: %w", d, err)
	}
	return ids, nil
}

// asLinks turns a filter of tags or folders into one of links: those that have
// them today.
func (s *Service) asLinks(ctx context.Context, actor access.Actor, f Filter) (Filter, error) {
	members, err := s.members(ctx, actor, f.Dimension)
	if err != nil {
		return Filter{}, err
	}
	links := Filter{Dimension: Link, Negated: f.Negated}
	wanted := make(map[uint64]bool)
	for _, id := range f.Values {
		if n, ok := ident.Number(id); ok {
			wanted[n] = true
		}
	}
	if wanted[0] {
		return untagged(members, wanted, f.Negated), nil
	}
	for _, m := range members {
		if wanted[m.Of] {
			links.Values = append(links.Values, ident.Text(ident.Link, m.Link))
		}
	}
	return links, nil
}

// untagged is asLinks for a filter that also names the links without any tag:
// all but those that have only others.
func untagged(members []Member, wanted map[uint64]bool, negated bool) Filter {
	has, takes := make(map[uint64]bool), make(map[uint64]bool)
	for _, m := range members {
		has[m.Link] = true
		takes[m.Link] = takes[m.Link] || wanted[m.Of]
	}
	others := Filter{Dimension: Link, Negated: !negated}
	for link := range has {
		if !takes[link] {
			others.Values = append(others.Values, ident.Text(ident.Link, link))
		}
	}
	slices.Sort(others.Values)
	return others
}

func (s *Service) members(ctx context.Context, actor access.Actor, d Dimension) ([]Member, error) {
	if s.names == nil {
		return []Member{}, nil
	}
	members, err := s.names.Members(ctx, actor.WorkspaceID, d)
	if err != nil {
		return nil, fmt.Errorf("find the links of each %s: %w", d, err)
	}
	return members, nil
}

// lists lays out the lists of a request, each dimension once.
func (s *Service) lists(ctx context.Context, actor access.Actor, r Request) ([]List, error) {
	lists := make([]List, 0, len(r.GroupBy))
	for i, d := range r.GroupBy {
		if slices.Contains(r.GroupBy[:i], d) {
			continue
		}
		list := List{Dimension: d, Limit: limitOf(r)}
		if d.ofLinks() {
			var err error
			if list.Members, err = s.members(ctx, actor, d); err != nil {
				return nil, err
			}
		}
		lists = append(lists, list)
	}
	return lists, nil
}

// label gives each row words for people. A domain's key is its host (spec:
// api.md "Analytics").
func (s *Service) label(ctx context.Context, actor access.Actor, lists map[Dimension][]Row) error {
	for d, rows := range lists {
		labels, err := s.labels(ctx, actor, d, rows)
		if err != nil {
			return fmt.Errorf("name each %s: %w", d, err)
		}
		for i := range rows {
			rows[i].Label = cmp.Or(labels[rows[i].Key], rows[i].Key)
			if d == Domain {
				rows[i].Key = rows[i].Label
			}
		}
	}
	return nil
}

// labels returns words for the keys that have others than themselves.
func (s *Service) labels(ctx context.Context, actor access.Actor, d Dimension, rows []Row) (map[string]string, error) {
	var keys []string
	for _, r := range rows {
		if r.Key != "" {
			keys = append(keys, r.Key)
		}
	}
	switch {
	case d == Region:
		labels := make(map[string]string, len(keys))
		for _, k := range keys {
			labels[k] = visitor.RegionName(k)
		}
		return labels, nil
	case d.IDPrefix() != "" && s.names != nil:
		return s.names.Labels(ctx, actor.WorkspaceID, d, keys)
	default:
		return nil, nil
	}
}

// PinFilters returns filters that a later rename cannot change the meaning of:
// names of tags, folders, domains and links become ids. It is Invalid when a
// name or an id is not the workspace's.
func (s *Service) PinFilters(ctx context.Context, workspaceID string, filters []Filter) ([]Filter, error) {
	if err := check(Request{Filters: filters}); err != nil {
		return nil, err
	}
	pinned := make([]Filter, 0, len(filters))
	for _, f := range filters {
		ids := Filter{Dimension: f.Dimension, Negated: f.Negated}
		for _, v := range f.Values {
			if f.Dimension.IDPrefix() == "" || v == "" {
				ids.Values = append(ids.Values, v)
				continue
			}
			found, err := s.resolve(ctx, access.Actor{WorkspaceID: workspaceID}, f.Dimension, v)
			if err != nil {
				return nil, err
			}
			if len(found) == 0 {
				return nil, fault.New(fault.Invalid, fmt.Sprintf("This workspace has no %s “%s”.", f.Dimension, v)).At("filters")
			}
			ids.Values = append(ids.Values, found...)
		}
		pinned = append(pinned, ids)
	}
	return pinned, nil
}

// FilterLabels returns words for the ids that filters name, by dimension. Ids
// that are not known any more are absent, as are dimensions without ids.
func (s *Service) FilterLabels(ctx context.Context, workspaceID string, filters []Filter) (map[Dimension]map[string]string, error) {
	labels := make(map[Dimension]map[string]string)
	for _, f := range filters {
		rows := make([]Row, 0, len(f.Values))
		for _, v := range f.Values {
			rows = append(rows, Row{Key: v})
		}
		found, err := s.labels(ctx, access.Actor{WorkspaceID: workspaceID}, f.Dimension, rows)
		if err != nil {
			return nil, fmt.Errorf("label %s filters: %w", f.Dimension, err)
		}
		if found == nil {
			continue
		}
		if labels[f.Dimension] == nil {
			labels[f.Dimension] = make(map[string]string, len(found))
		}
		maps.Copy(labels[f.Dimension], found)
	}
	return labels, nil
}
