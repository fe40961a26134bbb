package analytics

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
)

// NoValue is the value of a filter for clicks without one.
const NoValue = "(none)"

// escape makes the next character of a filter's value literal.
const escape = `\`

// FilterOf returns the filters of a query parameter, whose values were split at
// commas: one filter for the values, and a negated one for the values that start
// with a minus sign. NoValue stands for clicks without a value. A backslash
// escapes a comma, and a minus sign at the start.
func FilterOf(d Dimension, values []string) []Filter {
	include, exclude := Filter{Dimension: d}, Filter{Dimension: d, Negated: true}
	for _, v := range unescapeCommas(values) {
		f := &include
		if len(v) > 1 && v[0] == '-' {
			f, v = &exclude, v[1:]
		}
		if v == NoValue {
			v = ""
		}
		f.Values = append(f.Values, strings.TrimPrefix(v, escape))
	}
	var filters []Filter
	for _, f := range []Filter{include, exclude} {
		if len(f.Values) > 0 {
			filters = append(filters, f)
		}
	}
	return filters
}

// FilterText is the inverse of FilterOf for one filter.
func FilterText(f Filter) string {
	texts := make([]string, len(f.Values))
	for i, v := range f.Values {
		text := strings.ReplaceAll(v, ",", escape+",")
		switch {
		case v == "":
			text = NoValue
		case strings.HasPrefix(text, "-") || strings.HasPrefix(text, escape) || text == NoValue:
			text = escape + text
		}
		if f.Negated {
			text = "-" + text
		}
		texts[i] = text
	}
	return strings.Join(texts, ",")
}

// Bounds of filters that are stored.
const (
	maxFilters     = 50
	maxValues      = 200  // of all filters together
	maxValueLength = 2048 // bytes
)

// CheckStoredFilters adds the faults of filters that are to be stored at "filters".
// PinFilters checks their dimensions.
func CheckStoredFilters(l *fault.List, filters []Filter) {
	values := 0
	for _, f := range filters {
		values += len(f.Values)
		if len(f.Values) == 0 || slices.ContainsFunc(f.Values, func(v string) bool { return len(v) > maxValueLength }) {
			l.Add("filters", fmt.Sprintf("A filter has 1 to %d values of at most %d bytes.", maxValues, maxValueLength))
		}
	}
	if len(filters) > maxFilters || values > maxValues {
		l.Add("filters", fmt.Sprintf("Use at most %d filters with %d values.", maxFilters, maxValues))
	}
}

// unescapeCommas joins values that were split at an escaped comma.
func unescapeCommas(values []string) []string {
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
		whole[len(whole)-1] += escape // no comma follows
	}
	return whole
}

// filters resolves names to ids and spells values as clicks do.
func (s *Service) filters(ctx context.Context, actor access.Actor, requested []Filter) ([]Filter, error) {
	filters := make([]Filter, 0, len(requested))
	for _, f := range requested {
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
			if resolved, err = s.linkFilter(ctx, actor.View(), resolved); err != nil {
				return nil, err
			}
		}
		filters = append(filters, resolved)
	}
	return filters, nil
}

// resolve returns the ids or values that a filter's value stands for.
func (s *Service) resolve(ctx context.Context, actor access.Actor, d Dimension, value string) ([]string, error) {
	if d.IDPrefix() == "" {
		return d.expand(d.canonical(value)), nil
	}
	if _, ok := ident.Number(value); ok || s.names == nil {
		return []string{value}, nil
	}
	ids, err := s.names.Lookup(ctx, actor.View(), d, value)
	if err != nil {
		return nil, fmt.Errorf("look up %s: %w", d, err)
	}
	return ids, nil
}

// PinFilters replaces the names of tags, folders, domains and links by their ids,
// so that renaming does not change the filters. It returns Invalid for names that
// the actor's workspace does not have, or that are hidden from the actor.
func (s *Service) PinFilters(ctx context.Context, actor access.Actor, filters []Filter) ([]Filter, error) {
	if err := validate(Request{Filters: filters}); err != nil {
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
			found, err := s.resolve(ctx, actor, f.Dimension, v)
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
