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

// scope is the part of the clicks that a query looks at, as SQL. Numbers stand
// in the text, values from people are arguments.
type scope struct {
	from  string
	where []string
	args  []any
}

// tables returns the tables that may hold clicks of [start, end), in the
// transaction's own view.
func tables(ctx context.Context, tx *sql.Tx, start, end time.Time) ([]string, error) {
	all := []string{hot}
	first, last := monthTable(start), monthTable(end)
	err := queryAll(ctx, tx, "SELECT table_name FROM duckdb_tables() WHERE table_name LIKE 'clicks_2%'", nil, func(r *sql.Rows) error {
		var name string
		if err := r.Scan(&name); err != nil {
			return err
		}
		if name >= first && name <= last {
			all = append(all, name)
		}
		return nil
	})
	slices.Sort(all[1:])
	return all, err
}

// monthTable names the table of the month of UTC that t lies in.
func monthTable(t time.Time) string { return t.UTC().Format("clicks_200601") }

// scopeOf builds the scope of a query over the given tables and columns.
// withSolo adds the flag, which is false for what has just arrived.
func scopeOf(q analytics.Query, tables []string, columns string, withSolo bool) scope {
	parts := make([]string, len(tables))
	for i, t := range tables {
		parts[i] = "SELECT " + columns
		switch {
		case withSolo && t == hot:
			parts[i] += ", false AS " + soloColumn
		case withSolo:
			parts[i] += ", " + soloColumn
		}
		parts[i] += " FROM " + t
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
		s.filter(f)
	}
	return s
}

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

// offsetSQL is the zone's offset at ts, in ms.
func offsetSQL(q analytics.Query) string {
	shifts := analytics.Shifts(q.Location, q.Start, q.End)
	if len(shifts) == 1 {
		return fmt.Sprint(shifts[0].Offset.Milliseconds())
	}
	var b strings.Builder
	b.WriteString("CASE")
	for i, s := range shifts[:len(shifts)-1] {
		fmt.Fprintf(&b, " WHEN ts < %d THEN %d", ceilMilli(shifts[i+1].From), s.Offset.Milliseconds())
	}
	fmt.Fprintf(&b, " ELSE %d END", shifts[len(shifts)-1].Offset.Milliseconds())
	return b.String()
}
