package records

import (
	"context"

	"linnet/internal/core/account"
	"linnet/internal/core/singlesignon"
)

func scanPerson(row scanner) (singlesignon.Person, error) {
	var p singlesignon.Person
	err := row.Scan(&p.UserID, &p.Linked, &p.Member, &p.Verified)
	return p, err
}

// PersonOf returns the account of an identity: the linked one, else that of the
// email address.
func (s *Store) PersonOf(
	ctx context.Context, c singlesignon.Connection, of singlesignon.Identity,
) (singlesignon.Person, error) {
	p, err := queryOne(ctx, s.read, scanPerson, `
		SELECT u.id, i.user_id IS NOT NULL AS linked, EXISTS (SELECT 1 FROM members m WHERE m.user_id = u.id AND m.workspace_id = $1),
			u.email_verified_at > 0
		FROM users u LEFT JOIN sso_identities i
			ON i.user_id = u.id AND i.connection_id = $2 AND i.issuer = $3 AND i.subject = $4
		WHERE i.user_id IS NOT NULL OR u.email_folded = $5
		ORDER BY CASE WHEN i.user_id IS NULL THEN 1 ELSE 0 END LIMIT 1`,
		c.WorkspaceID, c.ID, of.Issuer, of.Subject, account.FoldEmail(of.Email))
	return p, notFound(err, "account")
}

// Complete redeems a ticket, creates or links the account, and adds the user to
// the workspace.
func (s *Store) Complete(ctx context.Context, c singlesignon.Completion) error {
	return s.inTx(ctx, func(tx conn) error {
		// The lock serializes concurrent sign-ins of new members.
		if err := lockWorkspace(ctx, tx, c.WorkspaceID); err != nil {
			return err
		}
		n, err := tx.exec(ctx, `DELETE FROM sso_tickets WHERE secret_hash = $1`, hexOf(c.Ticket.Secret))
		if err := changedOne(n, err, "sign-in"); err != nil {
			return err
		}
		userID := c.Person.UserID
		if userID == "" {
			userID = c.NewUserID
			if err := insertSignedOn(ctx, tx, c); err != nil {
				return err
			}
		}
		if c.Takeover {
			if err := deleteCredentials(ctx, tx, userID); err != nil {
				return err
			}
		}
		if err := linkIdentity(ctx, tx, c, userID); err != nil {
			return err
		}
		if err := joinSignedOn(ctx, tx, c, userID); err != nil {
			return err
		}
		for _, e := range c.Events {
			tx.emit(e)
		}
		return addTasks(ctx, tx, c.Mails...)
	})
}

// insertSignedOn creates the account of a new user. It has no password.
func insertSignedOn(ctx context.Context, tx conn, c singlesignon.Completion) error {
	of := c.Ticket.Identity
	return insertUser(ctx, tx, account.Account{User: account.User{
		ID: c.NewUserID, Email: of.Email, FirstName: of.FirstName, LastName: of.LastName, CreatedAt: c.At, UpdatedAt: c.At,
	}})
}

// deleteCredentials deletes everything with which a person can sign in as a user.
func deleteCredentials(ctx context.Context, tx conn, userID string) error {
	for _, statement := range []string{
		`UPDATE users SET password_hash = '' WHERE id = $1`,
		`DELETE FROM sessions WHERE user_id = $1`,
		`DELETE FROM passkeys WHERE user_id = $1`,
		`DELETE FROM totp_factors WHERE user_id = $1`,
		`DELETE FROM recovery_codes WHERE user_id = $1`,
		`DELETE FROM password_resets WHERE user_id = $1`,
		`DELETE FROM email_changes WHERE user_id = $1`,
		`DELETE FROM email_tokens WHERE user_id = $1`,
		`DELETE FROM api_keys WHERE user_id = $1`,
		`DELETE FROM sso_identities WHERE user_id = $1`,
	} {
		if _, err := tx.exec(ctx, statement, userID); err != nil {
			return err
		}
	}
	return nil
}

// linkIdentity links the identity with the user, in place of an earlier one of the
// connection, and marks the address as verified if the account has it.
func linkIdentity(ctx context.Context, tx conn, c singlesignon.Completion, userID string) error {
	of, at := c.Ticket.Identity, toMillis(c.At)
	_, err := tx.exec(ctx, `
		DELETE FROM sso_identities WHERE connection_id = $1 AND user_id = $2 AND NOT (issuer = $3 AND subject = $4)`,
		c.Ticket.ConnectionID, userID, of.Issuer, of.Subject)
	if err != nil {
		return err
	}
	_, err = tx.exec(ctx, `
		INSERT INTO sso_identities (connection_id, issuer, subject, user_id, created_at, last_used_at) VALUES ($1, $2, $3, $4, $5, $5)
		ON CONFLICT (connection_id, issuer, subject) DO UPDATE SET last_used_at = excluded.last_used_at`,
		c.Ticket.ConnectionID, of.Issuer, of.Subject, userID, at)
	if err != nil {
		return err
	}
	_, err = tx.exec(ctx, `UPDATE users SET email_verified_at = $3 WHERE id = $1 AND email_folded = $2 AND email_verified_at = 0`,
		userID, account.FoldEmail(of.Email), at)
	return err
}

// joinSignedOn adds the user to the workspace, unless they are a member.
func joinSignedOn(ctx context.Context, tx conn, c singlesignon.Completion, userID string) error {
	isMember, err := queryOne(ctx, tx, value[bool],
		`SELECT COUNT(*) > 0 FROM members WHERE workspace_id = $1 AND user_id = $2`, c.WorkspaceID, userID)
	if err != nil || isMember {
		return err
	}
	members, err := countMembers(ctx, tx, c.WorkspaceID)
	if err != nil {
		return err
	}
	if c.MemberLimit > 0 && members >= c.MemberLimit {
		return errMemberLimit(members, c.MemberLimit)
	}
	tx.emit(c.Joined)
	return insertMember(ctx, tx, c.WorkspaceID, userID, c.Role, c.At)
}
