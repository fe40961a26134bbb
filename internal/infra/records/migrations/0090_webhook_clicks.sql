-- +goose Up
-- Which clicks a webhook gets: a share in percent, and those of bots too.
ALTER TABLE webhooks ADD COLUMN click_sample BIGINT NOT NULL DEFAULT 100;
ALTER TABLE webhooks ADD COLUMN click_bots BOOLEAN NOT NULL DEFAULT FALSE;

-- Clicks that are counted and wait for the next messages of webhooks. clicks is a JSON
-- list; omitted counts those that were left out beside them.
CREATE TABLE webhook_clicks (
  id           TEXT PRIMARY KEY,
  workspace_id TEXT   NOT NULL,
  clicks       TEXT   NOT NULL,
  omitted      BIGINT NOT NULL DEFAULT 0,
  created_at   BIGINT NOT NULL
);
CREATE INDEX webhook_clicks_by_workspace ON webhook_clicks (workspace_id, created_at);
