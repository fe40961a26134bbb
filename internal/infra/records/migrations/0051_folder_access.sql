-- +goose Up
-- A restricted folder exists only for the members in folder_members, and for
-- owners and admins. level is read or write. Other folders have no entries.
ALTER TABLE folders ADD COLUMN restricted BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX folders_restricted ON folders (workspace_id) WHERE restricted = TRUE;
CREATE TABLE folder_members (
  folder_id TEXT NOT NULL REFERENCES folders (id) ON DELETE CASCADE,
  user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  level     TEXT NOT NULL,
  PRIMARY KEY (folder_id, user_id)
);
CREATE INDEX folder_members_by_user ON folder_members (user_id);
