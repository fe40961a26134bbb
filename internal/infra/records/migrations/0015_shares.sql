-- +goose Up
-- A report page that is public to anyone with its address. The address contains
-- a secret; the table stores its hash. scope_id is empty for the whole
-- workspace. It has no foreign key, because the page reports a deleted subject.
CREATE TABLE shares (
  id            TEXT PRIMARY KEY,
  workspace_id  TEXT   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  scope         TEXT   NOT NULL,
  scope_id      TEXT   NOT NULL,
  token_hash    TEXT   NOT NULL UNIQUE,
  password_hash TEXT   NOT NULL DEFAULT '',
  expires_at    BIGINT NOT NULL DEFAULT 0,
  revoked_at    BIGINT NOT NULL DEFAULT 0,
  created_by    TEXT   NOT NULL,
  created_at    BIGINT NOT NULL
);
CREATE INDEX shares_by_age ON shares (workspace_id, revoked_at, created_at, id);
