package records

import (
	"context"
	"fmt"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/account"
	"linnet/internal/core/event"
	"linnet/internal/core/member"
)

// endedInvitations is the time for which an invitation is stored after its expiry.
// Until then its links say that it has ended.
const endedInvitations = 90 * 24 * time.Hour

//nolint:gochecknoglobals // immutable
var invitationTable = tableOf("invitation", `
	invitations i JOIN workspaces w ON w.id = i.workspace_id JOIN users u ON u.id = i.invited_by`,
	func(i *member.Invitation) []column {
		return []column{
			fixed("id", &i.ID),
			fixed("workspace_id", &i.WorkspaceID),
			computed("w.name", &i.WorkspaceName),
			fixed("email", &i.Email),
			initial("email_folded", text(func() string { return account.FoldEmail(i.Email) })),
			fixed("role", &i.Role),
			fixed("invited_by", &i.InvitedBy),
			computed("u.first_name || ' ' || u.last_name", &i.InviterName),
			fixed("created_at", &i.CreatedAt),
			fixed("expires_at", &i.ExpiresAt),
			computed("i.accepted_at", &i.AcceptedAt),
			computed("i.accepted_by", &i.AcceptedBy),
			computed("i.revoked_at", &i.RevokedAt),
			computed(workspaceClosed, &i.Closed),
		}
	})

// pendingInvitation is a condition on invitations i that holds at the time of the
// parameter.
func pendingInvitation(parameter string) string {
	return `i.accepted_at = 0 AND i.revoked_at = 0 AND i.expires_at > ` + parameter
}

// InsertInvitation stores an invitation with its token and the task of its mail.
func (s *Store) InsertInvitation(ctx context.Context, n member.NewInvitation) error {
	return s.inTx(ctx, func(tx conn) error {
		if err := lockWorkspace(ctx, tx, n.WorkspaceID); err != nil {
			return err
		}
		if err := checkInvited(ctx, tx, n); err != nil {
			return err
		}
		if err := checkInvitationBounds(ctx, tx, n); err != nil {
			return err
		}
		if _, err := tx.exec(ctx, `DELETE FROM invitations WHERE expires_at < $1`, toMillis(n.CreatedAt.Add(-endedInvitations))); err != nil {
			return err
		}
		if err := invitationTable.insert(ctx, tx, &n.Invitation); err != nil {
			return err
		}
		if err := insertInvitationToken(ctx, tx, n.ID, n.Token); err != nil {
			return err
		}
		if n.Mail != nil {
			if err := addTasks(ctx, tx, *n.Mail); err != nil {
				return err
			}
		}
		tx.emit(n.Event)
		return nil
	})
}

func insertInvitationToken(ctx context.Context, tx conn, id string, token member.TokenHash) error {
	_, err := tx.exec(ctx, `INSERT INTO invitation_tokens (secret_hash, invitation_id) VALUES ($1, $2)`, hexOf(token), id)
	return err
}

// checkInvited is Conflict when the address belongs to a member or has a pending
// invitation.
func checkInvited(ctx context.Context, tx conn, n member.NewInvitation) error {
	if n.Email == "" {
		return nil
	}
	folded := account.FoldEmail(n.Email)
	members, err := tx.count(ctx,
		`members m JOIN users u ON u.id = m.user_id WHERE m.workspace_id = $1 AND u.email_folded = $2`, n.WorkspaceID, folded)
	if err != nil {
		return err
	}
	if members > 0 {
		return fault.New(fault.Conflict, "A member of this workspace has this email address.").At("email")
	}
	pending, err := tx.count(ctx, `invitations i WHERE i.workspace_id = $1 AND i.email_folded = $2 AND `+pendingInvitation("$3"),
		n.WorkspaceID, folded, toMillis(n.CreatedAt))
	if err == nil && pending > 0 {
		return fault.New(fault.Conflict, "This address has a pending invitation. Revoke it to send a new one.").At("email")
	}
	return err
}

func checkInvitationBounds(ctx context.Context, tx conn, n member.NewInvitation) error {
	const day = 24 * time.Hour
	members, err := countMembers(ctx, tx, n.WorkspaceID)
	if err != nil {
		return err
	}
	pending, err := tx.count(ctx, `invitations i WHERE i.workspace_id = $1 AND `+pendingInvitation("$2"), n.WorkspaceID, toMillis(n.CreatedAt))
	if err != nil {
		return err
	}
	since := toMillis(n.CreatedAt.Add(-day))
	recent, err := tx.count(ctx, `invitations WHERE workspace_id = $1 AND created_at > $2`, n.WorkspaceID, since)
	if err != nil {
		return err
	}
	invited, err := tx.count(ctx, `invitations WHERE invited_by = $1 AND created_at > $2`, n.InvitedBy, since)
	if err != nil {
		return err
	}
	mailed, err := tx.count(ctx,
		`invitations WHERE email_folded = $1 AND email_folded <> '' AND created_at > $2`, account.FoldEmail(n.Email), since)
	switch b := n.Bounds; {
	case err != nil:
		return err
	case b.Members > 0 && members+pending >= b.Members:
		return errMemberLimit(members+pending, b.Members)
	case b.Pending > 0 && pending >= b.Pending:
		return fault.New(fault.LimitReached, fmt.Sprintf("A workspace has at most %d pending invitations. Revoke one first.", b.Pending))
	case b.PerDay > 0 && recent >= b.PerDay:
		return fault.New(fault.RateLimited, "This workspace has sent too many invitations today. Try again tomorrow.").RetryAfter(day)
	case b.PerUser > 0 && invited >= b.PerUser:
		return fault.New(fault.RateLimited, "You have sent too many invitations today. Try again tomorrow.").RetryAfter(day)
	case b.PerAddress > 0 && mailed >= b.PerAddress:
		return fault.New(fault.RateLimited, "This address has received too many invitations today. Try again tomorrow.").RetryAfter(day)
	}
	return nil
}

func countMembers(ctx context.Context, tx conn, workspaceID string) (int, error) {
	return tx.count(ctx, `members WHERE workspace_id = $1`, workspaceID)
}

func errMemberLimit(used, limit int) error {
	return fault.New(fault.LimitReached, fmt.Sprintf(
		"The plan of this workspace has room for %d, counting members and pending invitations. Choose a larger plan to add more.", limit)).
		Exceeds("members", int64(used), int64(limit))
}

// Invitations returns the invitations of a workspace that are pending at now,
// newest first.
func (s *Store) Invitations(ctx context.Context, workspaceID string, now time.Time) ([]member.Invitation, error) {
	return invitationTable.all(ctx, s.read,
		`WHERE i.workspace_id = $1 AND `+pendingInvitation("$2")+` ORDER BY i.created_at DESC, i.id DESC`, workspaceID, toMillis(now))
}

// Invitation returns an invitation of any workspace and state.
func (s *Store) Invitation(ctx context.Context, id string) (member.Invitation, error) {
	return invitationTable.one(ctx, s.read, `WHERE i.id = $1`, id)
}

// InvitationByToken returns the invitation of a token, in any state.
func (s *Store) InvitationByToken(ctx context.Context, token member.TokenHash) (member.Invitation, error) {
	return invitationTable.one(ctx, s.read, `JOIN invitation_tokens t ON t.invitation_id = i.id WHERE t.secret_hash = $1`, hexOf(token))
}

// AddInvitationToken adds a token to an invitation.
func (s *Store) AddInvitationToken(ctx context.Context, id string, token member.TokenHash) error {
	return s.inTx(ctx, func(tx conn) error { return insertInvitationToken(ctx, tx, id, token) })
}

// RevokeInvitation revokes a pending invitation of the event's workspace.
func (s *Store) RevokeInvitation(ctx context.Context, id string, e event.Event) error {
	return s.changeOne(ctx, "pending invitation", e, `
		UPDATE invitations AS i SET revoked_at = $3 WHERE i.id = $1 AND i.workspace_id = $2 AND `+pendingInvitation("$3"),
		id, e.WorkspaceID, toMillis(e.At))
}

// AcceptInvitation adds the user to the workspace. Of concurrent acceptances of
// one invitation one succeeds.
func (s *Store) AcceptInvitation(ctx context.Context, a member.Acceptance) (joined bool, err error) {
	err = s.inTx(ctx, func(tx conn) error {
		joined = false
		if err := lockWorkspace(ctx, tx, a.Joined.WorkspaceID); err != nil {
			return err
		}
		isMember, err := queryOne(ctx, tx, value[bool],
			`SELECT COUNT(*) > 0 FROM members WHERE workspace_id = $1 AND user_id = $2`, a.Joined.WorkspaceID, a.UserID)
		if err != nil || isMember {
			return err
		}
		if err := acceptInvitation(ctx, tx, a); err != nil {
			return err
		}
		joined = true
		tx.emit(a.Accepted)
		tx.emit(a.Joined)
		return nil
	})
	return joined, err
}

func acceptInvitation(ctx context.Context, tx conn, a member.Acceptance) error {
	i, err := invitationTable.one(ctx, tx, `WHERE i.id = $1`, a.InvitationID)
	if err != nil {
		return err
	}
	at := a.Accepted.At
	if err := i.Err(at); err != nil {
		return err
	}
	email, err := queryOne(ctx, tx, value[string], `SELECT email_folded FROM users WHERE id = $1`, a.UserID)
	if err != nil {
		return notFound(err, "account")
	}
	if i.Email != "" && account.FoldEmail(i.Email) != email {
		return member.ErrOtherAddress()
	}
	if members, err := countMembers(ctx, tx, i.WorkspaceID); err != nil {
		return err
	} else if a.MemberLimit > 0 && members >= a.MemberLimit {
		return errMemberLimit(members, a.MemberLimit)
	}
	// The lock on the workspace does not exclude a concurrent revocation.
	n, err := tx.exec(ctx, `UPDATE invitations AS i SET accepted_at = $2, accepted_by = $3 WHERE i.id = $1 AND `+pendingInvitation("$2"),
		i.ID, toMillis(at), a.UserID)
	if err != nil {
		return err
	}
	if n == 0 {
		return fault.New(fault.Gone, "This invitation was revoked. Ask for a new one.")
	}
	return insertMember(ctx, tx, i.WorkspaceID, a.UserID, i.Role, at)
}

// admitInvited uses the token of a pending invitation as the code of a sign-up. An
// invitation allows one sign-up. It is ErrBadCode for any other token.
func admitInvited(ctx context.Context, tx conn, token member.TokenHash, user account.User) error {
	n, err := tx.exec(ctx, `
		UPDATE invitations AS i SET admitted_user = $3
		WHERE i.id = (SELECT t.invitation_id FROM invitation_tokens t WHERE t.secret_hash = $1)
			AND i.admitted_user = '' AND i.email_folded IN ('', $4) AND `+pendingInvitation("$2"),
		hexOf(token), toMillis(user.CreatedAt), user.ID, account.FoldEmail(user.Email))
	if err == nil && n == 0 {
		return account.ErrBadCode()
	}
	return err
}
