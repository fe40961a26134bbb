package app

import (
	"context"
	"log/slog"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/core/analytics"
	"linnet/internal/core/notify"
	"linnet/internal/core/outbox"
	"linnet/internal/core/plan"
	"linnet/internal/core/queue"
	"linnet/internal/core/quota"
	"linnet/internal/infra/records"
)

// clickQuota is what the meter of the month's clicks works with.
type clickQuota struct {
	records *records.Store
	figures *analytics.Service
	plans   *plan.Catalog
	notices *notify.Service
	outbox  *outbox.Outbox

	activity *quota.Activity
}

func (q clickQuota) meter(clock clock.Clock, log *slog.Logger) *quota.Meter {
	return quota.New(quota.Deps{Count: q.count, Limit: q.limit, Notify: q.notify, Activity: q.activity, Clock: clock, Log: log})
}

// count returns the workspace's human clicks since a moment.
func (q clickQuota) count(ctx context.Context, workspaceID string, since time.Time) (int64, error) {
	month := analytics.Request{Period: analytics.Period{Start: since}}
	report, err := q.figures.Shared(ctx, workspaceID, month, analytics.Parts{Count: true})
	return report.Count.Clicks, err
}

// limit returns the workspace's clicks a month; 0: any number.
func (q clickQuota) limit(ctx context.Context, workspaceID string) (int, error) {
	w, err := q.records.Workspace(ctx, workspaceID)
	if err != nil {
		return 0, err
	}
	return q.plans.Limits(w.Plan).ClicksPerMonth, nil
}

// notify notifies the workspace's managers, and queues a mail to those whose
// notification is new.
func (q clickQuota) notify(ctx context.Context, workspaceID string, used, limit int) error {
	return q.notices.ClicksUsed(ctx, workspaceID, used, limit, func(userID string) (queue.NewTask, error) {
		return q.outbox.Task(clickLimitMail, clickLimitData{UserID: userID, Used: used, Limit: limit})
	})
}
