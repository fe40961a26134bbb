-- +goose Up
-- Long work, done in steps by whichever node holds the lease. params and
-- checkpoint are JSON that only Go reads; a step's checkpoint is stored in the
-- transaction of its work.
CREATE TABLE jobs (
  id           TEXT PRIMARY KEY,
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  kind         TEXT   NOT NULL,
  state        TEXT   NOT NULL,
  name         TEXT   NOT NULL,
  created_by   TEXT   NOT NULL,
  input_id     TEXT   NOT NULL DEFAULT '',
  output_id    TEXT   NOT NULL DEFAULT '',
  params       TEXT   NOT NULL DEFAULT '{}',
  checkpoint   TEXT   NOT NULL DEFAULT '{}',
  done         BIGINT NOT NULL DEFAULT 0,
  total        BIGINT NOT NULL DEFAULT 0,
  failed       BIGINT NOT NULL DEFAULT 0,
  message      TEXT   NOT NULL DEFAULT '',
  attempts     INTEGER NOT NULL DEFAULT 0,
  lease_owner  TEXT   NOT NULL DEFAULT '',
  lease_until  BIGINT NOT NULL DEFAULT 0,
  run_after    BIGINT NOT NULL DEFAULT 0,
  created_at   BIGINT NOT NULL,
  started_at   BIGINT NOT NULL DEFAULT 0,
  finished_at  BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX jobs_by_age ON jobs (workspace_id, created_at, id);
CREATE INDEX jobs_to_run ON jobs (state, run_after);

-- What people upload and jobs produce, compressed, in pieces that one row can
-- hold. docs/adr/0010 says why they are here.
CREATE TABLE files (
  id           TEXT PRIMARY KEY,
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name         TEXT   NOT NULL,
  created_at   BIGINT NOT NULL
);

CREATE TABLE file_chunks (
  file_id  TEXT   NOT NULL REFERENCES files (id) ON DELETE CASCADE,
  position BIGINT NOT NULL,
  data     BYTEA  NOT NULL,
  PRIMARY KEY (file_id, position)
);
