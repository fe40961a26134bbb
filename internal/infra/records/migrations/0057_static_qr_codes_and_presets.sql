-- +goose Up
-- A code has either a link or a static content: JSON that only Go reads. static_search
-- is folded text without secrets.
CREATE TABLE qr_codes_with_contents (
  id             TEXT PRIMARY KEY,
  workspace_id   TEXT    NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  link_id        TEXT    REFERENCES links (id) ON DELETE CASCADE,
  static_content TEXT    NOT NULL DEFAULT '',
  static_search  TEXT    NOT NULL DEFAULT '',
  name           TEXT    NOT NULL,
  name_folded    TEXT    NOT NULL,
  look           TEXT    NOT NULL,
  marked         BOOLEAN NOT NULL DEFAULT FALSE,
  created_by     TEXT    NOT NULL,
  created_at     BIGINT  NOT NULL,
  updated_at     BIGINT  NOT NULL,
  CHECK ((link_id IS NULL) <> (static_content = ''))
);
INSERT INTO qr_codes_with_contents (id, workspace_id, link_id, name, name_folded, look, marked, created_by, created_at, updated_at)
  SELECT id, workspace_id, link_id, name, name_folded, look, marked, created_by, created_at, updated_at FROM qr_codes;
DROP TABLE qr_codes;
ALTER TABLE qr_codes_with_contents RENAME TO qr_codes;
CREATE INDEX qr_codes_by_age ON qr_codes (workspace_id, created_at, id);
CREATE INDEX qr_codes_by_link ON qr_codes (link_id);

-- Named looks of a workspace. look is JSON that only Go reads.
CREATE TABLE qr_presets (
  id           TEXT PRIMARY KEY,
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name         TEXT   NOT NULL,
  name_folded  TEXT   NOT NULL,
  look         TEXT   NOT NULL,
  created_by   TEXT   NOT NULL,
  created_at   BIGINT NOT NULL,
  updated_at   BIGINT NOT NULL,
  UNIQUE (workspace_id, name_folded)
);
