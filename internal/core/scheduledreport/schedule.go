package scheduledreport

import (
	"time"

	"linnet/internal/core/analytics"
)

// MailHour is the local hour at which reports are mailed.
const MailHour = 8

// Period is what a mail is about: a week from Monday, or a month.
type Period struct {
	Start, End time.Time // midnights of Location; End is exclusive
	Location   *time.Location
}

// first returns the first day of the period.
func (p Period) first() string { return p.Start.In(p.Location).Format(time.DateOnly) }

// granularity returns the buckets that are the periods of the cadence.
func (c Cadence) granularity() analytics.Granularity {
	if c == Monthly {
		return analytics.Month
	}
	return analytics.ISOWeek
}

// periodOf returns the period that a moment lies in.
func (c Cadence) periodOf(at time.Time, loc *time.Location) Period {
	g := c.granularity()
	start := g.Start(at, loc)
	after := start.AddDate(0, 0, 8) // in the next week
	if c == Monthly {
		after = start.AddDate(0, 0, 32) // in the next month
	}
	return Period{Start: start, End: g.Start(after, loc), Location: loc}
}

// latest returns the last period that is complete at a moment.
func (c Cadence) latest(now time.Time, loc *time.Location) Period {
	return c.periodOf(c.periodOf(now, loc).Start.Add(-time.Hour), loc)
}

// beginning returns the period that begins on a local date, and false for a text that is
// no date.
func (c Cadence) beginning(day string, loc *time.Location) (Period, bool) {
	at, err := time.Parse(time.DateOnly, day)
	y, m, d := at.Date()
	return c.periodOf(time.Date(y, m, d, 12, 0, 0, 0, loc), loc), err == nil
}

// restart makes the current period the next one that is mailed.
func (r *Report) restart(now time.Time, loc *time.Location) {
	current := r.Cadence.periodOf(now, loc)
	r.NextPeriod, r.DueAt = current.first(), current.due()
}

// due returns when the period is mailed.
func (p Period) due() time.Time {
	y, m, d := p.End.In(p.Location).Date()
	return time.Date(y, m, d, MailHour, 0, 0, 0, p.Location).UTC()
}

// advance returns the latest complete period if it is not mailed yet, and sets the next
// one. It returns false when there is none, because the time zone of the workspace
// changed; the report is then due later.
func (r *Report) advance(now time.Time, loc *time.Location) (Period, bool) {
	last, before := r.Cadence.latest(now, loc), r.NextPeriod
	r.restart(now, loc)
	if last.first() < before {
		return Period{}, false
	}
	r.LastSentAt = now
	return last, true
}
