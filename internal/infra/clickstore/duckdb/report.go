package duckdb

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"strings"

	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
)

// report builds the statement of a query and reads its rows. Every part yields
// the same seven columns: part, key as text, key as id, key as number, clicks,
// uniques, bots.
type report struct {
	q       analytics.Query
	cols    []column
	columns []string // that the parts need
	parts   []part
	open    int64         // see firstOpen
	since   *mark         // clicks are wanted with a column that says which came after it; nil: without
	buckets map[int64]int // number of a bucket → its place; nil: they are the same
	zoned   bool          // a part needs the local time
	stepped bool          // a part needs the place of the bucket
	members digest        // of the tables that parts join
	answer  analytics.Answer
}

// Names of the parts besides those of the lists, which are their dimensions'.
const (
	partCount   = "#count"
	partSeries  = "#series"
	partHeatmap = "#heatmap"
)

func newReport(q analytics.Query, cols []column) *report {
	b := &report{q: q, cols: cols, columns: []string{"visitor", "bot"}}
	if q.Count {
		b.parts = append(b.parts, part{name: partCount})
	}
	if q.Series != nil {
		b.series(q.Series)
	}
	if q.Heatmap {
		b.zoned = true
		key := "(((local // 86400000 + 3) % 7) * 24 + (local // 3600000) % 24)::BIGINT"
		b.parts = append(b.parts, part{name: partHeatmap, number: key})
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

func (b *report) series(s *analytics.Series) {
	b.answer.Points = make([]analytics.Point, len(s.Starts))
	for i, start := range s.Starts {
		b.answer.Points[i].Start = start
	}
	key := keySQL(s.Granularity)
	if key == "" {
		key, b.stepped = "bucket", true
	} else {
		b.buckets, b.zoned = make(map[int64]int, len(s.Starts)), true
		for i, start := range s.Starts {
			b.buckets[s.Granularity.Key(start, b.q.Location)] = i
		}
	}
	b.parts = append(b.parts, part{name: partSeries, number: key})
}

// keySQL is analytics.Granularity.Key as SQL, and "" where a table of a month
// holds so few buckets that comparing with their starts is cheaper.
func keySQL(g analytics.Granularity) string {
	switch g {
	case analytics.Minute:
		return "(local // 60000) * 60000 - shift"
	case analytics.Hour:
		return "(local // 3600000) * 3600000 - shift"
	case analytics.Day:
		return "local // 86400000"
	default:
		return ""
	}
}

func (b *report) list(i int, l analytics.List) {
	col := columnOf(l.Dimension)
	if !slices.Contains(b.columns, col) {
		b.columns = append(b.columns, col)
	}
	p := part{name: string(l.Dimension), limit: l.Limit}
	switch {
	case l.Members != nil:
		p.id = "coalesce(m.of_id, 0)"
		p.join = fmt.Sprintf(" LEFT JOIN %s m ON m.link = c.link", memberTable(i))
	case l.Dimension.IDPrefix() != "":
		p.id = "c." + col
	default:
		p.text = "c." + col
	}
	b.parts = append(b.parts, p)
}

func memberTable(i int) string { return fmt.Sprintf("members_%d", i) }

// keepMembers puts the tags or folders of links where the statement can join
// them. The table is the connection's own and goes with the transaction's end.
func (b *report) keepMembers(ctx context.Context, tx *sql.Tx) error {
	for i, l := range b.q.Lists {
		if l.Members == nil {
			continue
		}
		b.members = digestOf(b.members, l.Members)
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

// scope returns the clicks that the report is about, in some tables.
func (b *report) scope(of []table) scope {
	base := scopeOf(b.q, of, b.read)
	if !b.q.Count {
		base.where = append(base.where, taken(b.q.Traffic)) // nobody asks for the others
	}
	return base
}

// read is what the report reads of a table: what the scope's conditions and the
// parts need.
func (b *report) read(t table) string {
	solo := soloColumn
	switch {
	case t.name == hot:
		solo = "false"
	case b.open < t.end.UnixMilli():
		// Where visitors are packed, none of them can come again.
		solo = fmt.Sprintf("%s AND (ts < %d OR visitor IS NULL)", soloColumn, b.open)
	}
	all := names(b.cols) + ", " + solo + " AS solo" // the engine reads only what is used
	if b.since != nil {
		all += fmt.Sprintf(", rowid >= %d AS fresh", b.since.next) // of hot alone
	}
	if b.zoned {
		all += ", (" + offsetSQL(b.q, t) + ")::BIGINT AS shift"
	}
	if b.stepped {
		all += ", " + bucketSQL(b.q, t, b.q.Series.Starts) + " AS bucket"
	}
	return all
}

// inOnePass returns the SQL of all parts over a scope, each from a copy of it.
func (b *report) inOnePass(base scope) string {
	parts := make([]string, len(b.parts))
	for i, p := range b.parts {
		parts[i] = p.inOnePass()
	}
	return b.with(base, true, byFlag) + " " + strings.Join(parts, " UNION ALL ")
}

// addends returns the SQL of all parts over a slice: each key of a part once,
// and of a part with more than limit keys one more than that.
func (b *report) addends(base scope, limit int, t telling) string {
	return b.summed(base, false, t) + fmt.Sprintf(" FROM sums QUALIFY row_number() OVER (PARTITION BY part) <= %d", limit+1)
}

// best returns the SQL of all parts over a scope, or a copy of it: of lists the
// best rows, in their order.
func (b *report) best(base scope, copied bool, t telling) string {
	var limits strings.Builder
	for _, p := range b.parts {
		fmt.Fprintf(&limits, " WHEN '%s' THEN %d", p.name, cmp.Or(p.limit, math.MaxInt32))
	}
	return b.summed(base, copied, t) + fmt.Sprintf(" FROM sums QUALIFY row_number() OVER (PARTITION BY part%s) <= CASE part%s END%s",
		bestFirst, limits.String(), bestFirst)
}

// summed names the rows of all parts sums. The clicks are read once for as many
// parts as can be, and visitors told apart only among those of again.
func (b *report) summed(base scope, copied bool, t telling) string {
	var all []string
	var together []part
	for _, p := range b.parts {
		if p.name == partCount || p.join != "" {
			all = append(all, p.counted())
		} else {
			together = append(together, p)
		}
		if p.name != partHeatmap {
			all = append(all, p.toldApart(t))
		}
	}
	if len(together) > 0 {
		all = append(all, grouped(together))
	}
	return b.with(base, copied, t) + t.again() +
		", sums AS (SELECT part, k, id, n, sum(clicks)::BIGINT AS clicks, sum(uniques)::BIGINT AS uniques, sum(bots)::BIGINT AS bots" +
		" FROM (" + strings.Join(all, " UNION ALL ") + ") GROUP BY ALL)"
}

// with names the scope's clicks c, with all that parts need.
func (b *report) with(base scope, copied bool, t telling) string {
	how := "NOT MATERIALIZED"
	if copied {
		how = "MATERIALIZED"
	}
	columns := append([]string{"solo", t.alone() + " AS alone", "bot <> '' AS is_bot", taken(b.q.Traffic) + " AS taken"}, b.columns...)
	if b.zoned {
		columns = append(columns, "shift", "ts + shift AS local")
	}
	if b.stepped {
		columns = append(columns, "bucket")
	}
	if b.since != nil {
		columns = append(columns, "fresh")
	}
	return fmt.Sprintf("WITH c AS %s (SELECT %s FROM %s)", how, strings.Join(columns, ", "), base.String())
}

func (b *report) scan(rows *sql.Rows) error {
	var r row
	if err := rows.Scan(r.targets()...); err != nil {
		return err
	}
	return b.take(r)
}

// take puts a row into the answer. Those of a list come in their order.
func (b *report) take(r row) error {
	switch r.part {
	case partCount:
		b.answer.Count = analytics.Count{Clicks: r.clicks, Uniques: r.uniques, Bots: r.bots}
	case partSeries:
		i, ok := int(r.number), b.buckets == nil
		if !ok {
			i, ok = b.buckets[r.number]
		}
		if !ok {
			return fmt.Errorf("a click lies in no bucket: %d", r.number)
		}
		b.answer.Points[i].Clicks, b.answer.Points[i].Uniques = r.clicks, r.uniques
	case partHeatmap:
		b.answer.Heatmap[r.number/24][r.number%24] = r.clicks
	default:
		d := analytics.Dimension(r.part)
		if prefix := d.IDPrefix(); prefix != "" {
			r.text = ident.Text(prefix, r.id)
		}
		b.answer.Lists[d] = append(b.answer.Lists[d], analytics.Row{Key: r.text, Clicks: r.clicks, Uniques: r.uniques})
	}
	return nil
}
