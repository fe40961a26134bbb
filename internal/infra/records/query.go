package records

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
)

// conn runs statements: a pool, or one transaction.
type conn struct {
	q interface {
		ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
		QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	}
	d    *dialect
	hang *hangWatch // PostgreSQL only

	// Of a transaction only: the node that runs it, and the events that it
	// stored, which are published when it has been committed.
	node   string
	events *txEvents
}

// scanner is one row of a result.
type scanner interface {
	Scan(dest ...any) error
}

// errStop makes queryAll stop before the last row; scan functions return it.
var errStop = errors.New("store: enough rows")

// queryAll returns all rows, read by scan, or those before the one that scan
// ended at with errStop. It is never nil, so that an empty list stays a list
// on the wire.
func queryAll[T any](ctx context.Context, c conn, scan func(scanner) (T, error), query string, args ...any) ([]T, error) {
	ctx, stop := c.hang.guard(ctx)
	defer stop()
	rows, err := c.q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, c.translate(hangCause(ctx, err))
	}
	defer rows.Close()
	out := []T{}
	for rows.Next() {
		v, err := scan(rows)
		if errors.Is(err, errStop) {
			return out, nil
		}
		if err != nil {
			return nil, c.translate(hangCause(ctx, err))
		}
		out = append(out, v)
	}
	if err := rows.Err(); err != nil {
		return nil, c.translate(hangCause(ctx, err))
	}
	return out, nil
}

// queryOne returns the first row, read by scan, and NotFound when there is
// none; wrap the call in notFound for a sentence that names the noun.
func queryOne[T any](ctx context.Context, c conn, scan func(scanner) (T, error), query string, args ...any) (T, error) {
	var zero T
	ctx, stop := c.hang.guard(ctx)
	defer stop()
	rows, err := c.q.QueryContext(ctx, query, args...)
	if err != nil {
		return zero, c.translate(hangCause(ctx, err))
	}
	defer rows.Close()
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return zero, c.translate(hangCause(ctx, err))
		}
		return zero, c.translate(hangCause(ctx, sql.ErrNoRows))
	}
	v, err := scan(rows)
	if err != nil {
		return zero, c.translate(hangCause(ctx, err))
	}
	if err := rows.Close(); err != nil {
		return zero, c.translate(hangCause(ctx, err))
	}
	return v, nil
}

// value scans a row of one column.
func value[T any](row scanner) (T, error) {
	var v T
	err := row.Scan(&v)
	return v, err
}

// count returns a number of rows. of is "webhooks WHERE workspace_id = $1".
func (c conn) count(ctx context.Context, of string, args ...any) (int, error) {
	return queryOne(ctx, c, value[int], `SELECT COUNT(*) FROM `+of, args...)
}

// requireBelow returns full if count is the limit or more. Callers lock a row first that
// concurrent transactions lock too, so that they do not exceed the limit together.
func (c conn) requireBelow(ctx context.Context, limit int, full error, of string, args ...any) error {
	n, err := c.count(ctx, of, args...)
	if err == nil && n >= limit {
		return full
	}
	return err
}

// exec runs a statement and returns how many rows it changed.
func (c conn) exec(ctx context.Context, query string, args ...any) (int64, error) {
	ctx, stop := c.hang.guard(ctx)
	defer stop()
	res, err := c.execWhole(ctx, query, args)
	if err != nil {
		return 0, c.translate(hangCause(ctx, err))
	}
	n, err := res.RowsAffected()
	if err != nil {
		return 0, c.translate(hangCause(ctx, err))
	}
	return n, nil
}

// execWhole runs a statement, which in a transaction of SQLite is not interrupted when ctx ends: for statements that may be, the
// driver starts a goroutine each, which took almost a fifth of the processor time of an import. database/sql rolls back when ctx ends,
// after which the next statement fails. docs/benchmarks.md has the figures.
func (c conn) execWhole(ctx context.Context, query string, args []any) (sql.Result, error) {
	if c.events == nil || !c.d.execWhole {
		return c.q.ExecContext(ctx, query, args...)
	}
	res, err := c.q.ExecContext(context.WithoutCancel(ctx), query, args...)
	if errors.Is(err, sql.ErrTxDone) && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return res, err
}

// changedOne returns NotFound if a statement changed no row.
func changedOne(n int64, err error, noun string) error {
	if err == nil && n == 0 {
		return fault.New(fault.NotFound, "There is no such "+noun+".")
	}
	return err
}

// execOne runs a statement that changes one row of a noun. It is NotFound if it changed
// none.
func (c conn) execOne(ctx context.Context, noun, query string, args ...any) error {
	n, err := c.exec(ctx, query, args...)
	return changedOne(n, err, noun)
}

// translate converts a driver's error to a fault, by error codes and never by
// messages. Faults and a caller's own cancellation pass unchanged.
func (c conn) translate(err error) error {
	var f *fault.Error
	switch {
	case err == nil, errors.As(err, &f), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, sql.ErrNoRows):
		return fault.Wrap(err, fault.NotFound, "There is no such resource.")
	case c.d.isUnique(err):
		return fault.Wrap(err, fault.Conflict, "This is already taken.")
	case c.d.isText(err):
		return fault.Wrap(err, fault.Invalid, "A text contains an invalid character. Remove it.")
	case c.d.isFull(err):
		return fault.Wrap(
			err,
			fault.Unavailable,
			"The server's disk is full, so changes fail until its operator frees space. Links keep working.",
		)
	case c.d.isDown(err):
		return fault.Wrap(err, fault.Unavailable, "The database cannot be reached. Try again in a moment.")
	}
	return fmt.Errorf("store: %w", err)
}

// withSentence gives a fault of a code another sentence, and leaves every other
// error as it is.
func withSentence(err error, code fault.Code, sentence string) error {
	if fault.Is(err, code) {
		return fault.Wrap(err, code, sentence)
	}
	return err
}

// conflictAt gives a Conflict a sentence and the field that it is about.
func conflictAt(err error, field, sentence string) error {
	if fault.Is(err, fault.Conflict) {
		return fault.Wrap(err, fault.Conflict, sentence).At(field)
	}
	return err
}

// notFound gives a NotFound its noun: "There is no such link."
func notFound(err error, noun string) error {
	return withSentence(err, fault.NotFound, "There is no such "+noun+".")
}

// maxRuns bounds the runs of one transaction after deadlocks and serialisation
// failures on PostgreSQL.
const maxRuns = 4

// inTx runs fn in one transaction and commits when it returns nil. fn may run
// several times, so its results in the caller's variables must not depend on an
// earlier run.
func (s *Store) inTx(ctx context.Context, fn func(tx conn) error) error {
	for run := 1; ; run++ {
		err := s.runTx(ctx, fn)
		if err == nil || run == maxRuns || !s.d.isRetry(err) {
			return s.write.translate(err)
		}
	}
}

// changeOne runs execOne and stores an event in one transaction.
func (s *Store) changeOne(ctx context.Context, noun string, e event.Event, query string, args ...any) error {
	return s.inTx(ctx, func(tx conn) error {
		if err := tx.execOne(ctx, noun, query, args...); err != nil {
			return err
		}
		tx.emit(e)
		return nil
	})
}

func (s *Store) runTx(ctx context.Context, fn func(tx conn) error) error {
	if s.probe != nil {
		if err := s.probe.check(ctx); err != nil {
			return err
		}
	}
	txCtx, stop := s.hang.guard(ctx)
	defer stop()
	tx, err := s.writeDB.BeginTx(txCtx, nil)
	if err != nil {
		return hangCause(txCtx, err)
	}
	defer tx.Rollback() //nolint:errcheck // after a commit there is nothing to roll back
	var events txEvents
	c := conn{q: tx, d: &s.d, hang: s.hang, node: s.node, events: &events}
	if err := fn(c); err != nil {
		return hangCause(txCtx, err)
	}
	if err := storeEvents(ctx, c); err != nil {
		return hangCause(txCtx, err)
	}
	// Claimed before the commit, after which the follower may read the events.
	s.follower.claim(events.published)
	if err := tx.Commit(); err != nil {
		s.follower.disclaim(events.published) // the numbers may become those of other events
		return hangCause(txCtx, err)
	}
	s.publish(events.published...)
	return nil
}

// toMillis is how times are stored: Unix milliseconds in UTC, 0 for no time.
func toMillis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// fromMillis is the inverse of toMillis.
func fromMillis(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}
