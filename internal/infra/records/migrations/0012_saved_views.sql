-- +goose Up
-- A user's own tabs above the list of links of one workspace. query is the
-- query of the screen's address, which only the screen reads.
CREATE TABLE saved_views (
  id           TEXT PRIMARY KEY,
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id      TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name         TEXT   NOT NULL,
  name_folded  TEXT   NOT NULL,
  query        TEXT   NOT NULL,
  created_at   BIGINT NOT NULL,
  UNIQUE (workspace_id, user_id, name_folded)
);

-- Deleted links are listed by when that was.
CREATE INDEX links_by_deletion ON links (workspace_id, deleted_at, id);
