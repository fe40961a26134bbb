package scheduledreport

import (
	"context"
	"slices"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/receivers"
	"linnet/internal/core/workspace"
)

// MailTemplate is the template of the mails.
const MailTemplate = "scheduled_report"

// topRows is the number of rows of a list in a mail.
const topRows = 5

// MailData is the data of MailTemplate.
type MailData struct {
	WorkspaceID string  `json:"workspaceId"`
	ReportID    string  `json:"reportId"`
	UserID      string  `json:"userId"`
	Cadence     Cadence `json:"cadence"`
	FirstDay    string  `json:"firstDay"` // of the period, as in time.DateOnly
	Extra       bool    `json:"extra"`    // the user requested this mail
}

// Mail is the content of a mail, as its receiver may see it.
type Mail struct {
	Report      Report
	Workspace   workspace.Workspace
	Period      Period
	Figures     analytics.Report // with the lists Link, Country and Referrer
	Conditions  []Condition      // what the filters of the report select
	ScheduledBy string           // the name of the creator; empty: no longer a member
	Own         bool             // the receiver is the creator
	Subscribed  bool             // the receiver gets the mails of each period
	// Query is the query of the dashboard's analytics for the same period and filters,
	// without a question mark.
	Query string
}

// Condition is a filter in words.
type Condition struct {
	Dimension analytics.Dimension
	Values    []string
	Negated   bool
}

// Compose returns the content of a mail, and NotFound when it must not be sent any more:
// the report was deleted or paused, the receiver unsubscribed or is not a member any more,
// or the workspace is closed.
func (s *Service) Compose(ctx context.Context, d MailData) (Mail, error) {
	actor, err := s.ActorFor(ctx, access.Actor{UserID: d.UserID}, d.WorkspaceID)
	if fault.Rejects(err) {
		return Mail{}, fault.Wrap(err, fault.NotFound, "The workspace is not open to the receiver.")
	}
	if err != nil {
		return Mail{}, err
	}
	r, err := s.Store.ScheduledReport(ctx, d.WorkspaceID, d.ReportID)
	if err != nil {
		return Mail{}, err
	}
	m := Mail{Report: r, Own: r.CreatedBy == d.UserID, Subscribed: slices.Contains(r.Active(), d.UserID)}
	if r.record().HiddenFrom(actor) || !d.Extra && (r.Paused || !m.Subscribed) || d.Extra && !r.record().VisibleTo(actor) {
		return Mail{}, errUnknown()
	}
	if m.Workspace, err = s.Store.Workspace(ctx, d.WorkspaceID); err != nil {
		return Mail{}, err
	}
	var ok bool
	if m.Period, ok = d.Cadence.beginning(d.FirstDay, m.Workspace.Location()); !ok {
		return Mail{}, fault.New(fault.Invalid, "The first day of the period is no date.")
	}
	if err := s.fill(ctx, actor, &m); err != nil {
		return Mail{}, err
	}
	names, err := s.Store.MemberNames(ctx, d.WorkspaceID, []string{r.CreatedBy})
	m.ScheduledBy = names[r.CreatedBy]
	return m, err
}

// fill sets the figures of a mail and what they are about.
func (s *Service) fill(ctx context.Context, actor access.Actor, m *Mail) (err error) {
	request := analytics.Request{
		Period:      analytics.Period{Start: m.Period.Start, End: m.Period.End, TimeZone: m.Period.Location.String()},
		Traffic:     m.Report.Traffic,
		Filters:     m.Report.Filters,
		Granularity: analytics.Day,
		Compare:     analytics.Comparison{Shift: analytics.ShiftPeriod},
		GroupBy:     []analytics.Dimension{analytics.Link, analytics.Country, analytics.Referrer},
		Limit:       topRows,
	}
	if m.Figures, err = s.Figures.Report(ctx, actor, request, analytics.Parts{Count: true, Series: true}); err != nil {
		return err
	}
	labels, err := s.Figures.VisibleLabels(ctx, actor, m.Report.Filters)
	if err != nil {
		return err
	}
	m.Conditions = conditions(m.Report.Filters, labels)
	m.Query = receivers.DashboardQuery(
		m.Report.Filters, m.Report.Traffic, m.Period.Start, m.Period.End, m.Period.Location, labels[analytics.Domain])
	return nil
}

// conditions returns filters in words. A value whose record was deleted, or is hidden from
// the receiver, is counted only.
func conditions(filters []analytics.Filter, labels map[analytics.Dimension]map[string]string) []Condition {
	all := make([]Condition, 0, len(filters))
	for _, f := range filters {
		c := Condition{Dimension: f.Dimension, Negated: f.Negated}
		for _, v := range f.Values {
			switch label := labels[f.Dimension][v]; {
			case v == "":
				c.Values = append(c.Values, analytics.NoValue)
			case label != "":
				c.Values = append(c.Values, label)
			case f.Dimension.IDPrefix() == "":
				c.Values = append(c.Values, v)
			default:
				c.Values = append(c.Values, "(not available)")
			}
		}
		all = append(all, c)
	}
	return all
}
