package analytics

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"linnet/internal/core/click"
)

// Imports counts imported clicks: those that another shortener counted before links were
// imported. They are of people, and of LinkClicks. A filter on what that shortener did not
// tell excludes them, also a negated one.
type Imports interface {
	// FirstImported returns the first day of the workspace's imported clicks; 0: none.
	FirstImported(ctx context.Context, workspaceID uint64) (click.Day, error)
	// ImportedByDay counts the imported clicks that match the Filters of a query, on each
	// of its Days, and those of unknown days as the day 0. Days without any are absent.
	ImportedByDay(ctx context.Context, q Query) (map[click.Day]int64, error)
	// ImportedBy counts those of known days by the keys of a dimension: for the keys that
	// are shown, in lower case if the dimension is Folded, and then for the others with the
	// most clicks, up to a limit. Clicks that the shortener did not describe are in no
	// list of descriptions. A dimension that imported clicks do not have returns none.
	ImportedBy(ctx context.Context, q Query, d Dimension, shown []string, limit int) ([]ImportedRow, error)
}

// ImportedRow is a number of imported clicks.
type ImportedRow struct {
	Key    string
	Clicks int64
}

// Imported is the clicks of people that another shortener counted before the links of a query
// were imported. They are never part of the figures of Count, and have no visitors.
type Imported struct {
	Clicks  int64 // of the Days of the query
	Undated int64 // of unknown days, whatever the period is
}

// Days returns the days that begin in the period, in the time zone of the query; end is
// exclusive. Imported clicks have days and no times.
func (q *Query) Days() (first, end click.Day) { return q.dayFrom(q.Start), q.dayFrom(q.End) }

// dayFrom returns the first day that begins at or after a time.
func (q *Query) dayFrom(t time.Time) click.Day {
	year, month, date := t.In(q.location()).Date()
	day := click.DayOf(time.Date(year, month, date, 0, 0, 0, 0, time.UTC))
	if q.beginning(day).Before(t) {
		day++
	}
	return day
}

// beginning returns the beginning of a day in the time zone of the query.
func (q *Query) beginning(d click.Day) time.Time {
	year, month, date := d.Start().Date()
	return time.Date(year, month, date, 0, 0, 0, 0, q.location())
}

func (q *Query) location() *time.Location {
	if q.Location == nil {
		return time.UTC
	}
	return q.Location
}

// first returns the time of the workspace's first click, imported ones included, or the zero
// time.
func (s *Service) first(ctx context.Context, workspace uint64) (time.Time, error) {
	first, err := s.store.First(ctx, workspace)
	if err != nil || s.imports == nil {
		return first, err
	}
	day, err := s.imports.FirstImported(ctx, workspace)
	if err != nil {
		return time.Time{}, fmt.Errorf("find the first imported click: %w", err)
	}
	// A day earlier: it may begin before that of UTC.
	if at := (day - 1).Start(); day > 0 && (first.IsZero() || at.Before(first)) {
		return at, nil
	}
	return first, nil
}

// addImported adds the imported clicks to a report.
func (s *Service) addImported(ctx context.Context, q Query, r *Report) error {
	if s.imports == nil || q.Subject != LinkClicks || q.Traffic == Bot || (!q.Count && q.Series == nil && len(q.Lists) == 0) {
		return nil
	}
	byDay, err := s.imports.ImportedByDay(ctx, q)
	if err != nil {
		return fmt.Errorf("count imported clicks: %w", err)
	}
	var imported Imported
	for day, clicks := range byDay {
		if day == 0 {
			imported.Undated = clicks
			continue
		}
		imported.Clicks += clicks
		addToPoints(&q, r.Points, day, clicks)
	}
	if q.Count {
		r.Imported = imported
	}
	if imported.Clicks == 0 {
		return nil
	}
	for _, l := range q.Lists {
		if r.Lists[l.Dimension], err = s.withImported(ctx, q, l, r.Lists[l.Dimension]); err != nil {
			return fmt.Errorf("count imported clicks by %s: %w", l.Dimension, err)
		}
	}
	return nil
}

// addToPoints adds the imported clicks of a day to the bucket in which it begins.
func addToPoints(q *Query, points []Point, day click.Day, clicks int64) {
	if q.Series == nil || q.Series.Granularity == Minute || q.Series.Granularity == Hour {
		return
	}
	begins := q.beginning(day)
	i, found := slices.BinarySearchFunc(points, begins, func(p Point, t time.Time) int { return p.Start.Compare(t) })
	if !found {
		i--
	}
	if i >= 0 && i < len(points) {
		points[i].Imported += clicks
	}
}

// withImported adds imported clicks to the rows of a list, and then rows of keys that have no
// others.
func (s *Service) withImported(ctx context.Context, q Query, l List, rows []Row) ([]Row, error) {
	fold := func(key string) string {
		if l.Dimension.Folded() {
			return strings.ToLower(key)
		}
		return key
	}
	at := make(map[string]int, len(rows))
	shown := make([]string, len(rows))
	for i, row := range rows {
		shown[i] = fold(row.Key)
		at[shown[i]] = i
	}
	imported, err := s.imports.ImportedBy(ctx, q, l.Dimension, shown, l.Limit)
	if err != nil {
		return nil, err
	}
	for _, of := range imported {
		if i, ok := at[fold(of.Key)]; ok {
			rows[i].Imported += of.Clicks
		} else if len(rows) < l.Limit {
			rows = append(rows, Row{Key: of.Key, Imported: of.Clicks})
		}
	}
	return rows, nil
}
