package clicksql

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"linnet/internal/core/analytics"
)

const (
	minuteMillis = 60_000
	hourMillis   = 3_600_000
	dayMillis    = 86_400_000
)

// localTimeFilter returns the condition of a filter on weekdays or hours.
func (s *Scope) localTimeFilter(f analytics.Filter, t Table) string {
	local := "(ts + " + offsetExpr(s.query, t) + ")"
	value := hourExpr(s.dialect, local)
	if f.Dimension == analytics.LocalWeekday {
		value = weekdayExpr(s.dialect, local) + " + 1"
	}
	var terms []string
	for _, v := range f.Values {
		if n, err := strconv.Atoi(v); err == nil {
			terms = append(terms, strconv.Itoa(n))
		}
	}
	return in("("+value+")", terms, f.Negated)
}

// hourExpr returns the hour of local, an expression in ms.
func hourExpr(d Dialect, local string) string { return d.Div(local, hourMillis) + " % 24" }

// weekdayExpr returns the weekday of local, 0 for Monday.
func weekdayExpr(d Dialect, local string) string {
	return "(" + d.Div(local, dayMillis) + " + 3) % 7" // 1970-01-01 was a Thursday
}

// offsetExpr returns the expression of the zone's offset at ts, in ms, for the
// clicks of a table: a step function.
func offsetExpr(q analytics.Query, t Table) string {
	start, end := overlap(q, t)
	shifts := analytics.Shifts(q.Location, start, end)
	last := fmt.Sprintf("%d::BIGINT", shifts[len(shifts)-1].Offset.Milliseconds())
	if len(shifts) == 1 {
		return last
	}
	var b strings.Builder
	b.WriteString("CASE")
	for i, s := range shifts[1:] {
		fmt.Fprintf(&b, " WHEN ts < %d THEN %d::BIGINT", CeilMilli(s.From), shifts[i].Offset.Milliseconds())
	}
	return b.String() + " ELSE " + last + " END"
}

// bucketExpr returns the expression of the start, in ms, of the bucket that ts lies
// in, for the clicks of a table.
func bucketExpr(d Dialect, q analytics.Query, t Table) string {
	start, end := overlap(q, t)
	starts := q.Series.Starts
	first, exact := slices.BinarySearchFunc(starts, start, time.Time.Compare)
	if !exact && first > 0 {
		first--
	}
	var times []int64
	for _, s := range starts[min(first, len(starts)-1):] {
		if len(times) > 0 && !s.Before(end) {
			break
		}
		times = append(times, CeilMilli(s))
	}
	return d.RoundDown(times)
}

// bucketsByStart returns the indexes of buckets by the values of bucketExpr.
func bucketsByStart(s *analytics.Series) map[int64]int {
	index := make(map[int64]int, len(s.Starts))
	for i, start := range s.Starts {
		index[CeilMilli(start)] = i
	}
	return index
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
