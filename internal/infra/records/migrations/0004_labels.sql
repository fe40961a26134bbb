-- +goose Up
-- Tags, folders and UTM templates are alike on purpose: the same statements
-- serve them. utm is the JSON object of a template's campaign parameters.
CREATE TABLE tags (
  id           TEXT PRIMARY KEY,
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name         TEXT   NOT NULL,
  name_folded  TEXT   NOT NULL,
  color        TEXT   NOT NULL DEFAULT '',
  utm          TEXT   NOT NULL DEFAULT '{}',
  created_at   BIGINT NOT NULL,
  UNIQUE (workspace_id, name_folded)
);

CREATE TABLE folders (
  id           TEXT PRIMARY KEY,
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name         TEXT   NOT NULL,
  name_folded  TEXT   NOT NULL,
  color        TEXT   NOT NULL DEFAULT '',
  utm          TEXT   NOT NULL DEFAULT '{}',
  created_at   BIGINT NOT NULL,
  UNIQUE (workspace_id, name_folded)
);

CREATE TABLE utm_templates (
  id           TEXT PRIMARY KEY,
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name         TEXT   NOT NULL,
  name_folded  TEXT   NOT NULL,
  color        TEXT   NOT NULL DEFAULT '',
  utm          TEXT   NOT NULL DEFAULT '{}',
  created_at   BIGINT NOT NULL,
  UNIQUE (workspace_id, name_folded)
);
