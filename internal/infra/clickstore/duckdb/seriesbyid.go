package duckdb

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"linnet/internal/core/analytics"
	"linnet/internal/infra/clickstore/duckdb/clicksql"
)

// SeriesByID counts the clicks with some links or QR codes in each bucket of q.Series,
// in one statement.
func (s *Store) SeriesByID(
	ctx context.Context, q analytics.Query, by analytics.Dimension, ids []uint64,
) (map[uint64][]int64, error) {
	series := make(map[uint64][]int64, len(ids))
	if len(ids) == 0 {
		return series, nil
	}
	column, literals := by.Column(), make([]string, len(ids))
	for i, id := range ids {
		literals[i] = clicksql.Uint64(id)
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
		q.Orphans, q.Views = false, false
		scope := clicksql.ScopeOf(q, tables, func(t clicksql.Table) string {
			return "workspace, link, qrcode, trigger, ts, bot, " + clicksql.BucketExpr(q, t, q.Series.Starts) + " AS bucket"
		})
		scope.And(clicksql.OfTraffic(q.Traffic), column+" IN ("+strings.Join(literals, ", ")+")")
		text := "SELECT " + column + ", bucket, count(*) FROM " + scope.String() + " GROUP BY " + column + ", bucket"
		return clicksql.QueryAll(ctx, tx, text, scope.Args, func(r *sql.Rows) error {
			var id uint64
			var bucket, clicks int64
			if err := r.Scan(&id, &bucket, &clicks); err != nil {
				return err
			}
			if series[id] == nil {
				series[id] = make([]int64, len(q.Series.Starts))
			}
			series[id][bucket] = clicks
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("count clicks by id and bucket: %w", err)
	}
	return series, nil
}
