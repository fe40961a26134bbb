package records

import (
	"context"
	"slices"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

// workspaceSuspended is the condition that the workspace w is suspended: by an
// operator, or because one of its owners is. Restoring an owner therefore lifts
// neither the suspension of the workspace nor that of another owner.
const workspaceSuspended = `(w.suspended_at > 0 OR EXISTS (
	SELECT 1 FROM members o JOIN users s ON s.id = o.user_id
	WHERE o.workspace_id = w.id AND o.role = '` + string(access.Owner) + `' AND s.suspended_at > 0))`

// workspaceClosed is the condition that visitors see nothing of the workspace w.
const workspaceClosed = `(` + workspaceSuspended + ` OR w.deleted_at > 0)`

// SetUserSuspended suspends or restores a user and ends the user's sessions. It
// returns the workspaces that are suspended or restored with the user.
func (s *Store) SetUserSuspended(ctx context.Context, userID string, suspend bool, e event.Event) (changed []string, err error) {
	err = s.inTx(ctx, func(tx conn) error {
		before, err := openWorkspaces(ctx, tx, userID)
		if err != nil {
			return err
		}
		if err := tx.execOne(ctx, "user", `UPDATE users SET suspended_at = $2, updated_at = $3 WHERE id = $1`,
			userID, suspendedAt(suspend, e.At), toMillis(e.At)); err != nil {
			return err
		}
		if _, err := tx.exec(ctx, `DELETE FROM sessions WHERE user_id = $1`, userID); err != nil {
			return err
		}
		after, err := openWorkspaces(ctx, tx, userID)
		if err != nil {
			return err
		}
		if suspend {
			before, after = after, before
		}
		changed = slices.DeleteFunc(after, func(id string) bool { return slices.Contains(before, id) })
		tx.emit(e)
		return nil
	})
	return changed, err
}

// openWorkspaces returns the workspaces of an owner that are not suspended.
func openWorkspaces(ctx context.Context, tx conn, userID string) ([]string, error) {
	return queryAll(ctx, tx, value[string], `
		SELECT m.workspace_id FROM members m JOIN workspaces w ON w.id = m.workspace_id
		WHERE m.user_id = $1 AND m.role = $2 AND NOT `+workspaceSuspended+` ORDER BY m.workspace_id`, userID, string(access.Owner))
}

// suspendedAt returns the column suspended_at.
func suspendedAt(suspend bool, at time.Time) int64 {
	if !suspend {
		return 0
	}
	return toMillis(at)
}

// SetWorkspaceSuspended suspends or restores a workspace. One whose owner is
// suspended cannot be restored.
func (s *Store) SetWorkspaceSuspended(ctx context.Context, id string, suspend bool, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		if err := tx.execOne(ctx, "workspace",
			`UPDATE workspaces SET suspended_at = $2 WHERE id = $1`, id, suspendedAt(suspend, e.At)); err != nil {
			return err
		}
		still, err := queryOne(ctx, tx, value[bool], `SELECT `+workspaceSuspended+` FROM workspaces w WHERE w.id = $1`, id)
		if err != nil {
			return err
		}
		if still && !suspend {
			return fault.New(fault.Conflict, "An owner of this workspace is suspended. Restore the user first.")
		}
		tx.emit(e)
		return nil
	})
}
