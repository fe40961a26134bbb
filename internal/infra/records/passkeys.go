package records

import (
	"context"
	"encoding/base64"
	"fmt"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/passkey"
	"linnet/internal/core/queue"
)

// InsertPasskeyChallenge stores a challenge and deletes expired ones.
func (s *Store) InsertPasskeyChallenge(ctx context.Context, c passkey.Challenge, now time.Time) error {
	return s.inTx(ctx, func(tx conn) error {
		if _, err := tx.exec(ctx, `DELETE FROM passkey_challenges WHERE expires_at <= $1`, toMillis(now)); err != nil {
			return err
		}
		_, err := tx.exec(ctx, `
			INSERT INTO passkey_challenges (challenge_hash, ceremony, user_id, session, expires_at) VALUES ($1, $2, $3, $4, $5)`,
			hexOf(c.Hash), string(c.Ceremony), c.UserID, jsonField{&c.Session}, toMillis(c.ExpiresAt))
		return err
	})
}

// RedeemPasskeyChallenge deletes and returns a challenge.
func (s *Store) RedeemPasskeyChallenge(ctx context.Context, c passkey.Challenge, now time.Time) (passkey.Challenge, error) {
	redeemed, err := queryOne(ctx, s.write, func(row scanner) (passkey.Challenge, error) {
		err := row.Scan(jsonField{&c.Session}, timeField{&c.ExpiresAt})
		return c, err
	}, `
		DELETE FROM passkey_challenges WHERE challenge_hash = $1 AND ceremony = $2 AND user_id = $3 AND expires_at > $4
		RETURNING session, expires_at`, hexOf(c.Hash), string(c.Ceremony), c.UserID, toMillis(now))
	return redeemed, notFound(err, "challenge")
}

// Passkeys returns the user's passkeys, oldest first.
func (s *Store) Passkeys(ctx context.Context, userID string) ([]passkey.Passkey, error) {
	return passkeyTable.all(ctx, s.read, `WHERE user_id = $1 ORDER BY created_at, id`, userID)
}

//nolint:gochecknoglobals // immutable
var passkeyTable = tableOf("passkey", `passkeys`, func(p *passkey.Passkey) []column {
	return []column{
		fixed("id", &p.ID),
		fixed("user_id", &p.UserID),
		col("name", &p.Name),
		initial("credential_id", text(func() string { return base64.RawURLEncoding.EncodeToString(p.Credential.ID) })),
		fixed("credential", jsonField{&p.Credential}),
		fixed("created_at", &p.CreatedAt),
		fixed("last_used_at", &p.LastUsedAt),
	}
})

// InsertPasskey stores a passkey.
func (s *Store) InsertPasskey(ctx context.Context, p passkey.Passkey, e event.Event, mail queue.NewTask) error {
	return s.inTx(ctx, func(tx conn) error {
		if err := lockUser(ctx, tx, p.UserID); err != nil {
			return err
		}
		full := fault.New(fault.Conflict, fmt.Sprintf("You have %d passkeys, which is the maximum. Remove one first.", passkey.MaxPasskeys))
		if err := tx.requireBelow(ctx, passkey.MaxPasskeys, full, `passkeys WHERE user_id = $1`, p.UserID); err != nil {
			return err
		}
		err := passkeyTable.insert(ctx, tx, &p)
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
	return s.write.execOne(ctx, "passkey", `UPDATE passkeys SET credential = $3, last_used_at = $4 WHERE user_id = $1 AND id = $2`,
		p.UserID, p.ID, jsonField{&p.Credential}, toMillis(p.LastUsedAt))
}

// ChangePasskey applies edit to a passkey of a user and stores its name.
func (s *Store) ChangePasskey(
	ctx context.Context, userID, id string, edit func(*passkey.Passkey) ([]event.Event, error),
) (passkey.Passkey, error) {
	return passkeyTable.change(ctx, s, id, edit, `WHERE user_id = $1 AND id = $2`, userID, id)
}

// DeletePasskey deletes p.
func (s *Store) DeletePasskey(ctx context.Context, p passkey.Passkey, e event.Event, mail queue.NewTask) error {
	return s.inTx(ctx, func(tx conn) error {
		if err := tx.execOne(ctx, "passkey", `DELETE FROM passkeys WHERE user_id = $1 AND id = $2`, p.UserID, p.ID); err != nil {
			return err
		}
		tx.emit(e)
		return addTasks(ctx, tx, mail)
	})
}
