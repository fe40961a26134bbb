package analytics

import (
	"slices"
	"strconv"

	"linnet/internal/base/fault"
)

// Parts of the local time of a click, in the time zone of the query. Clicks are
// filtered by them, not grouped. Values are numbers as text.
const (
	LocalWeekday Dimension = "weekday" // ISO: Monday is 1, Sunday 7
	LocalHour    Dimension = "hour"    // 0 to 23
)

// OfTime reports whether d is a part of the local time.
func (d Dimension) OfTime() bool { return d == LocalWeekday || d == LocalHour }

// validateTime adds a fault if a value is out of range.
func (f Filter) validateTime(faults *fault.List) {
	first, last, message := 0, 23, "Use hours from 0 to 23."
	if f.Dimension == LocalWeekday {
		first, last, message = 1, 7, "Use weekdays from 1 (Monday) to 7 (Sunday)."
	}
	if slices.ContainsFunc(f.Values, func(v string) bool {
		n, err := strconv.Atoi(v)
		return err != nil || n < first || n > last || strconv.Itoa(n) != v
	}) {
		faults.Add(string(f.Dimension), message)
	}
}
