package duckdb

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"linnet/internal/core/click"
)

// A table of a month has the columns of the clicks and one flag. solo says
// that the click's visitor made no other click in the workspace on that day
// (of UTC). Such a click is one unique in every scope: under any filter, in
// any bucket, in any class. Uniques are then the solo clicks plus the distinct
// visitors of the others: exact everywhere, and cheaper than counting distinct
// visitors among all.
const soloColumn = "solo"

const dayMillis = 86_400_000

// packAfter is how long after a month's end its visitors are packed. By then no
// click may come whose visitor has to be told from those of that month: the
// pipeline hands clicks on in order of time, and destroys a day's salt soon
// after.
const packAfter = 24 * time.Hour

// Tidy moves the clicks of closed days from where they arrive into the table of
// their month, sorted, one day a transaction, and sorts and packs the tables of
// closed months anew. Clicks arrive and readers read meanwhile; a process that
// dies in between leaves everything as it was before the step or after it. now
// is the present moment: days of UTC before it are closed.
func (s *Store) Tidy(ctx context.Context, now time.Time) error {
	s.tidying.Lock()
	defer s.tidying.Unlock()
	days, err := s.hotDays(ctx, click.DayOf(now))
	if err != nil {
		return fmt.Errorf("tidy the click store: %w", err)
	}
	for _, day := range days {
		if err := s.inTx(ctx, func(tx *sql.Tx) error { return s.moveDay(ctx, tx, day) }); err != nil {
			return fmt.Errorf("move the clicks of %s: %w", day, err)
		}
	}
	months, err := s.unsorted(ctx, now)
	if err != nil {
		return fmt.Errorf("tidy the click store: %w", err)
	}
	for _, month := range months {
		if err := s.inTx(ctx, func(tx *sql.Tx) error { return s.packMonth(ctx, tx, month) }); err != nil {
			return fmt.Errorf("sort %s: %w", month.name, err)
		}
	}
	if len(months) == 0 {
		return nil
	}
	return s.sweepAgents(ctx)
}

// hotDays returns the closed days that clicks wait from.
func (s *Store) hotDays(ctx context.Context, today click.Day) (days []click.Day, err error) {
	err = s.inTx(ctx, func(tx *sql.Tx) error {
		text := fmt.Sprintf("SELECT DISTINCT ts // %d FROM %s WHERE ts < %d ORDER BY 1", dayMillis, hot, int64(today)*dayMillis)
		return queryAll(ctx, tx, text, nil, func(r *sql.Rows) error {
			var day click.Day
			if err := r.Scan((*int64)(&day)); err != nil {
				return err
			}
			days = append(days, day)
			return nil
		})
	})
	return days, err
}

// moveDay moves one day. Late clicks of a day that was moved before join it:
// the day is put together anew, or its flags would not hold. Where visitors are
// packed already a solo click has none, and stays solo.
func (s *Store) moveDay(ctx context.Context, tx *sql.Tx, day click.Day) error {
	month := monthTable(day.Start())
	all := names(s.cols)
	ofDay := fmt.Sprintf("ts >= %d AND ts < %d", int64(day)*dayMillis, int64(day+1)*dayMillis)
	return s.steps(ctx, tx, []string{
		"CREATE TABLE IF NOT EXISTS " + month + " (" + monthDefinition(s.cols) + ")",
		fmt.Sprintf("CREATE OR REPLACE TEMP TABLE moving AS SELECT %s, false AS solo FROM %s WHERE %s UNION ALL SELECT %s, solo FROM %s WHERE %s",
			all, hot, ofDay, all, month, ofDay),
		"DELETE FROM " + month + " WHERE " + ofDay,
		"DELETE FROM " + hot + " WHERE " + ofDay,
		fmt.Sprintf("INSERT INTO %s SELECT %s, CASE WHEN visitor IS NULL THEN solo ELSE count(*) OVER (PARTITION BY workspace, visitor) = 1 END FROM moving ORDER BY workspace, link, ts",
			month, all),
		"DROP TABLE moving",
		"DELETE FROM sorted WHERE month = '" + month + "'",
		newEdition(month), newEdition(hot),
	})
}

// unsorted returns the tables of closed months that hold runs of days, or too
// many holes.
func (s *Store) unsorted(ctx context.Context, now time.Time) (months []table, err error) {
	err = s.inTx(ctx, func(tx *sql.Tx) error {
		all, err := allTables(ctx, tx)
		if err != nil {
			return err
		}
		done, err := packedMonths(ctx, tx, now)
		if err != nil {
			return err
		}
		due := slices.DeleteFunc(all[1:], func(t table) bool { return done[t.name] })
		if len(due) == 0 {
			return nil
		}
		closed, err := newest(ctx, tx)
		if err != nil {
			return err
		}
		if closed.After(now) {
			closed = now
		}
		for _, t := range due {
			if !t.end.Add(packAfter).After(closed) {
				months = append(months, t)
			}
		}
		return nil
	})
	return months, err
}

// packedMonths returns the months that can stay as they are.
func packedMonths(ctx context.Context, tx *sql.Tx, now time.Time) (map[string]bool, error) {
	done := make(map[string]bool)
	if err := queryAll(ctx, tx, "SELECT month FROM sorted", nil, func(r *sql.Rows) error {
		var month string
		err := r.Scan(&month)
		done[month] = true
		return err
	}); err != nil {
		return nil, err
	}
	type holed struct {
		month  string
		clicks int64
		since  int64
	}
	var holes []holed
	if err := queryAll(ctx, tx, "SELECT month, sum(clicks)::BIGINT, min(since) FROM holes GROUP BY month", nil, func(r *sql.Rows) error {
		var h holed
		err := r.Scan(&h.month, &h.clicks, &h.since)
		holes = append(holes, h)
		return err
	}); err != nil {
		return nil, err
	}
	for _, h := range holes {
		var left int64
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM "+h.month).Scan(&left); err != nil {
			return nil, err
		}
		if h.clicks*holesShare >= left || now.Sub(timeOf(h.since)) >= holesAge {
			delete(done, h.month)
		}
	}
	return done, nil
}

// newest returns the time of the latest click.
func newest(ctx context.Context, tx *sql.Tx) (time.Time, error) {
	all, err := allTables(ctx, tx)
	if err != nil {
		return time.Time{}, err
	}
	var ms int64
	for _, t := range []table{all[0], all[len(all)-1]} {
		var here int64
		if err := tx.QueryRowContext(ctx, "SELECT coalesce(max(ts), 0) FROM "+t.name).Scan(&here); err != nil {
			return time.Time{}, err
		}
		ms = max(ms, here)
	}
	return timeOf(ms), nil
}

// packMonth writes a month anew in one run, without the clicks that were
// deleted. A month that nothing is left of goes. Visitors become small numbers
// that tell those of the month apart and nothing else; a solo click needs none.
func (s *Store) packMonth(ctx context.Context, tx *sql.Tx, t table) error {
	month := t.name
	var left bool
	if err := tx.QueryRowContext(ctx, "SELECT EXISTS (FROM "+month+")").Scan(&left); err != nil {
		return err
	}
	if !left {
		return s.steps(ctx, tx, []string{
			"DROP TABLE " + month, "DELETE FROM sorted WHERE month = '" + month + "'", "DELETE FROM holes WHERE month = '" + month + "'",
		})
	}
	fresh := "new_" + month
	return s.steps(ctx, tx, []string{
		"CREATE TABLE " + fresh + " (" + monthDefinition(s.cols) + ")",
		"INSERT INTO " + fresh + " " + packed(t),
		"DROP TABLE " + month,
		"ALTER TABLE " + fresh + " RENAME TO " + month,
		"DELETE FROM sorted WHERE month = '" + month + "'",
		"INSERT INTO sorted VALUES ('" + month + "')",
		"DELETE FROM holes WHERE month = '" + month + "'",
	})
}

// packed selects a month's clicks, sorted and with packed visitors. The high
// bits of a visitor's number are the month, so that numbers of several months
// are different ones; the low bits count the visitors of the workspace.
func packed(month table) string {
	base := uint64(month.start.Year()*12+int(month.start.Month())) << 32
	return fmt.Sprintf(`SELECT c.* REPLACE (p.number AS visitor) FROM %[1]s c LEFT JOIN (
SELECT workspace, visitor, %[2]d::UBIGINT + row_number() OVER (PARTITION BY workspace ORDER BY min(ts), visitor)::UBIGINT AS number
FROM %[1]s WHERE NOT solo AND visitor IS NOT NULL GROUP BY workspace, visitor) p
ON NOT c.solo AND p.workspace = c.workspace AND p.visitor = c.visitor ORDER BY c.workspace, c.link, c.ts`, month.name, base)
}

// steps runs statements one after the other.
func (s *Store) steps(ctx context.Context, tx *sql.Tx, statements []string) error {
	for _, statement := range statements {
		if s.opts.atStep != nil {
			s.opts.atStep(statement)
		}
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			verb, _, _ := strings.Cut(statement, " ")
			return fmt.Errorf("%s: %w", verb, err)
		}
	}
	if s.opts.atStep != nil {
		s.opts.atStep("COMMIT")
	}
	return nil
}
