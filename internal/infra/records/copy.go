package records

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"linnet/internal/base/fault"
)

// Bounds of one transaction of a copy.
const (
	copyRows  = 500
	copyBytes = 4 << 20
)

// BeginCopy marks empty records as a copy of the install with that origin. Nodes do
// not start on them before FinishCopy. It returns true if the copy was finished
// before, and Conflict for the records of another install.
func (s *Store) BeginCopy(ctx context.Context, origin string, now time.Time) (finished bool, err error) {
	type state struct {
		origin     string
		finishedAt int64
	}
	err = s.inTx(ctx, func(tx conn) error {
		found, err := queryAll(ctx, tx, func(row scanner) (v state, err error) {
			err = row.Scan(&v.origin, &v.finishedAt)
			return v, err
		}, `SELECT origin, finished_at FROM record_copies`)
		if err != nil {
			return err
		}
		if len(found) > 0 {
			if found[0].origin != origin {
				return fault.New(fault.Conflict, "The target has a copy of the records of another install. Name an empty target.")
			}
			finished = found[0].finishedAt > 0
			return nil
		}
		used, err := queryOne(ctx, tx, value[bool], `SELECT EXISTS (SELECT 1 FROM users) OR EXISTS (SELECT 1 FROM domains)
			OR EXISTS (SELECT 1 FROM workspaces) OR EXISTS (SELECT 1 FROM secret_key)`)
		if err != nil {
			return err
		}
		if used {
			return fault.New(fault.Conflict,
				"The target has the records of an install, which are not overwritten. Name an empty target, or move those records away.")
		}
		_, err = tx.exec(ctx, `INSERT INTO record_copies (id, origin, started_at) VALUES (1, $1, $2)`, origin, toMillis(now))
		return err
	})
	return finished, err
}

// FinishCopy lets nodes start on the records.
func (s *Store) FinishCopy(ctx context.Context, now time.Time) error {
	_, err := s.write.exec(ctx, `UPDATE record_copies SET finished_at = $1 WHERE finished_at = 0`, toMillis(now))
	return err
}

// CopyUnfinished reports whether the records are a copy that was not finished.
func (s *Store) CopyUnfinished(ctx context.Context) (bool, error) {
	return queryOne(ctx, s.read, value[bool], `SELECT EXISTS (SELECT 1 FROM record_copies WHERE finished_at = 0)`)
}

// CopyFrom makes all tables equal to those of a source: it deletes rows that the
// source does not have and writes those that differ. It can be repeated after an
// interruption at any point, and reads few rows at a time. progress is called with
// the number of rows of the source that were compared.
func (s *Store) CopyFrom(ctx context.Context, source *CopySource, progress func(table string, rows int64)) error {
	err := s.deleteAllSurplus(ctx, source)
	if err == nil {
		err = s.writeTables(ctx, source, progress)
	}
	if !fault.Is(err, fault.Conflict) && !s.d.isReference(err) {
		return err
	}
	// Since the last copy, a unique value has moved from one row to another, or a row
	// refers to another one than before, which is deleted.
	for _, t := range slices.Backward(source.tables) {
		if _, err := s.write.exec(ctx, "DELETE FROM "+t.name); err != nil {
			return fmt.Errorf("empty the table %s: %w", t.name, err)
		}
	}
	return s.writeTables(ctx, source, progress)
}

func (s *Store) writeTables(ctx context.Context, source *CopySource, progress func(table string, rows int64)) error {
	done := int64(0)
	for i := range source.tables {
		t := &source.tables[i]
		write := s.writeChanged
		if len(t.key) == 0 {
			write = s.replaceTable
		}
		n, err := write(ctx, source, t, func(rows int64) { progress(t.name, done+rows) })
		if err != nil {
			return fmt.Errorf("copy the table %s: %w", t.name, err)
		}
		done += n
		progress(t.name, done)
	}
	return nil
}

func (s *Store) deleteAllSurplus(ctx context.Context, source *CopySource) error {
	for _, t := range slices.Backward(source.tables) {
		filled, err := queryOne(ctx, s.read, value[bool], "SELECT EXISTS (SELECT 1 FROM "+t.name+")")
		if err == nil && filled && len(t.key) > 0 { // replaceTable is for those without a key
			err = s.deleteSurplus(ctx, source, &t)
		}
		if err != nil {
			return fmt.Errorf("delete rows of the table %s: %w", t.name, err)
		}
	}
	return nil
}

// deleteSurplus deletes the rows that the source does not have.
func (s *Store) deleteSurplus(ctx context.Context, source *CopySource, t *copyTable) error {
	surplus := copyBatch{store: s, write: func(ctx context.Context, tx conn, rows []copyRow) error { return t.delete(ctx, tx, rows) }}
	return s.walk(ctx, source, t, func(theirs, ours copyRow) error {
		if theirs != nil {
			return nil
		}
		return surplus.add(ctx, ours)
	}, func() error { return surplus.flush(ctx) })
}

// delete deletes rows by their primary keys.
func (t *copyTable) delete(ctx context.Context, tx conn, rows []copyRow) error {
	terms := make([]string, len(t.key))
	for i, name := range t.keyNames() {
		terms[i] = fmt.Sprintf("%s = $%d", name, i+1)
	}
	for _, row := range rows {
		args := make([]any, len(t.key))
		for i, at := range t.key {
			args[i] = row[at]
		}
		if _, err := tx.exec(ctx, "DELETE FROM "+t.name+" WHERE "+strings.Join(terms, " AND "), args...); err != nil {
			return err
		}
	}
	return nil
}

// writeChanged writes the rows that are missing or differ, and returns the number of
// rows of the source.
func (s *Store) writeChanged(ctx context.Context, source *CopySource, t *copyTable, progress func(int64)) (n int64, err error) {
	changed := copyBatch{store: s, write: func(ctx context.Context, tx conn, rows []copyRow) error { return t.insert(ctx, tx, rows) }}
	err = s.walk(ctx, source, t, func(theirs, ours copyRow) error {
		if theirs == nil {
			return nil
		}
		if n++; n%copyRows == 0 {
			progress(n)
		}
		if ours != nil && theirs.digest() == ours.digest() {
			return nil
		}
		return changed.add(ctx, theirs)
	}, func() error { return changed.flush(ctx) })
	return n, err
}

// insert writes rows, in place of those with the same primary keys.
func (t *copyTable) insert(ctx context.Context, tx conn, rows []copyRow) error {
	values := make([][]any, len(rows))
	for i, row := range rows {
		if err := t.checkTexts(tx.d, row); err != nil {
			return err
		}
		values[i] = row
	}
	return insertRows(ctx, tx, "INSERT INTO "+t.name+" ("+t.names()+")", values, t.upsert())
}

// checkTexts names the row with a text that PostgreSQL does not store.
func (t *copyTable) checkTexts(d *dialect, row copyRow) error {
	if d.name != "postgres" {
		return nil
	}
	for i, v := range row {
		text, ok := v.(string)
		if !ok || (utf8.ValidString(text) && !strings.Contains(text, "\x00")) {
			continue
		}
		key := make([]string, len(t.key))
		for n, at := range t.key {
			key[n] = fmt.Sprintf("%s = %q", t.columns[at].name, row[at])
		}
		return fault.New(fault.Invalid, fmt.Sprintf(
			"The column %s of the row with %s has a zero byte or is not UTF-8, which PostgreSQL cannot store. Correct it and run the command again.",
			t.columns[i].name, strings.Join(key, ", ")))
	}
	return nil
}

// replaceTable replaces the rows of a table without a primary key in one
// transaction, and returns the number of rows of the source.
func (s *Store) replaceTable(ctx context.Context, source *CopySource, t *copyTable, progress func(int64)) (n int64, err error) {
	err = s.inTx(ctx, func(tx conn) error {
		n = 0
		if _, err := tx.exec(ctx, "DELETE FROM "+t.name); err != nil {
			return err
		}
		batch := copyBatch{}
		batch.write = t.insert
		err := readAll(ctx, source.tx, &source.d, t, func(row copyRow) error {
			if n++; n%copyRows == 0 {
				progress(n)
			}
			batch.rows = append(batch.rows, row)
			if len(batch.rows) < copyRows {
				return nil
			}
			return batch.flushIn(ctx, tx)
		})
		return errors.Join(err, batch.flushIn(ctx, tx))
	})
	return n, err
}

// copyBatch collects rows that are written in one transaction.
type copyBatch struct {
	store *Store
	write func(ctx context.Context, tx conn, rows []copyRow) error
	rows  []copyRow
	bytes int
}

func (b *copyBatch) add(ctx context.Context, row copyRow) error {
	b.rows, b.bytes = append(b.rows, row), b.bytes+row.size()
	if len(b.rows) < copyRows && b.bytes < copyBytes {
		return nil
	}
	return b.flush(ctx)
}

func (b *copyBatch) flush(ctx context.Context) error {
	if len(b.rows) == 0 {
		return nil
	}
	err := b.store.inTx(ctx, func(tx conn) error { return b.write(ctx, tx, b.rows) })
	b.rows, b.bytes = b.rows[:0], 0
	return err
}

func (b *copyBatch) flushIn(ctx context.Context, tx conn) error {
	if len(b.rows) == 0 {
		return nil
	}
	err := b.write(ctx, tx, b.rows)
	b.rows = b.rows[:0]
	return err
}

// walk calls visit with the rows of the source and of this store with each primary
// key, nil where one is missing, and then end.
func (s *Store) walk(
	ctx context.Context, source *CopySource, t *copyTable, visit func(theirs, ours copyRow) error, end func() error,
) (err error) {
	theirs, err := t.reader(ctx, source.tx, &source.d, true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, theirs.close()) }()
	ours, err := t.reader(ctx, s.readDB, &s.d, true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, ours.close()) }()
	if err := errors.Join(theirs.next(), ours.next()); err != nil {
		return err
	}
	for theirs.row != nil || ours.row != nil {
		order := 0
		switch {
		case ours.row == nil:
			order = -1
		case theirs.row == nil:
			order = 1
		default:
			order = t.compareKeys(theirs.row, ours.row)
		}
		if err := visitPair(theirs, ours, order, visit); err != nil {
			return err
		}
	}
	return end()
}

// visitPair visits the row with the lower key, or both rows if order is 0, and
// advances.
func visitPair(theirs, ours *copyReader, order int, visit func(theirs, ours copyRow) error) error {
	switch {
	case order < 0:
		return then(visit(theirs.row, nil), theirs.next)
	case order > 0:
		return then(visit(nil, ours.row), ours.next)
	}
	return then(visit(theirs.row, ours.row), func() error { return errors.Join(theirs.next(), ours.next()) })
}

// then returns err, or the result of next if it is nil.
func then(err error, next func() error) error {
	if err != nil {
		return err
	}
	return next()
}

// readAll calls visit with each row of a table.
func readAll(ctx context.Context, q querier, d *dialect, t *copyTable, visit func(copyRow) error) (err error) {
	r, err := t.reader(ctx, q, d, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.close()) }()
	for {
		if err := r.next(); err != nil || r.row == nil {
			return err
		}
		if err := visit(r.row); err != nil {
			return err
		}
	}
}

// TableComparison compares a table of a source with its copy. Checksums cover every
// column of every row and do not depend on the order of rows.
type TableComparison struct {
	Table          string `json:"table"`
	SourceRows     int64  `json:"sourceRows"`
	TargetRows     int64  `json:"targetRows"`
	SourceChecksum string `json:"sourceChecksum"`
	TargetChecksum string `json:"targetChecksum"`
	Equal          bool   `json:"equal"`
}

// CompareWith compares all tables with those of a source.
func (s *Store) CompareWith(ctx context.Context, source *CopySource, progress func(table string, rows int64)) ([]TableComparison, error) {
	all := make([]TableComparison, 0, len(source.tables))
	done := int64(0)
	for i := range source.tables {
		t := &source.tables[i]
		sum := func(q querier, d *dialect) (rows int64, sum digest, err error) {
			err = readAll(ctx, q, d, t, func(row copyRow) error {
				rows++
				sum.add(row.digest())
				return nil
			})
			return rows, sum, err
		}
		theirs, theirSum, err := sum(source.tx, &source.d)
		if err != nil {
			return nil, err
		}
		ours, ourSum, err := sum(s.readDB, &s.d)
		if err != nil {
			return nil, err
		}
		all = append(all, TableComparison{
			Table:          t.name,
			SourceRows:     theirs,
			TargetRows:     ours,
			SourceChecksum: theirSum.String(),
			TargetChecksum: ourSum.String(),
			Equal:          theirs == ours && theirSum == ourSum,
		})
		done += theirs
		progress(t.name, done)
	}
	return all, nil
}
