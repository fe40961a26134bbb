-- +goose Up
CREATE TABLE tags (
  id           TEXT PRIMARY KEY,
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name         TEXT   NOT NULL,
  name_folded  TEXT   NOT NULL,
  color        TEXT   NOT NULL DEFAULT '',
  created_at   BIGINT NOT NULL,
  UNIQUE (workspace_id, name_folded)
);

CREATE TABLE folders (
  id           TEXT PRIMARY KEY,
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name         TEXT   NOT NULL,
  name_folded  TEXT   NOT NULL,
  created_at   BIGINT NOT NULL,
  UNIQUE (workspace_id, name_folded)
);

-- utm is the JSON object of the campaign parameters.
CREATE TABLE utm_templates (
  id           TEXT PRIMARY KEY,
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name         TEXT   NOT NULL,
  name_folded  TEXT   NOT NULL,
  utm          TEXT   NOT NULL,
  created_at   BIGINT NOT NULL,
  UNIQUE (workspace_id, name_folded)
);
