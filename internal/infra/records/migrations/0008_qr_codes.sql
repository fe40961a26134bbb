-- +goose Up
-- look is JSON that only Go reads. A deleted link keeps its codes: they come
-- back with it.
CREATE TABLE qr_codes (
  id           TEXT PRIMARY KEY,
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  link_id      TEXT   NOT NULL REFERENCES links (id) ON DELETE CASCADE,
  name         TEXT   NOT NULL,
  name_folded  TEXT   NOT NULL,
  look         TEXT   NOT NULL,
  created_by   TEXT   NOT NULL,
  created_at   BIGINT NOT NULL,
  updated_at   BIGINT NOT NULL
);
CREATE INDEX qr_codes_by_age ON qr_codes (workspace_id, created_at, id);
CREATE INDEX qr_codes_by_link ON qr_codes (link_id);
