package clickhouse

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
)

// scopeOf returns the conditions that select the clicks of a query, of any class of
// traffic.
func scopeOf(q analytics.Query) []string {
	where := []string{
		fmt.Sprintf("workspace = %d", q.WorkspaceID),
		fmt.Sprintf("ts >= %d AND ts < %d", q.Start.UnixMilli(), ceilMilli(q.End)),
	}
	switch {
	case q.Orphans:
		where = append(where, "link = 0 AND page = 0")
	case q.Views:
		where = append(where, "link = 0 AND page != 0")
	default:
		where = append(where, "link != 0")
	}
	for _, f := range q.Filters {
		where = append(where, filter(q, f))
	}
	return where
}

// from returns the FROM and WHERE clauses of clicks.
func (s *Store) from(where ...string) string {
	return " FROM " + s.layout.clicks() + " WHERE " + strings.Join(where, " AND ")
}

// ceilMilli returns t in Unix ms, rounded up: ts < ceilMilli(t) holds for exactly
// the clicks before t.
func ceilMilli(t time.Time) int64 {
	ms := t.UnixMilli()
	if t.After(time.UnixMilli(ms)) {
		ms++
	}
	return ms
}

// filter returns the condition of a filter.
func filter(q analytics.Query, f analytics.Filter) string {
	value, terms := f.Dimension.Column(), []string{}
	switch {
	case f.Dimension.OfTime():
		value = localPart(f.Dimension, "(ts + "+offsetExpr(q)+")")
		for _, v := range f.Values {
			if n, err := strconv.Atoi(v); err == nil {
				terms = append(terms, strconv.Itoa(n))
			}
		}
	case f.Dimension.IDPrefix() != "":
		for _, v := range f.Values {
			if n, ok := ident.Number(v); ok {
				terms = append(terms, strconv.FormatUint(n, 10))
			}
		}
	default:
		if f.Dimension.Folded() {
			value = "lowerUTF8(" + value + ")"
		}
		for _, v := range f.Values {
			terms = append(terms, quote(v))
		}
	}
	condition := "false"
	if len(terms) > 0 {
		condition = value + " IN (" + strings.Join(terms, ", ") + ")"
	}
	if f.Negated {
		return "NOT (" + condition + ")"
	}
	return condition
}

// localPart returns the weekday or hour of local, an expression in ms.
func localPart(d analytics.Dimension, local string) string {
	if d == analytics.LocalWeekday {
		return "modulo(intDiv(" + local + ", 86400000) + 3, 7) + 1" // 1970-01-01 was a Thursday
	}
	return "modulo(intDiv(" + local + ", 3600000), 24)"
}

// offsetExpr returns the expression of the zone's offset at ts, in ms.
func offsetExpr(q analytics.Query) string {
	shifts := analytics.Shifts(q.Location, q.Start, q.End)
	var b strings.Builder
	for i, s := range shifts[1:] {
		fmt.Fprintf(&b, "ts < %d, %d, ", ceilMilli(s.From), shifts[i].Offset.Milliseconds())
	}
	last := shifts[len(shifts)-1].Offset.Milliseconds()
	if b.Len() == 0 {
		return strconv.FormatInt(last, 10)
	}
	return fmt.Sprintf("multiIf(%s%d)", b.String(), last)
}

// bucketExpr returns the expression of the start of the bucket that ts lies in, in
// ms.
func bucketExpr(starts []time.Time) string {
	all := make([]string, len(starts))
	for i, start := range starts {
		all[i] = strconv.FormatInt(ceilMilli(start), 10)
	}
	return "roundDown(ts, CAST([" + strings.Join(all, ",") + "], 'Array(Int64)'))"
}

// ofTraffic returns the condition that a click is of a class of traffic.
func ofTraffic(t analytics.Traffic) string {
	switch t {
	case analytics.Human:
		return "bot = ''"
	case analytics.Bot:
		return "bot != ''"
	default:
		return "true"
	}
}

// list returns numbers as a SQL list.
func list(numbers []uint64) string {
	all := make([]string, len(numbers))
	for i, n := range numbers {
		all[i] = strconv.FormatUint(n, 10)
	}
	return strings.Join(all, ", ")
}
