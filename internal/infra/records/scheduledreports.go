package records

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/analytics"
	"linnet/internal/core/event"
	"linnet/internal/core/queue"
	"linnet/internal/core/scheduledreport"
)

//nolint:gochecknoglobals // immutable
var scheduledReportTable = tableOf("scheduled report", `scheduled_reports r`, func(r *scheduledreport.Report) []column {
	return []column{
		fixed("id", &r.ID),
		fixed("workspace_id", &r.WorkspaceID),
		col("name", &r.Name),
		col("cadence", &r.Cadence),
		col("filters", jsonListField[analytics.Filter]{&r.Filters}),
		col("traffic", &r.Traffic),
		col("paused", &r.Paused),
		col("next_period", &r.NextPeriod),
		col("due_at", &r.DueAt),
		col("last_sent_at", &r.LastSentAt),
		fixed("created_by", &r.CreatedBy),
		fixed("created_at", &r.CreatedAt),
		col("updated_at", &r.UpdatedAt),
	}
})

const scheduledReportByID = `WHERE r.workspace_id = $1 AND r.id = $2`

// InsertScheduledReport stores a new report unless the workspace has limit already.
func (s *Store) InsertScheduledReport(ctx context.Context, r scheduledreport.Report, limit int, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		// The lock on the workspace serializes concurrent inserts.
		if err := lockWorkspace(ctx, tx, r.WorkspaceID); err != nil {
			return err
		}
		full := fault.New(fault.LimitReached,
			fmt.Sprintf("A workspace has at most %d scheduled reports. Delete one that is no longer needed.", limit))
		if err := tx.requireBelow(ctx, limit, full, `scheduled_reports WHERE workspace_id = $1`, r.WorkspaceID); err != nil {
			return err
		}
		if err := scheduledReportTable.insert(ctx, tx, &r); err != nil {
			return err
		}
		tx.emit(e)
		return insertReceivers(ctx, tx, r)
	})
}

// ScheduledReports returns the reports of a workspace, oldest first.
func (s *Store) ScheduledReports(ctx context.Context, workspaceID string) ([]scheduledreport.Report, error) {
	return scheduledReports(ctx, s.read, `WHERE r.workspace_id = $1 ORDER BY r.created_at, r.id`, workspaceID)
}

// ScheduledReport returns a report of a workspace, or NotFound.
func (s *Store) ScheduledReport(ctx context.Context, workspaceID, id string) (scheduledreport.Report, error) {
	return scheduledReport(ctx, s.read, workspaceID, id)
}

func scheduledReport(ctx context.Context, c conn, workspaceID, id string) (scheduledreport.Report, error) {
	found, err := scheduledReports(ctx, c, scheduledReportByID, workspaceID, id)
	if err == nil && len(found) == 0 {
		return scheduledreport.Report{}, changedOne(0, nil, scheduledReportTable.noun)
	}
	if err != nil {
		return scheduledreport.Report{}, err
	}
	return found[0], nil
}

// scheduledReports returns the reports that a WHERE clause selects, with their receivers.
func scheduledReports(ctx context.Context, c conn, where string, args ...any) ([]scheduledreport.Report, error) {
	all, err := scheduledReportTable.all(ctx, c, where, args...)
	if err != nil || len(all) == 0 {
		return all, err
	}
	byID := make(map[string]*scheduledreport.Report, len(all))
	ids := make([]string, len(all))
	for i := range all {
		byID[all[i].ID], ids[i] = &all[i], all[i].ID
	}
	list, args := inList(nil, ids)
	_, err = queryAll(ctx, c, func(row scanner) (struct{}, error) {
		var id string
		var to scheduledreport.Receiver
		err := row.Scan(&id, &to.UserID, timeField{&to.UnsubscribedAt})
		if err == nil {
			byID[id].Receivers = append(byID[id].Receivers, to)
		}
		return struct{}{}, err
	}, `SELECT report_id, user_id, unsubscribed_at FROM scheduled_report_receivers WHERE report_id IN `+list+` ORDER BY user_id`, args...)
	return all, err
}

// insertReceivers stores the receivers of a report.
func insertReceivers(ctx context.Context, tx conn, r scheduledreport.Report) error {
	rows := make([][]any, len(r.Receivers))
	for i := range r.Receivers {
		rows[i] = []any{r.ID, r.Receivers[i].UserID, timeField{&r.Receivers[i].UnsubscribedAt}}
	}
	return insertRows(ctx, tx, `INSERT INTO scheduled_report_receivers (report_id, user_id, unsubscribed_at)`, rows)
}

// ChangeScheduledReport applies edit to a report.
func (s *Store) ChangeScheduledReport(
	ctx context.Context, workspaceID, id string, edit func(*scheduledreport.Report) ([]event.Event, error),
) (scheduledreport.Report, error) {
	read := func(tx conn) (scheduledreport.Report, error) { return scheduledReport(ctx, tx, workspaceID, id) }
	return change(ctx, s, `scheduled_reports`, id, read, edit, func(tx conn, before, after scheduledreport.Report) error {
		if err := scheduledReportTable.update(ctx, tx, &after); err != nil || slices.Equal(before.Receivers, after.Receivers) {
			return err
		}
		if _, err := tx.exec(ctx, `DELETE FROM scheduled_report_receivers WHERE report_id = $1`, id); err != nil {
			return err
		}
		return insertReceivers(ctx, tx, after)
	})
}

// DeleteScheduledReport deletes a report, or returns NotFound.
func (s *Store) DeleteScheduledReport(ctx context.Context, workspaceID, id string, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		tx.emit(e)
		return tx.execOne(ctx, scheduledReportTable.noun, `DELETE FROM scheduled_reports WHERE workspace_id = $1 AND id = $2`, workspaceID, id)
	})
}

// DueScheduledReports returns at most limit reports that are due at a time, the longest due
// first, without those of suspended and deleted workspaces.
func (s *Store) DueScheduledReports(ctx context.Context, at time.Time, limit int) ([]scheduledreport.Report, error) {
	return scheduledReports(ctx, s.read, `
		WHERE r.due_at <= $1 AND NOT r.paused
			AND NOT EXISTS (SELECT 1 FROM workspaces w WHERE w.id = r.workspace_id AND `+workspaceClosed+`)
		ORDER BY r.due_at, r.id LIMIT $2`, toMillis(at), limit)
}

// AdvanceScheduledReport stores the schedule of a report and tasks, unless the report was
// advanced, changed or paused since it was read.
func (s *Store) AdvanceScheduledReport(
	ctx context.Context, read, next scheduledreport.Report, tasks []queue.NewTask,
) (stored bool, err error) {
	err = s.inTx(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `
			UPDATE scheduled_reports SET next_period = $5, due_at = $6, last_sent_at = $7
			WHERE id = $1 AND next_period = $2 AND due_at = $3 AND updated_at = $4 AND NOT paused`,
			read.ID, read.NextPeriod, toMillis(read.DueAt), toMillis(read.UpdatedAt),
			next.NextPeriod, toMillis(next.DueAt), toMillis(next.LastSentAt))
		if stored = n == 1; err != nil || !stored || len(tasks) == 0 {
			return err
		}
		return addTasks(ctx, tx, tasks...)
	})
	return stored, err
}

// UnsubscribeScheduledReport ends the mails of a report to a receiver.
func (s *Store) UnsubscribeScheduledReport(ctx context.Context, id, userID string, at time.Time) error {
	_, err := s.write.exec(ctx, `
		UPDATE scheduled_report_receivers SET unsubscribed_at = $3 WHERE report_id = $1 AND user_id = $2 AND unsubscribed_at = 0`,
		id, userID, toMillis(at))
	return err
}

// MemberNames returns the full names of members of a workspace by their user ids.
func (s *Store) MemberNames(ctx context.Context, workspaceID string, userIDs []string) (map[string]string, error) {
	names := make(map[string]string, len(userIDs))
	if len(userIDs) == 0 {
		return names, nil
	}
	list, args := inList([]any{workspaceID}, userIDs)
	_, err := queryAll(ctx, s.read, func(row scanner) (struct{}, error) {
		var id, first, last string
		err := row.Scan(&id, &first, &last)
		names[id] = strings.TrimSpace(first + " " + last)
		return struct{}{}, err
	}, `SELECT u.id, u.first_name, u.last_name FROM members m JOIN users u ON u.id = m.user_id WHERE m.workspace_id = $1 AND m.user_id IN `+list, args...)
	return names, err
}
