package analytics

import (
	"slices"
	"time"
)

// Granularity is the width of the buckets of a time series.
type Granularity string

// The widths. Days, weeks (from Monday) and months are those of the query's time
// zone, including days with a clock change.
const (
	Minute  Granularity = "minute"
	Hour    Granularity = "hour"
	Day     Granularity = "day"
	ISOWeek Granularity = "week"
	Month   Granularity = "month"
)

// MaxPoints is the most points of a time series.
const MaxPoints = 2000

// Shift is a change of a zone's offset: from From on, local time is UTC plus Offset.
type Shift struct {
	From   time.Time
	Offset time.Duration
}

// Shifts returns the offsets of a zone in [start, end), the first from start.
// Engines add them to UTC, so that they agree with Go on local days without time
// zone data of their own.
func Shifts(loc *time.Location, start, end time.Time) []Shift {
	var shifts []Shift
	for t := start; ; {
		local := t.In(loc)
		_, seconds := local.Zone()
		shifts = append(shifts, Shift{From: t, Offset: time.Duration(seconds) * time.Second})
		_, next := local.ZoneBounds()
		if next.IsZero() || !next.Before(end) {
			return shifts
		}
		t = next
	}
}

// Key returns the number of the bucket that t lies in: for minutes and hours
// the bucket's start in Unix ms, for days the local day since 1970, for weeks
// and months the local one since 1970 or year 0.
func (g Granularity) Key(t time.Time, loc *time.Location) int64 {
	local := t.In(loc)
	switch ms := t.UnixMilli() + offsetOf(local); g {
	case Minute, Hour:
		return g.Start(t, loc).UnixMilli()
	case ISOWeek:
		return floor(floor(ms, 86_400_000)+3, 7) // 1970-01-01 was a Thursday
	case Month:
		return int64(local.Year())*12 + int64(local.Month()) - 1
	default:
		return floor(ms, 86_400_000)
	}
}

// Start returns the start of the bucket that t lies in.
func (g Granularity) Start(t time.Time, loc *time.Location) time.Time {
	local := t.In(loc)
	y, m, d := local.Date()
	switch g {
	case Minute, Hour:
		start := g.localStart(local)
		// Where clocks change within an hour, a bucket begins at the change.
		if change, _ := local.ZoneBounds(); change.After(start) {
			return change.UTC()
		}
		return start
	case ISOWeek:
		return startOfDay(y, m, d-(int(local.Weekday())+6)%7, loc)
	case Month:
		return startOfDay(y, m, 1, loc)
	default:
		return startOfDay(y, m, d, loc)
	}
}

// next returns the end of the bucket that starts at t.
func (g Granularity) next(t time.Time, loc *time.Location) time.Time {
	y, m, d := t.In(loc).Date()
	switch g {
	case Minute, Hour:
		local := t.In(loc)
		next := g.localStart(local).Add(g.width())
		if _, change := local.ZoneBounds(); !change.IsZero() && change.Before(next) {
			return change.UTC()
		}
		return next
	case ISOWeek:
		return startOfDay(y, m, d+7, loc)
	case Month:
		return startOfDay(y, m+1, 1, loc)
	default:
		return startOfDay(y, m, d+1, loc)
	}
}

// Starts returns the starts of the buckets that cover [start, end), at most
// limit+1 of them.
func (g Granularity) Starts(start, end time.Time, loc *time.Location, limit int) []time.Time {
	var starts []time.Time
	for t := g.Start(start, loc); t.Before(end) && len(starts) <= limit; t = g.next(t, loc) {
		starts = append(starts, t)
	}
	return starts
}

// Aligned reports whether each of some starts is where local time begins a minute or an
// hour: none is a clock change within one. Only then are keys of minutes and hours
// local time, rounded down, less its offset.
func (g Granularity) Aligned(starts []time.Time, loc *time.Location) bool {
	if g != Minute && g != Hour {
		return true
	}
	return !slices.ContainsFunc(starts, func(start time.Time) bool { return !g.localStart(start.In(loc)).Equal(start) })
}

// localStart returns where the minute or the hour of a local time began if clocks did not
// change within it.
func (g Granularity) localStart(local time.Time) time.Time {
	offset, width := offsetOf(local), g.width().Milliseconds()
	return time.UnixMilli(floor(local.UnixMilli()+offset, width)*width - offset).UTC()
}

// offsetOf returns the offset of a local time to UTC, in ms.
func offsetOf(local time.Time) int64 {
	_, seconds := local.Zone()
	return int64(seconds) * 1000
}

// width returns the width of a minute or an hour; the others vary.
func (g Granularity) width() time.Duration {
	if g == Minute {
		return time.Minute
	}
	return time.Hour
}

// startOfDay returns the start of a local day. It is not midnight where a clock
// change skips or repeats midnight.
func startOfDay(y int, m time.Month, d int, loc *time.Location) time.Time {
	noon := time.Date(y, m, d, 12, 0, 0, 0, loc)
	y, m, d = noon.Date()
	first := noon
	for _, s := range Shifts(loc, noon.Add(-36*time.Hour), noon.Add(time.Second)) {
		midnight := time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Add(-s.Offset)
		for _, t := range []time.Time{midnight, s.From} {
			ty, tm, td := t.In(loc).Date()
			if ty == y && tm == m && td == d && t.Before(first) {
				first = t
			}
		}
	}
	return first.UTC()
}

func floor(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
