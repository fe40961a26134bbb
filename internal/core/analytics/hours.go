package analytics

import (
	"slices"
	"strconv"

	"linnet/internal/base/fault"
)

// What clicks are filtered by and not grouped: where they lie in the week, in
// the time zone of the query. Values are numbers as text.
const (
	LocalWeekday Dimension = "weekday" // ISO: Monday is 1, Sunday 7
	LocalHour    Dimension = "hour"    // 0 to 23
)

// OfTime reports whether d is a part of the local time, which a click alone
// does not tell.
func (d Dimension) OfTime() bool { return d == LocalWeekday || d == LocalHour }

// checkTime finds the values that no time has.
func (f Filter) checkTime(faults *fault.List) {
	first, last, sentence := 0, 23, "Use hours from 0 to 23."
	if f.Dimension == LocalWeekday {
		first, last, sentence = 1, 7, "Use weekdays from 1 (Monday) to 7 (Sunday)."
	}
	if slices.ContainsFunc(f.Values, func(v string) bool {
		n, err := strconv.Atoi(v)
		return err != nil || n < first || n > last || strconv.Itoa(n) != v
	}) {
		faults.Add(string(f.Dimension), sentence)
	}
}
