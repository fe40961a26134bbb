package records

import (
	"context"
	"encoding/hex"
	"time"

	"linnet/internal/core/idempotency"
)

//nolint:gochecknoglobals // immutable
var claimTable = tableOf("idempotency key", `idempotency_keys`, func(c *idempotency.Claim) []column {
	return []column{
		fixed("user_id", &c.UserID),
		fixed("key_hash", hexField(c.Key[:])),
		fixed("fingerprint", hexField(c.Fingerprint[:])),
		fixed("role", &c.Role),
		col("claim", &c.Token),
		col("claimed_until", &c.Until),
		fixed("created_at", &c.At),
	}
})

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
		n, err := claimTable.insertOr(ctx, tx, &c, `ON CONFLICT (user_id, key_hash) DO NOTHING`)
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

func scanIdempotencyKey(row scanner) (e idempotency.Entry, err error) {
	var r idempotency.Response
	var claim string
	err = row.Scan(hexField(e.Fingerprint[:]), &e.Role, &claim, &r.Status, optionalJSON{&r.Header}, &r.Body)
	if claim == "" {
		e.Response = &r
	}
	return e, err
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
