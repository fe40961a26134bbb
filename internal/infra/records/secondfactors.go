package records

import (
	"context"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/secondfactor"
)

// TOTP returns the user's factor, confirmed or not.
func (s *Store) TOTP(ctx context.Context, userID string) (secondfactor.TOTP, error) {
	t, err := queryOne(ctx, s.read, func(row scanner) (secondfactor.TOTP, error) {
		t := secondfactor.TOTP{UserID: userID}
		err := row.Scan(&t.Secret, timeField{&t.CreatedAt}, timeField{&t.ConfirmedAt})
		return t, err
	}, `SELECT secret, created_at, confirmed_at FROM totp_factors WHERE user_id = $1`, userID)
	return t, notFound(err, "second factor")
}

// InsertTOTP stores a factor to be confirmed.
func (s *Store) InsertTOTP(ctx context.Context, t secondfactor.TOTP) error {
	n, err := s.write.exec(ctx, `
		INSERT INTO totp_factors (user_id, secret, created_at) VALUES ($1, $2, $3)
		ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at
		WHERE totp_factors.confirmed_at = 0`, t.UserID, t.Secret, toMillis(t.CreatedAt))
	if err == nil && n == 0 {
		return secondfactor.ErrEnabled()
	}
	return err
}

// ConfirmTOTP confirms the factor that was created at created.
func (s *Store) ConfirmTOTP(ctx context.Context, created time.Time, step int64, c secondfactor.Change) error {
	return s.inTx(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `
			UPDATE totp_factors SET confirmed_at = $3, last_step = $4
			WHERE user_id = $1 AND created_at = $2 AND confirmed_at = 0`,
			c.UserID, toMillis(created), toMillis(c.Event.At), step)
		if err == nil && n == 0 {
			return secondfactor.ErrNotStarted()
		}
		if err != nil {
			return err
		}
		if err := replaceRecoveryCodes(ctx, tx, c); err != nil {
			return err
		}
		return endOtherSessions(ctx, tx, c)
	})
}

// AcceptTOTPStep stores that a code of step was used.
func (s *Store) AcceptTOTPStep(ctx context.Context, userID string, step int64) (bool, error) {
	n, err := s.write.exec(ctx, `UPDATE totp_factors SET last_step = $2 WHERE user_id = $1 AND last_step < $2`, userID, step)
	return n > 0, err
}

// DeleteTOTP deletes a confirmed factor with the recovery codes.
func (s *Store) DeleteTOTP(ctx context.Context, c secondfactor.Change) error {
	return s.inTx(ctx, func(tx conn) error {
		if err := tx.execOne(ctx, "second factor", `DELETE FROM totp_factors WHERE user_id = $1 AND confirmed_at > 0`, c.UserID); err != nil {
			return err
		}
		if _, err := tx.exec(ctx, `DELETE FROM recovery_codes WHERE user_id = $1`, c.UserID); err != nil {
			return err
		}
		return endOtherSessions(ctx, tx, c)
	})
}

// CountRecoveryCodes returns the number of unused codes.
func (s *Store) CountRecoveryCodes(ctx context.Context, userID string) (int, error) {
	return s.read.count(ctx, `recovery_codes WHERE user_id = $1`, userID)
}

// RedeemRecoveryCode deletes one code.
func (s *Store) RedeemRecoveryCode(ctx context.Context, code secondfactor.CodeHash, c secondfactor.Change) error {
	return s.inTx(ctx, func(tx conn) error {
		if err := tx.execOne(ctx, "recovery code",
			`DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2`, c.UserID, hexOf(code)); err != nil {
			return err
		}
		tx.emit(c.Event)
		return addTasks(ctx, tx, c.Mail)
	})
}

// ReplaceRecoveryCodes replaces all codes of a user with a confirmed factor.
func (s *Store) ReplaceRecoveryCodes(ctx context.Context, c secondfactor.Change) error {
	return s.inTx(ctx, func(tx conn) error {
		enabled, err := tx.count(ctx, `totp_factors WHERE user_id = $1 AND confirmed_at > 0`, c.UserID)
		if err == nil && enabled == 0 {
			return fault.New(fault.NotFound, "Two-factor authentication is off.")
		}
		if err != nil {
			return err
		}
		if err := replaceRecoveryCodes(ctx, tx, c); err != nil {
			return err
		}
		tx.emit(c.Event)
		return addTasks(ctx, tx, c.Mail)
	})
}

func replaceRecoveryCodes(ctx context.Context, tx conn, c secondfactor.Change) error {
	if _, err := tx.exec(ctx, `DELETE FROM recovery_codes WHERE user_id = $1`, c.UserID); err != nil {
		return err
	}
	for _, code := range c.Codes {
		if _, err := tx.exec(ctx, `INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1, $2)`, c.UserID, hexOf(code)); err != nil {
			return err
		}
	}
	return nil
}

// endOtherSessions deletes the sessions of the user except one, and stores the
// event and the mail of the change.
func endOtherSessions(ctx context.Context, tx conn, c secondfactor.Change) error {
	if _, err := tx.exec(ctx, `DELETE FROM sessions WHERE user_id = $1 AND id <> $2`, c.UserID, c.ExceptSession); err != nil {
		return err
	}
	tx.emit(c.Event)
	return addTasks(ctx, tx, c.Mail)
}
