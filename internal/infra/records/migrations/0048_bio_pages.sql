-- +goose Up
-- A bio page and its revisions. revision is that of the draft and
-- published_revision, 0 if the page is not public, that of visitors. Each change
-- adds 1 to revision, but the changes of one session of editing share a row of
-- bio_page_revisions, so numbers have gaps. content is JSON that only Go reads.
CREATE TABLE bio_pages (
  id                 TEXT   PRIMARY KEY,
  workspace_id       TEXT   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  domain_id          TEXT   NOT NULL REFERENCES domains (id),
  handle             TEXT   NOT NULL,
  search             TEXT   NOT NULL,
  revision           BIGINT NOT NULL,
  published_revision BIGINT NOT NULL DEFAULT 0,
  published_at       BIGINT NOT NULL DEFAULT 0,
  created_by         TEXT   NOT NULL,
  created_at         BIGINT NOT NULL,
  updated_at         BIGINT NOT NULL
);
CREATE INDEX bio_pages_by_age ON bio_pages (workspace_id, created_at, id);
CREATE INDEX bio_pages_by_domain ON bio_pages (domain_id);
CREATE TABLE bio_page_revisions (
  page_id    TEXT   NOT NULL REFERENCES bio_pages (id) ON DELETE CASCADE,
  revision   BIGINT NOT NULL,
  content    TEXT   NOT NULL,
  created_by TEXT   NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (page_id, revision)
);
