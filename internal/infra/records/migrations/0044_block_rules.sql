-- +goose Up
-- Destinations that no link may lead to. kind is host, domain (a host and its
-- subdomains), prefix or pattern. created_by is the user id of an operator, empty
-- for a command.
CREATE TABLE block_rules (
  id         TEXT PRIMARY KEY,
  kind       TEXT   NOT NULL,
  pattern    TEXT   NOT NULL,
  reason     TEXT   NOT NULL DEFAULT '',
  created_by TEXT   NOT NULL DEFAULT '',
  created_at BIGINT NOT NULL,
  UNIQUE (kind, pattern)
);
CREATE INDEX block_rules_by_age ON block_rules (created_at, id);
INSERT INTO block_rules (id, kind, pattern, created_at) SELECT 'blk_' || host, 'domain', host, created_at FROM blocked_hosts;
DROP TABLE blocked_hosts;
