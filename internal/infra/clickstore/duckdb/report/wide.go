package report

import (
	"context"
	"database/sql"
	"slices"

	"linnet/internal/core/analytics"
	"linnet/internal/infra/clickstore/clicksql"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

// wide returns the lists that have about as many keys as there are links with clicks.
func (p *plan) wide() (lists []clicksql.Part) {
	for _, each := range p.Parts {
		if slices.Contains([]analytics.Dimension{analytics.Link, analytics.Alias, analytics.URL}, analytics.Dimension(each.Name)) {
			lists = append(lists, each)
		}
	}
	return lists
}

// remove removes parts from the plan.
func (p *plan) remove(parts []clicksql.Part) {
	p.Parts = slices.DeleteFunc(slices.Clone(p.Parts), func(each clicksql.Part) bool {
		return slices.ContainsFunc(parts, func(other clicksql.Part) bool { return other.Name == each.Name })
	})
}

// runAlone adds parts with many keys to the result, by one statement over a scope.
func (p *plan) runAlone(ctx context.Context, tx *sql.Tx, parts []clicksql.Part, scope *clicksql.Scope) error {
	if len(parts) == 0 {
		return nil
	}
	alone, wide := *p, []clicksql.Part{}
	alone.Parts = nil
	for _, each := range parts {
		if each.Column != "" {
			wide = append(wide, each)
		} else {
			alone.Parts = append(alone.Parts, each)
		}
	}
	text := alone.ranked(scope, p.selective(), bySoloFlag, wide)
	return storage.QueryAll(ctx, tx, text, scope.Args, func(rows *sql.Rows) error { return p.Scan(rows) })
}

// selective reports whether the query filters by a set of links. Then copying the clicks
// is cheaper than looking up the link of each several times.
func (p *plan) selective() bool {
	return slices.ContainsFunc(p.Query.Filters, func(f analytics.Filter) bool { return f.Links != nil })
}

// withoutLargeSets returns the query without filters on more than limit links.
func withoutLargeSets(q analytics.Query, limit int) analytics.Query {
	q.Filters = slices.Clone(q.Filters) // in their places, which name their tables
	for i, f := range q.Filters {
		if f.Links != nil && len(f.Links.Links) > limit {
			q.Filters[i] = analytics.Filter{Dimension: f.Dimension, Negated: true}
		}
	}
	return q
}
