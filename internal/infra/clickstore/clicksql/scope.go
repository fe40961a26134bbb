package clicksql

import (
	"fmt"
	"strings"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
)

// Table is one table of clicks.
type Table struct {
	Name       string
	Start, End time.Time // of its clicks; End is exclusive
	Clicks     int64     // an estimate; 0: unknown
}

// Scope selects the clicks of a query from some tables: all its clicks, of any class of
// traffic. Numbers are part of the text; texts from users are arguments, or literals.
type Scope struct {
	Args []any

	dialect Dialect
	query   analytics.Query
	tables  []Table
	where   []string // in every table
}

// ScopeOf returns the scope of a query over tables.
func ScopeOf(d Dialect, q analytics.Query, tables []Table) *Scope {
	s := inWorkspace(d, q, tables)
	for _, must := range q.Subject.Conditions() {
		operator := " = 0"
		if must.Has {
			operator = " <> 0"
		}
		s.And(must.Dimension.Column() + operator)
	}
	if outcomes := q.Subject.Outcomes(); outcomes != nil && !q.AnyOutcome {
		terms := make([]string, len(outcomes))
		for i, o := range outcomes {
			terms[i] = "'" + string(o) + "'"
		}
		s.And(in(analytics.Outcome.Column(), terms, false))
	}
	if q.Single {
		s.And(d.ID() + " < " + d.IDOf(click.FirstAggregateID))
	}
	for i, f := range q.Filters {
		switch {
		case f.Links != nil:
			s.And(inTable(f.Dimension.Column(), linksTable(i), f.Negated))
		case !f.Dimension.OfTime():
			s.And(s.filter(f))
		}
	}
	return s
}

// inWorkspace returns the scope of all clicks of a workspace between Start and End of a
// query, of any subject.
func inWorkspace(d Dialect, q analytics.Query, tables []Table) *Scope {
	s := &Scope{dialect: d, query: q, tables: tables}
	s.And("workspace = "+d.Number(q.WorkspaceID), fmt.Sprintf("ts >= %d AND ts < %d", q.Start.UnixMilli(), CeilMilli(q.End)))
	return s
}

// And adds conditions.
func (s *Scope) And(conditions ...string) { s.where = append(s.where, conditions...) }

// AndTraffic adds the condition that clicks are of the query's class of traffic.
func (s *Scope) AndTraffic() { s.And(OfTraffic(s.query.Traffic)) }

// From returns what follows FROM in a statement that reads some columns.
func (s *Scope) From(columns string) string {
	if len(s.tables) == 1 {
		return s.tables[0].Name + " WHERE " + s.conditions(s.tables[0])
	}
	return "(" + s.Select(func(Table) string { return columns }, "") + ")"
}

// Select returns the SELECT of columns, which may differ between tables. after follows
// the conditions.
func (s *Scope) Select(columns func(Table) string, after string) string {
	all := make([]string, len(s.tables))
	for i, t := range s.tables {
		all[i] = "SELECT " + columns(t) + " FROM " + t.Name + " WHERE " + s.conditions(t) + after
	}
	return strings.Join(all, " UNION ALL ")
}

// conditions returns the conditions on the clicks of a table. Those on the local time
// differ: each table needs only the zone's offsets within its own time.
func (s *Scope) conditions(t Table) string {
	all := s.where[:len(s.where):len(s.where)]
	for _, f := range s.query.Filters {
		if f.Dimension.OfTime() {
			all = append(all, s.localTimeFilter(f, t))
		}
	}
	return strings.Join(all, " AND ")
}

// filter returns the condition of a filter that is not on the local time.
func (s *Scope) filter(f analytics.Filter) string {
	column, terms := f.Dimension.Column(), []string{}
	if f.Dimension.Folded() {
		column = s.dialect.Lower(column)
	}
	for _, v := range f.Values {
		if f.Dimension.IDPrefix() != "" {
			if n, ok := ident.Number(v); ok {
				terms = append(terms, s.dialect.Number(n))
			}
			continue
		}
		term, argument := s.dialect.Text(v, len(s.Args)+1)
		if terms = append(terms, term); argument {
			s.Args = append(s.Args, v)
		}
	}
	return in(column, terms, f.Negated)
}

// in returns the condition that a value is one of the terms, or, if negated, none.
func in(value string, terms []string, negated bool) string {
	condition := "false"
	if len(terms) > 0 {
		condition = value + " IN (" + strings.Join(terms, ", ") + ")"
	}
	if negated {
		return "NOT (" + condition + ")"
	}
	return condition
}

// inTable returns the condition that a link is in a table of TempTables, or, if negated, is not.
func inTable(link, table string, negated bool) string {
	operator := " IN "
	if negated {
		operator = " NOT IN "
	}
	return link + operator + "(SELECT " + linkColumn + " FROM " + table + ")"
}

// numbers returns ids as literals.
func numbers(d Dialect, ids []uint64) []string {
	all := make([]string, len(ids))
	for i, id := range ids {
		all[i] = d.Number(id)
	}
	return all
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

// hasID returns the condition that a click has an id. An id that click.IDs
// generated contains its time, by which engines find it in sorted tables; any other
// id takes a full scan.
func hasID(d Dialect, id uint64) string {
	condition := d.ID() + " = " + d.IDOf(id)
	if at := click.TimeOfID(id); at.Year() >= 2020 && at.Year() <= 2100 {
		return fmt.Sprintf("ts = %d AND %s", at.UnixMilli(), condition)
	}
	return condition
}

// after returns the condition that a click is below a position in NewestFirst; nil:
// every click is.
func after(d Dialect, p *analytics.Position) string {
	if p == nil {
		return "true"
	}
	ms := p.At.UnixMilli()
	return fmt.Sprintf("ts <= %d AND (ts < %d OR %s < %s)", ms, ms, d.ID(), d.IDOf(p.ID))
}

// NewestFirst returns the order of the latest clicks.
func NewestFirst(d Dialect) string { return " ORDER BY ts DESC, " + d.ID() + " DESC" }

// OldestFirst returns the order of exported clicks.
func OldestFirst(d Dialect) string { return " ORDER BY ts, " + d.ID() }

// CeilMilli returns t in Unix ms, rounded up: ts < CeilMilli(t) holds for
// exactly the clicks before t.
func CeilMilli(t time.Time) int64 {
	ms := t.UnixMilli()
	if t.After(time.UnixMilli(ms)) {
		ms++
	}
	return ms
}
