-- +goose Up
-- The address of the identity when it was last used; empty: unknown.
ALTER TABLE sso_identities ADD COLUMN email TEXT NOT NULL DEFAULT '';

-- Whether the member has signed in with the connection of the workspace. Where it is
-- enforced, that binds members whatever their address.
ALTER TABLE members ADD COLUMN signed_on BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE members SET signed_on = TRUE WHERE EXISTS (
  SELECT 1 FROM sso_identities i JOIN sso_connections c ON c.id = i.connection_id
  WHERE c.workspace_id = members.workspace_id AND i.user_id = members.user_id);

-- Identities were linked with existing accounts without a proof of the account. Users
-- who can prove it do so at their next sign-in.
DELETE FROM sso_identities WHERE user_id IN (SELECT id FROM users WHERE password_hash <> '' OR operator_since > 0)
  OR user_id IN (SELECT user_id FROM passkeys);

-- Sessions of single sign-on open one workspace until authenticated_at is set.
UPDATE sessions SET authenticated_at = 0 WHERE sso_connection_id <> '';
