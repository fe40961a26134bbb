package records

import (
	"context"

	"linnet/internal/core/account"
	"linnet/internal/core/singlesignon"
)

func scanPerson(row scanner) (singlesignon.Person, error) {
	var p singlesignon.Person
	err := row.Scan(&p.UserID, &p.Linked, &p.Known, &p.Operator, &p.Own)
	return p, err
}

// PersonOf returns the account of an identity: the linked one, else that of the
// email address.
func (s *Store) PersonOf(
	ctx context.Context, c singlesignon.Connection, of singlesignon.Identity,
) (singlesignon.Person, error) {
	p, err := queryOne(ctx, s.read, scanPerson, `
		SELECT u.id, i.user_id IS NOT NULL AS linked,
			EXISTS (SELECT 1 FROM sso_identities k WHERE k.user_id = u.id AND k.connection_id = $1), u.operator_since > 0,
			`+hasPassword+` OR `+hasPasskey+`
		FROM users u LEFT JOIN sso_identities i
			ON i.user_id = u.id AND i.connection_id = $1 AND i.issuer = $2 AND i.subject = $3
		WHERE i.user_id IS NOT NULL OR u.email_folded = $4
		ORDER BY CASE WHEN i.user_id IS NULL THEN 1 ELSE 0 END LIMIT 1`,
		c.ID, of.Issuer, of.Subject, account.FoldEmail(of.Email))
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
		if err := tx.execOne(ctx, "sign-in", `DELETE FROM sso_tickets WHERE secret_hash = $1`, hexOf(c.Ticket.Secret)); err != nil {
			return err
		}
		userID := c.Person.UserID
		if userID == "" {
			userID = c.NewUserID
			if err := insertSignedOn(ctx, tx, c); err != nil {
				return err
			}
		}
		if err := useIdentity(ctx, tx, c, userID); err != nil {
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
		ID:        c.NewUserID,
		Email:     of.Email,
		FirstName: of.FirstName,
		LastName:  of.LastName,
		CreatedAt: c.At,
		UpdatedAt: c.At,
	}})
}

// useIdentity records the use of a linked identity, or links it with the user.
func useIdentity(ctx context.Context, tx conn, c singlesignon.Completion, userID string) error {
	of, at := c.Ticket.Identity, toMillis(c.At)
	if c.Person.Linked {
		return tx.execOne(ctx, "identity", `
			UPDATE sso_identities SET last_used_at = $5, email = $6
			WHERE connection_id = $1 AND issuer = $2 AND subject = $3 AND user_id = $4`,
			c.Ticket.ConnectionID, of.Issuer, of.Subject, userID, at, of.Email)
	}
	return linkIdentity(ctx, tx, c, userID)
}

// linkIdentity links the identity with the user, in place of an earlier one of the
// connection, and marks the address as verified if the account has it.
func linkIdentity(ctx context.Context, tx conn, c singlesignon.Completion, userID string) error {
	of, at := c.Ticket.Identity, toMillis(c.At)
	_, err := tx.exec(ctx, `DELETE FROM sso_identities WHERE connection_id = $1 AND user_id = $2`, c.Ticket.ConnectionID, userID)
	if err != nil {
		return err
	}
	linked := singlesignon.LinkedIdentity{
		ConnectionID: c.Ticket.ConnectionID,
		Issuer:       of.Issuer,
		Email:        of.Email,
		LinkedAt:     c.At,
		LastUsedAt:   c.At,
	}
	err = identityTable.insert(ctx, tx, &linked, initial("subject", of.Subject), initial("user_id", userID))
	if err != nil {
		return err
	}
	_, err = tx.exec(ctx, `UPDATE users SET email_verified_at = $3 WHERE id = $1 AND email_folded = $2 AND email_verified_at = 0`,
		userID, account.FoldEmail(of.Email), at)
	return err
}

// joinSignedOn adds the user to the workspace, unless they are a member, and records
// that they signed on.
func joinSignedOn(ctx context.Context, tx conn, c singlesignon.Completion, userID string) error {
	const signedOn = `UPDATE members SET signed_on = TRUE WHERE workspace_id = $1 AND user_id = $2`
	n, err := tx.exec(ctx, signedOn, c.WorkspaceID, userID)
	if err != nil || n > 0 {
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
	if err := insertMember(ctx, tx, c.WorkspaceID, userID, c.Role, c.At); err != nil {
		return err
	}
	_, err = tx.exec(ctx, signedOn, c.WorkspaceID, userID)
	return err
}
