package clicksql

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"linnet/internal/core/analytics"
)

// localTimeCondition returns a WHERE clause for the query's filters on weekdays
// and hours, or "". It differs between tables: each needs only the zone's
// offsets within its own time.
func localTimeCondition(q analytics.Query, t Table) string {
	var where []string
	for _, f := range q.Filters {
		if f.Dimension.OfTime() {
			where = append(where, localTimeFilter(f, "(ts + "+OffsetExpr(q, t)+")"))
		}
	}
	if len(where) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(where, " AND ")
}

// localTimeFilter returns a filter on weekdays or hours of local, an expression
// in ms.
func localTimeFilter(f analytics.Filter, local string) string {
	value := "(" + local + " // 3600000) % 24"
	if f.Dimension == analytics.LocalWeekday {
		value = "(" + local + " // 86400000 + 3) % 7 + 1" // 1970-01-01 was a Thursday
	}
	terms := []string{"-1"} // matches no time: the list must not be empty
	for _, v := range f.Values {
		if n, err := strconv.Atoi(v); err == nil {
			terms = append(terms, strconv.Itoa(n))
		}
	}
	not := ""
	if f.Negated {
		not = "NOT "
	}
	return not + "(" + value + ") IN (" + strings.Join(terms, ", ") + ")"
}

// OffsetExpr returns the expression of the zone's offset at ts, in ms, for the
// clicks of a table.
func OffsetExpr(q analytics.Query, t Table) string {
	start, end := overlap(q, t)
	shifts := analytics.Shifts(q.Location, start, end)
	borders, values := make([]int64, 0, len(shifts)), make([]int64, 0, len(shifts))
	for i, s := range shifts {
		if i > 0 {
			borders = append(borders, CeilMilli(s.From))
		}
		values = append(values, s.Offset.Milliseconds())
	}
	return stepExpr(borders, values)
}

// BucketExpr returns the expression of the index of ts among the buckets that
// begin at starts, for the clicks of a table.
func BucketExpr(q analytics.Query, t Table, starts []time.Time) string {
	start, end := overlap(q, t)
	first, _ := slices.BinarySearchFunc(starts, start, func(s, at time.Time) int {
		if s.After(at) {
			return 1
		}
		return -1
	})
	values := []int64{int64(max(first-1, 0))}
	var borders []int64
	for i := max(first, 1); i < len(starts) && starts[i].Before(end); i++ {
		borders, values = append(borders, CeilMilli(starts[i])), append(values, int64(i))
	}
	return stepExpr(borders, values)
}

// overlap returns the part of the query's time that a table covers.
func overlap(q analytics.Query, t Table) (start, end time.Time) {
	start, end = q.Start, q.End
	if t.Start.After(start) {
		start = t.Start
	}
	if t.End.Before(end) {
		end = t.End
	}
	return start, end
}

// stepExpr returns a step function of ts: values[i] below borders[i], and the
// last value from the last border on.
func stepExpr(borders, values []int64) string {
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
