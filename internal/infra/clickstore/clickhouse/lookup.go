package clickhouse

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"

	"linnet/internal/base/fault"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
)

// Recent returns the latest clicks of a query, newest first.
func (s *Store) Recent(ctx context.Context, q analytics.Query, limit int) ([]click.Click, error) {
	where := append(scopeOf(q), ofTraffic(q.Traffic))
	if q.After != nil {
		ms := q.After.At.UnixMilli()
		where = append(where, fmt.Sprintf("ts <= %d AND (ts < %d OR %s < %d)", ms, ms, idExpr, q.After.ID))
	}
	clicks, err := s.clicks(ctx, s.from(where...)+fmt.Sprintf(" ORDER BY ts DESC, %s DESC LIMIT %d", idExpr, limit))
	if err != nil {
		return nil, fmt.Errorf("list recent clicks: %w", err)
	}
	return clicks, nil
}

// Since returns the latest clicks of some workspaces from a time on, oldest first.
func (s *Store) Since(ctx context.Context, workspaces []uint64, at time.Time, limit int) ([]click.Click, error) {
	if len(workspaces) == 0 {
		return nil, nil
	}
	from := s.from("workspace IN ("+list(workspaces)+")", fmt.Sprintf("ts >= %d", ceilMilli(at)))
	clicks, err := s.clicks(ctx, from+fmt.Sprintf(" ORDER BY ts DESC, %s DESC LIMIT %d", idExpr, limit))
	if err != nil {
		return nil, fmt.Errorf("list the clicks since %s: %w", at.UTC().Format(time.RFC3339), err)
	}
	slices.Reverse(clicks)
	return clicks, nil
}

// clicks returns the clicks of a FROM clause.
func (s *Store) clicks(ctx context.Context, from string) (all []click.Click, err error) {
	err = s.eachClick(ctx, queryTimeout, from, func(c click.Click) error {
		all = append(all, c)
		return nil
	})
	return all, err
}

// eachClick calls do with each click of a FROM clause.
func (s *Store) eachClick(ctx context.Context, timeout time.Duration, from string, do func(click.Click) error) error {
	cols := read(s.cols)
	return s.queryWithin(ctx, timeout, "SELECT "+names(cols)+from, func(r driver.Rows) error {
		var found row
		if err := r.Scan(found.targets(cols)...); err != nil {
			return err
		}
		return do(found.click())
	})
}

// First returns the time of the workspace's first click on a link or view of a
// page, or the zero time.
func (s *Store) First(ctx context.Context, workspaceID uint64) (time.Time, error) {
	at, err := s.timeOf(ctx, "min(ts)"+s.from(fmt.Sprintf("workspace = %d", workspaceID), "(link != 0 OR page != 0)"))
	if err != nil {
		return time.Time{}, fmt.Errorf("find the first click: %w", err)
	}
	return at, nil
}

// Newest returns the time of the latest click, or the zero time.
func (s *Store) Newest(ctx context.Context) (time.Time, error) {
	at, err := s.timeOf(ctx, "max(ts) FROM "+s.layout.clicks())
	if err != nil {
		return time.Time{}, fmt.Errorf("find the latest click: %w", err)
	}
	return at, nil
}

// timeOf returns the time of an aggregate over ts, or the zero time without clicks.
func (s *Store) timeOf(ctx context.Context, aggregate string) (at time.Time, err error) {
	err = s.queryAll(ctx, "SELECT count(), "+aggregate, func(r driver.Rows) error {
		var n uint64
		var ms int64
		err := r.Scan(&n, &ms)
		if n > 0 {
			at = timeOf(ms)
		}
		return err
	})
	return at, err
}

// LinkCounts counts the human clicks on links, over all time.
func (s *Store) LinkCounts(ctx context.Context, workspaceID uint64, links []uint64) (map[uint64]analytics.LinkCount, error) {
	counts := make(map[uint64]analytics.LinkCount, len(links))
	if len(links) == 0 {
		return counts, nil
	}
	where := []string{fmt.Sprintf("workspace = %d", workspaceID), "link != 0", "link IN (" + list(links) + ")", ofTraffic(analytics.Human)}
	err := s.queryAll(ctx, "SELECT link, count(), max(ts)"+s.from(where...)+" GROUP BY link", func(r driver.Rows) error {
		var link, n uint64
		var last int64
		if err := r.Scan(&link, &n, &last); err != nil {
			return err
		}
		counts[link] = analytics.LinkCount{Clicks: int64(n), LastClickedAt: timeOf(last)} //nolint:gosec // a count of rows
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("count the clicks of links: %w", err)
	}
	return counts, nil
}

// SeriesByID counts the clicks with some links or QR codes in each bucket of q.Series.
func (s *Store) SeriesByID(
	ctx context.Context, q analytics.Query, by analytics.Dimension, ids []uint64,
) (map[uint64][]int64, error) {
	series := make(map[uint64][]int64, len(ids))
	if len(ids) == 0 {
		return series, nil
	}
	index := make(map[int64]int, len(q.Series.Starts))
	for i, start := range q.Series.Starts {
		index[ceilMilli(start)] = i
	}
	q.Orphans, q.Views = false, false
	column := by.Column()
	where := append(scopeOf(q), ofTraffic(q.Traffic), column+" IN ("+list(ids)+")")
	text := "SELECT " + column + ", " + bucketExpr(q.Series.Starts) + " AS bucket, count()" + s.from(where...) +
		" GROUP BY " + column + ", bucket"
	err := s.queryAll(ctx, text, func(r driver.Rows) error {
		var id, n uint64
		var bucket int64
		if err := r.Scan(&id, &bucket, &n); err != nil {
			return err
		}
		if series[id] == nil {
			series[id] = make([]int64, len(q.Series.Starts))
		}
		series[id][index[bucket]] = int64(n) //nolint:gosec // a count of rows
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("count clicks by id and bucket: %w", err)
	}
	return series, nil
}

// Find returns a click on a link of the workspace, or NotFound. An id that
// click.IDs generated contains its time, by which the engine finds it; any other id
// takes a scan of the workspace.
func (s *Store) Find(ctx context.Context, workspaceID, clickID uint64) (click.Click, error) {
	where := []string{fmt.Sprintf("workspace = %d", workspaceID), "link != 0", fmt.Sprintf("%s = %d", idExpr, clickID)}
	if at := click.TimeOfID(clickID); at.Year() >= 2020 && at.Year() <= 2100 {
		where = append(where, fmt.Sprintf("ts = %d", at.UnixMilli()))
	}
	found, err := s.clicks(ctx, s.from(where...)+" LIMIT 1")
	if err != nil {
		return click.Click{}, fmt.Errorf("find a click: %w", err)
	}
	if len(found) == 0 {
		return click.Click{}, fault.New(fault.NotFound, "There is no such click.")
	}
	return found[0], nil
}
