package duckdb

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"time"

	"linnet/internal/core/analytics"
)

// slice is a part of a question's time whose clicks are counted by themselves.
// Slices meet at midnights of UTC, where all visitors become new ones: clicks
// and uniques of slices add up.
type slice struct {
	start, end time.Time
	tables     []table
	edition    uint64 // of the table, see kept
	closed     bool   // no click arrives in it any more
	upTo       mark   // how far it has come, if clicks that arrive are all that changes it; else zero
}

// sliced cuts the time of a query: a slice for the closed days of each month,
// and one for what comes after them.
func sliced(ctx context.Context, tx *sql.Tx, q analytics.Query, from []table, open int64) ([]slice, error) {
	editions, err := editions(ctx, tx)
	if err != nil {
		return nil, err
	}
	closed := timeOf(min(open, q.End.UnixMilli())).Truncate(24 * time.Hour)
	rest := slice{start: later(q.Start, closed), end: q.End, tables: from[:1:1]}
	var all []slice
	for _, t := range from[1:] {
		start, end := later(q.Start, t.start), t.end
		if end.After(closed) {
			end = closed
		}
		if start.Before(end) {
			all = append(all, slice{start: start, end: end, tables: []table{t}, edition: editions[t.name], closed: true})
		}
		if t.end.After(rest.start) {
			rest.tables = append(rest.tables, t)
		}
	}
	if !rest.start.Before(rest.end) {
		return all, nil
	}
	rest.edition = editions[hot]
	err = rest.grow(ctx, tx)
	return append(all, rest), err
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// over returns the report of a slice alone, and its scope.
func (b *report) over(sl slice) (*report, scope) {
	part := *b
	part.q.Start, part.q.End = sl.start, sl.end
	if sl.closed {
		part.open = neverOpen
	}
	return &part, part.scope(sl.tables)
}

// maxKeys bounds how many keys of a list are summed up outside the engine.
const maxKeys = 50_000

// askSlices answers a question on many clicks slice by slice: the engine holds
// the groups of one at a time, and what it said about closed days is kept.
func (s *Store) askSlices(ctx context.Context, tx *sql.Tx, b *report, from []table) error {
	all, err := sliced(ctx, tx, b.q, from, b.open)
	if err != nil {
		return err
	}
	sums := make(sums, len(b.parts))
	for _, sl := range all {
		rows, err := s.rows(ctx, tx, b, sl)
		if err != nil {
			return err
		}
		sums.add(rows)
	}
	for _, p := range b.parts {
		if err := s.finish(ctx, tx, b, p, from, sums[p.name]); err != nil {
			return err
		}
	}
	return nil
}

// sums are addends of all parts, added up.
type sums map[string]map[key]row

func (s sums) add(rows []row) {
	for _, r := range rows {
		of := s[r.part]
		if of == nil {
			of = make(map[key]row)
			s[r.part] = of
		}
		sum := of[r.key]
		of[r.key] = row{r.part, r.key, sum.clicks + r.clicks, sum.uniques + r.uniques, sum.bots + r.bots}
	}
}

// rows returns all of them, each key of a part once.
func (s sums) rows() (all []row) {
	for _, of := range s {
		all = slices.AppendSeq(all, maps.Values(of))
	}
	return all
}

// finish puts the sums of a part into the answer. A list of so many keys that
// slices did not give all of them is left to the engine as a whole.
func (s *Store) finish(ctx context.Context, tx *sql.Tx, b *report, p part, from []table, sums map[key]row) error {
	if len(sums) > s.opts.maxKeys {
		base, alone := b.scope(from), *b
		alone.parts = []part{p}
		return queryAll(ctx, tx, alone.best(base, false, byFlag), base.args, b.scan)
	}
	for _, r := range p.best(slices.Collect(maps.Values(sums))) {
		if err := b.take(r); err != nil {
			return err
		}
	}
	return nil
}

// rows returns the addends of a slice, from memory if they are kept.
func (s *Store) rows(ctx context.Context, tx *sql.Tx, b *report, sl slice) ([]row, error) {
	if !sl.closed {
		return s.openRows(ctx, tx, b, sl)
	}
	over, base := b.over(sl)
	text := over.addends(base, s.opts.maxKeys, byFlag)
	k := keyOf(sl.edition, text, base.args, b.members)
	if kept, ok := s.kept.GetIfPresent(k); ok {
		return kept.rows, nil
	}
	rows, err := addendsOf(ctx, tx, text, base.args)
	if err == nil {
		s.kept.Set(k, answered{rows: rows})
	}
	return rows, err
}

func addendsOf(ctx context.Context, tx *sql.Tx, text string, args []any) (rows []row, err error) {
	err = queryAll(ctx, tx, text, args, func(r *sql.Rows) error {
		var one row
		err := r.Scan(one.targets()...)
		rows = append(rows, one)
		return err
	})
	return rows, err
}
