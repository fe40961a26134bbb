-- +goose Up
-- What happened, one row in the transaction of the change itself: audit log,
-- webhook outbox and link history at once. data is a JSON object.
CREATE TABLE events (
  id           TEXT PRIMARY KEY,
  workspace_id TEXT   NOT NULL,
  actor_id     TEXT   NOT NULL,
  kind         TEXT   NOT NULL,
  subject_id   TEXT   NOT NULL,
  data         TEXT   NOT NULL,
  at           BIGINT NOT NULL
);
CREATE INDEX events_by_workspace ON events (workspace_id, at, id);
CREATE INDEX events_by_subject ON events (subject_id, at, id);
