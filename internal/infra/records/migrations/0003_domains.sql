-- +goose Up
-- workspace_id is empty for the default domain, which is everybody's. There is
-- one of it, however many nodes start together.
CREATE TABLE domains (
  id             TEXT PRIMARY KEY,
  workspace_id   TEXT    NOT NULL,
  host           TEXT    NOT NULL UNIQUE,
  case_sensitive BOOLEAN NOT NULL DEFAULT FALSE,
  root_url       TEXT    NOT NULL DEFAULT '',
  not_found_url  TEXT    NOT NULL DEFAULT '',
  expired_url    TEXT    NOT NULL DEFAULT '',
  created_at     BIGINT  NOT NULL,
  updated_at     BIGINT  NOT NULL
);
CREATE INDEX domains_by_workspace ON domains (workspace_id, created_at, id);
CREATE UNIQUE INDEX domains_one_default ON domains (workspace_id) WHERE workspace_id = '';
