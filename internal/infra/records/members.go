package records

import (
	"context"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/member"
)

//nolint:gochecknoglobals // immutable
var memberTable = tableOf("member", `members m JOIN users u ON u.id = m.user_id`, func(m *member.Member) []column {
	return []column{
		fixed("workspace_id", &m.WorkspaceID),
		fixed("user_id", &m.UserID),
		computed("u.email", &m.Email),
		computed("u.first_name", &m.FirstName),
		computed("u.last_name", &m.LastName),
		col("role", &m.Role),
		fixed("created_at", &m.JoinedAt),
	}
})

const memberByID = `WHERE m.workspace_id = $1 AND m.user_id = $2`

// WorkspaceMembers returns the members of a workspace in the order of joining.
func (s *Store) WorkspaceMembers(ctx context.Context, workspaceID string) ([]member.Member, error) {
	return memberTable.all(ctx, s.read, `WHERE m.workspace_id = $1 ORDER BY m.created_at, m.user_id`, workspaceID)
}

// Member returns one member.
func (s *Store) Member(ctx context.Context, workspaceID, userID string) (member.Member, error) {
	return memberTable.one(ctx, s.read, memberByID, workspaceID, userID)
}

// Holdings counts what a member created in the workspace.
func (s *Store) Holdings(ctx context.Context, workspaceID, userID string, now time.Time) (member.Holdings, error) {
	return queryOne(ctx, s.read, func(row scanner) (member.Holdings, error) {
		var h member.Holdings
		err := row.Scan(&h.Links, &h.QRCodes, &h.Shares)
		return h, err
	}, `SELECT
		(SELECT COUNT(*) FROM links WHERE workspace_id = $1 AND deleted_at = 0 AND created_by = $2),
		(SELECT COUNT(*) FROM qr_codes WHERE workspace_id = $1 AND created_by = $2),
		(SELECT COUNT(*) FROM shares WHERE workspace_id = $1 AND created_by = $2 AND revoked_at = 0 AND (expires_at = 0 OR expires_at > $3))`,
		workspaceID, userID, toMillis(now))
}

// ChangeMember applies edit to a member and stores the role.
func (s *Store) ChangeMember(
	ctx context.Context, workspaceID, userID string, edit func(*member.Member) ([]event.Event, error),
) (member.Member, error) {
	read := memberTable.reading(ctx, memberByID, workspaceID, userID)
	return change(ctx, s, `workspaces`, workspaceID, read, edit, func(tx conn, before, after member.Member) error {
		if err := checkOwners(ctx, tx, before, after.Role); err != nil {
			return err
		}
		return setRole(ctx, tx, before, after.Role)
	})
}

// setRole is ErrStale when from is not the stored membership, and ErrSuspended for an
// owner whose suspension would be that of the workspace.
func setRole(ctx context.Context, tx conn, from member.Member, role access.Role) error {
	if role == access.Owner {
		suspended, err := queryOne(ctx, tx, value[bool], `SELECT suspended_at > 0 FROM users WHERE id = $1`, from.UserID)
		if err != nil {
			return notFound(err, "user")
		}
		if suspended {
			return member.ErrSuspended()
		}
	}
	return unlessStale(tx.exec(ctx, `UPDATE members SET role = $4 WHERE workspace_id = $1 AND user_id = $2 AND role = $3`,
		from.WorkspaceID, from.UserID, string(from.Role), string(role)))
}

// unlessStale returns ErrStale if no row was changed.
func unlessStale(n int64, err error) error {
	if err == nil && n == 0 {
		return member.ErrStale()
	}
	return err
}

// checkOwners returns ErrLastOwner when an owner would lose the role and the
// workspace has no other one. The lock on the workspace serializes such changes.
func checkOwners(ctx context.Context, tx conn, from member.Member, role access.Role) error {
	if from.Role != access.Owner || role == access.Owner {
		return nil
	}
	if err := lockWorkspace(ctx, tx, from.WorkspaceID); err != nil {
		return err
	}
	owners, err := tx.count(ctx, `members WHERE workspace_id = $1 AND role = $2`, from.WorkspaceID, string(access.Owner))
	if err == nil && owners < 2 {
		return member.ErrLastOwner()
	}
	return err
}

// RemoveMember deletes a membership with the member's identity of single sign-on, saved
// views, notifications, scheduled reports, alerts and access to folders of the workspace, and revokes the member's pending invitations.
func (s *Store) RemoveMember(ctx context.Context, from member.Member, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		if err := checkOwners(ctx, tx, from, ""); err != nil {
			return err
		}
		err := unlessStale(tx.exec(ctx, `DELETE FROM members WHERE workspace_id = $1 AND user_id = $2 AND role = $3`,
			from.WorkspaceID, from.UserID, string(from.Role)))
		if err != nil {
			return err
		}
		for _, statement := range []string{
			`DELETE FROM saved_views WHERE workspace_id = $1 AND user_id = $2`,
			`DELETE FROM notifications WHERE workspace_id = $1 AND user_id = $2`,
			`DELETE FROM scheduled_report_receivers WHERE user_id = $2 AND report_id IN (SELECT id FROM scheduled_reports WHERE workspace_id = $1)`,
			`DELETE FROM alert_receivers WHERE user_id = $2 AND alert_id IN (SELECT id FROM alerts WHERE workspace_id = $1)`,
			`DELETE FROM folder_members WHERE user_id = $2 AND folder_id IN (SELECT id FROM folders WHERE workspace_id = $1)`,
		} {
			if _, err := tx.exec(ctx, statement, from.WorkspaceID, from.UserID); err != nil {
				return err
			}
		}
		if err := disconnectMember(ctx, tx, from); err != nil {
			return err
		}
		_, err = tx.exec(ctx, `UPDATE invitations SET revoked_at = $3 WHERE workspace_id = $1 AND invited_by = $2 AND accepted_at = 0 AND revoked_at = 0`,
			from.WorkspaceID, from.UserID, toMillis(e.At))
		if err != nil {
			return err
		}
		tx.emit(e)
		return nil
	})
}

// TransferOwnership makes to an owner and from an admin.
func (s *Store) TransferOwnership(ctx context.Context, from, to member.Member, e event.Event) error {
	if from.Role != access.Owner {
		return fault.New(fault.Forbidden, "Only an owner can transfer a workspace.")
	}
	return s.inTx(ctx, func(tx conn) error {
		if err := setRole(ctx, tx, to, access.Owner); err != nil {
			return err
		}
		tx.emit(e)
		return setRole(ctx, tx, from, access.Admin)
	})
}

// CountMembers returns the number of members of a workspace.
func (s *Store) CountMembers(ctx context.Context, workspaceID string) (int, error) {
	return countMembers(ctx, s.read, workspaceID)
}
