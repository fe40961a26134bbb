package records

import (
	"context"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/utm"
)

// UTMConventions returns the workspace's conventions, those of a new one when none
// are stored.
func (s *Store) UTMConventions(ctx context.Context, workspaceID string) (utm.Conventions, error) {
	return conventionsOf(ctx, s.read, workspaceID)
}

func conventionsOf(ctx context.Context, c conn, workspaceID string) (utm.Conventions, error) {
	found, err := queryOne(ctx, c, func(row scanner) (rules utm.Conventions, err error) {
		err = row.Scan(jsonField{&rules})
		return rules, err
	}, `SELECT rules FROM utm_conventions WHERE workspace_id = $1`, workspaceID)
	if fault.Is(err, fault.NotFound) {
		return utm.Initial(), nil
	}
	return found, err
}

// ChangeUTMConventions applies edit to the conventions of a workspace at a time.
func (s *Store) ChangeUTMConventions(
	ctx context.Context, workspaceID string, at time.Time, edit func(*utm.Conventions) ([]event.Event, error),
) (utm.Conventions, error) {
	return change(ctx, s, `workspaces`, workspaceID, func(tx conn) (utm.Conventions, error) {
		return conventionsOf(ctx, tx, workspaceID)
	}, edit, func(tx conn, _, c utm.Conventions) error {
		_, err := tx.exec(ctx, `
			INSERT INTO utm_conventions (workspace_id, rules, updated_at) VALUES ($1, $2, $3)
			ON CONFLICT (workspace_id) DO UPDATE SET rules = excluded.rules, updated_at = excluded.updated_at`,
			workspaceID, jsonField{&c}, toMillis(at))
		return err
	})
}
