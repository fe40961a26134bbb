-- +goose Up
-- deleted_at is when the workspace was deleted, 0 if it was not. It can be restored
-- until it is purged, which deletes the row.
ALTER TABLE workspaces ADD COLUMN deleted_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX workspaces_deleted ON workspaces (deleted_at) WHERE deleted_at > 0;

-- email is empty for an invitation that any user can accept. An invitation is
-- pending until it expires, is accepted or is revoked. admitted_user is the user
-- whose sign-up it allowed, empty while there is none.
CREATE TABLE invitations (
  id           TEXT PRIMARY KEY,
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  email        TEXT   NOT NULL DEFAULT '',
  email_folded TEXT   NOT NULL DEFAULT '',
  role         TEXT   NOT NULL,
  invited_by   TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at   BIGINT NOT NULL,
  expires_at   BIGINT NOT NULL,
  accepted_at  BIGINT NOT NULL DEFAULT 0,
  accepted_by  TEXT   NOT NULL DEFAULT '',
  revoked_at   BIGINT NOT NULL DEFAULT 0,
  admitted_user TEXT  NOT NULL DEFAULT ''
);
CREATE INDEX invitations_by_workspace ON invitations (workspace_id, created_at, id);
CREATE INDEX invitations_by_email ON invitations (email_folded, created_at);
CREATE INDEX invitations_by_expiry ON invitations (expires_at);

-- The tokens that open an invitation: one in its link, and one in each mail.
CREATE TABLE invitation_tokens (
  secret_hash   TEXT PRIMARY KEY,
  invitation_id TEXT NOT NULL REFERENCES invitations (id) ON DELETE CASCADE
);
CREATE INDEX invitation_tokens_by_invitation ON invitation_tokens (invitation_id);
