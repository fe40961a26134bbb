-- +goose Up
-- API keys, revoked ones included: the history of links names them. scopes and
-- networks are comma-separated. A key has several secrets while a rotation
-- overlaps; expires_at of a secret is 0 for the current one. Only hashes are stored.
CREATE TABLE api_keys (
  id                  TEXT PRIMARY KEY,
  workspace_id        TEXT   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id             TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name                TEXT   NOT NULL,
  prefix              TEXT   NOT NULL,
  scopes              TEXT   NOT NULL,
  networks            TEXT   NOT NULL DEFAULT '',
  created_at          BIGINT NOT NULL,
  expires_at          BIGINT NOT NULL DEFAULT 0,
  previous_expires_at BIGINT NOT NULL DEFAULT 0,
  last_used_at        BIGINT NOT NULL DEFAULT 0,
  last_used_network   TEXT   NOT NULL DEFAULT '',
  revoked_at          BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX api_keys_by_age ON api_keys (workspace_id, revoked_at, created_at, id);
CREATE INDEX api_keys_by_user ON api_keys (user_id);

CREATE TABLE api_key_secrets (
  secret_hash TEXT PRIMARY KEY,
  key_id      TEXT   NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
  expires_at  BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX api_key_secrets_by_key ON api_key_secrets (key_id);
