package records

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/alert"
	"linnet/internal/core/analytics"
	"linnet/internal/core/event"
)

//nolint:gochecknoglobals // immutable
var alertTable = tableOf("alert", `alerts a`, func(a *alert.Alert) []column {
	return []column{
		fixed("id", &a.ID),
		fixed("workspace_id", &a.WorkspaceID),
		col("name", &a.Name),
		col("kind", &a.Kind),
		col("filters", jsonListField[analytics.Filter]{&a.Filters}),
		col("percent", &a.Percent),
		col("min_clicks", &a.MinClicks),
		col("paused", &a.Paused),
		col("next_check_at", &a.NextCheckAt),
		col("raised_period", &a.RaisedPeriod),
		col("last_raised_at", &a.LastRaisedAt),
		fixed("created_by", &a.CreatedBy),
		fixed("created_at", &a.CreatedAt),
		col("updated_at", &a.UpdatedAt),
	}
})

// InsertAlert stores a new alert unless the workspace has limit already.
func (s *Store) InsertAlert(ctx context.Context, a alert.Alert, limit int, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		// The lock on the workspace serializes concurrent inserts.
		if err := lockWorkspace(ctx, tx, a.WorkspaceID); err != nil {
			return err
		}
		full := fault.New(fault.LimitReached, fmt.Sprintf("A workspace has at most %d alerts. Delete one that is no longer needed.", limit))
		if err := tx.requireBelow(ctx, limit, full, `alerts WHERE workspace_id = $1`, a.WorkspaceID); err != nil {
			return err
		}
		if err := alertTable.insert(ctx, tx, &a); err != nil {
			return err
		}
		tx.emit(e)
		return insertAlertReceivers(ctx, tx, a)
	})
}

// insertAlertReceivers stores the receivers of an alert.
func insertAlertReceivers(ctx context.Context, tx conn, a alert.Alert) error {
	rows := make([][]any, len(a.ReceiverIDs))
	for i, userID := range a.ReceiverIDs {
		rows[i] = []any{a.ID, userID}
	}
	return insertRows(ctx, tx, `INSERT INTO alert_receivers (alert_id, user_id)`, rows)
}

// Alerts returns the alerts of a workspace, oldest first.
func (s *Store) Alerts(ctx context.Context, workspaceID string) ([]alert.Alert, error) {
	return alertsWhere(ctx, s.read, `WHERE a.workspace_id = $1 ORDER BY a.created_at, a.id`, workspaceID)
}

// Alert returns an alert of a workspace, or NotFound.
func (s *Store) Alert(ctx context.Context, workspaceID, id string) (alert.Alert, error) {
	return alertOf(ctx, s.read, workspaceID, id)
}

func alertOf(ctx context.Context, c conn, workspaceID, id string) (alert.Alert, error) {
	found, err := alertsWhere(ctx, c, `WHERE a.workspace_id = $1 AND a.id = $2`, workspaceID, id)
	if err == nil && len(found) == 0 {
		return alert.Alert{}, changedOne(0, nil, alertTable.noun)
	}
	if err != nil {
		return alert.Alert{}, err
	}
	return found[0], nil
}

// alertsWhere returns the alerts that a WHERE clause selects, with their receivers.
func alertsWhere(ctx context.Context, c conn, where string, args ...any) ([]alert.Alert, error) {
	all, err := alertTable.all(ctx, c, where, args...)
	if err != nil || len(all) == 0 {
		return all, err
	}
	byID := make(map[string]*alert.Alert, len(all))
	ids := make([]string, len(all))
	for i := range all {
		byID[all[i].ID], ids[i] = &all[i], all[i].ID
	}
	list, args := inList(nil, ids)
	_, err = queryAll(ctx, c, func(row scanner) (struct{}, error) {
		var id, userID string
		err := row.Scan(&id, &userID)
		if err == nil {
			byID[id].ReceiverIDs = append(byID[id].ReceiverIDs, userID)
		}
		return struct{}{}, err
	}, `SELECT alert_id, user_id FROM alert_receivers WHERE alert_id IN `+list+` ORDER BY user_id`, args...)
	return all, err
}

// ChangeAlert applies edit to an alert.
func (s *Store) ChangeAlert(
	ctx context.Context, workspaceID, id string, edit func(*alert.Alert) ([]event.Event, error),
) (alert.Alert, error) {
	read := func(tx conn) (alert.Alert, error) { return alertOf(ctx, tx, workspaceID, id) }
	return change(ctx, s, `alerts`, id, read, edit, func(tx conn, before, after alert.Alert) error {
		if err := alertTable.update(ctx, tx, &after); err != nil || slices.Equal(before.ReceiverIDs, after.ReceiverIDs) {
			return err
		}
		if _, err := tx.exec(ctx, `DELETE FROM alert_receivers WHERE alert_id = $1`, id); err != nil {
			return err
		}
		return insertAlertReceivers(ctx, tx, after)
	})
}

// DeleteAlert deletes an alert, or returns NotFound.
func (s *Store) DeleteAlert(ctx context.Context, workspaceID, id string, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		tx.emit(e)
		return tx.execOne(ctx, alertTable.noun, `DELETE FROM alerts WHERE workspace_id = $1 AND id = $2`, workspaceID, id)
	})
}

// ofOpenWorkspace is a condition on alerts a.
const ofOpenWorkspace = `NOT EXISTS (SELECT 1 FROM workspaces w WHERE w.id = a.workspace_id AND ` + workspaceClosed + `)`

// DueAlerts returns at most limit alerts that are due at a time, the longest due first,
// without those of suspended and deleted workspaces.
func (s *Store) DueAlerts(ctx context.Context, at time.Time, limit int) ([]alert.Alert, error) {
	return alertsWhere(ctx, s.read, `
		WHERE a.next_check_at BETWEEN 1 AND $1 AND NOT a.paused AND `+ofOpenWorkspace+`
		ORDER BY a.next_check_at, a.id LIMIT $2`, toMillis(at), limit)
}

// AdvanceAlert stores the next check of an alert, and that it was raised, unless it was
// changed, checked or paused since it was read.
func (s *Store) AdvanceAlert(ctx context.Context, read, next alert.Alert, raised *alert.Raised) (stored bool, err error) {
	err = s.inTx(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `
			UPDATE alerts SET next_check_at = $4, raised_period = $5
			WHERE id = $1 AND next_check_at = $2 AND updated_at = $3 AND NOT paused`,
			read.ID, toMillis(read.NextCheckAt), toMillis(read.UpdatedAt), toMillis(next.NextCheckAt), next.RaisedPeriod)
		if stored = n == 1; err != nil || !stored || raised == nil {
			return err
		}
		return storeRaised(ctx, tx, *raised)
	})
	return stored, err
}

// FirstClickWorkspaces returns the ids of the workspaces with an active alert about first
// clicks.
func (s *Store) FirstClickWorkspaces(ctx context.Context) ([]string, error) {
	return queryAll(ctx, s.read, value[string], `
		SELECT DISTINCT a.workspace_id FROM alerts a WHERE a.kind = $1 AND NOT a.paused AND `+ofOpenWorkspace, string(alert.FirstClick))
}

// WaitingFirstClicks returns links with a first click by workspace, at most limit of each,
// the oldest first.
func (s *Store) WaitingFirstClicks(ctx context.Context, limit int) (map[string][]string, error) {
	workspaces, err := queryAll(ctx, s.read, value[string], `SELECT DISTINCT workspace_id FROM first_clicks`)
	if err != nil {
		return nil, err
	}
	waiting := make(map[string][]string, len(workspaces))
	for _, id := range workspaces {
		waiting[id], err = queryAll(ctx, s.read, value[string],
			`SELECT link_id FROM first_clicks WHERE workspace_id = $1 ORDER BY created_at, link_id LIMIT $2`, id, limit)
		if err != nil {
			return nil, err
		}
	}
	return waiting, nil
}

// RaiseFirstClicks deletes first clicks and stores that alerts were raised, unless another
// node has deleted one of them.
func (s *Store) RaiseFirstClicks(
	ctx context.Context, workspaceID string, linkIDs []string, raised []alert.Raised,
) (stored bool, err error) {
	err = s.inTx(ctx, func(tx conn) error {
		stored = false
		for some := range slices.Chunk(linkIDs, namesAtOnce) {
			list, args := inList([]any{workspaceID}, some)
			n, err := tx.exec(ctx, `DELETE FROM first_clicks WHERE workspace_id = $1 AND link_id IN `+list, args...)
			if err != nil {
				return err
			}
			if int(n) != len(some) {
				return errAlreadyRaised
			}
		}
		for _, r := range raised {
			if err := storeRaised(ctx, tx, r); err != nil {
				return err
			}
		}
		stored = true
		return nil
	})
	if errors.Is(err, errAlreadyRaised) {
		return false, nil
	}
	return stored, err
}

// errAlreadyRaised rolls a transaction back.
var errAlreadyRaised = errors.New("another node raised these first clicks")
