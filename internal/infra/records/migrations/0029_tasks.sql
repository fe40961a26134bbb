-- +goose Up
-- Durable tasks of all kinds. A claim sets lease_owner and moves due_at to the end
-- of the lease; a task is due again when that has passed. payload has the format
-- of its kind. A dead letter has dead_at, and error says why.
CREATE TABLE tasks (
  kind         TEXT    NOT NULL,
  task_key     TEXT    NOT NULL,
  workspace_id TEXT    NOT NULL DEFAULT '',
  payload      TEXT    NOT NULL DEFAULT '',
  due_at       BIGINT  NOT NULL,
  attempts     INTEGER NOT NULL DEFAULT 0,
  lease_owner  TEXT    NOT NULL DEFAULT '',
  error        TEXT    NOT NULL DEFAULT '',
  created_at   BIGINT  NOT NULL,
  dead_at      BIGINT  NOT NULL DEFAULT 0,
  PRIMARY KEY (kind, task_key)
);
CREATE INDEX tasks_by_due ON tasks (kind, workspace_id, due_at, task_key) WHERE dead_at = 0;
CREATE INDEX tasks_leased ON tasks (kind, workspace_id) WHERE lease_owner <> '';
CREATE INDEX tasks_dead ON tasks (kind) WHERE dead_at > 0;

INSERT INTO tasks (kind, task_key, workspace_id, payload, due_at, attempts, created_at)
  SELECT 'page_title', t.link_id, l.workspace_id, t.url, t.due_at, t.tries, t.due_at
  FROM title_tasks t JOIN links l ON l.id = t.link_id;
INSERT INTO tasks (kind, task_key, workspace_id, due_at, attempts, created_at)
  SELECT 'job', id, workspace_id,
    CASE WHEN state = 'running' THEN lease_until WHEN run_after > created_at THEN run_after ELSE created_at END, attempts, created_at
  FROM jobs WHERE state IN ('queued', 'running');

DROP TABLE title_tasks;
DROP INDEX jobs_to_run;
ALTER TABLE jobs DROP COLUMN attempts;
ALTER TABLE jobs DROP COLUMN lease_owner;
ALTER TABLE jobs DROP COLUMN lease_until;
ALTER TABLE jobs DROP COLUMN run_after;
