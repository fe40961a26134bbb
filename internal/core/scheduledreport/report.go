// Package scheduledreport mails statistics of a workspace to its members each week or
// month.
//
// A report is due at MailHour on the first day after its period, in the time zone of the
// workspace. Store.AdvanceScheduledReport stores the mails of a period and the next period in one
// transaction, and only for the period that the report was read with, so that two nodes
// or a repeated run store them once. After an outage only the latest complete period is
// mailed. The figures are computed when a mail is sent, with the permissions that its
// receiver has then.
package scheduledreport

import (
	"slices"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/event"
	"linnet/internal/core/receivers"
)

// Limits of reports.
const (
	MaxReports   = 20 // per workspace
	MaxReceivers = receivers.Max
	MaxName      = receivers.MaxName // characters
)

// Cadence is how often a report is mailed. The values are part of the API.
type Cadence string

// The cadences.
const (
	Weekly  Cadence = "week"  // on Mondays
	Monthly Cadence = "month" // on the first day of the month
)

// Valid reports whether the cadence exists.
func (c Cadence) Valid() bool { return c == Weekly || c == Monthly }

// Settings are what a member specifies for a report.
type Settings struct {
	Name    string
	Cadence Cadence
	Filters []analytics.Filter // names are ids
	Traffic analytics.Traffic  // empty: human
	Paused  bool               // no mails are sent
	// ReceiverIDs are the users who get the mails, each once; without those who unsubscribed.
	ReceiverIDs []string
}

// Receiver is a member who gets the mails of a report.
type Receiver struct {
	UserID         string
	UnsubscribedAt time.Time // zero: the receiver gets the mails
}

// Report is a report with its schedule.
type Report struct {
	ID          string
	WorkspaceID string
	Name        string
	Cadence     Cadence
	Filters     []analytics.Filter
	Traffic     analytics.Traffic
	Paused      bool
	Receivers   []Receiver // by user id

	// NextPeriod is the first day, as in time.DateOnly, of the first period that is not
	// mailed yet. It is a local date, so that a change of the workspace's time zone
	// neither repeats nor skips a period.
	NextPeriod string
	DueAt      time.Time // when the next mails are sent, unless Paused
	LastSentAt time.Time // zero: never

	CreatedBy string
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Active returns the ids of the receivers who have not unsubscribed.
func (r *Report) Active() []string {
	var ids []string
	for _, to := range r.Receivers {
		if to.UnsubscribedAt.IsZero() {
			ids = append(ids, to.UserID)
		}
	}
	return ids
}

// record returns what decides about the visibility of the report. Receivers who
// unsubscribed can read it.
func (r *Report) record() receivers.Record {
	all := make([]string, len(r.Receivers))
	for i, to := range r.Receivers {
		all[i] = to.UserID
	}
	return receivers.Record{CreatedBy: r.CreatedBy, Filters: r.Filters, UserIDs: all}
}

// Settings returns what a member can change of the report.
func (r *Report) Settings() Settings {
	return Settings{
		Name: r.Name, Cadence: r.Cadence, Filters: r.Filters, Traffic: r.Traffic, Paused: r.Paused, ReceiverIDs: r.Active(),
	}
}

// set stores valid settings. An actor who unsubscribed can subscribe again. Other receivers
// stay unsubscribed, whether the settings name them or not. A report that is resumed, or
// whose cadence changes, begins with the current period.
func (r *Report) set(to Settings, by access.Actor, now time.Time, loc *time.Location) {
	restarts := r.Paused && !to.Paused || r.Cadence != to.Cadence
	r.Name, r.Cadence, r.Filters, r.Traffic, r.Paused = to.Name, to.Cadence, to.Filters, to.Traffic, to.Paused
	all := slices.DeleteFunc(slices.Clone(r.Receivers), func(old Receiver) bool {
		return old.UnsubscribedAt.IsZero() || old.UserID == by.UserID && slices.Contains(to.ReceiverIDs, by.UserID)
	})
	for _, id := range to.ReceiverIDs {
		if !slices.ContainsFunc(all, func(old Receiver) bool { return old.UserID == id }) {
			all = append(all, Receiver{UserID: id})
		}
	}
	slices.SortFunc(all, func(a, b Receiver) int { return strings.Compare(a.UserID, b.UserID) })
	r.Receivers = all
	if restarts {
		r.restart(now, loc)
	}
}

// state returns the report as events have it.
func (r *Report) state() event.ScheduledReport {
	return event.ScheduledReport{
		Name:      r.Name,
		Every:     string(r.Cadence),
		Filters:   r.Filters,
		Traffic:   string(r.Traffic),
		Receivers: r.Active(),
		Paused:    r.Paused,
	}
}

// check normalizes settings and adds every invalid field.
func (s *Settings) check(l *fault.List) {
	s.Name = receivers.CheckName(l, s.Name, "report")
	if !s.Cadence.Valid() {
		l.Add("every", "Use week or month.")
	}
	if !slices.Contains([]analytics.Traffic{"", analytics.Human, analytics.Bot, analytics.All}, s.Traffic) {
		l.Add("traffic", "Use human, bot or all.")
	}
	analytics.CheckStoredFilters(l, s.Filters)
	s.ReceiverIDs = receivers.CheckCount(l, s.ReceiverIDs)
}
