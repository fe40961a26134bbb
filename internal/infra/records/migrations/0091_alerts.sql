-- +goose Up
-- Alerts about clicks. filters is a JSON list of filters of analytics. next_check_at is 0 of
-- alerts about first clicks. raised_period is the latest hour or local date that was raised.
-- created_by has no foreign key: an alert stays when its creator leaves.
CREATE TABLE alerts (
  id             TEXT PRIMARY KEY,
  workspace_id   TEXT    NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name           TEXT    NOT NULL,
  kind           TEXT    NOT NULL,
  filters        TEXT    NOT NULL DEFAULT '[]',
  percent        BIGINT  NOT NULL DEFAULT 0,
  min_clicks     BIGINT  NOT NULL DEFAULT 0,
  paused         BOOLEAN NOT NULL DEFAULT FALSE,
  next_check_at  BIGINT  NOT NULL DEFAULT 0,
  raised_period  TEXT    NOT NULL DEFAULT '',
  last_raised_at BIGINT  NOT NULL DEFAULT 0,
  created_by     TEXT    NOT NULL,
  created_at     BIGINT  NOT NULL,
  updated_at     BIGINT  NOT NULL
);
CREATE INDEX alerts_by_age ON alerts (workspace_id, created_at, id);
CREATE INDEX alerts_by_check ON alerts (next_check_at);

-- The members who are notified of an alert.
CREATE TABLE alert_receivers (
  alert_id TEXT NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
  user_id  TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (alert_id, user_id)
);
CREATE INDEX alert_receivers_by_user ON alert_receivers (user_id);

-- Links that had their first click, which alerts are not raised about yet. The transaction
-- that counts the click adds the row.
CREATE TABLE first_clicks (
  link_id      TEXT PRIMARY KEY,
  workspace_id TEXT   NOT NULL,
  created_at   BIGINT NOT NULL
);
CREATE INDEX first_clicks_by_workspace ON first_clicks (workspace_id, created_at);
