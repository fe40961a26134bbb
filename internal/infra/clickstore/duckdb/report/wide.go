package report

import (
	"context"
	"database/sql"
	"slices"

	"linnet/internal/core/analytics"
	"linnet/internal/infra/clickstore/clicksql"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

// wide returns the lists with about as many keys as there are links with clicks.
func (p *plan) wide() []clicksql.Part {
	return slices.DeleteFunc(slices.Clone(p.Parts), func(each clicksql.Part) bool { return !each.Wide() })
}

// withoutWide removes these lists.
func (p *plan) withoutWide() { p.Parts = slices.DeleteFunc(slices.Clone(p.Parts), clicksql.Part.Wide) }

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
