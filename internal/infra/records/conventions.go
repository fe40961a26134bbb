package records

import (
	"context"
	"encoding/json"
	"fmt"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/utm"
)

// UTMConventions returns the workspace's conventions, or the zero value when none
// are stored.
func (s *Store) UTMConventions(ctx context.Context, workspaceID string) (utm.Conventions, error) {
	var c utm.Conventions
	rules, err := queryOne(ctx, s.read, value[string], `SELECT rules FROM utm_conventions WHERE workspace_id = $1`, workspaceID)
	if fault.Is(err, fault.NotFound) {
		return c, nil
	}
	if err != nil {
		return c, err
	}
	if err := json.Unmarshal([]byte(rules), &c); err != nil {
		return c, fmt.Errorf("conventions of %s: %w", workspaceID, err)
	}
	return c, nil
}

// PutUTMConventions replaces them and stores e in one transaction.
func (s *Store) PutUTMConventions(ctx context.Context, workspaceID string, c utm.Conventions, e event.Event) error {
	rules, err := asJSON(c)
	if err != nil {
		return err
	}
	return s.inTx(ctx, func(tx conn) error {
		_, err := tx.exec(ctx, `
			INSERT INTO utm_conventions (workspace_id, rules, updated_at) VALUES ($1, $2, $3)
			ON CONFLICT (workspace_id) DO UPDATE SET rules = excluded.rules, updated_at = excluded.updated_at`,
			workspaceID, rules, toMillis(e.At))
		if err != nil {
			return err
		}
		tx.emit(e)
		return nil
	})
}
