// Package alert notifies members of a workspace when the clicks of an hour are far above
// usual (Spike), when those of a day are far below (Fall), and when links have their first
// human click (FirstClick).
//
// Usual is the median of the same hour of the week, or of the same weekday, in the four
// weeks before, in the time zone of the workspace. Weeks before the first click that an
// alert selects do not count, and with fewer than two such weeks nothing is raised.
//
// Who learns what: an alert is decided once, by the clicks that its creator may see; by
// those of the whole workspace after the creator left. When it is raised, each receiver is
// notified whose own clicks, without folders that are hidden from them, meet the rule too,
// with these figures. A receiver thus learns nothing about hidden folders. For the same
// reason, members with limited access to folders do not see when an alert of another member
// was raised. Webhooks, which admins configure, get the figures of the decision.
//
// An hour or a day is checked DelayAfter its end. Store.AdvanceAlert stores the
// notifications and the next check in one transaction, and only for the alert as it was
// read, so that two nodes or a repeated run raise it once. After an outage only the latest
// complete period is checked.
//
// The transaction that adds clicks to the counters of links also stores which of them had
// their first click (clickcount.Deps.FirstClicks), and Store.RaiseFirstClicks deletes these
// rows in the transaction that stores the notifications: each is raised once, also when a
// process is killed. A link whose clicks were all deleted can have a first click again.
package alert

import (
	"fmt"
	"slices"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/event"
	"linnet/internal/core/receivers"
)

// MaxAlerts is the most alerts of a workspace.
const MaxAlerts = 20

// Kind is what an alert is raised for. The values are part of the API.
type Kind string

// The kinds.
const (
	Spike      Kind = "spike"
	Fall       Kind = "fall"
	FirstClick Kind = "first_click"
)

// Bounds and defaults of settings.
const (
	MaxSpikePercent  = 10_000
	MaxFallPercent   = 100
	MaxClicks        = 1_000_000_000
	minPercent       = 10
	defaultSpike     = 200 // percent
	defaultFall      = 50
	defaultMinClicks = 50
)

// Settings are what a member specifies for an alert.
type Settings struct {
	Name    string
	Kind    Kind
	Filters []analytics.Filter // names are ids
	// Percent is how much the clicks of an hour are above usual at the least, or those of a
	// day below. 0 of FirstClick.
	Percent int
	// MinClicks is the least number of clicks in an hour for a Spike, and of usual clicks
	// for a Fall. 0 of FirstClick.
	MinClicks   int64
	Paused      bool
	ReceiverIDs []string // users
}

// Alert is an alert with its state.
type Alert struct {
	ID          string
	WorkspaceID string
	Settings

	NextCheckAt  time.Time // zero: of FirstClick
	RaisedPeriod string    // the latest period that was raised, see Period.Key; empty: none
	LastRaisedAt time.Time // zero: never

	CreatedBy string
	CreatedAt time.Time
	UpdatedAt time.Time
}

// record returns what decides about the visibility of the alert.
func (a *Alert) record() receivers.Record {
	return receivers.Record{CreatedBy: a.CreatedBy, Filters: a.Filters, UserIDs: a.ReceiverIDs}
}

// seenBy returns the alert without LastRaisedAt if an actor with limited access to folders
// did not create it.
func (a Alert) seenBy(actor access.Actor) Alert {
	if actor.View().Limited() && actor.UserID != a.CreatedBy {
		a.LastRaisedAt = time.Time{}
	}
	return a
}

// set stores valid settings. An alert that is resumed, or whose kind changes, begins with
// the current hour or day.
func (a *Alert) set(to Settings, now time.Time, loc *time.Location) {
	restarts := a.Kind != to.Kind || a.Paused && !to.Paused
	if a.Kind != to.Kind {
		a.RaisedPeriod = ""
	}
	a.Settings = to
	if restarts {
		a.NextCheckAt = a.Kind.nextCheck(now, loc)
	}
}

// state returns the alert as events have it.
func (a *Alert) state() event.Alert {
	return event.Alert{
		Name:      a.Name,
		Kind:      string(a.Kind),
		Filters:   a.Filters,
		Percent:   a.Percent,
		MinClicks: a.MinClicks,
		Receivers: a.ReceiverIDs,
		Paused:    a.Paused,
	}
}

// check normalizes settings, sets the defaults of the kind, and adds every invalid field.
func (s *Settings) check(l *fault.List) {
	s.Name = receivers.CheckName(l, s.Name, "alert")
	s.ReceiverIDs = receivers.CheckCount(l, s.ReceiverIDs)
	analytics.CheckStoredFilters(l, s.Filters)
	switch s.Kind {
	case Spike:
		s.checkRule(l, defaultSpike, MaxSpikePercent)
	case Fall:
		s.checkRule(l, defaultFall, MaxFallPercent)
	case FirstClick:
		s.Percent, s.MinClicks = 0, 0
		if slices.ContainsFunc(s.Filters, func(f analytics.Filter) bool { return !selectsLinks(f.Dimension) }) {
			l.Add("filters", "First clicks can be filtered by link, domain, tag and folder only.")
		}
	default:
		l.Add("kind", "Use spike, fall or first_click.")
	}
}

func (s *Settings) checkRule(l *fault.List, percent, maxPercent int) {
	if s.Percent == 0 {
		s.Percent = percent
	}
	if s.MinClicks == 0 {
		s.MinClicks = defaultMinClicks
	}
	if s.Percent < minPercent || s.Percent > maxPercent {
		l.Add("percent", fmt.Sprintf("Use %d to %d percent.", minPercent, maxPercent))
	}
	if s.MinClicks < 1 || s.MinClicks > MaxClicks {
		l.Add("minClicks", "Use 1 to 1,000,000,000 clicks.")
	}
}

// selectsLinks reports whether all clicks on a link have the same value in the dimension.
func selectsLinks(d analytics.Dimension) bool {
	return d == analytics.Link || d == analytics.Domain || d == analytics.Tag || d == analytics.Folder
}

// Figures are the clicks of a period, and the usual ones.
type Figures struct {
	Clicks int64
	Usual  float64
	Weeks  int // that Usual is the median of
}

// minWeeks is the least history, in weeks, with which an alert is raised.
const minWeeks = 2

// meets reports whether an alert with these settings is raised for figures.
func (s *Settings) meets(f Figures) bool {
	if f.Weeks < minWeeks {
		return false
	}
	// Medians are multiples of 0.5, which floats represent exactly.
	clicks, usual := float64(f.Clicks)*100, f.Usual*float64(100+s.Percent)
	if s.Kind == Fall {
		return f.Usual >= float64(s.MinClicks) && clicks <= f.Usual*float64(100-s.Percent)
	}
	return f.Clicks >= s.MinClicks && clicks >= usual
}

// median returns the median of numbers; 0 of none.
func median(numbers []int64) float64 {
	sorted := slices.Sorted(slices.Values(numbers))
	n := len(sorted)
	switch {
	case n == 0:
		return 0
	case n%2 == 1:
		return float64(sorted[n/2])
	default:
		return float64(sorted[n/2-1]+sorted[n/2]) / 2
	}
}
