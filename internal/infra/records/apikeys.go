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
	"linnet/internal/core/dropin"
	"linnet/internal/core/event"
)

// keyTable has API keys with their users. It fails to scan networks that it cannot decode:
// without them, the key would be valid in all networks.
//
//nolint:gochecknoglobals // immutable
var keyTable = tableOf("API key", `api_keys k JOIN users u ON u.id = k.user_id
	LEFT JOIN members m ON m.workspace_id = k.workspace_id AND m.user_id = k.user_id`,
	func(k *apikey.Key) []column {
		return []column{
			fixed("id", &k.ID),
			fixed("workspace_id", &k.WorkspaceID),
			col("user_id", &k.UserID),
			col("name", &k.Name),
			col("prefix", &k.Prefix),
			col("scopes", scopesField{&k.Scopes}),
			col("networks", listField[netip.Prefix]{&k.Networks, netip.Prefix.String, netip.ParsePrefix}),
			col("compat", compatField{&k.Compat}),
			col("yourls_signature", &k.HasSignature),
			col("yourls_unique", &k.UniqueURLs),
			fixed("created_at", &k.CreatedAt),
			col("expires_at", &k.ExpiresAt),
			col("previous_expires_at", &k.PreviousExpiresAt),
			col("last_used_at", &k.LastUsedAt),
			col("last_used_network", &k.LastUsedNetwork),
			computed("u.first_name || ' ' || u.last_name", &k.UserName),
			computed("COALESCE(m.role, '')", &k.UserRole),
			computed("u.suspended_at > 0", &k.UserSuspended),
		}
	})

// keyByID selects a key that is not revoked.
const keyByID = `WHERE k.workspace_id = $1 AND k.id = $2 AND k.revoked_at = 0`

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

// anyCompat is stored for a key that may use all drop-in APIs.
const anyCompat = "*"

// compatField stores drop-in APIs as a text.
type compatField struct{ at *[]dropin.API }

// Scan implements sql.Scanner.
func (f compatField) Scan(src any) error {
	text, err := textOf(src)
	switch text {
	case anyCompat:
		*f.at = nil
	case "":
		*f.at = []dropin.API{}
	default:
		*f.at = nil
		for name := range strings.SplitSeq(text, ",") {
			*f.at = append(*f.at, dropin.API(name))
		}
	}
	return err
}

// Value implements driver.Valuer.
func (f compatField) Value() (driver.Value, error) {
	if *f.at == nil {
		return anyCompat, nil
	}
	names := make([]string, len(*f.at))
	for i, api := range *f.at {
		names[i] = string(api)
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
		full := fault.New(fault.LimitReached, fmt.Sprintf("A workspace has at most %d API keys. Revoke one that is no longer needed.", limit))
		if err := tx.requireBelow(ctx, limit, full, `api_keys WHERE workspace_id = $1 AND revoked_at = 0`, k.WorkspaceID); err != nil {
			return err
		}
		if err := keyTable.insert(ctx, tx, &k); err != nil {
			return err
		}
		tx.emit(e)
		return insertKeySecret(ctx, tx, k.ID, secret)
	})
}

func insertKeySecret(ctx context.Context, tx conn, keyID string, secret apikey.SecretHash) error {
	_, err := tx.exec(ctx, `INSERT INTO api_key_secrets (secret_hash, key_id) VALUES ($1, $2)`, hex.EncodeToString(secret[:]), keyID)
	return err
}

// APIKeys returns the keys of a workspace that are not revoked, newest first.
func (s *Store) APIKeys(ctx context.Context, workspaceID string) ([]apikey.Key, error) {
	return keyTable.all(ctx, s.read, `
		WHERE k.workspace_id = $1 AND k.revoked_at = 0 ORDER BY k.created_at DESC, k.id DESC`, workspaceID)
}

// APIKey returns a key, or NotFound if it is revoked.
func (s *Store) APIKey(ctx context.Context, workspaceID, id string) (apikey.Key, error) {
	return keyTable.one(ctx, s.read, keyByID, workspaceID, id)
}

// APIKeyBySecret returns the key of a secret that has not expired at now, or
// NotFound.
func (s *Store) APIKeyBySecret(ctx context.Context, secret apikey.SecretHash, now time.Time) (apikey.Key, error) {
	return keyTable.one(ctx, s.read, `
		JOIN api_key_secrets x ON x.key_id = k.id
		WHERE x.secret_hash = $1 AND (x.expires_at = 0 OR x.expires_at > $2) AND k.revoked_at = 0`,
		hex.EncodeToString(secret[:]), toMillis(now))
}

// SignedAPIKeys returns the keys with a signature that are not revoked, newest first.
func (s *Store) SignedAPIKeys(ctx context.Context, limit int) ([]apikey.Key, error) {
	return keyTable.all(ctx, s.read, `
		WHERE k.yourls_signature AND k.revoked_at = 0 ORDER BY k.created_at DESC, k.id DESC LIMIT $1`, limit)
}

// ChangeAPIKey applies edit to a key.
func (s *Store) ChangeAPIKey(
	ctx context.Context, workspaceID, id string, edit func(*apikey.Key) ([]event.Event, error),
) (apikey.Key, error) {
	return keyTable.change(ctx, s, id, edit, keyByID, workspaceID, id)
}

// RotateAPIKey applies edit to a key and adds a secret. The other secrets of the key
// expire at the key's PreviousExpiresAt or before; those that have expired at now are
// deleted.
func (s *Store) RotateAPIKey(
	ctx context.Context, workspaceID, id string, secret apikey.SecretHash, now time.Time,
	edit func(*apikey.Key) ([]event.Event, error),
) (apikey.Key, error) {
	return change(ctx, s, `api_keys`, id, keyTable.reading(ctx, keyByID, workspaceID, id), edit,
		func(tx conn, _, k apikey.Key) error {
			if err := keyTable.update(ctx, tx, &k); err != nil {
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
		if err := tx.execOne(ctx, "API key", `UPDATE api_keys SET revoked_at = $3 WHERE workspace_id = $1 AND id = $2 AND revoked_at = 0`,
			workspaceID, id, toMillis(e.At)); err != nil {
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
