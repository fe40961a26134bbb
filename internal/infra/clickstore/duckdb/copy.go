package duckdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"linnet/internal/core/click"
	"linnet/internal/core/clickcopy"
	"linnet/internal/infra/clickstore/clicksql"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

var _ clickcopy.Target = (*Store)(nil)

// copyRows is the number of clicks that ReadDay reads at a time.
const copyRows = 10_000

// Positions returns the positions of all sources; that of the journal beside the
// file has an empty name.
func (s *Store) Positions(context.Context) (map[string]uint64, error) {
	s.life.RLock()
	defer s.life.RUnlock()
	if damage := s.Damage(); s.db == nil && damage != nil {
		return nil, unavailable(damage)
	}
	s.positions.mu.RLock()
	defer s.positions.mu.RUnlock()
	return maps.Clone(s.positions.bySource), nil
}

// Digests implements clickcopy.Source, one month at a time.
func (s *Store) Digests(ctx context.Context, progress func(clicks int64)) (all []clickcopy.Digest, err error) {
	months, err := s.months(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the months of clicks: %w", err)
	}
	read := int64(0)
	for _, month := range months {
		var days []clickcopy.Digest
		err := s.inTx(ctx, func(tx *sql.Tx) (err error) {
			days, err = s.digestsOf(ctx, tx, month)
			return err
		})
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

// months returns the starts of the months with clicks.
func (s *Store) months(ctx context.Context) (months []time.Time, err error) {
	starts := map[time.Time]bool{}
	err = s.inTx(ctx, func(tx *sql.Tx) error {
		tables, err := storage.AllTables(ctx, tx)
		if err != nil {
			return err
		}
		for _, t := range tables[1:] {
			starts[t.Start] = true
		}
		return storage.QueryAll(ctx, tx, "SELECT DISTINCT ts // 86400000 FROM "+storage.HotTable, nil, func(r *sql.Rows) error {
			var day click.Day
			err := r.Scan((*int64)(&day))
			at := day.Start()
			starts[time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, time.UTC)] = true
			return err
		})
	})
	return slices.SortedFunc(maps.Keys(starts), time.Time.Compare), err
}

// copied returns the FROM clause of clicks with storage.CopyColumns, of a period
// within one month.
func (s *Store) copied(ctx context.Context, tx *sql.Tx, start, end time.Time) (string, error) {
	tables, err := storage.Tables(ctx, tx, start, end.Add(-time.Millisecond))
	if err != nil {
		return "", err
	}
	parts := make([]string, len(tables))
	for i, t := range tables {
		solo := "c." + storage.SoloColumn
		if t.Name == storage.HotTable {
			solo = "false"
		}
		parts[i] = fmt.Sprintf("SELECT %s FROM %s c LEFT JOIN agents a ON a.id = c.agent WHERE c.ts >= %d AND c.ts < %d",
			storage.CopyColumns(s.cols, solo), t.Name, start.UnixMilli(), end.UnixMilli())
	}
	return "(" + strings.Join(parts, " UNION ALL ") + ")", nil
}

// checksum returns the expression of the checksum of texts, see clickcopy.Columns,
// and sum that of the sum of numbers modulo 2^64.
func checksum(exprs ...string) string {
	for i, e := range exprs {
		exprs[i] = "(" + e + ")::VARCHAR"
	}
	return "md5_number_lower(concat_ws(chr(31), " + strings.Join(exprs, ", ") + "))"
}

func sum(expr string) string { return "(sum(" + expr + ") % 18446744073709551616)::UBIGINT" }

// digestsOf returns the digests of the days of a month.
func (s *Store) digestsOf(ctx context.Context, tx *sql.Tx, month time.Time) ([]clickcopy.Digest, error) {
	from, err := s.copied(ctx, tx, month, month.AddDate(0, 1, 0))
	if err != nil {
		return nil, err
	}
	clicks := checksum(append(clickcopy.Columns(), storage.ID, "CASE WHEN visitor <> 0 THEN 1 ELSE 0 END", "agent")...)
	visitors := fmt.Sprintf("SELECT day, %s AS visitors FROM (SELECT ts // 86400000 AS day, workspace, count(*) AS clicks, %s AS ids FROM %s"+
		" WHERE visitor <> 0 GROUP BY day, workspace, visitor) GROUP BY day",
		sum(checksum("workspace", "clicks", "ids")), sum(checksum(storage.ID)), from)
	text := fmt.Sprintf("SELECT day, clicks, rows, coalesce(visitors, 0) FROM (SELECT ts // 86400000 AS day, count(*) AS clicks, %s AS rows"+
		" FROM %s GROUP BY day) LEFT JOIN (%s) USING (day) ORDER BY day", sum(clicks), from, visitors)
	var days []clickcopy.Digest
	err = storage.QueryAll(ctx, tx, text, nil, func(r *sql.Rows) error {
		var d clickcopy.Digest
		err := r.Scan((*int64)(&d.Day), &d.Clicks, &d.Checksum, &d.Visitors)
		days = append(days, d)
		return err
	})
	return days, err
}

// ReadDay implements clickcopy.Source. It first copies the day to a temporary table,
// which the engine moves to disk if it is large.
func (s *Store) ReadDay(ctx context.Context, day click.Day, do func([]click.Click) error) error {
	s.rewriting.Lock()
	defer s.rewriting.Unlock()
	err := s.use(ctx, func(db *sql.DB) error {
		conn, err := db.Conn(ctx) // the only one with the temporary table
		if err != nil {
			return err
		}
		defer conn.Close()
		// It has usable row ids only after its transaction.
		if err := s.createCopying(ctx, conn, day); err != nil {
			return err
		}
		if err := storage.InTx(ctx, conn, func(tx *sql.Tx) error { return s.readCopying(ctx, tx, do) }); err != nil {
			return err
		}
		_, err = conn.ExecContext(ctx, "DROP TABLE copying")
		return err
	})
	if err != nil {
		return fmt.Errorf("read clicks: %w", err)
	}
	return nil
}

func (s *Store) createCopying(ctx context.Context, conn *sql.Conn, day click.Day) error {
	return storage.InTx(ctx, conn, func(tx *sql.Tx) error {
		from, err := s.copied(ctx, tx, day.Start(), (day + 1).Start())
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "CREATE OR REPLACE TEMP TABLE copying AS SELECT * FROM "+from)
		return err
	})
}

func (s *Store) readCopying(ctx context.Context, tx *sql.Tx, do func([]click.Click) error) error {
	var total int64
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM copying").Scan(&total); err != nil {
		return err
	}
	var row clicksql.Row
	targets := row.Targets(s.cols)
	for next := int64(0); next < total; next += copyRows {
		some := make([]click.Click, 0, copyRows)
		text := fmt.Sprintf("SELECT %s FROM copying WHERE rowid >= %d AND rowid < %d", clicksql.Names(s.cols), next, next+copyRows)
		err := storage.QueryAll(ctx, tx, text, nil, func(r *sql.Rows) error {
			err := r.Scan(targets...)
			some = append(some, row.Click())
			return err
		})
		if err == nil {
			err = do(some)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ReplaceDay implements clickcopy.Target. Until it returns nil the day has its
// former clicks. All user agents are stored, more than MaxAgents if necessary.
func (s *Store) ReplaceDay(ctx context.Context, day click.Day, write func(store func([]click.Click) error) error) error {
	s.rewriting.Lock()
	defer s.rewriting.Unlock()
	s.appending.Lock()
	defer s.appending.Unlock()
	err := s.use(ctx, func(db *sql.DB) error {
		conn, err := db.Conn(ctx)
		if err != nil {
			return err
		}
		defer conn.Close()
		if err := s.agents.load(ctx, conn); err != nil {
			return err
		}
		return s.replaceDay(ctx, conn, day, write)
	})
	if err != nil {
		s.agents.reset()
		return fmt.Errorf("store clicks: %w", err)
	}
	if day >= click.DayOf(s.clock.Now()) {
		return nil // today's clicks stay in HotTable
	}
	return s.compact.MoveDay(ctx, day)
}

func (s *Store) replaceDay(ctx context.Context, conn *sql.Conn, day click.Day, write func(store func([]click.Click) error) error) error {
	if _, err := conn.ExecContext(context.WithoutCancel(ctx), "BEGIN"); err != nil {
		return err
	}
	err := s.deleteDay(ctx, conn, day)
	if err == nil {
		err = write(func(clicks []click.Click) error {
			err := conn.Raw(func(raw any) error { return s.appendRows(raw, clicks, math.MaxInt) })
			s.agents.commit() // they are in the table already
			return err
		})
	}
	if err == nil {
		// A canceled COMMIT may have been executed.
		_, err = conn.ExecContext(context.WithoutCancel(ctx), "COMMIT")
	}
	if err != nil {
		_, rollback := conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		return errors.Join(err, rollback)
	}
	return nil
}

// deleteDay deletes the clicks of a day in the current transaction.
func (s *Store) deleteDay(ctx context.Context, conn *sql.Conn, day click.Day) error {
	month := storage.MonthTable(day.Start())
	var exists bool
	if err := conn.QueryRowContext(ctx, "SELECT count(*) > 0 FROM duckdb_tables() WHERE table_name = ?", month).Scan(&exists); err != nil {
		return err
	}
	tables := []string{storage.HotTable}
	if exists {
		tables = append(tables, month)
	}
	for _, table := range tables {
		text := fmt.Sprintf("DELETE FROM %s WHERE ts >= %d AND ts < %d", table, day.Start().UnixMilli(), (day + 1).Start().UnixMilli())
		if _, err := conn.ExecContext(ctx, text); err != nil {
			return err
		}
		if _, err := conn.ExecContext(ctx, storage.NextGeneration(table)); err != nil {
			return err
		}
	}
	return nil
}
