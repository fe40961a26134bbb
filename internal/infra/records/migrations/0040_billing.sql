-- +goose Up
-- The billing state of a workspace: its trial, and the last known state of its
-- subscription at the payment provider. next_at is when time changes it, 0 never.
CREATE TABLE billing_accounts (
  workspace_id            TEXT PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
  version                 BIGINT NOT NULL,
  base_plan               TEXT   NOT NULL,
  trial_plan              TEXT   NOT NULL DEFAULT '',
  trial_started_at        BIGINT NOT NULL DEFAULT 0,
  trial_ends_at           BIGINT NOT NULL DEFAULT 0,
  reminded_at             BIGINT NOT NULL DEFAULT 0,
  customer_id             TEXT   NOT NULL DEFAULT '',
  subscription_id         TEXT   NOT NULL DEFAULT '',
  subscription_plan       TEXT   NOT NULL DEFAULT '',
  subscription_period     TEXT   NOT NULL DEFAULT '',
  subscription_status     TEXT   NOT NULL DEFAULT '',
  subscription_created_at BIGINT NOT NULL DEFAULT 0,
  period_ends_at          BIGINT NOT NULL DEFAULT 0,
  cancel_at               BIGINT NOT NULL DEFAULT 0,
  grace_ends_at           BIGINT NOT NULL DEFAULT 0,
  next_at                 BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX billing_accounts_due ON billing_accounts (next_at) WHERE next_at > 0;

-- Events of the payment provider that were received, so that each is processed once.
CREATE TABLE billing_events (
  id          TEXT PRIMARY KEY,
  type        TEXT   NOT NULL,
  received_at BIGINT NOT NULL
);
CREATE INDEX billing_events_by_time ON billing_events (received_at);

-- The last change of a workspace's plan, 0: none. The clicks that the previous plan
-- retained are stored for some time after it.
ALTER TABLE workspaces ADD COLUMN plan_changed_at BIGINT NOT NULL DEFAULT 0;
