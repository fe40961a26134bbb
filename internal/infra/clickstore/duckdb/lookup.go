package duckdb

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
)

// Recent returns the last clicks of a query's scope, the newest first.
func (s *Store) Recent(ctx context.Context, q analytics.Query, limit int) ([]click.Click, error) {
	var clicks []click.Click
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		from, err := tables(ctx, tx, q.Start, q.End)
		if err != nil {
			return err
		}
		sc := scopeOf(q, from, same(names(s.cols)))
		sc.where = append(sc.where, taken(q.Traffic))
		text := fmt.Sprintf("SELECT %s FROM %s ORDER BY ts DESC, %s DESC LIMIT %d", names(s.cols), sc.String(), idOrder, limit)
		return queryAll(ctx, tx, text, sc.args, func(r *sql.Rows) error {
			var row scanned
			if err := r.Scan(row.targets(s.cols)...); err != nil {
				return err
			}
			clicks = append(clicks, row.click())
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("find the last clicks: %w", err)
	}
	return clicks, nil
}

// forever is a query over all time.
func forever(workspaceID uint64) analytics.Query {
	return analytics.Query{
		WorkspaceID: workspaceID, Traffic: analytics.Human,
		Start: time.UnixMilli(0).UTC(), End: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC),
	}
}

// First returns the time of the workspace's first click on a link.
func (s *Store) First(ctx context.Context, workspaceID uint64) (time.Time, error) {
	var first sql.NullInt64
	q := forever(workspaceID)
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		from, err := tables(ctx, tx, q.Start, q.End)
		if err != nil {
			return err
		}
		sc := scopeOf(q, from, same("workspace, link, ts"))
		return tx.QueryRowContext(ctx, "SELECT min(ts) FROM "+sc.String()).Scan(&first)
	})
	switch {
	case err != nil:
		return time.Time{}, fmt.Errorf("find the first click: %w", err)
	case !first.Valid:
		return time.Time{}, nil
	}
	return timeOf(first.Int64), nil
}

// LinkCounts counts the clicks of humans on links, over all time.
func (s *Store) LinkCounts(ctx context.Context, workspaceID uint64, links []uint64) (map[uint64]analytics.LinkCount, error) {
	counts := make(map[uint64]analytics.LinkCount, len(links))
	if len(links) == 0 {
		return counts, nil
	}
	wanted := make([]string, len(links))
	for i, l := range links {
		wanted[i] = number(l)
	}
	q := forever(workspaceID)
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		from, err := tables(ctx, tx, q.Start, q.End)
		if err != nil {
			return err
		}
		sc := scopeOf(q, from, same("workspace, link, ts, bot"))
		sc.where = append(sc.where, taken(q.Traffic), "link IN ("+strings.Join(wanted, ", ")+")")
		return queryAll(ctx, tx, "SELECT link, count(*), max(ts) FROM "+sc.String()+" GROUP BY link", nil, func(r *sql.Rows) error {
			var link uint64
			var n, last int64
			if err := r.Scan(&link, &n, &last); err != nil {
				return err
			}
			counts[link] = analytics.LinkCount{Clicks: n, LastClickedAt: timeOf(last)}
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("count the clicks of links: %w", err)
	}
	return counts, nil
}
