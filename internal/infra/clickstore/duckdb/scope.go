package duckdb

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
)

// table is one table of clicks, and the time that its clicks lie in.
type table struct {
	name       string
	start, end time.Time
	clicks     int64 // about
}

// allTables returns every table of clicks, the one that clicks arrive in first,
// then the months in order of time.
func allTables(ctx context.Context, tx *sql.Tx) ([]table, error) {
	return tables(ctx, tx, time.UnixMilli(0), time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC))
}

// tables returns the tables that may hold clicks of [start, end), in the
// transaction's own view.
func tables(ctx context.Context, tx *sql.Tx, start, end time.Time) ([]table, error) {
	all := []table{{name: hot, start: start, end: end}}
	first, last := monthTable(start), monthTable(end)
	text := "SELECT table_name, estimated_size FROM duckdb_tables() WHERE table_name LIKE 'clicks_2%' OR table_name = '" + hot + "' ORDER BY 1"
	err := queryAll(ctx, tx, text, nil, func(r *sql.Rows) error {
		var name string
		var clicks int64
		if err := r.Scan(&name, &clicks); err != nil {
			return err
		}
		switch {
		case name == hot:
			all[0].clicks = clicks
			return nil
		case name < first || name > last:
			return nil
		}
		from, err := time.Parse(monthLayout, name)
		all = append(all, table{name, from, from.AddDate(0, 1, 0), clicks})
		return err
	})
	return all, err
}

const monthLayout = "clicks_200601"

// monthTable names the table of the month of UTC that t lies in.
func monthTable(t time.Time) string { return t.UTC().Format(monthLayout) }

// scope is the part of the clicks that a query looks at, as SQL. Numbers stand
// in the text, values from people are arguments.
type scope struct {
	from  string
	where []string
	args  []any
}

// scopeOf builds the scope of a query over the given tables. columns says what
// is read of each.
func scopeOf(q analytics.Query, tables []table, columns func(table) string) scope {
	parts := make([]string, len(tables))
	for i, t := range tables {
		parts[i] = "SELECT " + columns(t) + " FROM " + t.name + hoursSQL(q, t)
	}
	s := scope{from: "(" + strings.Join(parts, " UNION ALL ") + ")"}
	s.where = []string{
		"workspace = " + number(q.WorkspaceID),
		fmt.Sprintf("ts >= %d AND ts < %d", q.Start.UnixMilli(), ceilMilli(q.End)),
	}
	if q.Orphans {
		s.where = append(s.where, "link = 0")
	} else {
		s.where = append(s.where, "link <> 0")
	}
	for _, f := range q.Filters {
		if !f.Dimension.OfTime() {
			s.filter(f)
		}
	}
	return s
}

// same reads the same columns of every table.
func same(columns string) func(table) string { return func(table) string { return columns } }

// number spells an id's number. Without its type the engine would take large
// ones for a wider type, and could not look for them in sorted tables.
func number(n uint64) string { return fmt.Sprintf("%d::UBIGINT", n) }

// ceilMilli rounds up: a click of a whole millisecond is before t or is not.
func ceilMilli(t time.Time) int64 {
	ms := t.UnixMilli()
	if t.After(time.UnixMilli(ms)) {
		ms++
	}
	return ms
}

func (s *scope) filter(f analytics.Filter) {
	not := ""
	if f.Negated {
		not = "NOT "
	}
	var terms []string
	col := columnOf(f.Dimension)
	if f.Dimension.Folded() {
		col = "lower(" + col + ")"
	}
	for _, v := range f.Values {
		if f.Dimension.IDPrefix() == "" {
			terms = append(terms, "?")
			s.args = append(s.args, v)
			continue
		}
		if n, ok := ident.Number(v); ok {
			terms = append(terms, number(n))
		}
	}
	if len(terms) == 0 {
		s.where = append(s.where, not+"false")
		return
	}
	s.where = append(s.where, not+col+" IN ("+strings.Join(terms, ", ")+")")
}

// taken is the condition that a class of clicks meets.
func taken(t analytics.Traffic) string {
	switch t {
	case analytics.Human:
		return "bot = ''"
	case analytics.Bot:
		return "bot <> ''"
	default:
		return "true"
	}
}

func (s *scope) String() string {
	return s.from + " WHERE " + strings.Join(s.where, " AND ")
}

// within returns the part of the query's time that a table covers.
func within(q analytics.Query, t table) (start, end time.Time) {
	start, end = q.Start, q.End
	if t.start.After(start) {
		start = t.start
	}
	if t.end.Before(end) {
		end = t.end
	}
	return start, end
}

// offsetSQL is the zone's offset at ts, in ms, for the clicks of a table.
func offsetSQL(q analytics.Query, t table) string {
	start, end := within(q, t)
	shifts := analytics.Shifts(q.Location, start, end)
	borders, values := make([]int64, 0, len(shifts)), make([]int64, 0, len(shifts))
	for i, s := range shifts {
		if i > 0 {
			borders = append(borders, ceilMilli(s.From))
		}
		values = append(values, s.Offset.Milliseconds())
	}
	return stepSQL(borders, values)
}

// bucketSQL is the place of ts in the buckets that begin at starts, for the
// clicks of a table.
func bucketSQL(q analytics.Query, t table, starts []time.Time) string {
	start, end := within(q, t)
	first, _ := slices.BinarySearchFunc(starts, start, func(s, at time.Time) int {
		if s.After(at) {
			return 1
		}
		return -1
	})
	values := []int64{int64(max(first-1, 0))}
	var borders []int64
	for i := max(first, 1); i < len(starts) && starts[i].Before(end); i++ {
		borders, values = append(borders, ceilMilli(starts[i])), append(values, int64(i))
	}
	return stepSQL(borders, values)
}

// stepSQL is a step function of ts: values[i] below borders[i], the last value
// from there on.
func stepSQL(borders, values []int64) string {
	last := fmt.Sprintf("%d::BIGINT", values[len(values)-1])
	if len(borders) == 0 {
		return last
	}
	var b strings.Builder
	b.WriteString("CASE")
	for i, border := range borders {
		fmt.Fprintf(&b, " WHEN ts < %d THEN %d::BIGINT", border, values[i])
	}
	fmt.Fprintf(&b, " ELSE %s END", last)
	return b.String()
}
