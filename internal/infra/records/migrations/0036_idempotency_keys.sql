-- +goose Up
-- Requests with an Idempotency-Key. claim is the token of a request in progress,
-- which has until claimed_until; it is empty once the response is stored. header
-- is JSON.
CREATE TABLE idempotency_keys (
  user_id       TEXT    NOT NULL,
  key_hash      TEXT    NOT NULL,
  fingerprint   TEXT    NOT NULL,
  claim         TEXT    NOT NULL,
  claimed_until BIGINT  NOT NULL,
  status        INTEGER NOT NULL DEFAULT 0,
  header        TEXT    NOT NULL DEFAULT '',
  body          TEXT    NOT NULL DEFAULT '',
  bytes         BIGINT  NOT NULL DEFAULT 0,
  created_at    BIGINT  NOT NULL,
  PRIMARY KEY (user_id, key_hash)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
