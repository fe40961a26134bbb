package bitly

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/core/analytics"
	"linnet/internal/edge/compat"
)

// allUnits is the number of units for the whole time of a link or a group.
const allUnits = -1

// window is the time whose clicks a call asks for: a number of units, of which the last contains the reference. Units are
// those of UTC; a week begins on Monday.
type window struct {
	unit      analytics.Granularity
	units     int // allUnits, or 1 to analytics.MaxPoints
	reference time.Time
}

func (a *api) windowOf(c *compat.Call) (w window, err error) {
	query := c.URL.Query()
	w = window{unit: analytics.Day, reference: a.Clock.Now()}
	if unit := query.Get("unit"); unit != "" {
		w.unit = analytics.Granularity(unit)
	}
	if !slices.Contains(units(), w.unit) {
		return w, invalid("unit", "A unit is minute, hour, day, week or month.")
	}
	if w.units, err = c.Int("units", allUnits); err != nil {
		return w, err
	}
	if w.units != allUnits && (w.units < 1 || w.units > analytics.MaxPoints) {
		return w, invalid("units", fmt.Sprintf("Enter a number from 1 to %d, or -1 for all.", analytics.MaxPoints))
	}
	text := query.Get("unit_reference")
	if text == "" {
		return w, nil
	}
	at, ok := clock.ParseLoose(strings.Replace(text, " ", "+", 1)) // a + that the client did not escape
	if !ok || at.Before(analytics.Earliest()) || at.Year() > lastYear {
		return w, invalid("unit_reference", "Enter a time such as 2026-11-28T12:00:00+0000.")
	}
	w.reference = at
	return w, nil
}

// lastYear is that of the latest reference: an answer can have all months until then.
const lastYear = 2150

// units are from the finest to the coarsest.
func units() []analytics.Granularity {
	return []analytics.Granularity{analytics.Minute, analytics.Hour, analytics.Day, analytics.ISOWeek, analytics.Month}
}

// period returns the time of the clicks.
func (w window) period() analytics.Period {
	start := analytics.Earliest()
	if w.units != allUnits {
		start = w.back(w.units - 1)
	}
	return analytics.Period{Start: start, End: w.end()}
}

// end returns the end of the clicks, which is exclusive.
func (w window) end() time.Time { return w.reference.Add(time.Millisecond) }

// back returns the start of the unit that is a number of units before that of the reference.
func (w window) back(count int) time.Time {
	start := w.unit.Start(w.reference, time.UTC)
	switch w.unit {
	case analytics.Minute:
		start = start.Add(-time.Duration(count) * time.Minute)
	case analytics.Hour:
		start = start.Add(-time.Duration(count) * time.Hour)
	case analytics.ISOWeek:
		start = start.AddDate(0, 0, -7*count)
	case analytics.Month:
		start = start.AddDate(0, -count, 0)
	default:
		start = start.AddDate(0, 0, -count)
	}
	if earliest := analytics.Earliest(); start.Before(earliest) {
		return earliest
	}
	return start
}

// series returns the window whose units an answer lists, of at most a number of items, and its start. All units are those
// since a time; if those are more than an answer has, the unit is a coarser one.
func (w window) series(since time.Time, most int) (window, time.Time) {
	if w.units != allUnits {
		return w, w.back(min(w.units, most) - 1)
	}
	if since.Before(analytics.Earliest()) {
		since = analytics.Earliest()
	}
	if most < analytics.MaxPoints { // the newest ones
		if newest := w.back(most - 1); newest.After(since) {
			since = newest
		}
	}
	for _, unit := range units()[slices.Index(units(), w.unit):] {
		w.unit = unit
		if len(unit.Starts(since, w.end(), time.UTC, analytics.MaxPoints)) <= analytics.MaxPoints {
			break
		}
	}
	return w, w.unit.Start(since, time.UTC)
}

// answered are the members of an answer that name its window.
type answered struct {
	Unit          analytics.Granularity `json:"unit"`
	Units         int                   `json:"units"`
	UnitReference string                `json:"unit_reference"`
}

func (w window) answered() answered { return answered{w.unit, w.units, timestamp(w.reference)} }
