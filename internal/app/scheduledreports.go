package app

import (
	"context"
	"log/slog"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/loop"
	"linnet/internal/core/account"
	"linnet/internal/core/alert"
	"linnet/internal/core/analytics"
	"linnet/internal/core/notify"
	"linnet/internal/core/scheduledreport"
	"linnet/internal/core/workspace"
	"linnet/internal/infra/records"
)

// newScheduledReports returns the service of scheduled reports.
func newScheduledReports(
	records *records.Store, figures *analytics.Service, workspaces *workspace.Service, clock clock.Clock, log *slog.Logger,
) *scheduledreport.Service {
	return scheduledreport.New(scheduledreport.Deps{
		Store:    records,
		Figures:  figures,
		ActorFor: workspaces.ActorFor,
		Leader:   &loop.Leader{Leases: records, Owner: ident.New(ident.Node), Clock: clock},
		Clock:    clock,
		Log:      log,
	})
}

// newAlerts returns the service of alerts.
func newAlerts(
	records *records.Store, figures *analytics.Service, workspaces *workspace.Service, clock clock.Clock, log *slog.Logger,
) *alert.Service {
	return alert.New(alert.Deps{
		Store:    records,
		Reports:  figures,
		ActorFor: workspaces.ActorFor,
		Leader:   &loop.Leader{Leases: records, Owner: ident.New(ident.Node), Clock: clock},
		Clock:    clock,
		Log:      log,
	})
}

// sendScheduledReport sends a report to one receiver, unless it must not be sent any more.
func (m mails) sendScheduledReport(ctx context.Context, d scheduledreport.MailData) error {
	composed, err := m.reports.Compose(ctx, d)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	send := func(to account.Recipient) error { return m.mail.ScheduledReport(ctx, to, composed) }
	if !composed.Subscribed {
		return m.toUser(ctx, d.UserID, send)
	}
	return m.toSubscriber(ctx, d.UserID, notify.ScheduledReport(d.ReportID), send)
}

// unsubscribe ends the mails of a category to a user.
func (s *services) unsubscribe(ctx context.Context, userID string, category notify.Category) error {
	if reportID, ok := category.ScheduledReport(); ok {
		return s.reports.Unsubscribe(ctx, userID, reportID)
	}
	return s.notices.Unsubscribe(ctx, userID, category)
}
