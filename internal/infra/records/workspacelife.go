package records

import (
	"context"
	"fmt"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/plan"
	"linnet/internal/core/workspace"
)

// InsertWorkspace stores a new workspace with its owner. It is LimitReached when
// the user owns as many workspaces as the bounds, deleted ones included.
func (s *Store) InsertWorkspace(ctx context.Context, w workspace.Workspace, ownerID string, b workspace.Bounds, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		if err := lockUser(ctx, tx, ownerID); err != nil {
			return err
		}
		owned, err := tx.count(ctx, `members WHERE user_id = $1 AND role = $2`, ownerID, string(access.Owner))
		if err != nil {
			return err
		}
		if owned >= b.Owned {
			return fault.New(fault.LimitReached, fmt.Sprintf("You own %d workspaces, which is the maximum.", owned))
		}
		free, err := tx.count(ctx, `members m JOIN workspaces w ON w.id = m.workspace_id WHERE m.user_id = $1 AND m.role = $2 AND w.plan = $3`,
			ownerID, string(access.Owner), string(plan.Free))
		if err != nil {
			return err
		}
		if free >= b.Free {
			return fault.New(fault.LimitReached, fmt.Sprintf(
				"You own %d workspaces on the Free plan, which is the maximum. Upgrade one of them, or delete one.", free))
		}
		tx.emit(e)
		return insertWorkspace(ctx, tx, w, ownerID, access.Owner)
	})
}

// DeleteWorkspace marks a workspace as deleted. It is Conflict when the user has
// no other workspace, or when the workspace has a subscription that renews.
func (s *Store) DeleteWorkspace(ctx context.Context, id, userID string, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		others, err := tx.count(ctx, `members m JOIN workspaces w ON w.id = m.workspace_id
			WHERE m.user_id = $1 AND w.id <> $2 AND w.deleted_at = 0`, userID, id)
		if err != nil {
			return err
		}
		if others == 0 {
			return fault.New(fault.Conflict, "This is your only workspace. Create another one first.")
		}
		if err := checkNoSubscription(ctx, tx, id, "This workspace has a subscription. Cancel it under Settings, Billing first."); err != nil {
			return err
		}
		if err := tx.execOne(ctx, "workspace",
			`UPDATE workspaces SET deleted_at = $2, updated_at = $2 WHERE id = $1 AND deleted_at = 0`, id, toMillis(e.At)); err != nil {
			return err
		}
		tx.emit(e)
		return nil
	})
}

// RestoreWorkspace restores a workspace that was deleted after a time.
func (s *Store) RestoreWorkspace(ctx context.Context, id string, after time.Time, e event.Event) error {
	return s.changeOne(ctx, "workspace", e, `UPDATE workspaces SET deleted_at = 0, updated_at = $3 WHERE id = $1 AND deleted_at > $2`,
		id, toMillis(after), toMillis(e.At))
}

// DeletedWorkspaces returns the workspaces that the user owns and that were
// deleted after a time, the last deleted first.
func (s *Store) DeletedWorkspaces(ctx context.Context, userID string, after time.Time) ([]workspace.Workspace, error) {
	return memberWorkspaces(ctx, s.read, `
		WHERE m.user_id = $1 AND m.role = $2 AND w.deleted_at > $3 ORDER BY w.deleted_at DESC, w.id`,
		userID, string(access.Owner), toMillis(after))
}

// DeletedBefore returns the ids of workspaces that were deleted before a time.
func (s *Store) DeletedBefore(ctx context.Context, before time.Time, limit int) ([]string, error) {
	return queryAll(ctx, s.read, value[string],
		`SELECT id FROM workspaces WHERE deleted_at > 0 AND deleted_at < $1 ORDER BY deleted_at, id LIMIT $2`, toMillis(before), limit)
}

// purgeLinks is the number of links that one transaction of a purge deletes.
const purgeLinks = 200

// PurgeWorkspace deletes the records of a deleted workspace and erases its events:
// its links in batches, then everything else.
func (s *Store) PurgeWorkspace(ctx context.Context, id string, e event.Event) error {
	for {
		more, err := s.purgeSomeLinks(ctx, id)
		if err != nil {
			return err
		}
		if !more {
			break
		}
	}
	return s.inTx(ctx, func(tx conn) error {
		if err := checkDeleted(ctx, tx, id); err != nil {
			return err
		}
		for _, statement := range []string{
			`DELETE FROM aliases WHERE target_id IN (SELECT id FROM bio_pages WHERE workspace_id = $1)`,
			`DELETE FROM bio_pages WHERE workspace_id = $1`,
			`DELETE FROM media WHERE workspace_id = $1`,
			`DELETE FROM aliases WHERE domain_id IN (SELECT id FROM domains WHERE workspace_id = $1)`,
			`DELETE FROM domains WHERE workspace_id = $1`,
			`DELETE FROM tasks WHERE workspace_id = $1`,
			`DELETE FROM webhook_deliveries WHERE webhook_id IN (SELECT id FROM webhooks WHERE workspace_id = $1)`,
			`DELETE FROM webhook_messages WHERE workspace_id = $1`,
			`DELETE FROM webhook_clicks WHERE workspace_id = $1`,
			`DELETE FROM first_clicks WHERE workspace_id = $1`,
			`DELETE FROM workspaces WHERE id = $1`,
		} {
			if _, err := tx.exec(ctx, statement, id); err != nil {
				return err
			}
		}
		tx.emit(e)
		return eraseEvents(ctx, tx, `workspace_id = $1`, id)
	})
}

// checkDeleted returns NotFound unless the workspace is deleted, and locks it.
func checkDeleted(ctx context.Context, tx conn, id string) error {
	_, err := queryOne(ctx, tx, value[string], `SELECT id FROM workspaces WHERE id = $1 AND deleted_at > 0`+tx.d.forUpdate, id)
	return notFound(err, "deleted workspace")
}

// purgeSomeLinks deletes up to purgeLinks links of a deleted workspace, with their
// aliases and counters, erases their events, and reports whether there may be more.
func (s *Store) purgeSomeLinks(ctx context.Context, workspaceID string) (more bool, err error) {
	err = s.inTx(ctx, func(tx conn) error {
		if err := checkDeleted(ctx, tx, workspaceID); err != nil {
			return err
		}
		ids, err := queryAll(ctx, tx, value[string], `SELECT id FROM links WHERE workspace_id = $1 LIMIT $2`, workspaceID, purgeLinks)
		if err != nil || len(ids) == 0 {
			return err
		}
		more = len(ids) == purgeLinks
		list, args := inList(nil, ids)
		for _, from := range []string{`aliases WHERE target_id`, `link_clicks WHERE link_id`, `links WHERE id`} {
			if _, err := tx.exec(ctx, `DELETE FROM `+from+` IN `+list, args...); err != nil {
				return err
			}
		}
		return eraseEvents(ctx, tx, `subject_id IN `+list, args...)
	})
	return more, err
}
