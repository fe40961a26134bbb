package records

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"linnet/internal/core/idempotency"
)

// ClaimIdempotencyKey stores a claim and reports true, or returns the entry of the
// key. Claims until c.At and responses from before oldest do not count.
func (s *Store) ClaimIdempotencyKey(
	ctx context.Context, c idempotency.Claim, oldest time.Time,
) (entry idempotency.Entry, claimed bool, err error) {
	key := hex.EncodeToString(c.Key[:])
	err = s.inTx(ctx, func(tx conn) error {
		_, err := tx.exec(ctx, `
			DELETE FROM idempotency_keys
			WHERE user_id = $1 AND key_hash = $2 AND (created_at < $3 OR claim <> '' AND claimed_until <= $4)`,
			c.UserID, key, toMillis(oldest), toMillis(c.At))
		if err != nil {
			return err
		}
		n, err := insertedRows(ctx, tx, `INSERT INTO idempotency_keys (user_id, key_hash, fingerprint, role, claim, claimed_until, created_at)`, [][]any{
			{c.UserID, key, hex.EncodeToString(c.Fingerprint[:]), string(c.Role), c.Token, toMillis(c.Until), toMillis(c.At)},
		}, `ON CONFLICT (user_id, key_hash) DO NOTHING`)
		if err != nil {
			return err
		}
		if claimed = n == 1; claimed {
			return nil
		}
		entry, err = queryOne(ctx, tx, scanIdempotencyKey, `
			SELECT fingerprint, role, claim, status, header, body FROM idempotency_keys WHERE user_id = $1 AND key_hash = $2`, c.UserID, key)
		return notFound(err, "idempotency key")
	})
	return entry, claimed, err
}

func scanIdempotencyKey(row scanner) (idempotency.Entry, error) {
	var e idempotency.Entry
	var r idempotency.Response
	var fingerprint, claim, header, body string
	if err := row.Scan(&fingerprint, &e.Role, &claim, &r.Status, &header, &body); err != nil {
		return e, err
	}
	if n, err := hex.Decode(e.Fingerprint[:], []byte(fingerprint)); err != nil || n != len(e.Fingerprint) {
		return e, fmt.Errorf("decode the fingerprint of an idempotent request: %d bytes, %w", n, err)
	}
	if claim != "" {
		return e, nil
	}
	if err := json.Unmarshal([]byte(header), &r.Header); err != nil {
		return e, fmt.Errorf("decode the header of an idempotent response: %w", err)
	}
	r.Body = []byte(body)
	e.Response = &r
	return e, nil
}

// StoreIdempotentResponse replaces a claim by a response, and deletes the user's
// oldest responses beyond maxResponses and maxBytes.
func (s *Store) StoreIdempotentResponse(
	ctx context.Context, c idempotency.Claim, r idempotency.Response, maxResponses, maxBytes int,
) error {
	header, err := asJSON(r.Header)
	if err != nil {
		return err
	}
	return s.inTx(ctx, func(tx conn) error {
		if err := tx.execOne(ctx, "idempotency key", `
			UPDATE idempotency_keys SET claim = '', status = $4, header = $5, body = $6, bytes = $7
			WHERE user_id = $1 AND key_hash = $2 AND claim = $3`,
			c.UserID, hex.EncodeToString(c.Key[:]), c.Token, r.Status, header, string(r.Body), len(r.Body)+len(header)); err != nil {
			return err
		}
		_, err = tx.exec(ctx, `
			DELETE FROM idempotency_keys WHERE user_id = $1 AND key_hash IN (
				SELECT key_hash FROM (
					SELECT key_hash, ROW_NUMBER() OVER newest AS position, SUM(bytes) OVER newest AS total
					FROM idempotency_keys WHERE user_id = $1 AND claim = ''
					WINDOW newest AS (ORDER BY created_at DESC, key_hash ROWS UNBOUNDED PRECEDING)
				) AS stored WHERE position > $2 OR total > $3)`, c.UserID, maxResponses, maxBytes)
		return err
	})
}

// ReleaseIdempotencyKey deletes a claim.
func (s *Store) ReleaseIdempotencyKey(ctx context.Context, c idempotency.Claim) error {
	_, err := s.write.exec(ctx, `DELETE FROM idempotency_keys WHERE user_id = $1 AND key_hash = $2 AND claim = $3`,
		c.UserID, hex.EncodeToString(c.Key[:]), c.Token)
	return err
}

// DeleteIdempotencyKeys deletes responses and claims from before a time.
func (s *Store) DeleteIdempotencyKeys(ctx context.Context, before time.Time) error {
	_, err := s.write.exec(ctx, `DELETE FROM idempotency_keys WHERE created_at < $1`, toMillis(before))
	return err
}
