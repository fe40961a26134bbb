package duckdb

import (
	"context"
	"database/sql"
	"fmt"
	"math"

	"linnet/internal/core/analytics"
)

// materialized is the largest scope, in clicks, that is read once into a
// temporary result. Beyond, each part reads the few columns that it needs by
// itself: they are grouped faster in the engine's compressed form, and a copy of
// all would not fit into memory. Below, planning so many reads costs more.
const materialized = 300_000

// onePass is the largest scope, in clicks, that is read in one pass (see
// part.sql).
const onePass = 30_000

// Ask answers all parts of a query in one statement and one view of the data.
func (s *Store) Ask(ctx context.Context, q analytics.Query) (analytics.Answer, error) {
	b := newReport(q, s.cols)
	if len(b.parts) == 0 {
		return b.answer, nil
	}
	if err := s.enter(ctx); err != nil {
		return analytics.Answer{}, err
	}
	defer s.leave()
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		from, err := tables(ctx, tx, q.Start, q.End)
		if err != nil {
			return err
		}
		if err := b.keepMembers(ctx, tx); err != nil {
			return err
		}
		if b.open, err = firstOpen(ctx, tx); err != nil {
			return err
		}
		base := scopeOf(q, from, b.read)
		if !q.Count {
			base.where = append(base.where, taken(q.Traffic)) // nobody asks for the others
		}
		size := int64(0)
		for _, t := range from {
			size += t.clicks
		}
		if size > s.opts.onePass && len(b.parts) > 1 {
			if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM "+base.String(), base.args...).Scan(&size); err != nil {
				return err
			}
		}
		return queryAll(ctx, tx, b.statement(base, size > s.opts.onePass, size > s.opts.materialized), base.args, b.scan)
	})
	if err != nil {
		return analytics.Answer{}, fmt.Errorf("count clicks: %w", err)
	}
	return b.answer, nil
}

// firstOpen returns the start of the first day, in ms, that may hold clicks
// which are not in the table of their month yet: from then on, the flags there
// do not hold.
func firstOpen(ctx context.Context, tx *sql.Tx) (ms int64, err error) {
	text := fmt.Sprintf("SELECT coalesce(min(ts) // %d * %d, %d) FROM %s", dayMillis, dayMillis, int64(math.MaxInt64), hot)
	return ms, tx.QueryRowContext(ctx, text).Scan(&ms)
}

// enter waits for a place among the heavy queries.
func (s *Store) enter(ctx context.Context) error {
	select {
	case s.heavy <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Store) leave() { <-s.heavy }
