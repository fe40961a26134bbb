package records

import (
	"context"
	"encoding/hex"
	"time"

	"linnet/internal/core/account"
	"linnet/internal/core/event"
)

//nolint:gochecknoglobals // immutable
var sessionTable = tableOf("session", `sessions`, func(s *account.Session) []column {
	return []column{
		fixed("id", &s.ID),
		fixed("user_id", &s.UserID),
		fixed("device_id", &s.DeviceID),
		fixed("user_agent", &s.UserAgent),
		fixed("place", &s.Place),
		fixed("created_at", &s.CreatedAt),
		col("last_seen_at", &s.LastSeenAt),
		col("expires_at", &s.ExpiresAt),
		col("authenticated_at", &s.AuthenticatedAt),
		col("sso_connection_id", &s.SingleSignOnID),
	}
})

// deviceMemory is the retention of expired sessions. A login from a device in a
// retained session does not cause a new-device notification.
const deviceMemory = 180 * 24 * time.Hour

// InsertSession stores a login and reports whether its device is new.
func (s *Store) InsertSession(ctx context.Context, n account.NewSession, e event.Event) (newDevice bool, err error) {
	err = s.inTx(ctx, func(tx conn) error {
		if _, err := tx.exec(ctx, `DELETE FROM sessions WHERE expires_at < $1`, toMillis(n.CreatedAt.Add(-deviceMemory))); err != nil {
			return err
		}
		known, err := tx.count(ctx, `sessions
			WHERE user_id = $1 AND device_id = $2 AND (device_id <> '' OR user_agent = $3)`,
			n.UserID, n.DeviceID, n.UserAgent)
		if err != nil {
			return err
		}
		newDevice = known == 0
		if err := insertSession(ctx, tx, n); err != nil {
			return err
		}
		tx.emit(e)
		return deleteSupersededSessions(ctx, tx, n.Session)
	})
	return newDevice, err
}

// deleteSupersededSessions removes the user's earlier sessions on the device of
// n, and all but the account.MaxSessions used last.
func deleteSupersededSessions(ctx context.Context, tx conn, n account.Session) error {
	if n.DeviceID != "" {
		if _, err := tx.exec(ctx, `DELETE FROM sessions WHERE user_id = $1 AND device_id = $2 AND id <> $3`, n.UserID, n.DeviceID, n.ID); err != nil {
			return err
		}
	}
	_, err := tx.exec(ctx, `
		DELETE FROM sessions WHERE user_id = $1 AND id <> $2 AND id NOT IN (
			SELECT id FROM sessions WHERE user_id = $1 AND id <> $2 ORDER BY last_seen_at DESC, id DESC LIMIT $3)`,
		n.UserID, n.ID, account.MaxSessions-1)
	return err
}

// KnownDevice reports whether the user of a folded address has a session on the
// device that has not expired at now and is not confined.
func (s *Store) KnownDevice(ctx context.Context, folded, deviceID string, now time.Time) (bool, error) {
	return queryOne(ctx, s.read, value[bool], `
		SELECT COUNT(*) > 0 FROM sessions s JOIN users u ON u.id = s.user_id
		WHERE u.email_folded = $1 AND s.device_id = $2 AND s.expires_at > $3
			AND (s.sso_connection_id = '' OR s.authenticated_at > 0)`, folded, deviceID, toMillis(now))
}

func insertSession(ctx context.Context, tx conn, n account.NewSession) error {
	return sessionTable.insert(ctx, tx, &n.Session, initial("secret_hash", hexField(n.Secret[:])))
}

// SessionBySecret returns the session of a secret, also an expired one.
func (s *Store) SessionBySecret(ctx context.Context, secret account.Secret) (account.Session, error) {
	return sessionTable.one(ctx, s.read, `WHERE secret_hash = $1`, hexOf(secret))
}

// Sessions returns the user's sessions that are open at now, the one seen last
// first.
func (s *Store) Sessions(ctx context.Context, userID string, now time.Time) ([]account.Session, error) {
	return sessionTable.all(ctx, s.read, `WHERE user_id = $1 AND expires_at > $2
		ORDER BY last_seen_at DESC, id DESC`, userID, toMillis(now))
}

// TouchSession notes that the session was seen.
func (s *Store) TouchSession(ctx context.Context, id string, seen, expires time.Time) error {
	_, err := s.write.exec(ctx, `UPDATE sessions SET last_seen_at = $2, expires_at = $3 WHERE id = $1`,
		id, toMillis(seen), toMillis(expires))
	return err
}

// SetAuthenticated stores when the user of a session proved their identity.
func (s *Store) SetAuthenticated(ctx context.Context, id string, at time.Time, e event.Event) error {
	return s.changeOne(ctx, "session", e, `UPDATE sessions SET authenticated_at = $2 WHERE id = $1`, id, toMillis(at))
}

// DeleteOtherSessions deletes the sessions of the user except one.
func (s *Store) DeleteOtherSessions(ctx context.Context, userID, except string, d *account.Disconnection, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `DELETE FROM sessions WHERE user_id = $1 AND id <> $2`, userID, except)
		if err != nil {
			return err
		}
		if n > 0 {
			tx.emit(e)
		}
		return disconnectAll(ctx, tx, userID, d)
	})
}

// DeleteSession deletes one session of the user.
func (s *Store) DeleteSession(ctx context.Context, userID, id string, e event.Event) error {
	return s.changeOne(ctx, "session", e, `DELETE FROM sessions WHERE user_id = $1 AND id = $2`, userID, id)
}

// InsertReset stores the secret of a forgotten password and removes those
// that have expired.
func (s *Store) InsertReset(ctx context.Context, secret account.Secret, userID string, created, expires time.Time) error {
	return s.inTx(ctx, func(tx conn) error {
		if _, err := tx.exec(ctx, `DELETE FROM password_resets WHERE expires_at <= $1`, toMillis(created)); err != nil {
			return err
		}
		_, err := tx.exec(ctx, `INSERT INTO password_resets (secret_hash, user_id, created_at, expires_at) VALUES ($1, $2, $3, $4)`,
			hexOf(secret), userID, toMillis(created), toMillis(expires))
		return err
	})
}

// ResetUser returns whose secret it is.
func (s *Store) ResetUser(ctx context.Context, secret account.Secret, now time.Time) (string, error) {
	userID, err := queryOne(ctx, s.read, value[string], `SELECT user_id FROM password_resets WHERE secret_hash = $1 AND expires_at > $2`,
		hexOf(secret), toMillis(now))
	return userID, notFound(err, "reset")
}

// RedeemReset redeems the secret. It deletes the row first, so that one of several
// concurrent calls succeeds.
func (s *Store) RedeemReset(ctx context.Context, secret account.Secret, p account.NewPassword) error {
	return s.inTx(ctx, func(tx conn) error {
		userID, err := queryOne(ctx, tx, value[string],
			`DELETE FROM password_resets WHERE secret_hash = $1 AND expires_at > $2 RETURNING user_id`, hexOf(secret), toMillis(p.Event.At))
		if err != nil {
			return notFound(err, "reset")
		}
		return setPassword(ctx, tx, userID, "", p)
	})
}

func hexOf(secret account.Secret) string { return hex.EncodeToString(secret[:]) }
