package duckdb

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"
)

// mark is how far the table that clicks arrive in had come at a moment: so many
// clicks, the newest of that time (Unix ms), with rows below next. The zero mark
// stands for none.
type mark struct{ clicks, newest, next int64 }

// grow marks a slice in which nothing happens but that clicks arrive: open days
// that lie in one table alone.
func (sl *slice) grow(ctx context.Context, tx *sql.Tx) error {
	for _, t := range sl.tables[1:] {
		var has bool
		text := fmt.Sprintf("SELECT EXISTS (FROM %s WHERE ts >= %d)", t.name, sl.start.UnixMilli())
		if err := tx.QueryRowContext(ctx, text).Scan(&has); err != nil || has {
			return err
		}
	}
	sl.tables = sl.tables[:1:1]
	text := "SELECT count(*), coalesce(max(ts), 0), coalesce(max(rowid), -1) + 1 FROM " + hot
	return tx.QueryRowContext(ctx, text).Scan(&sl.upTo.clicks, &sl.upTo.newest, &sl.upTo.next)
}

// holds reports whether the clicks below the mark are still those that it was
// made of, and all before a question's end. Rows are numbered as they arrive,
// and numbers only ever sink, when the engine closes a gap that others left: then
// more clicks than those of the mark would be below it.
func (m mark) holds(ctx context.Context, tx *sql.Tx, end time.Time) (bool, error) {
	var below int64
	err := tx.QueryRowContext(ctx, fmt.Sprintf("SELECT count(*) FROM %s WHERE rowid < %d", hot, m.next)).Scan(&below)
	return below == m.clicks && m.newest < ceilMilli(end), err
}

// openRows returns the addends of a slice that is not closed. What is kept of an
// earlier question is brought up to date with the clicks that arrived since.
func (s *Store) openRows(ctx context.Context, tx *sql.Tx, b *report, sl slice) ([]row, error) {
	over, base := b.over(sl)
	text := over.addends(base, s.opts.maxKeys, byVisits)
	if sl.upTo == (mark{}) {
		return addendsOf(ctx, tx, text, base.args)
	}
	k := s.keyOfGrowing(b, sl)
	all := make(sums, len(b.parts))
	if kept, ok := s.kept.GetIfPresent(k); ok {
		holds, err := kept.upTo.holds(ctx, tx, sl.end)
		if err != nil || holds && kept.upTo == sl.upTo {
			return kept.rows, err
		}
		if holds {
			all.add(kept.rows)
			over.since = &kept.upTo
			base = over.scope(sl.tables)
			text = over.arrived(base, s.opts.maxKeys)
		}
	}
	rows, err := addendsOf(ctx, tx, text, base.args)
	if err != nil {
		return nil, err
	}
	all.add(rows)
	if sl.upTo.newest < ceilMilli(sl.end) { // or the rows lack what came after the end
		s.kept.Set(k, answered{all.rows(), sl.upTo})
	}
	return all.rows(), nil
}

// keyOfGrowing is the key of a slice's answer, whatever moment of the day it was
// asked at.
func (s *Store) keyOfGrowing(b *report, sl slice) digest {
	sl.end = sl.end.Truncate(24 * time.Hour).Add(24 * time.Hour)
	over, base := b.over(sl)
	return keyOf(sl.edition, over.addends(base, s.opts.maxKeys, byVisits), base.args, b.members)
}

// arrived returns the SQL of what the clicks after a mark add to each part: they
// are counted, and of the visitors among them all clicks are read, to see where
// they are new.
func (b *report) arrived(base scope, limit int) string {
	text := b.with(base, false, byVisits) +
		", came AS MATERIALIZED (SELECT DISTINCT visitor FROM c WHERE fresh AND taken AND visitor IS NOT NULL)" +
		", theirs AS MATERIALIZED (FROM c WHERE fresh UNION ALL BY NAME FROM c SEMI JOIN came USING (visitor) WHERE NOT fresh AND taken)"
	parts := make([]string, len(b.parts))
	for i, p := range b.parts {
		parts[i] = p.arrived(limit)
	}
	return text + " " + strings.Join(parts, " UNION ALL ")
}

// arrived selects the addends of a part from theirs, see report.arrived.
func (p part) arrived(limit int) string {
	const from = "FROM theirs AS c"
	switch p.name {
	case partCount:
		return p.rows("count(*) FILTER (fresh AND taken)",
			"count(DISTINCT visitor) FILTER (taken) - count(DISTINCT visitor) FILTER (taken AND NOT fresh)", "count(*) FILTER (fresh AND is_bot)", from)
	case partHeatmap:
		return p.rows("count(*)", "0::BIGINT", "0::BIGINT", from+" WHERE fresh AND taken GROUP BY ALL")
	default:
		each := fmt.Sprintf("SELECT %s, count(*) FILTER (fresh) AS clicks, visitor IS NOT NULL AND bool_and(fresh) AS is_new %s%s WHERE taken GROUP BY k, id, n, visitor",
			p.keys(), from, p.join)
		return fmt.Sprintf("(SELECT '%s' AS part, k, id, n, sum(clicks)::BIGINT AS clicks, count(*) FILTER (is_new) AS uniques, 0::BIGINT AS bots"+
			" FROM (%s) GROUP BY ALL HAVING sum(clicks) > 0 LIMIT %d)", p.name, each, limit+1)
	}
}
