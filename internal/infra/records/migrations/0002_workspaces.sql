-- +goose Up
CREATE TABLE workspaces (
  id         TEXT PRIMARY KEY,
  name       TEXT   NOT NULL,
  plan       TEXT   NOT NULL,
  time_zone  TEXT   NOT NULL DEFAULT 'UTC',
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

CREATE TABLE members (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id      TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role         TEXT   NOT NULL,
  created_at   BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX members_by_user ON members (user_id, created_at, workspace_id);

-- workspace_id is NULL for what concerns the user whatever the workspace. A
-- user is told of one topic once; where nothing is to be told only once, the
-- topic is the notification's own id.
CREATE TABLE notifications (
  id           TEXT PRIMARY KEY,
  user_id      TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  workspace_id TEXT            REFERENCES workspaces (id) ON DELETE CASCADE,
  kind         TEXT   NOT NULL,
  topic        TEXT   NOT NULL,
  data         TEXT   NOT NULL,
  created_at   BIGINT NOT NULL,
  read_at      BIGINT NOT NULL DEFAULT 0,
  UNIQUE (user_id, topic)
);
CREATE INDEX notifications_by_user ON notifications (user_id, created_at, id);
