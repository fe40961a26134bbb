package clicksql

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"linnet/internal/core/analytics"
)

// Part is one part of a report: clicks and uniques by key. All parts select the
// same seven columns, so that one statement can return several of them.
type Part struct {
	Name   string // in the column part
	Join   string // what the key needs beside the clicks
	Limit  int    // the most rows of a top list; 0: all
	Column string // of the clicks, which is the key; "": the key is another expression

	text, id, number string // the expression of the key; exactly one is set, none for PartCount
}

// Names of the parts besides those of top lists, which are named after their
// dimensions.
const (
	PartCount   = "#count"
	PartSeries  = "#series"
	PartHeatmap = "#heatmap"
)

// Values of the key columns that a part does not use. That of ids is Dialect.Number.
const (
	noText   = "''"
	noNumber = "0::BIGINT"
)

// PartRow is one row of a part.
type PartRow struct {
	Part string
	Key
	Clicks, Uniques, Bots int64
}

// Key is the key of a row. Only one of its fields is used, the others are zero.
type Key struct {
	Text   string
	ID     uint64
	Number int64
}

// Targets returns the scan targets of the columns.
func (r *PartRow) Targets() []any {
	return []any{&r.Part, &r.Text, &r.ID, &r.Number, &r.Clicks, &r.Uniques, &r.Bots}
}

// Figures are the expressions of the figures of a row, each a number of clicks.
type Figures struct{ Clicks, Uniques, Bots string }

// None is the figure that a part does not have.
const None = "0"

// columns selects the figures.
func (f Figures) columns() string {
	return fmt.Sprintf("CAST(%s AS BIGINT) AS clicks, CAST(%s AS BIGINT) AS uniques, CAST(%s AS BIGINT) AS bots", f.Clicks, f.Uniques, f.Bots)
}

// Keys selects the key of a part: k as text, id, n as number.
func (p *Plan) Keys(part Part) string {
	return fmt.Sprintf("%s AS k, %s AS id, %s AS n",
		cmp.Or(part.text, noText), cmp.Or(part.id, p.dialect.Number(0)), cmp.Or(part.number, noNumber))
}

// Rows returns a SELECT of the seven columns of a part.
func (p *Plan) Rows(part Part, f Figures, from string) string {
	return fmt.Sprintf("(SELECT '%s' AS part, %s, %s %s)", part.Name, p.Keys(part), f.columns(), from)
}

// uniques returns the number of unique visitors of the clicks of the CTE c.
func (p *Plan) uniques() string {
	if !p.Solo {
		return p.dialect.CountVisitors("matches")
	}
	return "count(*) FILTER (WHERE solo AND matches) + " + p.dialect.CountVisitors("NOT solo AND matches")
}

// OnePass returns the SQL of a complete part over the CTE c. For a list of
// the top countries with limit 10 it is
//
//	SELECT 'country' AS part, c.country AS k, …, count(*) AS clicks,
//	  count(*) FILTER (WHERE solo AND matches) + count(DISTINCT visitor) FILTER (WHERE NOT solo AND matches) AS uniques, …
//	FROM c WHERE matches GROUP BY ALL ORDER BY clicks DESC, k, id LIMIT 10
func (p *Plan) OnePass(part Part) string { return p.onePassOf(part, "c") }

// Wide reports whether the part is a list with about as many keys as there are links with
// clicks.
func (p Part) Wide() bool {
	return slices.Contains([]analytics.Dimension{analytics.Link, analytics.Alias, analytics.URL}, analytics.Dimension(p.Name))
}

// TopFirst returns the SQL of a complete list over the CTE c that joins nothing. It first
// finds the keys with the most clicks, and counts visitors only of these: counting those of
// a million keys costs more than the rest of a report.
func (p *Plan) TopFirst(part Part) string {
	key := cmp.Or(part.text, part.id)
	top := fmt.Sprintf("SELECT key FROM (SELECT %s AS key, count(*) AS clicks FROM c WHERE matches GROUP BY key ORDER BY clicks DESC, key LIMIT %d)",
		key, part.Limit)
	return p.onePassOf(part, "(SELECT * FROM c WHERE matches AND "+key+" IN ("+top+")) AS c")
}

// onePassOf is OnePass over a table of clicks that is named c.
func (p *Plan) onePassOf(part Part, clicks string) string {
	if part.Name == PartCount {
		return p.Rows(part, p.countFigures(), "FROM "+clicks)
	}
	f := Figures{Clicks: "count(*)", Uniques: p.uniques(), Bots: None}
	if part.Name == PartHeatmap {
		f.Uniques = None
	}
	from := "FROM " + clicks + part.Join + " WHERE matches GROUP BY ALL"
	if part.Limit > 0 {
		from += fmt.Sprintf("%s LIMIT %d", TopOrder, part.Limit)
	}
	return p.Rows(part, f, from)
}

// countFigures returns the figures of PartCount, for which c has the bots as well.
func (p *Plan) countFigures() Figures {
	return Figures{Clicks: "count(*) FILTER (WHERE matches)", Uniques: p.uniques(), Bots: "count(*) FILTER (WHERE is_bot)"}
}

// Complete returns the SQL of several complete parts that join nothing, see Grouped.
// The rows of lists are neither ordered nor limited.
func (p *Plan) Complete(parts []Part) string {
	if len(parts) == 1 {
		return p.OnePass(parts[0])
	}
	from := Grouping{Columns: VisitorColumn + ", matches, is_bot", Having: " HAVING clicks > 0 OR part = '" + PartCount + "'"}
	if p.Solo {
		from.Columns += ", solo"
	}
	return p.Grouped(parts, p.countFigures(), from)
}

// Grouping is how Grouped reads the CTE c.
type Grouping struct {
	Columns string // that the figures read
	Where   string // the clause; "": all clicks
	Having  string // the clause; "": all rows
}

// Grouped returns the SQL of several parts that join nothing. It reads the clicks once,
// with GROUPING SETS: reading and filtering them costs more than counting.
func (p *Plan) Grouped(parts []Part, f Figures, from Grouping) string {
	columns := []string{from.Columns}
	var sets, names, texts, ids, numbers []string
	for i, part := range parts {
		if part.Name == PartCount {
			sets = append(sets, "()")
			continue
		}
		g := fmt.Sprintf("g%d", i)
		columns = append(columns, cmp.Or(part.text, part.id, part.number)+" AS "+g)
		sets = append(sets, "("+g+")")
		inSet := "WHEN GROUPING(" + g + ") = 0 THEN "
		names = append(names, inSet+"'"+part.Name+"'")
		switch {
		case part.text != "":
			texts = append(texts, inSet+g)
		case part.id != "":
			ids = append(ids, inSet+g)
		default:
			numbers = append(numbers, inSet+g)
		}
	}
	return fmt.Sprintf("(SELECT %s AS part, %s AS k, %s AS id, %s AS n, %s FROM (SELECT %s FROM c%s) GROUP BY GROUPING SETS (%s)%s)",
		firstOf(names, "'"+PartCount+"'"), firstOf(texts, noText), firstOf(ids, p.dialect.Number(0)), firstOf(numbers, noNumber), f.columns(),
		strings.Join(columns, ", "), from.Where, strings.Join(sets, ", "), from.Having)
}

// firstOf returns the CASE of some WHEN clauses, or otherwise.
func firstOf(whens []string, otherwise string) string {
	if len(whens) == 0 {
		return otherwise
	}
	return "CASE " + strings.Join(whens, " ") + " ELSE " + otherwise + " END"
}

// TopOrder is the order of a list.
const TopOrder = " ORDER BY clicks DESC, k, id"

// compareTop compares rows in TopOrder.
func compareTop(a, b PartRow) int {
	return cmp.Or(cmp.Compare(b.Clicks, a.Clicks), strings.Compare(a.Text, b.Text), cmp.Compare(a.ID, b.ID))
}

// Top returns the first rows of a list in TopOrder; of other parts all rows. It
// reuses the memory of rows.
func (p Part) Top(rows []PartRow) []PartRow {
	if p.Limit == 0 {
		return rows
	}
	best := rows[:0]
	for _, r := range rows {
		if len(best) == p.Limit && compareTop(best[p.Limit-1], r) < 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, r, compareTop)
		best = slices.Insert(best[:min(len(best), p.Limit-1)], at, r)
	}
	return best
}
