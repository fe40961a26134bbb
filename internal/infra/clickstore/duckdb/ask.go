package duckdb

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"strings"

	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
)

// materialized is the largest scope, in clicks, that is read once into a
// temporary result. Beyond, each part reads the few columns that it needs by
// itself: a copy of all of them would not fit into memory.
const materialized = 1_000_000

// Ask answers all parts of a query in one statement and one view of the data.
func (s *Store) Ask(ctx context.Context, q analytics.Query) (analytics.Answer, error) {
	b := newReport(q)
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
		base := scopeOf(q, from, names(s.cols), true)
		if !q.Count {
			base.where = append(base.where, taken(q.Traffic)) // nobody asks for the others
		}
		size := int64(0)
		if len(b.parts) > 1 {
			if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM "+base.String(), base.args...).Scan(&size); err != nil {
				return err
			}
		}
		return queryAll(ctx, tx, b.statement(base, size), base.args, b.scan)
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

// report builds the statement of a query and reads its rows. Every part yields
// the same seven columns: part, key as text, key as id, key as number, clicks,
// uniques, bots.
type report struct {
	q       analytics.Query
	columns []string // that the parts need
	parts   []string
	open    int64         // see firstOpen
	buckets map[int64]int // number of a bucket → its place
	answer  analytics.Answer
}

// Names of the parts besides those of the lists, which are their dimensions'.
const (
	partCount   = "#count"
	partSeries  = "#series"
	partHeatmap = "#heatmap"
)

func newReport(q analytics.Query) *report {
	b := &report{q: q, columns: []string{"visitor", "bot"}}
	if q.Count {
		b.add(partCount, "''", "0::UBIGINT", "0::BIGINT", "count(*) FILTER (taken)",
			uniques("taken"), "count(*) FILTER (is_bot)", "FROM c")
	}
	if q.Series != nil {
		b.series(q.Series)
	}
	if q.Heatmap {
		key := "(((local // 86400000 + 3) % 7) * 24 + (local // 3600000) % 24)::BIGINT"
		b.add(partHeatmap, "''", "0::UBIGINT", key, "count(*)", "0::BIGINT", "0::BIGINT", "FROM c WHERE taken GROUP BY ALL")
	}
	if len(q.Lists) > 0 {
		b.answer.Lists = make(map[analytics.Dimension][]analytics.Row, len(q.Lists))
	}
	for i, l := range q.Lists {
		b.answer.Lists[l.Dimension] = nil
		b.list(i, l)
	}
	return b
}

func (b *report) add(part, text, id, number, clicks, uniques, bots, from string) {
	b.parts = append(b.parts, fmt.Sprintf(
		"(SELECT '%s' AS part, %s AS k, %s AS id, %s AS n, %s AS clicks, %s AS uniques, %s AS bots %s)",
		part, text, id, number, clicks, uniques, bots, from))
}

func (b *report) series(s *analytics.Series) {
	b.buckets = make(map[int64]int, len(s.Starts))
	b.answer.Points = make([]analytics.Point, len(s.Starts))
	for i, start := range s.Starts {
		b.buckets[s.Granularity.Key(start, b.q.Location)] = i
		b.answer.Points[i].Start = start
	}
	b.add(partSeries, "''", "0::UBIGINT", bucketSQL(s.Granularity), "count(*)", uniques("true"), "0::BIGINT",
		"FROM c WHERE taken GROUP BY ALL")
}

// bucketSQL is analytics.Granularity.Key as SQL.
func bucketSQL(g analytics.Granularity) string {
	switch g {
	case analytics.Minute:
		return "(local // 60000) * 60000 - shift"
	case analytics.Hour:
		return "(local // 3600000) * 3600000 - shift"
	case analytics.ISOWeek:
		return "(local // 86400000 + 3) // 7"
	case analytics.Month:
		return "year(make_timestamp(local * 1000)) * 12 + month(make_timestamp(local * 1000)) - 1"
	default:
		return "local // 86400000"
	}
}

func (b *report) list(i int, l analytics.List) {
	col := columnOf(l.Dimension)
	if !slices.Contains(b.columns, col) {
		b.columns = append(b.columns, col)
	}
	text, id, from := col, "0::UBIGINT", "FROM c WHERE taken"
	switch {
	case l.Members != nil:
		text, id = "''", "coalesce(m.of_id, 0)"
		from = fmt.Sprintf("FROM c LEFT JOIN %s m ON m.link = c.link WHERE taken", memberTable(i))
	case l.Dimension.IDPrefix() != "":
		text, id = "''", col
	}
	from += fmt.Sprintf(" GROUP BY ALL ORDER BY clicks DESC, k, id LIMIT %d", l.Limit)
	b.add(string(l.Dimension), text, id, "0::BIGINT", "count(*)", uniques("true"), "0::BIGINT", from)
}

func memberTable(i int) string { return fmt.Sprintf("members_%d", i) }

// keepMembers puts the tags or folders of links where the statement can join
// them. The table is the connection's own and goes with the transaction's end.
func (b *report) keepMembers(ctx context.Context, tx *sql.Tx) error {
	for i, l := range b.q.Lists {
		if l.Members == nil {
			continue
		}
		var values strings.Builder
		for n, m := range l.Members {
			if n > 0 {
				values.WriteString(", ")
			}
			fmt.Fprintf(&values, "(%d, %d)", m.Link, m.Of)
		}
		create := fmt.Sprintf("CREATE OR REPLACE TEMP TABLE %s (link UBIGINT, of_id UBIGINT)", memberTable(i))
		if _, err := tx.ExecContext(ctx, create); err != nil {
			return err
		}
		if values.Len() == 0 {
			continue
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO "+memberTable(i)+" VALUES "+values.String()); err != nil {
			return err
		}
	}
	return nil
}

// uniques counts the visitors of rows of c that meet a condition.
func uniques(condition string) string {
	return fmt.Sprintf("count(*) FILTER (solo AND %s) + count(DISTINCT visitor) FILTER (NOT solo AND %s)", condition, condition)
}

// statement returns the SQL over a scope of that many clicks.
func (b *report) statement(base scope, size int64) string {
	how := "MATERIALIZED"
	if size > materialized {
		how = "NOT MATERIALIZED"
	}
	return fmt.Sprintf("WITH c AS %s (SELECT %s, solo AND ts < %d AS solo, bot <> '' AS is_bot, %s AS taken, (%s)::BIGINT AS shift, ts + shift AS local FROM %s) %s",
		how, strings.Join(b.columns, ", "), b.open, taken(b.q.Traffic), offsetSQL(b.q), base.String(), strings.Join(b.parts, " UNION ALL "))
}

func (b *report) scan(rows *sql.Rows) error {
	var part, text string
	var id uint64
	var number, clicks, uniques, bots int64
	if err := rows.Scan(&part, &text, &id, &number, &clicks, &uniques, &bots); err != nil {
		return err
	}
	switch part {
	case partCount:
		b.answer.Count = analytics.Count{Clicks: clicks, Uniques: uniques, Bots: bots}
	case partSeries:
		i, ok := b.buckets[number]
		if !ok {
			return fmt.Errorf("a click lies in no bucket: %d", number)
		}
		b.answer.Points[i].Clicks, b.answer.Points[i].Uniques = clicks, uniques
	case partHeatmap:
		b.answer.Heatmap[number/24][number%24] = clicks
	default:
		d := analytics.Dimension(part)
		if prefix := d.IDPrefix(); prefix != "" {
			text = ident.Text(prefix, id)
		}
		b.answer.Lists[d] = append(b.answer.Lists[d], analytics.Row{Key: text, Clicks: clicks, Uniques: uniques})
	}
	return nil
}
