-- +goose Up
-- Receivers of events. secret and previous_secret are sealed; events has types,
-- joined by commas.
CREATE TABLE webhooks (
  id                  TEXT PRIMARY KEY,
  workspace_id        TEXT   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  url                 TEXT   NOT NULL,
  description         TEXT   NOT NULL,
  events              TEXT   NOT NULL,
  secret              BYTEA  NOT NULL,
  previous_secret     BYTEA  NOT NULL,
  previous_expires_at BIGINT NOT NULL DEFAULT 0,
  disabled_at         BIGINT NOT NULL DEFAULT 0,
  disabled_reason     TEXT   NOT NULL DEFAULT '',
  failing_since       BIGINT NOT NULL DEFAULT 0,
  last_attempt_at     BIGINT NOT NULL DEFAULT 0,
  last_success_at     BIGINT NOT NULL DEFAULT 0,
  created_at          BIGINT NOT NULL,
  updated_at          BIGINT NOT NULL
);
CREATE INDEX webhooks_by_age ON webhooks (workspace_id, created_at, id);

-- The events that at least one webhook gets, each once. There are no foreign keys
-- from messages and deliveries: a webhook that is deleted at the same time must not
-- fail the change that an event is about.
CREATE TABLE webhook_messages (
  id           TEXT PRIMARY KEY,
  workspace_id TEXT   NOT NULL,
  type         TEXT   NOT NULL,
  subject_id   TEXT   NOT NULL,
  data         TEXT   NOT NULL,
  created_at   BIGINT NOT NULL
);
CREATE INDEX webhook_messages_by_subject ON webhook_messages (subject_id);
CREATE INDEX webhook_messages_by_workspace ON webhook_messages (workspace_id);

-- A message to one webhook. attempts is a JSON list. The task of a pending delivery
-- has its id as the key.
CREATE TABLE webhook_deliveries (
  id         TEXT PRIMARY KEY,
  webhook_id TEXT   NOT NULL,
  message_id TEXT   NOT NULL,
  status     TEXT   NOT NULL,
  attempts   TEXT   NOT NULL DEFAULT '[]',
  attempted  BIGINT NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL
);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (webhook_id, created_at, id);
CREATE INDEX webhook_deliveries_by_message ON webhook_deliveries (message_id);
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (created_at);
