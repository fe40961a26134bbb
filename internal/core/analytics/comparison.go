package analytics

import (
	"time"

	"linnet/internal/base/fault"
)

// Comparison selects the period that a report is compared with: the one of the same
// length just before (Previous), the same one earlier on the calendar (Shift), or
// a given one. The zero value is none.
type Comparison struct {
	Previous bool
	Shift    CalendarShift
	Start    time.Time // with End, instead of Previous and Shift
	End      time.Time // exclusive; zero: Start plus the length of the period
}

// CalendarShift moves both ends of a period back on the calendar of its time zone.
type CalendarShift string

// The shifts.
const (
	ShiftPeriod CalendarShift = "previous" // by the period's own length: days, months or hours
	ShiftYear   CalendarShift = "year"
)

// resolve returns the span that own, the span of p, is compared with; zero: none.
// A shift of all time is none.
func (c Comparison) resolve(p Period, own span) (span, error) {
	if c.Start.IsZero() && c.End.IsZero() {
		switch {
		case c.Previous:
			return own.previous(), nil
		case c.Shift == ShiftYear && p.Interval != AllTime:
			return own.back(step{months: 12}), nil
		case c.Shift == ShiftPeriod && p.Interval != AllTime:
			return own.back(stepOf(p, own)), nil
		default:
			return span{}, nil
		}
	}
	return c.explicit(own)
}

// explicit validates a comparison with given ends.
func (c Comparison) explicit(own span) (span, error) {
	var faults fault.List
	other := span{start: c.Start.UTC(), end: c.End.UTC(), loc: own.loc}
	switch {
	case c.Previous || c.Shift != "":
		faults.Add("compare", "Use compare, or compareStart and compareEnd, not both.")
	case c.Start.IsZero():
		faults.Add("compareStart", "Enter the start of the comparison period.")
	case c.Start.Year() < firstYear || c.Start.Year() > lastYear:
		faults.Add("compareStart", "The start must be between 1990 and 2200.")
	case c.End.IsZero():
		other.end = other.start.Add(own.end.Sub(own.start))
	case c.End.Year() > lastYear || !other.start.Before(other.end):
		faults.Add("compareEnd", "The end must be after the start and before 2200.")
	}
	return other, faults.Err()
}

// step is a distance on the calendar; one field is set.
type step struct {
	months, days int
	length       time.Duration
}

// stepOf returns the length of a period in its natural unit.
func stepOf(p Period, s span) step {
	if p.Start.IsZero() && p.End.IsZero() {
		switch p.Interval {
		case Last24h:
			return step{length: 24 * time.Hour}
		case MonthSoFar:
			return step{months: 1}
		case QuarterSoFar:
			return step{months: 3}
		case Last12mo, YearSoFar:
			return step{months: 12}
		default:
			return step{days: p.Interval.days()}
		}
	}
	start, end := s.start.In(s.loc), s.end.In(s.loc)
	if !Day.Start(start, s.loc).Equal(start) || !Day.Start(end, s.loc).Equal(end) {
		return step{length: end.Sub(start)}
	}
	if start.Day() == 1 && end.Day() == 1 {
		return step{months: (end.Year()-start.Year())*12 + int(end.Month()-start.Month())}
	}
	y, m, d := start.Date()
	ey, em, ed := end.Date()
	days := time.Date(ey, em, ed, 0, 0, 0, 0, time.UTC).Sub(time.Date(y, m, d, 0, 0, 0, 0, time.UTC)) / (24 * time.Hour)
	return step{days: int(days)}
}

// back returns s a step earlier, at the same times of day.
func (s span) back(by step) span {
	return span{start: by.before(s.start, s.loc), end: by.before(s.end, s.loc), loc: s.loc}
}

// before returns t a step earlier. A day that the earlier month does not have
// becomes its last day.
func (by step) before(t time.Time, loc *time.Location) time.Time {
	if by.length > 0 {
		return t.Add(-by.length)
	}
	t = t.In(loc)
	y, m, d := t.Date()
	if by.months > 0 {
		m -= time.Month(by.months)
		d = min(d, time.Date(y, m+1, 0, 0, 0, 0, 0, loc).Day())
	}
	return time.Date(y, m, d-by.days, t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), loc).UTC()
}
