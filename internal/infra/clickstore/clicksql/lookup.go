package clicksql

import (
	"context"
	"fmt"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
)

// Scanner is a row of a result.
type Scanner interface {
	Scan(targets ...any) error
}

// Statement returns a statement over some tables, and its arguments.
type Statement func(tables []Table) (text string, args []any)

// Each executes a statement over the tables that may hold clicks of a query, and calls
// do with each row.
type Each func(ctx context.Context, q analytics.Query, statement Statement, do func(Scanner) error) error

// Lookup answers the questions that are not reports. Stores embed it.
type Lookup struct {
	dialect Dialect
	each    Each
}

// NewLookup returns a Lookup.
func NewLookup(d Dialect, each Each) Lookup { return Lookup{d, each} }

// eachOf executes a statement over the clicks of a query.
func (l Lookup) eachOf(ctx context.Context, q analytics.Query, statement func(*Scope) string, do func(Scanner) error) error {
	return l.each(ctx, q, func(tables []Table) (string, []any) {
		s := ScopeOf(l.dialect, q, tables)
		text := statement(s)
		return text, s.Args
	}, do)
}

// Clicks calls do with each click of a query's class of traffic in an order, at most
// limit. Clicks have neither Visitor nor Agent.
func (l Lookup) Clicks(ctx context.Context, q analytics.Query, order string, limit int, do func(click.Click) error) error {
	cols := Readable()
	return l.eachOf(ctx, q, func(s *Scope) string {
		s.AndTraffic()
		s.And(after(l.dialect, q.After))
		return fmt.Sprintf("SELECT %s FROM %s%s LIMIT %d", Names(cols), s.From(Names(cols)), order, limit)
	}, ScanClick(cols, do))
}

// ScanClick returns a function that scans a click.
func ScanClick(cols []Column, do func(click.Click) error) func(Scanner) error {
	return func(r Scanner) error {
		var row Row
		if err := r.Scan(row.Targets(cols)...); err != nil {
			return err
		}
		return do(row.Click())
	}
}

// Recent returns the latest clicks of a query, newest first.
func (l Lookup) Recent(ctx context.Context, q analytics.Query, limit int) (clicks []click.Click, err error) {
	err = l.Clicks(ctx, q, NewestFirst(l.dialect), limit, func(c click.Click) error {
		clicks = append(clicks, c)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list recent clicks: %w", err)
	}
	return clicks, nil
}

// allTime returns a query for the human clicks of a workspace.
func allTime(workspaceID uint64) analytics.Query {
	return analytics.Query{
		WorkspaceID: workspaceID,
		Traffic:     analytics.Human,
		Start:       time.UnixMilli(0).UTC(),
		End:         time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC),
	}
}

// First returns the time of the workspace's first click on a link or visit to a
// page, or the zero time.
func (l Lookup) First(ctx context.Context, workspaceID uint64) (first time.Time, err error) {
	q := allTime(workspaceID)
	err = l.each(ctx, q, func(tables []Table) (string, []any) {
		s := inWorkspace(l.dialect, q, tables)
		s.And("(link <> 0 OR page <> 0)")
		return "SELECT count(*)::BIGINT, coalesce(min(ts), 0) FROM " + s.From("ts"), s.Args
	}, func(r Scanner) error {
		var clicks, ms int64
		err := r.Scan(&clicks, &ms)
		if clicks > 0 {
			first = Time(ms)
		}
		return err
	})
	if err != nil {
		return time.Time{}, fmt.Errorf("find the first click: %w", err)
	}
	return first, nil
}

// LinkCounts counts the human clicks on links (click.Click.Counts), over all time.
func (l Lookup) LinkCounts(ctx context.Context, workspaceID uint64, links []uint64) (map[uint64]analytics.LinkCount, error) {
	counts := make(map[uint64]analytics.LinkCount, len(links))
	if len(links) == 0 {
		return counts, nil
	}
	err := l.eachOf(ctx, allTime(workspaceID), func(s *Scope) string {
		s.AndTraffic()
		s.And(in("link", numbers(l.dialect, links), false))
		return "SELECT link, count(*)::BIGINT, max(ts) FROM " + s.From("link, ts") + " GROUP BY link"
	}, func(r Scanner) error {
		var link uint64
		var clicks, last int64
		err := r.Scan(&link, &clicks, &last)
		counts[link] = analytics.LinkCount{Clicks: clicks, LastClickedAt: Time(last)}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("count the clicks of links: %w", err)
	}
	return counts, nil
}

// SeriesByID counts the clicks with some links or QR codes in each bucket of q.Series,
// in one statement.
func (l Lookup) SeriesByID(
	ctx context.Context, q analytics.Query, by analytics.Dimension, ids []uint64,
) (map[uint64][]int64, error) {
	series := make(map[uint64][]int64, len(ids))
	if len(ids) == 0 {
		return series, nil
	}
	q.Subject = analytics.LinkClicks
	index := bucketsByStart(q.Series)
	err := l.eachOf(ctx, q, func(s *Scope) string {
		s.AndTraffic()
		s.And(in(by.Column(), numbers(l.dialect, ids), false))
		counts := s.Select(func(t Table) string {
			return by.Column() + " AS id, " + bucketExpr(l.dialect, q, t) + " AS bucket, count(*) AS clicks"
		}, " GROUP BY id, bucket")
		return "SELECT id, bucket, sum(clicks)::BIGINT FROM (" + counts + ") GROUP BY id, bucket"
	}, func(r Scanner) error {
		var id uint64
		var bucket, clicks int64
		if err := r.Scan(&id, &bucket, &clicks); err != nil {
			return err
		}
		if series[id] == nil {
			series[id] = make([]int64, len(q.Series.Starts))
		}
		series[id][index[bucket]] = clicks
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("count clicks by id and bucket: %w", err)
	}
	return series, nil
}

// Find returns a click on a link of the workspace, or NotFound.
func (l Lookup) Find(ctx context.Context, workspaceID, clickID uint64) (click.Click, error) {
	var found []click.Click
	cols := Readable()
	q := allTime(workspaceID)
	q.AnyOutcome = true
	err := l.eachOf(ctx, q, func(s *Scope) string {
		s.And(hasID(l.dialect, clickID))
		return "SELECT " + Names(cols) + " FROM " + s.From(Names(cols)) + " LIMIT 1"
	}, ScanClick(cols, func(c click.Click) error {
		found = append(found, c)
		return nil
	}))
	switch {
	case err != nil:
		return click.Click{}, fmt.Errorf("find a click: %w", err)
	case len(found) == 0:
		return click.Click{}, fault.New(fault.NotFound, "There is no such click.")
	}
	return found[0], nil
}
