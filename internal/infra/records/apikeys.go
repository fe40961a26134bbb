package records

import (
	"context"
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

// keyQuery reads keys for scanKey, with their users.
const keyQuery = `
	SELECT k.id, k.workspace_id, k.user_id, k.name, k.prefix, k.scopes, k.networks, k.created_at, k.expires_at,
		k.previous_expires_at, k.last_used_at, k.last_used_network,
		u.first_name || ' ' || u.last_name, COALESCE(m.role, ''), u.suspended_at > 0
	FROM api_keys k JOIN users u ON u.id = k.user_id
	LEFT JOIN members m ON m.workspace_id = k.workspace_id AND m.user_id = k.user_id `

func scanKey(row scanner) (apikey.Key, error) {
	var k apikey.Key
	var scopes, networks string
	var created, expires, previous, used int64
	err := row.Scan(&k.ID, &k.WorkspaceID, &k.UserID, &k.Name, &k.Prefix, &scopes, &networks, &created, &expires,
		&previous, &used, &k.LastUsedNetwork, &k.UserName, &k.UserRole, &k.UserSuspended)
	if err != nil {
		return k, err
	}
	for _, scope := range strings.Split(scopes, ",") {
		k.Scopes |= access.ScopesOf(access.Scope(scope))
	}
	for _, text := range strings.FieldsFunc(networks, func(r rune) bool { return r == ',' }) {
		network, err := netip.ParsePrefix(text)
		if err != nil { // ignoring it could allow all networks
			return k, fmt.Errorf("decode the networks of API key %s: %w", k.ID, err)
		}
		k.Networks = append(k.Networks, network)
	}
	k.CreatedAt, k.ExpiresAt = fromMillis(created), fromMillis(expires)
	k.PreviousExpiresAt, k.LastUsedAt = fromMillis(previous), fromMillis(used)
	return k, nil
}

// keyLists returns the columns scopes and networks of a key.
func keyLists(k apikey.Key) (scopes, networks string) {
	var names, prefixes []string
	for _, scope := range k.Scopes.List() {
		names = append(names, string(scope))
	}
	for _, network := range k.Networks {
		prefixes = append(prefixes, network.String())
	}
	return strings.Join(names, ","), strings.Join(prefixes, ",")
}

// InsertAPIKey stores a new key with its secret.
func (s *Store) InsertAPIKey(ctx context.Context, k apikey.Key, secret apikey.SecretHash, limit int, e event.Event) error {
	scopes, networks := keyLists(k)
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
		_, err = tx.exec(ctx, `
			INSERT INTO api_keys (id, workspace_id, user_id, name, prefix, scopes, networks, created_at, expires_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
			k.ID, k.WorkspaceID, k.UserID, k.Name, k.Prefix, scopes, networks, toMillis(k.CreatedAt), toMillis(k.ExpiresAt))
		if err != nil {
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
	return queryAll(ctx, s.read, scanKey, keyQuery+`
		WHERE k.workspace_id = $1 AND k.revoked_at = 0 ORDER BY k.created_at DESC, k.id DESC`, workspaceID)
}

// APIKey returns a key, or NotFound if it is revoked.
func (s *Store) APIKey(ctx context.Context, workspaceID, id string) (apikey.Key, error) {
	k, err := queryOne(ctx, s.read, scanKey, keyQuery+`WHERE k.workspace_id = $1 AND k.id = $2 AND k.revoked_at = 0`, workspaceID, id)
	return k, missing(err, "API key")
}

// APIKeyBySecret returns the key of a secret that has not expired at now, or
// NotFound.
func (s *Store) APIKeyBySecret(ctx context.Context, secret apikey.SecretHash, now time.Time) (apikey.Key, error) {
	k, err := queryOne(ctx, s.read, scanKey, keyQuery+`
		JOIN api_key_secrets x ON x.key_id = k.id
		WHERE x.secret_hash = $1 AND (x.expires_at = 0 OR x.expires_at > $2) AND k.revoked_at = 0`,
		hex.EncodeToString(secret[:]), toMillis(now))
	return k, missing(err, "API key")
}

// UpdateAPIKey stores the name, scopes, networks and expiry of a key.
func (s *Store) UpdateAPIKey(ctx context.Context, k apikey.Key, e event.Event) error {
	scopes, networks := keyLists(k)
	return s.inTx(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `
			UPDATE api_keys SET name = $3, scopes = $4, networks = $5, expires_at = $6
			WHERE workspace_id = $1 AND id = $2 AND revoked_at = 0`,
			k.WorkspaceID, k.ID, k.Name, scopes, networks, toMillis(k.ExpiresAt))
		if err := changedOne(n, err, "API key"); err != nil {
			return err
		}
		tx.emit(e)
		return nil
	})
}

// RotateAPIKey adds a secret to a key. Its other secrets expire at
// k.PreviousExpiresAt or before; those that have expired are deleted.
func (s *Store) RotateAPIKey(ctx context.Context, k apikey.Key, secret apikey.SecretHash, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		until := toMillis(k.PreviousExpiresAt)
		n, err := tx.exec(ctx, `
			UPDATE api_keys SET user_id = $3, prefix = $4, previous_expires_at = $5 WHERE workspace_id = $1 AND id = $2 AND revoked_at = 0`,
			k.WorkspaceID, k.ID, k.UserID, k.Prefix, until)
		if err := changedOne(n, err, "API key"); err != nil {
			return err
		}
		if _, err := tx.exec(ctx, `
			UPDATE api_key_secrets SET expires_at = $2 WHERE key_id = $1 AND (expires_at = 0 OR expires_at > $2)`, k.ID, until); err != nil {
			return err
		}
		if _, err := tx.exec(ctx, `DELETE FROM api_key_secrets WHERE key_id = $1 AND expires_at <= $2`, k.ID, toMillis(e.At)); err != nil {
			return err
		}
		if err := insertKeySecret(ctx, tx, k.ID, secret); err != nil {
			return err
		}
		tx.emit(e)
		return nil
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
