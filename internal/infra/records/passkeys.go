package records

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/passkey"
	"linnet/internal/core/queue"
)

// InsertPasskeyChallenge stores a challenge and deletes expired ones.
func (s *Store) InsertPasskeyChallenge(ctx context.Context, c passkey.Challenge, now time.Time) error {
	session, err := json.Marshal(c.Session)
	if err != nil {
		return fmt.Errorf("encode a passkey challenge: %w", err)
	}
	return s.inTx(ctx, func(tx conn) error {
		if _, err := tx.exec(ctx, `DELETE FROM passkey_challenges WHERE expires_at <= $1`, toMillis(now)); err != nil {
			return err
		}
		_, err := tx.exec(ctx, `
			INSERT INTO passkey_challenges (challenge_hash, ceremony, user_id, session, expires_at) VALUES ($1, $2, $3, $4, $5)`,
			hexOf(c.Hash), string(c.Ceremony), c.UserID, string(session), toMillis(c.ExpiresAt))
		return err
	})
}

// RedeemPasskeyChallenge deletes and returns a challenge.
func (s *Store) RedeemPasskeyChallenge(ctx context.Context, c passkey.Challenge, now time.Time) (passkey.Challenge, error) {
	redeemed, err := queryOne(ctx, s.write, func(row scanner) (passkey.Challenge, error) {
		var session string
		var expires int64
		if err := row.Scan(&session, &expires); err != nil {
			return c, err
		}
		c.ExpiresAt = fromMillis(expires)
		return c, json.Unmarshal([]byte(session), &c.Session)
	}, `
		DELETE FROM passkey_challenges WHERE challenge_hash = $1 AND ceremony = $2 AND user_id = $3 AND expires_at > $4
		RETURNING session, expires_at`, hexOf(c.Hash), string(c.Ceremony), c.UserID, toMillis(now))
	return redeemed, notFound(err, "challenge")
}

// Passkeys returns the user's passkeys, oldest first.
func (s *Store) Passkeys(ctx context.Context, userID string) ([]passkey.Passkey, error) {
	return queryAll(ctx, s.read, scanPasskey, passkeyQuery+`WHERE user_id = $1 ORDER BY created_at, id`, userID)
}

// passkeyQuery reads passkeys for scanPasskey.
const passkeyQuery = `SELECT id, user_id, name, credential, created_at, last_used_at FROM passkeys `

func scanPasskey(row scanner) (passkey.Passkey, error) {
	var p passkey.Passkey
	err := row.Scan(&p.ID, &p.UserID, &p.Name, jsonField{&p.Credential}, timeField{&p.CreatedAt}, timeField{&p.LastUsedAt})
	return p, err
}

// InsertPasskey stores a passkey.
func (s *Store) InsertPasskey(ctx context.Context, p passkey.Passkey, e event.Event, mail queue.NewTask) error {
	credential, err := json.Marshal(p.Credential)
	if err != nil {
		return fmt.Errorf("encode a passkey: %w", err)
	}
	return s.inTx(ctx, func(tx conn) error {
		// The lock serializes concurrent registrations of the user.
		if _, err := queryOne(ctx, tx, value[string], `SELECT id FROM users WHERE id = $1`+tx.d.forUpdate, p.UserID); err != nil {
			return notFound(err, "account")
		}
		stored, err := queryOne(ctx, tx, value[int], `SELECT COUNT(*) FROM passkeys WHERE user_id = $1`, p.UserID)
		if err == nil && stored >= passkey.MaxPasskeys {
			return fault.New(fault.Conflict, fmt.Sprintf("You have %d passkeys, which is the maximum. Remove one first.", passkey.MaxPasskeys))
		}
		if err != nil {
			return err
		}
		_, err = tx.exec(ctx, `
			INSERT INTO passkeys (id, user_id, name, credential_id, credential, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
			p.ID, p.UserID, p.Name, base64.RawURLEncoding.EncodeToString(p.Credential.ID), string(credential), toMillis(p.CreatedAt))
		if fault.Is(err, fault.Conflict) {
			return fault.Wrap(err, fault.Conflict, "This passkey is registered already.")
		}
		if err != nil {
			return err
		}
		tx.emit(e)
		return addTasks(ctx, tx, mail)
	})
}

// RecordPasskeyUse stores the state of the credential after an authentication.
func (s *Store) RecordPasskeyUse(ctx context.Context, p passkey.Passkey) error {
	credential, err := json.Marshal(p.Credential)
	if err != nil {
		return fmt.Errorf("encode a passkey: %w", err)
	}
	n, err := s.write.exec(ctx, `UPDATE passkeys SET credential = $3, last_used_at = $4 WHERE user_id = $1 AND id = $2`,
		p.UserID, p.ID, string(credential), toMillis(p.LastUsedAt))
	return changedOne(n, err, "passkey")
}

// ChangePasskey applies edit to a passkey of a user and stores its name.
func (s *Store) ChangePasskey(
	ctx context.Context, userID, id string, edit func(*passkey.Passkey) ([]event.Event, error),
) (passkey.Passkey, error) {
	return change(ctx, s, `passkeys`, id, func(tx conn) (passkey.Passkey, error) {
		p, err := queryOne(ctx, tx, scanPasskey, passkeyQuery+`WHERE user_id = $1 AND id = $2`, userID, id)
		return p, notFound(err, "passkey")
	}, edit, func(tx conn, _, p passkey.Passkey) error {
		_, err := tx.exec(ctx, `UPDATE passkeys SET name = $2 WHERE id = $1`, id, p.Name)
		return err
	})
}

// DeletePasskey deletes p.
func (s *Store) DeletePasskey(ctx context.Context, p passkey.Passkey, e event.Event, mail queue.NewTask) error {
	return s.inTx(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `DELETE FROM passkeys WHERE user_id = $1 AND id = $2`, p.UserID, p.ID)
		if err := changedOne(n, err, "passkey"); err != nil {
			return err
		}
		tx.emit(e)
		return addTasks(ctx, tx, mail)
	})
}
