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

-- The images that the looks of codes and presets have. Images are deleted only while
-- no row refers to them, so media_id needs no foreign key.
CREATE TABLE qr_look_media (
  media_id  TEXT NOT NULL,
  code_id   TEXT REFERENCES qr_codes (id) ON DELETE CASCADE,
  preset_id TEXT REFERENCES qr_presets (id) ON DELETE CASCADE
);
CREATE INDEX qr_look_media_by_media ON qr_look_media (media_id);
CREATE INDEX qr_look_media_by_code ON qr_look_media (code_id);
CREATE INDEX qr_look_media_by_preset ON qr_look_media (preset_id);
INSERT INTO qr_look_media (media_id, code_id)
  SELECT m.id, q.id FROM qr_codes q JOIN media m ON m.workspace_id = q.workspace_id AND q.look LIKE '%"' || m.id || '"%';
