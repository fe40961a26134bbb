package clickhouse

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"

	"linnet/internal/base/ident"
	"linnet/internal/core/click"
	"linnet/internal/core/clickcopy"
	"linnet/internal/infra/clickstore/clicksql"
)

var _ clickcopy.Target = (*Store)(nil)

const (
	copyRows  = 10_000 // clicks that ReadDay passes on at a time
	copyBlock = 50_000 // clicks of one insert of ReplaceDay
)

// Positions returns the positions of all sources.
func (s *Store) Positions(ctx context.Context) (map[string]uint64, error) {
	all := map[string]uint64{}
	err := s.queryAll(ctx, "SELECT source, max(position) FROM positions GROUP BY source", func(r driver.Rows) error {
		var source string
		var position uint64
		err := r.Scan(&source, &position)
		all[source] = position
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the positions of the click store: %w", err)
	}
	return all, nil
}

// dayExpr is the expression of a click's day, as click.Day.
const dayExpr = "intDiv(ts, 86400000)"

// between returns the condition that a click is of a period.
func between(start, end time.Time) string {
	return fmt.Sprintf("ts >= %d AND ts < %d", start.UnixMilli(), end.UnixMilli())
}

// Digests implements clickcopy.Source, one month at a time.
func (s *Store) Digests(ctx context.Context, progress func(clicks int64)) (all []clickcopy.Digest, err error) {
	months := []time.Time{}
	list := "SELECT DISTINCT toInt64(" + dayExpr + ") AS day FROM " + s.layout.clicks() + " ORDER BY day"
	err = s.queryWithin(ctx, changeTimeout, list, func(r driver.Rows) error {
		var day int64
		err := r.Scan(&day)
		at := click.Day(day).Start()
		month := time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, time.UTC)
		if len(months) == 0 || months[len(months)-1] != month {
			months = append(months, month)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list the months of clicks: %w", err)
	}
	read := int64(0)
	for _, month := range months {
		days, err := s.digestsOf(ctx, month)
		if err != nil {
			return nil, fmt.Errorf("read the clicks of %s: %w", month.Format("2006-01"), err)
		}
		for _, d := range days {
			read += d.Clicks
		}
		all = append(all, days...)
		progress(read)
	}
	return all, nil
}

// checksum returns the expression of the checksum of texts, see clickcopy.Columns.
func checksum(exprs ...string) string {
	for i, e := range exprs {
		exprs[i] = "toString(" + e + ")"
	}
	return `reinterpretAsUInt64(substring(MD5(concatWithSeparator('\x1f', ` + strings.Join(exprs, ", ") + `)), 9, 8))`
}

// digestsOf returns the digests of the days of a month.
func (s *Store) digestsOf(ctx context.Context, month time.Time) (days []clickcopy.Digest, err error) {
	of := between(month, month.AddDate(0, 1, 0))
	id := "reinterpretAsInt64(" + idExpr + ")"
	clicks := checksum(append(clickcopy.Columns(), id, "if(visitor != 0, 1, 0)", "agent")...)
	text := fmt.Sprintf("SELECT toInt64(%s) AS day, count(), sum(%s)%s GROUP BY day ORDER BY day", dayExpr, clicks, s.from(of))
	index := map[click.Day]int{}
	err = s.queryWithin(ctx, changeTimeout, text, func(r driver.Rows) error {
		var d clickcopy.Digest
		var n uint64
		err := r.Scan((*int64)(&d.Day), &n, &d.Checksum)
		d.Clicks = int64(n) //nolint:gosec // a count of rows
		index[d.Day], days = len(days), append(days, d)
		return err
	})
	if err != nil {
		return nil, err
	}
	visitors := fmt.Sprintf("SELECT day, sum(%s) FROM (SELECT toInt64(%s) AS day, workspace, count() AS clicks_of, sum(%s) AS ids%s"+
		" GROUP BY day, workspace, visitor) GROUP BY day", checksum("workspace", "clicks_of", "ids"), dayExpr, checksum(id), s.from(of, "visitor != 0"))
	err = s.queryWithin(ctx, changeTimeout, visitors, func(r driver.Rows) error {
		var day int64
		var sum uint64
		err := r.Scan(&day, &sum)
		if i, ok := index[click.Day(day)]; ok {
			days[i].Visitors = sum
		}
		return err
	})
	return days, err
}

// ReadDay implements clickcopy.Source.
func (s *Store) ReadDay(ctx context.Context, day click.Day, do func([]click.Click) error) error {
	some := make([]click.Click, 0, copyRows)
	text := "SELECT " + clicksql.Names(s.cols) + s.from(between(day.Start(), (day+1).Start()))
	var found clicksql.Row
	targets := found.Targets(s.cols)
	err := s.queryWithin(ctx, changeTimeout, text, func(r driver.Rows) error {
		if err := r.Scan(targets...); err != nil {
			return err
		}
		if some = append(some, found.Click()); len(some) < copyRows {
			return nil
		}
		err := do(some)
		some = some[:0]
		return err
	})
	if err == nil {
		err = do(some)
	}
	if err != nil {
		return fmt.Errorf("read clicks: %w", err)
	}
	return nil
}

// ReplaceDay implements clickcopy.Target. The day may have a part of the clicks after
// an error.
func (s *Store) ReplaceDay(ctx context.Context, day click.Day, write func(store func([]click.Click) error) error) error {
	if _, err := s.delete(ctx, between(day.Start(), (day+1).Start())); err != nil {
		return err
	}
	// The token differs in each attempt, because the server ignores blocks with the
	// token of deleted clicks.
	token, blocks := ident.New(ident.Source), 0
	var block []click.Click
	insert := func() error {
		if len(block) == 0 {
			return nil
		}
		limited, cancel := context.WithTimeout(ctx, appendTimeout)
		defer cancel()
		blocks++
		err := s.insertBlock(limited, fmt.Sprintf("%s:%d", token, blocks), block)
		block = block[:0]
		return s.noteReach(ctx, err)
	}
	err := write(func(clicks []click.Click) error {
		if block = append(block, clicks...); len(block) < copyBlock {
			return nil
		}
		return insert()
	})
	if err == nil {
		err = insert()
	}
	if err != nil {
		return fmt.Errorf("store clicks: %w", err)
	}
	return nil
}
