package records

import (
	"context"

	"linnet/internal/base/fault"
	"linnet/internal/core/account"
	"linnet/internal/core/event"
)

// HasUsers reports whether there is any account.
func (s *Store) HasUsers(ctx context.Context) (bool, error) {
	return queryOne(ctx, s.read, value[bool], `SELECT COUNT(*) > 0 FROM (SELECT 1 FROM users LIMIT 1) u`)
}

// InsertSignupCode stores a code. It deletes those that have expired and, unless
// c is Additional, earlier ones for the same address.
func (s *Store) InsertSignupCode(ctx context.Context, c account.SignupCode, e *event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		replaced := c.Email
		if c.Additional {
			replaced = ""
		}
		_, err := tx.exec(ctx, `DELETE FROM signup_codes WHERE expires_at <= $1 OR (email_folded = $2 AND email_folded <> '')`,
			toMillis(c.CreatedAt), replaced)
		if err != nil {
			return err
		}
		_, err = tx.exec(ctx, `INSERT INTO signup_codes (secret_hash, email_folded, created_at, expires_at) VALUES ($1, $2, $3, $4)`,
			hexOf(c.Secret), c.Email, toMillis(c.CreatedAt), toMillis(c.ExpiresAt))
		if err != nil || e == nil {
			return err
		}
		tx.emit(*e)
		return nil
	})
}

// redeemSignupCode redeems a code: one of several concurrent sign-ups with the
// same code succeeds. The token of a pending invitation to a workspace is a code
// too. A set-up code is valid for the first account only; redeeming
// it invalidates all other set-up codes.
func redeemSignupCode(ctx context.Context, tx conn, code account.Secret, user account.User) error {
	folded, at := account.FoldEmail(user.Email), user.CreatedAt
	invited, err := queryOne(ctx, tx, value[string], `
		DELETE FROM signup_codes WHERE secret_hash = $1 AND expires_at > $2 AND email_folded IN ('', $3) RETURNING email_folded`,
		hexOf(code), toMillis(at), folded)
	if fault.Is(err, fault.NotFound) {
		return admitInvited(ctx, tx, code, user)
	}
	if err != nil || invited != "" {
		return err
	}
	taken, err := queryOne(ctx, tx, value[int], `SELECT COUNT(*) FROM (SELECT 1 FROM users LIMIT 1) u`)
	if err == nil && taken > 0 {
		return account.ErrBadCode()
	}
	if err != nil {
		return err
	}
	_, err = tx.exec(ctx, `DELETE FROM signup_codes WHERE email_folded = ''`)
	return err
}
