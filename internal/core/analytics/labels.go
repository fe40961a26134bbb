package analytics

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"linnet/internal/core/access"
	"linnet/internal/core/visitor"
)

// lists returns the lists of a request, each dimension once.
func (s *Service) lists(ctx context.Context, actor access.Actor, r Request) ([]List, error) {
	lists := make([]List, 0, len(r.GroupBy))
	for i, d := range r.GroupBy {
		if slices.Contains(r.GroupBy[:i], d) {
			continue
		}
		list := List{Dimension: d, Limit: limitOf(r)}
		if d.ofLinks() {
			var err error
			if list.Members, err = s.members(ctx, actor.View(), d, nil); err != nil {
				return nil, err
			}
		}
		lists = append(lists, list)
	}
	return lists, nil
}

// label sets the labels of all rows. The key of a domain becomes its host.
func (s *Service) label(ctx context.Context, actor access.Actor, lists map[Dimension][]Row) error {
	for d, rows := range lists {
		labels, err := s.labels(ctx, actor, d, rows)
		if err != nil {
			return fmt.Errorf("label each %s: %w", d, err)
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

// labels returns the labels of keys that differ from the keys.
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
		return s.names.Labels(ctx, actor.View(), d, keys)
	default:
		return nil, nil
	}
}

// FilterLabels returns the labels of the ids in filters, by dimension. Deleted
// ids and dimensions without ids are absent.
func (s *Service) FilterLabels(ctx context.Context, workspaceID string, filters []Filter) (map[Dimension]map[string]string, error) {
	return s.VisibleLabels(ctx, access.Actor{WorkspaceID: workspaceID}, filters)
}

// VisibleLabels is FilterLabels without the ids that are hidden from the actor.
func (s *Service) VisibleLabels(ctx context.Context, actor access.Actor, filters []Filter) (map[Dimension]map[string]string, error) {
	labels := make(map[Dimension]map[string]string)
	for _, f := range filters {
		rows := make([]Row, 0, len(f.Values))
		for _, v := range f.Values {
			rows = append(rows, Row{Key: v})
		}
		found, err := s.labels(ctx, actor, f.Dimension, rows)
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
