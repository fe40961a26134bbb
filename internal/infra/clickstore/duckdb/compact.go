package duckdb

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"linnet/internal/core/click"
)

// A table of a month has the columns of the clicks and one flag. solo says
// that the click's visitor made no other click in the workspace on that day
// (of UTC). Such a click is one unique in every scope: under any filter, in
// any bucket, in any class. Uniques are then the solo clicks plus the distinct
// visitors of the others, which are few: exact everywhere, and nearly as cheap
// as counting clicks.
const soloColumn = "solo"

const dayMillis = 86_400_000

// Tidy moves the clicks of closed days from where they arrive into the table of
// their month, sorted, one day a transaction, and sorts the tables of closed
// months anew. Clicks arrive and readers read meanwhile; a process that dies in
// between leaves everything as it was before the step or after it. now is the
// present moment: days of UTC before it are closed.
func (s *Store) Tidy(ctx context.Context, now time.Time) error {
	s.tidying.Lock()
	defer s.tidying.Unlock()
	today := click.DayOf(now)
	days, err := s.hotDays(ctx, today)
	if err != nil {
		return fmt.Errorf("tidy the click store: %w", err)
	}
	for _, day := range days {
		if err := s.inTx(ctx, func(tx *sql.Tx) error { return s.moveDay(ctx, tx, day) }); err != nil {
			return fmt.Errorf("move the clicks of %s: %w", day, err)
		}
	}
	months, err := s.unsorted(ctx, monthTable(now))
	if err != nil {
		return fmt.Errorf("tidy the click store: %w", err)
	}
	for _, month := range months {
		if err := s.inTx(ctx, func(tx *sql.Tx) error { return s.sortMonth(ctx, tx, month) }); err != nil {
			return fmt.Errorf("sort %s: %w", month, err)
		}
	}
	return nil
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
// the day is put together anew, or its flags would not hold.
func (s *Store) moveDay(ctx context.Context, tx *sql.Tx, day click.Day) error {
	month := monthTable(day.Start())
	all := names(s.cols)
	ofDay := fmt.Sprintf("ts >= %d AND ts < %d", int64(day)*dayMillis, int64(day+1)*dayMillis)
	return s.steps(ctx, tx, []string{
		"CREATE TABLE IF NOT EXISTS " + month + " (" + definition(s.cols) + ", " + soloColumn + " BOOLEAN NOT NULL)",
		fmt.Sprintf("CREATE OR REPLACE TEMP TABLE moving AS SELECT %s FROM %s WHERE %s UNION ALL SELECT %s FROM %s WHERE %s",
			all, hot, ofDay, all, month, ofDay),
		"DELETE FROM " + month + " WHERE " + ofDay,
		"DELETE FROM " + hot + " WHERE " + ofDay,
		fmt.Sprintf("INSERT INTO %s SELECT %s, visitor IS NOT NULL AND count(*) OVER (PARTITION BY workspace, visitor) = 1 FROM moving ORDER BY workspace, link, ts",
			month, all),
		"DROP TABLE moving",
		"DELETE FROM sorted WHERE month = '" + month + "'",
	})
}

// unsorted returns the tables of months before current that hold runs of days.
func (s *Store) unsorted(ctx context.Context, current string) (months []string, err error) {
	err = s.inTx(ctx, func(tx *sql.Tx) error {
		all, err := tables(ctx, tx, time.UnixMilli(0), time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC))
		if err != nil {
			return err
		}
		done := make(map[string]bool)
		if err := queryAll(ctx, tx, "SELECT month FROM sorted", nil, func(r *sql.Rows) error {
			var month string
			if err := r.Scan(&month); err != nil {
				return err
			}
			done[month] = true
			return nil
		}); err != nil {
			return err
		}
		for _, t := range all {
			if t != hot && t < current && !done[t] {
				months = append(months, t)
			}
		}
		return nil
	})
	return months, err
}

// sortMonth writes a month anew in one run, without the clicks that were
// deleted. A month that nothing is left of goes.
func (s *Store) sortMonth(ctx context.Context, tx *sql.Tx, month string) error {
	var left bool
	if err := tx.QueryRowContext(ctx, "SELECT EXISTS (FROM "+month+")").Scan(&left); err != nil {
		return err
	}
	if !left {
		return s.steps(ctx, tx, []string{"DROP TABLE " + month})
	}
	fresh := "new_" + month
	return s.steps(ctx, tx, []string{
		"CREATE TABLE " + fresh + " (" + definition(s.cols) + ", " + soloColumn + " BOOLEAN NOT NULL)",
		"INSERT INTO " + fresh + " SELECT * FROM " + month + " ORDER BY workspace, link, ts",
		"DROP TABLE " + month,
		"ALTER TABLE " + fresh + " RENAME TO " + month,
		"INSERT INTO sorted VALUES ('" + month + "')",
	})
}

// steps runs statements one after the other.
func (s *Store) steps(ctx context.Context, tx *sql.Tx, statements []string) error {
	for _, statement := range statements {
		if s.atStep != nil {
			s.atStep(statement)
		}
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			verb, _, _ := strings.Cut(statement, " ")
			return fmt.Errorf("%s: %w", verb, err)
		}
	}
	if s.atStep != nil {
		s.atStep("COMMIT")
	}
	return nil
}
