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
	return redeemed, missing(err, "challenge")
}

// Passkeys returns the user's passkeys, oldest first.
func (s *Store) Passkeys(ctx context.Context, userID string) ([]passkey.Passkey, error) {
	return queryAll(ctx, s.read, func(row scanner) (passkey.Passkey, error) {
		p := passkey.Passkey{UserID: userID}
		var credential string
		var created, used int64
		if err := row.Scan(&p.ID, &p.Name, &credential, &created, &used); err != nil {
			return p, err
		}
		p.CreatedAt, p.LastUsedAt = fromMillis(created), fromMillis(used)
		return p, json.Unmarshal([]byte(credential), &p.Credential)
	}, `SELECT id, name, credential, created_at, last_used_at FROM passkeys WHERE user_id = $1 ORDER BY created_at, id`, userID)
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
			return missing(err, "account")
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

// RenamePasskey stores the name of p.
func (s *Store) RenamePasskey(ctx context.Context, p passkey.Passkey, e event.Event) error {
	return s.changePasskey(ctx, e, nil, `UPDATE passkeys SET name = $3 WHERE user_id = $1 AND id = $2`, p.UserID, p.ID, p.Name)
}

// DeletePasskey deletes p.
func (s *Store) DeletePasskey(ctx context.Context, p passkey.Passkey, e event.Event, mail queue.NewTask) error {
	return s.changePasskey(ctx, e, []queue.NewTask{mail}, `DELETE FROM passkeys WHERE user_id = $1 AND id = $2`, p.UserID, p.ID)
}

// changePasskey executes a statement that changes one passkey. It returns NotFound
// when it changes none.
func (s *Store) changePasskey(ctx context.Context, e event.Event, mails []queue.NewTask, statement string, args ...any) error {
	return s.inTx(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, statement, args...)
		if err := changedOne(n, err, "passkey"); err != nil {
			return err
		}
		tx.emit(e)
		return addTasks(ctx, tx, mails...)
	})
}
