-- +goose Up
-- rules is JSON that only Go reads. A workspace without a row asks for nothing.
CREATE TABLE utm_conventions (
  workspace_id TEXT PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
  rules        TEXT   NOT NULL,
  updated_at   BIGINT NOT NULL
);
