package clicksql

import (
	"fmt"
	"strings"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
)

// Scope is a FROM clause and the conditions that select the clicks of a query.
// Numbers are part of the text; texts from users are arguments.
type Scope struct {
	From  string
	Where []string
	Args  []any
}

// ScopeOf returns the scope of a query over tables: all its clicks, of any class
// of traffic. columns returns what is selected from each table.
func ScopeOf(q analytics.Query, tables []Table, columns func(Table) string) Scope {
	parts := make([]string, len(tables))
	for i, t := range tables {
		parts[i] = "SELECT " + columns(t) + " FROM " + t.Name + localTimeCondition(q, t)
	}
	s := Scope{From: "(" + strings.Join(parts, " UNION ALL ") + ")"}
	s.Where = []string{
		"workspace = " + Uint64(q.WorkspaceID),
		fmt.Sprintf("ts >= %d AND ts < %d", q.Start.UnixMilli(), CeilMilli(q.End)),
	}
	switch {
	case q.Orphans:
		s.Where = append(s.Where, "link = 0 AND page = 0")
	case q.Views:
		s.Where = append(s.Where, "link = 0 AND page <> 0")
	default:
		s.Where = append(s.Where, "link <> 0")
	}
	for _, f := range q.Filters {
		if !f.Dimension.OfTime() {
			s.filter(f)
		}
	}
	return s
}

// EachTable returns a function that selects the same columns of every table.
func EachTable(columns string) func(Table) string { return func(Table) string { return columns } }

// Uint64 returns an id's number as a typed literal. Without the type DuckDB
// would widen large numbers and could not use the zone maps of sorted tables.
func Uint64(n uint64) string { return fmt.Sprintf("%d::UBIGINT", n) }

// CeilMilli returns t in Unix ms, rounded up: ts < CeilMilli(t) holds for
// exactly the clicks before t.
func CeilMilli(t time.Time) int64 {
	ms := t.UnixMilli()
	if t.After(time.UnixMilli(ms)) {
		ms++
	}
	return ms
}

func (s *Scope) filter(f analytics.Filter) {
	not := ""
	if f.Negated {
		not = "NOT "
	}
	var terms []string
	col := f.Dimension.Column()
	if f.Dimension.Folded() {
		col = "lower(" + col + ")"
	}
	for _, v := range f.Values {
		if f.Dimension.IDPrefix() == "" {
			terms = append(terms, "?")
			s.Args = append(s.Args, v)
			continue
		}
		if n, ok := ident.Number(v); ok {
			terms = append(terms, Uint64(n))
		}
	}
	if len(terms) == 0 {
		s.Where = append(s.Where, not+"false")
		return
	}
	s.Where = append(s.Where, not+col+" IN ("+strings.Join(terms, ", ")+")")
}

// And adds conditions.
func (s *Scope) And(conditions ...string) { s.Where = append(s.Where, conditions...) }

// String returns what follows FROM.
func (s *Scope) String() string {
	return s.From + " WHERE " + strings.Join(s.Where, " AND ")
}

// OfTraffic returns the condition that a click is of a class of traffic.
func OfTraffic(t analytics.Traffic) string {
	switch t {
	case analytics.Human:
		return "bot = ''"
	case analytics.Bot:
		return "bot <> ''"
	default:
		return "true"
	}
}
