package alert

import (
	"fmt"
	"time"

	"linnet/internal/core/analytics"
)

const (
	// DelayAfter is the time between the end of a period and its check, in which the last
	// clicks are stored.
	DelayAfter = 2 * time.Minute
	// QuietFor is the time after a spike in which the alert is not raised again.
	QuietFor = 6 * time.Hour

	weeks = 4 // that usual clicks are from
)

// Period is an hour or a day.
type Period struct {
	Start, End  time.Time // End is exclusive
	Location    *time.Location
	granularity analytics.Granularity
}

// granularity returns the buckets that are the periods of the kind.
func (k Kind) granularity() analytics.Granularity {
	if k == Fall {
		return analytics.Day
	}
	return analytics.Hour
}

// latest returns the last period that is complete, and may be checked, at a moment.
func (k Kind) latest(now time.Time, loc *time.Location) Period {
	g := k.granularity()
	end := g.Start(now.Add(-DelayAfter), loc)
	return Period{Start: g.Start(end.Add(-time.Millisecond), loc), End: end, Location: loc, granularity: g}
}

// nextCheck returns when the period that a moment lies in is checked; zero: of FirstClick.
func (k Kind) nextCheck(at time.Time, loc *time.Location) time.Time {
	if k == FirstClick {
		return time.Time{}
	}
	starts := k.granularity().Starts(at, at.Add(48*time.Hour), loc, 1)
	return starts[1].Add(DelayAfter)
}

// weeksBefore returns the start of the same local hour or weekday some weeks before. An
// hour that a clock change skipped then is the one beside it.
func (p Period) weeksBefore(n int) time.Time {
	local := p.Start.In(p.Location)
	y, m, d := local.Date()
	hour := local.Hour()
	if p.granularity == analytics.Day {
		hour = 12 // every day has a noon
	}
	return p.granularity.Start(time.Date(y, m, d-7*n, hour, 0, 0, 0, p.Location), p.Location)
}

// Key identifies the period. Keys of one kind ascend with time. Days have local dates, so
// that a change of the workspace's time zone does not repeat one.
func (p Period) Key() string {
	if p.granularity == analytics.Day {
		return p.Start.In(p.Location).Format(time.DateOnly)
	}
	return p.Start.UTC().Format(time.RFC3339)
}

// Text returns the period in words.
func (p Period) Text() string {
	start, end := p.Start.In(p.Location), p.End.In(p.Location)
	if p.granularity == analytics.Day {
		return start.Format("Mon 2 Jan 2006")
	}
	return fmt.Sprintf("%s, %s to %s (%s)", start.Format("Mon 2 Jan 2006"), start.Format("15:04"), end.Format("15:04"), p.Location)
}
