package scheduledreport

import (
	"context"
	"errors"
	"fmt"
	"time"

	"linnet/internal/base/loop"
	"linnet/internal/core/queue"
)

const (
	checkEvery = time.Minute
	// batch bounds the reports of one check; further ones follow at once.
	batch = 100
)

// Run queues the mails of due reports until ctx ends.
func (s *Service) Run(ctx context.Context) {
	loop.Task{
		Name:   "scheduled reports",
		Every:  checkEvery,
		Delay:  10 * time.Second,
		Leader: s.Leader,
		Log:    s.Log,
		Do:     s.SendDue,
	}.Run(ctx)
}

// SendDue queues the mails of the reports that are due. A report that fails stays due and
// does not delay others.
func (s *Service) SendDue(ctx context.Context) error {
	now := s.Clock.Now()
	due, err := s.Store.DueScheduledReports(ctx, now, batch)
	if err != nil {
		return err
	}
	var failed []error
	for _, r := range due {
		if err := s.sendDue(ctx, r, now); err != nil {
			failed = append(failed, fmt.Errorf("scheduled report %s: %w", r.ID, err))
		}
	}
	if len(failed) == 0 && len(due) == batch {
		return loop.After(0)
	}
	return errors.Join(failed...)
}

// sendDue queues a mail for each receiver of a report and schedules its next period.
func (s *Service) sendDue(ctx context.Context, read Report, now time.Time) error {
	w, err := s.Store.Workspace(ctx, read.WorkspaceID)
	if err != nil {
		return err
	}
	next := read
	var tasks []queue.NewTask
	if period, ok := next.advance(now, w.Location()); ok {
		for _, userID := range read.Active() {
			task, err := read.mailTask(userID, period, now, false)
			if err != nil {
				return err
			}
			tasks = append(tasks, task)
		}
	}
	stored, err := s.Store.AdvanceScheduledReport(ctx, read, next, tasks)
	if err == nil && stored && len(tasks) > 0 {
		s.Log.InfoContext(ctx, "scheduled report queued", "report", read.ID, "mails", len(tasks))
	}
	return err
}
