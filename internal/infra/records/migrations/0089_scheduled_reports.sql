-- +goose Up
-- Reports of clicks that are mailed each week or month. filters is a JSON list of filters
-- of analytics. next_period is a local date; due_at is when the mails of that period are
-- sent. created_by has no foreign key: a report stays when its creator leaves.
CREATE TABLE scheduled_reports (
  id           TEXT PRIMARY KEY,
  workspace_id TEXT    NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name         TEXT    NOT NULL,
  cadence      TEXT    NOT NULL,
  filters      TEXT    NOT NULL DEFAULT '[]',
  traffic      TEXT    NOT NULL DEFAULT '',
  paused       BOOLEAN NOT NULL DEFAULT FALSE,
  next_period  TEXT    NOT NULL,
  due_at       BIGINT  NOT NULL,
  last_sent_at BIGINT  NOT NULL DEFAULT 0,
  created_by   TEXT    NOT NULL,
  created_at   BIGINT  NOT NULL,
  updated_at   BIGINT  NOT NULL
);
CREATE INDEX scheduled_reports_by_age ON scheduled_reports (workspace_id, created_at, id);
CREATE INDEX scheduled_reports_by_time ON scheduled_reports (due_at);

-- The members who get a report. A receiver who unsubscribed stays, so that an editor of the
-- report does not subscribe them again.
CREATE TABLE scheduled_report_receivers (
  report_id       TEXT   NOT NULL REFERENCES scheduled_reports (id) ON DELETE CASCADE,
  user_id         TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  unsubscribed_at BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (report_id, user_id)
);
CREATE INDEX scheduled_report_receivers_by_user ON scheduled_report_receivers (user_id);
