package duckdb

import (
	"strconv"
	"strings"

	"linnet/internal/core/analytics"
)

// hoursSQL keeps the clicks of a table whose place in the week the query's
// filters keep. Each table has a condition of its own: what it must know of the
// zone is the offsets of its own time.
func hoursSQL(q analytics.Query, t table) string {
	var where []string
	for _, f := range q.Filters {
		if f.Dimension.OfTime() {
			where = append(where, hourSQL(f, "(ts + "+offsetSQL(q, t)+")"))
		}
	}
	if len(where) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(where, " AND ")
}

// hourSQL is a filter of weekdays or hours over the local time, in ms.
func hourSQL(f analytics.Filter, local string) string {
	value := "(" + local + " // 3600000) % 24"
	if f.Dimension == analytics.LocalWeekday {
		value = "(" + local + " // 86400000 + 3) % 7 + 1" // 1970-01-01 was a Thursday
	}
	terms := []string{"-1"} // that no time has: a filter may name nothing
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
