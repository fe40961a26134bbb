package records

import (
	"fmt"
	"strings"

	"linnet/internal/core/analytics"
)

// localPart returns SQL for the weekday or the hour of a conversion's click, as
// text, in the zone of the query.
func localPart(q analytics.Query, d analytics.Dimension) string {
	local := "(clicked_at + " + offsetSQL(q) + ")"
	part := local + " / 3600000 % 24"
	if d == analytics.LocalWeekday {
		part = "(" + local + " / 86400000 + 3) % 7 + 1" // 1970-01-01 was a Thursday
	}
	return "CAST(" + part + " AS TEXT)"
}

// offsetSQL is the zone's offset when a conversion's click was made, in ms. The
// click may have been long before the query's period.
func offsetSQL(q analytics.Query) string {
	shifts := analytics.Shifts(q.Location, analytics.Earliest(), q.End)
	last := shifts[len(shifts)-1].Offset.Milliseconds()
	if len(shifts) == 1 {
		return fmt.Sprint(last)
	}
	var b strings.Builder
	b.WriteString("CASE")
	for i, s := range shifts[1:] {
		fmt.Fprintf(&b, " WHEN clicked_at < %d THEN %d", s.From.UnixMilli(), shifts[i].Offset.Milliseconds())
	}
	fmt.Fprintf(&b, " ELSE %d END", last)
	return b.String()
}
