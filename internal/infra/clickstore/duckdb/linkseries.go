package duckdb

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"linnet/internal/core/analytics"
	"linnet/internal/infra/clickstore/duckdb/clicksql"
)

// LinkSeries counts the clicks of links in each bucket of q.Series, in one
// statement.
func (s *Store) LinkSeries(ctx context.Context, q analytics.Query, links []uint64) (map[uint64][]int64, error) {
	series := make(map[uint64][]int64, len(links))
	if len(links) == 0 {
		return series, nil
	}
	ids := make([]string, len(links))
	for i, l := range links {
		ids[i] = clicksql.Uint64(l)
	}
	if err := s.queries.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer s.queries.Release(1)
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		tables, err := clicksql.Tables(ctx, tx, q.Start, q.End)
		if err != nil {
			return err
		}
		q.Filters, q.Orphans, q.Views = nil, false, false
		scope := clicksql.ScopeOf(q, tables, func(t clicksql.Table) string {
			return "workspace, link, ts, bot, " + clicksql.BucketExpr(q, t, q.Series.Starts) + " AS bucket"
		})
		scope.And(clicksql.OfTraffic(q.Traffic), "link IN ("+strings.Join(ids, ", ")+")")
		text := "SELECT link, bucket, count(*) FROM " + scope.String() + " GROUP BY link, bucket"
		return clicksql.QueryAll(ctx, tx, text, nil, func(r *sql.Rows) error {
			var link uint64
			var bucket, clicks int64
			if err := r.Scan(&link, &bucket, &clicks); err != nil {
				return err
			}
			if series[link] == nil {
				series[link] = make([]int64, len(q.Series.Starts))
			}
			series[link][bucket] = clicks
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("count the clicks of links by bucket: %w", err)
	}
	return series, nil
}
