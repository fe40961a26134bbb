-- +goose Up
-- An image of a workspace. hash is the SHA-256 of the uploaded file; widths is a
-- JSON list of the widths of its files, which Go reads; focal_x and focal_y are
-- percent.
CREATE TABLE media (
  id           TEXT   PRIMARY KEY,
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  hash         TEXT   NOT NULL,
  width        BIGINT NOT NULL,
  height       BIGINT NOT NULL,
  widths       TEXT   NOT NULL,
  bytes        BIGINT NOT NULL,
  alt          TEXT   NOT NULL,
  search       TEXT   NOT NULL,
  focal_x      BIGINT NOT NULL,
  focal_y      BIGINT NOT NULL,
  created_by   TEXT   NOT NULL,
  created_at   BIGINT NOT NULL,
  updated_at   BIGINT NOT NULL,
  UNIQUE (workspace_id, hash)
);
CREATE INDEX media_by_age ON media (workspace_id, created_at, id);
-- The images of a revision of a bio page. Older revisions may refer to images that
-- were deleted, so media_id has no foreign key.
CREATE TABLE bio_page_media (
  page_id  TEXT   NOT NULL,
  revision BIGINT NOT NULL,
  media_id TEXT   NOT NULL,
  PRIMARY KEY (page_id, revision, media_id),
  FOREIGN KEY (page_id, revision) REFERENCES bio_page_revisions (page_id, revision) ON DELETE CASCADE
);
CREATE INDEX bio_page_media_by_media ON bio_page_media (media_id);
