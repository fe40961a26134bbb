package records

import (
	"context"
	"fmt"

	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/event"
)

// longDeleted is when the workspaces of a deleted account count as deleted: they
// cannot be restored, and the next purge deletes them.
const longDeleted = 1

// membership is a workspace of a user.
type membership struct {
	id, name string
	role     access.Role
	deleted  bool
	members  int
	owners   int
}

func scanMembership(row scanner) (membership, error) {
	var m membership
	err := row.Scan(&m.id, &m.name, &m.role, &m.deleted, &m.members, &m.owners)
	return m, err
}

// DeleteAccount deletes a user with everything that identifies them, except for
// the user's id in the events and as the creator of what stays in workspaces with
// other members.
func (s *Store) DeleteAccount(ctx context.Context, d account.Deletion) error {
	return s.inTx(ctx, func(tx conn) error {
		// The lock serializes concurrent changes of the user's workspaces.
		folded, err := queryOne(ctx, tx, value[string], `SELECT email_folded FROM users WHERE id = $1`+tx.d.forUpdate, d.UserID)
		if err != nil {
			return notFound(err, "account")
		}
		if err := leaveWorkspaces(ctx, tx, d); err != nil {
			return err
		}
		err = eraseEvents(ctx, tx, `kind LIKE 'user.%' AND (actor_id = $1 OR subject_id = $1)
			AND (workspace_id = '' OR workspace_id IN (SELECT workspace_id FROM members WHERE user_id = $1))`, d.UserID)
		if err != nil {
			return err
		}
		for _, statement := range []struct {
			query string
			arg   string
		}{
			{`DELETE FROM idempotency_keys WHERE user_id = $1`, d.UserID},
			{`DELETE FROM passkey_challenges WHERE user_id = $1`, d.UserID},
			{`DELETE FROM sso_tickets WHERE LOWER(email) = $1`, folded},
			{`DELETE FROM signup_codes WHERE email_folded = $1`, folded},
			{`DELETE FROM invitations WHERE email_folded = $1`, folded},
			{`DELETE FROM tasks WHERE kind = 'mail' AND payload LIKE '%' || $1 || '%'`, d.UserID},
			{`DELETE FROM users WHERE id = $1`, d.UserID}, // with sessions, passkeys, identities, memberships, keys, tokens, views and notifications
		} {
			if _, err := tx.exec(ctx, statement.query, statement.arg); err != nil {
				return err
			}
		}
		tx.emit(d.Event(event.UserDeleted, "", d.UserID))
		return nil
	})
}

// leaveWorkspaces deletes the workspaces that have no other member, and ends the
// other memberships.
func leaveWorkspaces(ctx context.Context, tx conn, d account.Deletion) error {
	list, err := queryAll(ctx, tx, scanMembership, `
		SELECT w.id, w.name, m.role, w.deleted_at > 0,
			(SELECT COUNT(*) FROM members o WHERE o.workspace_id = w.id),
			(SELECT COUNT(*) FROM members o WHERE o.workspace_id = w.id AND o.role = $2)
		FROM members m JOIN workspaces w ON w.id = m.workspace_id WHERE m.user_id = $1 ORDER BY w.name, w.id`,
		d.UserID, string(access.Owner))
	if err != nil {
		return err
	}
	for _, w := range list {
		switch {
		case w.members == 1:
			if err := checkNoSubscription(ctx, tx, w.id,
				fmt.Sprintf("The workspace %q has a subscription. Cancel it under Settings, Billing first.", w.name)); err != nil {
				return err
			}
			if _, err := tx.exec(ctx, `UPDATE workspaces SET deleted_at = $2 WHERE id = $1`, w.id, longDeleted); err != nil {
				return err
			}
			tx.emit(d.Event(event.WorkspaceDeleted, w.id, w.id))
		case w.role == access.Owner && w.owners == 1 && !w.deleted:
			return account.ErrOnlyOwner(w.name)
		default:
			tx.emit(d.Event(event.MemberRemoved, w.id, d.UserID))
		}
	}
	return nil
}
