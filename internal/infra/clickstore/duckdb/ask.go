package duckdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"

	"linnet/internal/core/analytics"
)

// large is the scope, in clicks, from which on a question of several parts is
// answered in slices (see askSlices). Below, one statement is faster: what it
// takes by itself is more than what closed days would spare.
const (
	large   = 300_000
	several = 4
)

// onePass is the largest scope, in clicks, that is copied for all parts to be
// read from (see report.inOnePass).
const onePass = 30_000

// Ask answers all parts of a query in one view of the data. A question on many
// clicks takes all processors and much memory: those wait for each other, and
// find what the one before them kept; the others pass them.
func (s *Store) Ask(ctx context.Context, q analytics.Query) (analytics.Answer, error) {
	b := newReport(q, s.cols)
	if len(b.parts) == 0 {
		return b.answer, nil
	}
	err := s.ask(ctx, b, s.heavy)
	if errors.Is(err, errLarge) {
		err = s.ask(ctx, b, s.large)
	}
	answer := b.answer
	if isOutOfMemory(err) {
		s.log.InfoContext(ctx, "report exceeds the memory limit; answering it part by part", "limitMB", s.opts.MemoryMB)
		answer, err = s.askBounded(ctx, q)
	}
	if err != nil {
		return analytics.Answer{}, fmt.Errorf("count clicks: %w", err)
	}
	return answer, nil
}

var errLarge = errors.New("many clicks are asked about")

func (s *Store) ask(ctx context.Context, b *report, queue chan struct{}) error {
	if err := enter(ctx, queue); err != nil {
		return err
	}
	defer leave(queue)
	return s.inTx(ctx, func(tx *sql.Tx) error {
		from, err := tables(ctx, tx, b.q.Start, b.q.End)
		if err != nil {
			return err
		}
		if b.open, err = firstOpen(ctx, tx); err != nil {
			return err
		}
		base := b.scope(from)
		size := int64(0)
		for _, t := range from {
			size += t.clicks
		}
		if size > s.opts.onePass && len(b.parts) > 1 {
			// More than large need not be counted.
			text := fmt.Sprintf("SELECT count(*) FROM (SELECT 1 FROM %s LIMIT %d)", base.String(), s.opts.large+1)
			if err := tx.QueryRowContext(ctx, text, base.args...).Scan(&size); err != nil {
				return err
			}
		}
		inSlices := size > s.opts.large && len(b.parts) >= several
		if inSlices && queue != s.large {
			return errLarge
		}
		if err := b.keepMembers(ctx, tx); err != nil {
			return err
		}
		if inSlices {
			return s.askSlices(ctx, tx, b, from)
		}
		text := b.inOnePass(base)
		if size > s.opts.onePass {
			text = b.best(base, size <= s.opts.large, tellingOf(len(b.parts), from[0].clicks, size))
		}
		return queryAll(ctx, tx, text, base.args, b.scan)
	})
}

// neverOpen stands for no such day.
const neverOpen = math.MaxInt64

// firstOpen returns the start of the first day, in ms, that may hold clicks
// which are not in the table of their month yet: from then on, the flags there
// do not hold.
func firstOpen(ctx context.Context, tx *sql.Tx) (ms int64, err error) {
	var first sql.NullInt64
	err = tx.QueryRowContext(ctx, "SELECT min(ts) FROM "+hot).Scan(&first)
	if !first.Valid {
		return neverOpen, err
	}
	return first.Int64 - first.Int64%dayMillis, err
}

// enter waits for a place in a queue.
func enter(ctx context.Context, queue chan struct{}) error {
	select {
	case queue <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func leave(queue chan struct{}) { <-queue }
