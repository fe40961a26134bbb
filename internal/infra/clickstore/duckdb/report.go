package duckdb

import (
	"context"
	"database/sql"
	"fmt"
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
	buckets map[int64]int // number of a bucket → its place; nil: they are the same
	zoned   bool          // a part needs the local time
	stepped bool          // a part needs the place of the bucket
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
		b.parts = append(b.parts, part{name: partHeatmap, keys: "'' AS k, 0::UBIGINT AS id, " + key + " AS n"})
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

// part is one part of a report: clicks and uniques by keys.
type part struct {
	name string // as in the rows
	keys string // k as text, id, n as number
	join string // what the keys need beside the clicks
	rest string // order and limit
}

func (b *report) add(name, text, id, number, join, rest string) {
	b.parts = append(b.parts, part{name, fmt.Sprintf("%s AS k, %s AS id, %s AS n", text, id, number), join, rest})
}

// sql reads a part in one pass, or in two: in a large scope the clicks without
// the flag are read once for all parts, and only there visitors are told apart.
func (p part) sql(twice bool) string {
	visitors, solo := "count(DISTINCT visitor) FILTER (NOT solo AND taken)", "count(*) FILTER (solo AND taken)"
	switch {
	case p.name == partCount:
		if twice {
			visitors = "(SELECT count(DISTINCT visitor) FROM again)"
		}
		return fmt.Sprintf("(SELECT '%s' AS part, '' AS k, 0::UBIGINT AS id, 0::BIGINT AS n, count(*) FILTER (taken) AS clicks, %s + %s AS uniques, count(*) FILTER (is_bot) AS bots FROM c)",
			p.name, solo, visitors)
	case p.name == partHeatmap:
		return fmt.Sprintf("(SELECT '%s' AS part, %s, count(*) AS clicks, 0::BIGINT AS uniques, 0::BIGINT AS bots FROM c WHERE taken GROUP BY ALL)", p.name, p.keys)
	case !twice:
		return fmt.Sprintf("(SELECT '%s' AS part, %s, count(*) AS clicks, %s + %s AS uniques, 0::BIGINT AS bots FROM c%s WHERE taken GROUP BY ALL%s)",
			p.name, p.keys, solo, visitors, p.join, p.rest)
	default:
		return fmt.Sprintf(
			"(SELECT '%s' AS part, k, id, n, sum(clicks)::BIGINT AS clicks, sum(uniques)::BIGINT AS uniques, 0::BIGINT AS bots FROM ("+
				"SELECT %s, count(*) AS clicks, countif(solo)::BIGINT AS uniques FROM c%s WHERE taken GROUP BY ALL UNION ALL "+
				"SELECT %s, 0, count(DISTINCT visitor) FROM again AS c%s GROUP BY ALL) GROUP BY k, id, n%s)",
			p.name, p.keys, p.join, p.keys, p.join, p.rest)
	}
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
	b.add(partSeries, "''", "0::UBIGINT", key, "", "")
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
	text, id, join := "c."+col, "0::UBIGINT", ""
	switch {
	case l.Members != nil:
		text, id = "''", "coalesce(m.of_id, 0)"
		join = fmt.Sprintf(" LEFT JOIN %s m ON m.link = c.link", memberTable(i))
	case l.Dimension.IDPrefix() != "":
		text, id = "''", "c."+col
	}
	b.add(string(l.Dimension), text, id, "0::BIGINT", join, fmt.Sprintf(" ORDER BY clicks DESC, k, id LIMIT %d", l.Limit))
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
	if b.zoned {
		all += ", (" + offsetSQL(b.q, t) + ")::BIGINT AS shift"
	}
	if b.stepped {
		all += ", " + bucketSQL(b.q, t, b.q.Series.Starts) + " AS bucket"
	}
	return all
}

// statement returns the SQL over a scope: read in one pass or in two (see
// part.sql), and from a copy of it or, when it is large, from the tables.
func (b *report) statement(base scope, twice, large bool) string {
	how := "MATERIALIZED"
	if large {
		how = "NOT MATERIALIZED"
	}
	columns := append([]string{"solo", "bot <> '' AS is_bot", taken(b.q.Traffic) + " AS taken"}, b.columns...)
	if b.zoned {
		columns = append(columns, "shift", "ts + shift AS local")
	}
	if b.stepped {
		columns = append(columns, "bucket")
	}
	text := fmt.Sprintf("WITH c AS %s (SELECT %s FROM %s)", how, strings.Join(columns, ", "), base.String())
	if twice {
		text += ", again AS MATERIALIZED (FROM c WHERE taken AND NOT solo AND visitor IS NOT NULL)"
	}
	parts := make([]string, len(b.parts))
	for i, p := range b.parts {
		parts[i] = p.sql(twice)
	}
	return text + " " + strings.Join(parts, " UNION ALL ")
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
		i, ok := int(number), b.buckets == nil
		if !ok {
			i, ok = b.buckets[number]
		}
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
