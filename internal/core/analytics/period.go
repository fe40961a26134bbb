package analytics

import (
	"time"

	"linnet/internal/base/fault"
)

// Interval is a period relative to now.
type Interval string

// The intervals. Those of days begin at midnight: 7d is today and the six days
// before it. All but Yesterday end now.
const (
	Today        Interval = "today"
	Yesterday    Interval = "yesterday"
	Last24h      Interval = "24h"
	Last7d       Interval = "7d"
	Last28d      Interval = "28d"
	Last30d      Interval = "30d"
	Last90d      Interval = "90d"
	Last91d      Interval = "91d"
	Last12mo     Interval = "12mo"
	MonthSoFar   Interval = "mtd"
	QuarterSoFar Interval = "qtd"
	YearSoFar    Interval = "ytd"
	AllTime      Interval = "all"
)

// days returns the number of days of an interval of whole days, 30 for none, and 0
// for the others.
func (i Interval) days() int {
	switch i {
	case Today, Yesterday:
		return 1
	case Last7d:
		return 7
	case Last28d:
		return 28
	case Last30d, "":
		return 30
	case Last90d:
		return 90
	case Last91d:
		return 91
	default:
		return 0
	}
}

// Period is the time of a request; without Interval and Start the last 30 days.
type Period struct {
	Interval Interval
	Start    time.Time // with End, instead of Interval
	End      time.Time // exclusive; zero: now
	TimeZone string    // IANA; empty: UTC
}

// span is a period with its ends resolved.
type span struct {
	start, end time.Time
	loc        *time.Location
}

// Bounds of start and end, inclusive.
const (
	firstYear = 1990
	lastYear  = 2200
)

// Earliest returns the earliest start of a period.
func Earliest() time.Time { return time.Date(firstYear, time.January, 1, 0, 0, 0, 0, time.UTC) }

// resolve validates a period and returns its span. first returns the time of the
// workspace's first click; it is called for AllTime only.
func (p Period) resolve(now time.Time, first func() (time.Time, error)) (span, error) {
	var faults fault.List
	loc, err := time.LoadLocation(p.TimeZone)
	if err != nil || p.TimeZone == "Local" {
		faults.Add("timeZone", "Unknown time zone. Use an IANA name such as Europe/Berlin.")
		loc = time.UTC
	}
	end := now.Truncate(time.Millisecond).Add(time.Millisecond) // includes a click of the current millisecond
	if !p.Start.IsZero() || !p.End.IsZero() {
		s := p.explicit(end, &faults)
		s.loc = loc
		return s, faults.Err()
	}
	if err := faults.Err(); err != nil {
		return span{}, err
	}
	s := span{end: end, loc: loc}
	local := now.In(loc)
	y, m, d := local.Date()
	switch p.Interval {
	case Yesterday:
		s.start, s.end = startOfDay(y, m, d-1, loc), startOfDay(y, m, d, loc)
	case Last24h:
		s.start = Hour.Start(now.Add(-23*time.Hour), loc)
	case Today, Last7d, Last28d, Last30d, Last90d, Last91d, "":
		s.start = startOfDay(y, m, d+1-p.Interval.days(), loc)
	case Last12mo:
		s.start = startOfDay(y, m-11, 1, loc)
	case MonthSoFar:
		s.start = startOfDay(y, m, 1, loc)
	case QuarterSoFar:
		s.start = startOfDay(y, m-(m-1)%3, 1, loc)
	case YearSoFar:
		s.start = startOfDay(y, time.January, 1, loc)
	case AllTime:
		t, err := first()
		if err != nil {
			return span{}, err
		}
		if t.IsZero() || t.After(now) {
			t = now
		}
		s.start = Day.Start(t, loc)
	default:
		faults.Add("interval", "Use today, yesterday, 24h, 7d, 28d, 30d, 90d, 91d, 12mo, mtd, qtd, ytd or all.")
	}
	return s, faults.Err()
}

// explicit validates a period with given ends.
func (p Period) explicit(now time.Time, faults *fault.List) span {
	s := span{start: p.Start.UTC(), end: p.End.UTC()}
	if p.Interval != "" {
		faults.Add("interval", "Use interval, or start and end, not both.")
	}
	if p.End.IsZero() {
		s.end = now
	}
	switch {
	case p.Start.IsZero():
		faults.Add("start", "Enter the start of the period.")
	case p.Start.Year() < firstYear || p.Start.Year() > lastYear:
		faults.Add("start", "The start must be between 1990 and 2200.")
	case p.End.Year() > lastYear:
		faults.Add("end", "The end must be before 2200.")
	case !s.start.Before(s.end):
		faults.Add("end", "The end must be after the start.")
	}
	return s
}

// previous returns the span of the same length just before.
func (s span) previous() span {
	return span{start: s.start.Add(-s.end.Sub(s.start)), end: s.start, loc: s.loc}
}

// granularity returns the default width of buckets.
func (s span) granularity() Granularity {
	switch length := s.end.Sub(s.start); {
	case length <= 3*time.Hour:
		return Minute
	case length <= 4*24*time.Hour:
		return Hour
	case length <= 120*24*time.Hour:
		return Day
	default:
		return Month
	}
}
