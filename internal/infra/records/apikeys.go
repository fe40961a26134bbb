package records

import (
	"context"
	"database/sql/driver"
	"encoding/hex"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/apikey"
	"linnet/internal/core/event"
)

// keyColumns returns the columns of api_keys.
func keyColumns(k *apikey.Key) columns {
	return columns{
		{"id", &k.ID}, {"workspace_id", &k.WorkspaceID}, {"user_id", &k.UserID}, {"name", &k.Name}, {"prefix", &k.Prefix},
		{"scopes", scopesField{&k.Scopes}}, {"networks", listField[netip.Prefix]{&k.Networks, netip.Prefix.String, netip.ParsePrefix}},
		{"created_at", timeField{&k.CreatedAt}}, {"expires_at", timeField{&k.ExpiresAt}},
		{"previous_expires_at", timeField{&k.PreviousExpiresAt}}, {"last_used_at", timeField{&k.LastUsedAt}},
		{"last_used_network", &k.LastUsedNetwork},
	}
}

// keyQuery returns a query that reads keys for scanKey, with their users.
func keyQuery() string {
	return `
	SELECT ` + keyColumns(&apikey.Key{}).list(`k.`) + `,
		u.first_name || ' ' || u.last_name, COALESCE(m.role, ''), u.suspended_at > 0
	FROM api_keys k JOIN users u ON u.id = k.user_id
	LEFT JOIN members m ON m.workspace_id = k.workspace_id AND m.user_id = k.user_id `
}

// scanKey fails for networks that it cannot decode: without them, the key would be
// valid in all networks.
func scanKey(row scanner) (apikey.Key, error) {
	var k apikey.Key
	err := row.Scan(keyColumns(&k).fields(&k.UserName, &k.UserRole, &k.UserSuspended)...)
	return k, err
}

// scopesField stores scopes as a text.
type scopesField struct{ at *access.Scopes }

// Scan implements sql.Scanner.
func (f scopesField) Scan(src any) error {
	text, err := textOf(src)
	*f.at = 0
	for scope := range strings.SplitSeq(text, ",") {
		*f.at |= access.ScopesOf(access.Scope(scope))
	}
	return err
}

// Value implements driver.Valuer.
func (f scopesField) Value() (driver.Value, error) {
	names := make([]string, 0, len(f.at.List()))
	for _, scope := range f.at.List() {
		names = append(names, string(scope))
	}
	return strings.Join(names, ","), nil
}

// InsertAPIKey stores a new key with its secret.
func (s *Store) InsertAPIKey(ctx context.Context, k apikey.Key, secret apikey.SecretHash, limit int, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		// The lock on the workspace serialises concurrent inserts.
		if err := lockWorkspace(ctx, tx, k.WorkspaceID); err != nil {
			return err
		}
		n, err := queryOne(ctx, tx, value[int], `SELECT COUNT(*) FROM api_keys WHERE workspace_id = $1 AND revoked_at = 0`, k.WorkspaceID)
		if err != nil {
			return err
		}
		if n >= limit {
			return fault.New(fault.LimitReached, fmt.Sprintf("A workspace has at most %d API keys. Revoke one that is no longer needed.", limit))
		}
		if err := keyColumns(&k).insert(ctx, tx, `api_keys`); err != nil {
			return err
		}
		if err := insertKeySecret(ctx, tx, k.ID, secret); err != nil {
			return err
		}
		tx.emit(e)
		return nil
	})
}

func insertKeySecret(ctx context.Context, tx conn, keyID string, secret apikey.SecretHash) error {
	_, err := tx.exec(ctx, `INSERT INTO api_key_secrets (secret_hash, key_id) VALUES ($1, $2)`, hex.EncodeToString(secret[:]), keyID)
	return err
}

// APIKeys returns the keys of a workspace that are not revoked, newest first.
func (s *Store) APIKeys(ctx context.Context, workspaceID string) ([]apikey.Key, error) {
	return queryAll(ctx, s.read, scanKey, keyQuery()+`
		WHERE k.workspace_id = $1 AND k.revoked_at = 0 ORDER BY k.created_at DESC, k.id DESC`, workspaceID)
}

// APIKey returns a key, or NotFound if it is revoked.
func (s *Store) APIKey(ctx context.Context, workspaceID, id string) (apikey.Key, error) {
	return oneKey(ctx, s.read, workspaceID, id)
}

func oneKey(ctx context.Context, c conn, workspaceID, id string) (apikey.Key, error) {
	k, err := queryOne(ctx, c, scanKey,
		keyQuery()+`WHERE k.workspace_id = $1 AND k.id = $2 AND k.revoked_at = 0`, workspaceID, id)
	return k, notFound(err, "API key")
}

// APIKeyBySecret returns the key of a secret that has not expired at now, or
// NotFound.
func (s *Store) APIKeyBySecret(ctx context.Context, secret apikey.SecretHash, now time.Time) (apikey.Key, error) {
	k, err := queryOne(ctx, s.read, scanKey, keyQuery()+`
		JOIN api_key_secrets x ON x.key_id = k.id
		WHERE x.secret_hash = $1 AND (x.expires_at = 0 OR x.expires_at > $2) AND k.revoked_at = 0`,
		hex.EncodeToString(secret[:]), toMillis(now))
	return k, notFound(err, "API key")
}

// ChangeAPIKey applies edit to a key.
func (s *Store) ChangeAPIKey(
	ctx context.Context, workspaceID, id string, edit func(*apikey.Key) ([]event.Event, error),
) (apikey.Key, error) {
	return change(ctx, s, `api_keys`, id, func(tx conn) (apikey.Key, error) { return oneKey(ctx, tx, workspaceID, id) }, edit,
		func(tx conn, _, k apikey.Key) error { return keyColumns(&k).update(ctx, tx, `api_keys`) })
}

// RotateAPIKey applies edit to a key and adds a secret. The other secrets of the key
// expire at the key's PreviousExpiresAt or before; those that have expired at now are
// deleted.
func (s *Store) RotateAPIKey(
	ctx context.Context, workspaceID, id string, secret apikey.SecretHash, now time.Time,
	edit func(*apikey.Key) ([]event.Event, error),
) (apikey.Key, error) {
	return change(ctx, s, `api_keys`, id, func(tx conn) (apikey.Key, error) { return oneKey(ctx, tx, workspaceID, id) }, edit,
		func(tx conn, _, k apikey.Key) error {
			if err := keyColumns(&k).update(ctx, tx, `api_keys`); err != nil {
				return err
			}
			until := toMillis(k.PreviousExpiresAt)
			if _, err := tx.exec(ctx, `
				UPDATE api_key_secrets SET expires_at = $2 WHERE key_id = $1 AND (expires_at = 0 OR expires_at > $2)`, id, until); err != nil {
				return err
			}
			if _, err := tx.exec(ctx, `DELETE FROM api_key_secrets WHERE key_id = $1 AND expires_at <= $2`, id, toMillis(now)); err != nil {
				return err
			}
			return insertKeySecret(ctx, tx, id, secret)
		})
}

// RevokeAPIKey deletes the secrets of a key. Its row stays: it has the name for
// the history.
func (s *Store) RevokeAPIKey(ctx context.Context, workspaceID, id string, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `UPDATE api_keys SET revoked_at = $3 WHERE workspace_id = $1 AND id = $2 AND revoked_at = 0`,
			workspaceID, id, toMillis(e.At))
		if err := changedOne(n, err, "API key"); err != nil {
			return err
		}
		if _, err := tx.exec(ctx, `DELETE FROM api_key_secrets WHERE key_id = $1`, id); err != nil {
			return err
		}
		tx.emit(e)
		return nil
	})
}

// RecordAPIKeyUses stores the last use of keys, unless a later one is stored.
func (s *Store) RecordAPIKeyUses(ctx context.Context, uses []apikey.Use) error {
	return s.inTx(ctx, func(tx conn) error {
		for _, u := range uses {
			_, err := tx.exec(ctx, `UPDATE api_keys SET last_used_at = $2, last_used_network = $3 WHERE id = $1 AND last_used_at < $2`,
				u.KeyID, toMillis(u.At), u.Network)
			if err != nil {
				return err
			}
		}
		return nil
	})
}
