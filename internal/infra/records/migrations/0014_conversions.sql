-- +goose Up
-- A link that tracks conversions tells its destination the click's id.
ALTER TABLE links ADD COLUMN track_conversions BOOLEAN NOT NULL DEFAULT FALSE;

-- What visitors did after a click: leads and sales. dedupe is the caller's own
-- id of it, or the row's. state: pending (its click is on its way to the click
-- store), counted, or unknown (no such click came). The columns c_* are the
-- click's dimensions, copied when it is found, so that conversions are filtered
-- and grouped as clicks are; those that are compared whatever the case are kept
-- in lower case. No reference to links: figures outlive what they count.
CREATE TABLE conversions (
  id             TEXT PRIMARY KEY,
  workspace_id   TEXT   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  kind           TEXT   NOT NULL,
  state          TEXT   NOT NULL,
  dedupe         TEXT   NOT NULL,
  click_id       TEXT   NOT NULL,
  event_name     TEXT   NOT NULL,
  external_id    TEXT   NOT NULL,
  customer_id    TEXT   NOT NULL,
  invoice_id     TEXT   NOT NULL,
  amount         BIGINT NOT NULL,
  currency       TEXT   NOT NULL,
  metadata       TEXT   NOT NULL,
  at             BIGINT NOT NULL,
  clicked_at     BIGINT NOT NULL DEFAULT 0,
  c_link         TEXT   NOT NULL DEFAULT '',
  c_domain       TEXT   NOT NULL DEFAULT '',
  c_rule         TEXT   NOT NULL DEFAULT '',
  c_alias        TEXT   NOT NULL DEFAULT '',
  c_url          TEXT   NOT NULL DEFAULT '',
  c_trigger      TEXT   NOT NULL DEFAULT '',
  c_country      TEXT   NOT NULL DEFAULT '',
  c_region       TEXT   NOT NULL DEFAULT '',
  c_city         TEXT   NOT NULL DEFAULT '',
  c_continent    TEXT   NOT NULL DEFAULT '',
  c_language     TEXT   NOT NULL DEFAULT '',
  c_os           TEXT   NOT NULL DEFAULT '',
  c_browser      TEXT   NOT NULL DEFAULT '',
  c_inappbrowser TEXT   NOT NULL DEFAULT '',
  c_device       TEXT   NOT NULL DEFAULT '',
  c_referrer     TEXT   NOT NULL DEFAULT '',
  c_referrerurl  TEXT   NOT NULL DEFAULT '',
  c_utmsource    TEXT   NOT NULL DEFAULT '',
  c_utmmedium    TEXT   NOT NULL DEFAULT '',
  c_utmcampaign  TEXT   NOT NULL DEFAULT '',
  c_utmterm      TEXT   NOT NULL DEFAULT '',
  c_utmcontent   TEXT   NOT NULL DEFAULT '',
  c_botreason    TEXT   NOT NULL DEFAULT '',
  UNIQUE (workspace_id, kind, dedupe)
);
CREATE INDEX conversions_by_age ON conversions (workspace_id, at, id);
CREATE INDEX conversions_by_customer ON conversions (workspace_id, customer_id, at);
CREATE INDEX conversions_waiting ON conversions (at) WHERE state = 'pending';
