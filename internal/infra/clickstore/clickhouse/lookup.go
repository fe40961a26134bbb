package clickhouse

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"

	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/infra/clickstore/clicksql"
)

// from returns the FROM and WHERE clauses of clicks.
func (s *Store) from(where ...string) string {
	return " FROM " + s.layout.clicks() + " WHERE " + strings.Join(where, " AND ")
}

// eachRow returns the clicksql.Each with a timeout. All texts are literals.
func (s *Store) eachRow(timeout time.Duration) clicksql.Each {
	return func(ctx context.Context, q analytics.Query, statement clicksql.Statement, do func(clicksql.Scanner) error) error {
		ctx, err := s.withTempTables(ctx, q)
		if err != nil {
			return err
		}
		text, _ := statement(tableOf(s.layout.clicks()))
		return s.queryWithin(ctx, timeout, text, func(r driver.Rows) error { return do(r) })
	}
}

// Since returns the latest clicks of some workspaces from a time on, oldest first.
func (s *Store) Since(ctx context.Context, workspaces []uint64, at time.Time, limit int) (clicks []click.Click, err error) {
	if len(workspaces) == 0 {
		return nil, nil
	}
	from := s.from("workspace IN ("+list(workspaces)+")", fmt.Sprintf("ts >= %d", clicksql.CeilMilli(at)))
	cols := clicksql.Readable()
	text := fmt.Sprintf("SELECT %s%s%s LIMIT %d", clicksql.Names(cols), from, clicksql.NewestFirst(dialect{}), limit)
	scan := clicksql.ScanClick(cols, func(c click.Click) error {
		clicks = append(clicks, c)
		return nil
	})
	if err := s.queryAll(ctx, text, func(r driver.Rows) error { return scan(r) }); err != nil {
		return nil, fmt.Errorf("list the clicks since %s: %w", at.UTC().Format(time.RFC3339), err)
	}
	slices.Reverse(clicks)
	return clicks, nil
}

// Newest returns the time of the latest click, or the zero time.
func (s *Store) Newest(ctx context.Context) (newest time.Time, err error) {
	err = s.queryAll(ctx, "SELECT count(), max(ts) FROM "+s.layout.clicks(), func(r driver.Rows) error {
		var n uint64
		var ms int64
		err := r.Scan(&n, &ms)
		if n > 0 {
			newest = clicksql.Time(ms)
		}
		return err
	})
	if err != nil {
		return time.Time{}, fmt.Errorf("find the latest click: %w", err)
	}
	return newest, nil
}
