package duckdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/infra/clickstore/duckdb/clicksql"
)

// Recent returns the latest clicks of a query, newest first.
func (s *Store) Recent(ctx context.Context, q analytics.Query, limit int) ([]click.Click, error) {
	var clicks []click.Click
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		tables, err := clicksql.Tables(ctx, tx, q.Start, q.End)
		if err != nil {
			return err
		}
		columns := clicksql.Names(s.cols)
		scope := clicksql.ScopeOf(q, tables, clicksql.EachTable(columns))
		scope.And(clicksql.OfTraffic(q.Traffic), clicksql.After(q.After))
		text := fmt.Sprintf("SELECT %s FROM %s ORDER BY ts DESC, %s DESC LIMIT %d", columns, scope.String(), clicksql.IDOrder, limit)
		return clicksql.QueryAll(ctx, tx, text, scope.Args, func(r *sql.Rows) error {
			var row clicksql.Row
			if err := r.Scan(row.Targets(s.cols)...); err != nil {
				return err
			}
			clicks = append(clicks, row.Click())
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("list recent clicks: %w", err)
	}
	return clicks, nil
}

// allTime returns a query for the human clicks of a workspace.
func allTime(workspaceID uint64) analytics.Query {
	return analytics.Query{
		WorkspaceID: workspaceID, Traffic: analytics.Human,
		Start: time.UnixMilli(0).UTC(), End: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC),
	}
}

// First returns the time of the workspace's first click on a link or view of a
// page, or the zero time.
func (s *Store) First(ctx context.Context, workspaceID uint64) (time.Time, error) {
	var first sql.NullInt64
	q := allTime(workspaceID)
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		tables, err := clicksql.Tables(ctx, tx, q.Start, q.End)
		if err != nil {
			return err
		}
		views := q
		views.Views = true
		columns := clicksql.EachTable("workspace, link, page, ts")
		onLinks, ofPages := clicksql.ScopeOf(q, tables, columns), clicksql.ScopeOf(views, tables, columns)
		return tx.QueryRowContext(ctx, "SELECT least((SELECT min(ts) FROM "+onLinks.String()+"), (SELECT min(ts) FROM "+ofPages.String()+"))").
			Scan(&first)
	})
	switch {
	case err != nil:
		return time.Time{}, fmt.Errorf("find the first click: %w", err)
	case !first.Valid:
		return time.Time{}, nil
	}
	return clicksql.Time(first.Int64), nil
}

// LinkCounts counts the human clicks on links, over all time.
func (s *Store) LinkCounts(ctx context.Context, workspaceID uint64, links []uint64) (map[uint64]analytics.LinkCount, error) {
	counts := make(map[uint64]analytics.LinkCount, len(links))
	if len(links) == 0 {
		return counts, nil
	}
	ids := make([]string, len(links))
	for i, l := range links {
		ids[i] = clicksql.Uint64(l)
	}
	q := allTime(workspaceID)
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		tables, err := clicksql.Tables(ctx, tx, q.Start, q.End)
		if err != nil {
			return err
		}
		scope := clicksql.ScopeOf(q, tables, clicksql.EachTable("workspace, link, ts, bot"))
		scope.And(clicksql.OfTraffic(q.Traffic), "link IN ("+strings.Join(ids, ", ")+")")
		return clicksql.QueryAll(
			ctx,
			tx,
			"SELECT link, count(*), max(ts) FROM "+scope.String()+" GROUP BY link",
			nil,
			func(r *sql.Rows) error {
				var link uint64
				var n, last int64
				if err := r.Scan(&link, &n, &last); err != nil {
					return err
				}
				counts[link] = analytics.LinkCount{Clicks: n, LastClickedAt: clicksql.Time(last)}
				return nil
			},
		)
	})
	if err != nil {
		return nil, fmt.Errorf("count the clicks of links: %w", err)
	}
	return counts, nil
}

// Find returns a click on a link of the workspace, or NotFound. It searches
// HotTable first: most lookups are for recent clicks.
func (s *Store) Find(ctx context.Context, workspaceID, clickID uint64) (click.Click, error) {
	var found click.Click
	q := allTime(workspaceID)
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		all, err := clicksql.Tables(ctx, tx, q.Start, q.End)
		if err != nil {
			return err
		}
		columns := clicksql.Names(s.cols)
		for _, tables := range [][]clicksql.Table{all[:1], all[1:]} {
			if len(tables) == 0 {
				continue
			}
			scope := clicksql.ScopeOf(q, tables, clicksql.EachTable(columns))
			scope.And(clicksql.HasID(clickID))
			var row clicksql.Row
			err := tx.QueryRowContext(ctx, "SELECT "+columns+" FROM "+scope.String()+" LIMIT 1", scope.Args...).Scan(row.Targets(s.cols)...)
			if err == nil {
				found = row.Click()
				return nil
			}
			if !errors.Is(err, sql.ErrNoRows) {
				return err
			}
		}
		return fault.New(fault.NotFound, "There is no such click.")
	})
	if err != nil && !fault.Is(err, fault.NotFound) {
		return found, fmt.Errorf("find a click: %w", err)
	}
	return found, err
}
