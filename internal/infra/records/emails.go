package records

import (
	"context"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/account"
	"linnet/internal/core/event"
	"linnet/internal/core/queue"
)

// InsertEmailToken stores a token and deletes expired ones.
func (s *Store) InsertEmailToken(ctx context.Context, t account.EmailToken, now time.Time) error {
	return s.inTx(ctx, func(tx conn) error {
		if _, err := tx.exec(ctx, `DELETE FROM email_tokens WHERE expires_at <= $1`, toMillis(now)); err != nil {
			return err
		}
		_, err := tx.exec(ctx, `INSERT INTO email_tokens (secret_hash, user_id, purpose, email_folded, expires_at) VALUES ($1, $2, $3, $4, $5)`,
			hexOf(t.Secret), t.UserID, string(t.Purpose), t.Email, toMillis(t.ExpiresAt))
		return err
	})
}

func scanEmailToken(row scanner) (account.EmailToken, error) {
	var t account.EmailToken
	err := row.Scan(&t.UserID, &t.Purpose, &t.Email)
	return t, err
}

// RedeemEmailToken redeems a token. It deletes the row first, so that one of
// several concurrent calls succeeds.
func (s *Store) RedeemEmailToken(
	ctx context.Context, r account.EmailRedemption,
) (userID string, outcome account.EmailOutcome, err error) {
	err = s.inTx(ctx, func(tx conn) error {
		token, err := queryOne(ctx, tx, scanEmailToken,
			`DELETE FROM email_tokens WHERE secret_hash = $1 AND expires_at > $2 RETURNING user_id, purpose, email_folded`,
			hexOf(r.Secret), toMillis(r.At))
		if err != nil {
			return notFound(err, "token")
		}
		userID = token.UserID
		switch {
		case token.Purpose == account.VerifyAddress && r.Refuse:
			outcome = account.EmailRefused
			return nil
		case token.Purpose == account.VerifyAddress:
			outcome = account.EmailVerified
			return verifyEmail(ctx, tx, token, r)
		case r.Refuse:
			outcome = account.EmailRefused
			return deleteEmailChange(ctx, tx, token.UserID, r.Event(event.UserEmailChangeCancelled, token.UserID))
		}
		outcome, err = confirmEmailChange(ctx, tx, token, r)
		return err
	})
	return userID, outcome, err
}

// verifyEmail marks the address of a token as verified, unless the user has
// another one by now.
func verifyEmail(ctx context.Context, tx conn, t account.EmailToken, r account.EmailRedemption) error {
	if err := tx.execOne(ctx, "token",
		`UPDATE users SET email_verified_at = $3 WHERE id = $1 AND email_folded = $2`, t.UserID, t.Email, toMillis(r.At)); err != nil {
		return err
	}
	tx.emit(r.Event(event.UserEmailVerified, t.UserID))
	return nil
}

// confirmEmailChange confirms a change by one address, and makes the change when
// the other one has confirmed it.
func confirmEmailChange(ctx context.Context, tx conn, t account.EmailToken, r account.EmailRedemption) (account.EmailOutcome, error) {
	column := "old_confirmed_at"
	if t.Purpose == account.ConfirmNewEmail {
		column = "new_confirmed_at"
	}
	c, err := queryOne(ctx, tx, emailChangeTable.scan(),
		`UPDATE email_changes SET `+column+` = $2 WHERE user_id = $1 AND expires_at > $2 RETURNING `+emailChangeTable.list,
		t.UserID, toMillis(r.At))
	if err != nil {
		return "", notFound(err, "change")
	}
	if c.OldConfirmed.IsZero() || c.NewConfirmed.IsZero() {
		return account.EmailPending, nil
	}
	previous, err := queryOne(ctx, tx, value[string], `SELECT email FROM users WHERE id = $1`, c.UserID)
	if err != nil {
		return "", notFound(err, "account")
	}
	_, err = tx.exec(ctx, `UPDATE users SET email = $2, email_folded = $3, email_verified_at = $4, updated_at = $4 WHERE id = $1`,
		c.UserID, c.Email, account.FoldEmail(c.Email), toMillis(r.At))
	if fault.Is(err, fault.Conflict) {
		return "", account.ErrEmailTaken()
	}
	if err != nil {
		return "", err
	}
	if _, err := tx.exec(ctx, `DELETE FROM sessions WHERE user_id = $1 AND id <> $2`, c.UserID, c.SessionID); err != nil {
		return "", err
	}
	if _, err := tx.exec(ctx, `DELETE FROM password_resets WHERE user_id = $1`, c.UserID); err != nil {
		return "", err
	}
	mail, err := r.Changed(c.UserID, previous)
	if err != nil {
		return "", err
	}
	if err := addTasks(ctx, tx, mail); err != nil {
		return "", err
	}
	return account.EmailChanged, deleteEmailChange(ctx, tx, c.UserID, r.Event(event.UserEmailChanged, c.UserID))
}

//nolint:gochecknoglobals // immutable
var emailChangeTable = tableOf("change of address", `email_changes`, func(c *account.EmailChange) []column {
	return []column{
		fixed("user_id", &c.UserID),
		fixed("email", &c.Email),
		fixed("session_id", &c.SessionID),
		col("old_confirmed_at", &c.OldConfirmed),
		col("new_confirmed_at", &c.NewConfirmed),
		fixed("created_at", &c.CreatedAt),
		fixed("expires_at", &c.ExpiresAt),
	}
})

// InsertEmailChange stores a change instead of an earlier one.
func (s *Store) InsertEmailChange(ctx context.Context, c account.EmailChange, e event.Event, tasks ...queue.NewTask) error {
	return s.inTx(ctx, func(tx conn) error {
		if err := dropEmailChange(ctx, tx, c.UserID); err != nil {
			return err
		}
		if err := emailChangeTable.insert(ctx, tx, &c); err != nil {
			return err
		}
		tx.emit(e)
		return addTasks(ctx, tx, tasks...)
	})
}

// EmailChange returns the user's change that has not expired at now.
func (s *Store) EmailChange(ctx context.Context, userID string, now time.Time) (account.EmailChange, error) {
	return emailChangeTable.one(ctx, s.read, `WHERE user_id = $1 AND expires_at > $2`, userID, toMillis(now))
}

// DeleteEmailChange deletes a change with its tokens.
func (s *Store) DeleteEmailChange(ctx context.Context, userID string, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		if _, err := queryOne(ctx, tx, value[string], `SELECT user_id FROM email_changes WHERE user_id = $1`, userID); err != nil {
			return notFound(err, "change of address")
		}
		return deleteEmailChange(ctx, tx, userID, e)
	})
}

func deleteEmailChange(ctx context.Context, tx conn, userID string, e event.Event) error {
	tx.emit(e)
	return dropEmailChange(ctx, tx, userID)
}

func dropEmailChange(ctx context.Context, tx conn, userID string) error {
	if _, err := tx.exec(ctx, `DELETE FROM email_changes WHERE user_id = $1`, userID); err != nil {
		return err
	}
	_, err := tx.exec(ctx, `DELETE FROM email_tokens WHERE user_id = $1 AND purpose <> $2`, userID, string(account.VerifyAddress))
	return err
}

// SetEmailVerified marks the address of a user as verified.
func (s *Store) SetEmailVerified(ctx context.Context, userID string, e event.Event) error {
	return s.changeOne(ctx, "account", e, `UPDATE users SET email_verified_at = $2 WHERE id = $1`, userID, toMillis(e.At))
}
