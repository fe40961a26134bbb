-- +goose Up
-- Deny-lists that operators subscribe to by URL. The content is the sorted 8-byte
-- keys of its entries, in pieces; generation counts its changes, 0 without content.
CREATE TABLE deny_feeds (
  id            TEXT    PRIMARY KEY,
  name          TEXT    NOT NULL,
  url           TEXT    NOT NULL UNIQUE,
  paused        BOOLEAN NOT NULL DEFAULT FALSE,
  entries       BIGINT  NOT NULL DEFAULT 0,
  skipped       BIGINT  NOT NULL DEFAULT 0,
  generation    BIGINT  NOT NULL DEFAULT 0,
  etag          TEXT    NOT NULL DEFAULT '',
  last_modified TEXT    NOT NULL DEFAULT '',
  checked_at    BIGINT  NOT NULL DEFAULT 0,
  changed_at    BIGINT  NOT NULL DEFAULT 0,
  next_at       BIGINT  NOT NULL DEFAULT 0,
  error         TEXT    NOT NULL DEFAULT '',
  created_by    TEXT    NOT NULL,
  created_at    BIGINT  NOT NULL
);
CREATE TABLE deny_feed_chunks (
  feed_id  TEXT   NOT NULL REFERENCES deny_feeds (id) ON DELETE CASCADE,
  position BIGINT NOT NULL,
  data     BYTEA  NOT NULL,
  PRIMARY KEY (feed_id, position)
);
-- Entries of deny-lists that do not block.
CREATE TABLE deny_exceptions (
  id         TEXT   PRIMARY KEY,
  pattern    TEXT   NOT NULL UNIQUE,
  reason     TEXT   NOT NULL,
  created_by TEXT   NOT NULL,
  created_at BIGINT NOT NULL
);
-- The links that a deny-list blocks. links.blocked is TRUE for them, too. A blocked
-- link without a row was blocked by an operator.
CREATE TABLE link_feed_blocks (
  link_id    TEXT   PRIMARY KEY REFERENCES links (id) ON DELETE CASCADE,
  feed_id    TEXT   NOT NULL,
  created_at BIGINT NOT NULL
);

-- Reports of visitors about a link or a bio page, grouped by target: at most one
-- open case for each. reports counts all of them; abuse_reports has a bounded number.
CREATE TABLE abuse_cases (
  id           TEXT   PRIMARY KEY,
  target_id    TEXT   NOT NULL,
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  short_link   TEXT   NOT NULL,
  state        TEXT   NOT NULL,
  reports      BIGINT NOT NULL,
  action       TEXT   NOT NULL DEFAULT '',
  note         TEXT   NOT NULL DEFAULT '',
  resolved_by  TEXT   NOT NULL DEFAULT '',
  resolved_at  BIGINT NOT NULL DEFAULT 0,
  created_at   BIGINT NOT NULL,
  reported_at  BIGINT NOT NULL
);
CREATE INDEX abuse_cases_by_target ON abuse_cases (target_id, created_at);
CREATE UNIQUE INDEX abuse_cases_open ON abuse_cases (target_id) WHERE state = 'open';
CREATE INDEX abuse_cases_by_state ON abuse_cases (state, created_at, id);
CREATE TABLE abuse_reports (
  id         TEXT   PRIMARY KEY,
  case_id    TEXT   NOT NULL REFERENCES abuse_cases (id) ON DELETE CASCADE,
  reason     TEXT   NOT NULL,
  details    TEXT   NOT NULL,
  email      TEXT   NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX abuse_reports_by_case ON abuse_reports (case_id, created_at, id);
CREATE INDEX abuse_reports_by_age ON abuse_reports (created_at);
