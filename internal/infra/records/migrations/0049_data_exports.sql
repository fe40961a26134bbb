-- +goose Up
-- The last export of a user's data. state is "queued", "done" or "failed".
CREATE TABLE data_exports (
  id          TEXT PRIMARY KEY,
  user_id     TEXT   NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  state       TEXT   NOT NULL,
  bytes       BIGINT NOT NULL DEFAULT 0,
  created_at  BIGINT NOT NULL,
  finished_at BIGINT NOT NULL DEFAULT 0,
  expires_at  BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE data_export_chunks (
  export_id TEXT   NOT NULL REFERENCES data_exports (id) ON DELETE CASCADE,
  position  BIGINT NOT NULL,
  data      BYTEA  NOT NULL,
  PRIMARY KEY (export_id, position)
);
