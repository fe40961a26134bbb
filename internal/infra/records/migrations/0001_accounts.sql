-- +goose Up
-- Times are milliseconds since 1970 in UTC, 0 for "not set". Hashes are hex.
-- Columns named *_folded hold text that Go has folded, so that both engines
-- compare alike whatever their collation.
CREATE TABLE users (
  id                  TEXT PRIMARY KEY,
  email               TEXT   NOT NULL,
  email_folded        TEXT   NOT NULL UNIQUE,
  email_verified_at   BIGINT NOT NULL DEFAULT 0,
  first_name          TEXT   NOT NULL,
  last_name           TEXT   NOT NULL,
  country             TEXT   NOT NULL DEFAULT '',
  country_code        TEXT   NOT NULL DEFAULT '',
  phone_number        TEXT   NOT NULL DEFAULT '',
  password_hash       TEXT   NOT NULL,
  password_changed_at BIGINT NOT NULL DEFAULT 0,
  created_at          BIGINT NOT NULL,
  updated_at          BIGINT NOT NULL
);

-- place is where the session began, in words ("Berlin, DE"). The address that
-- it was told from is kept nowhere.
CREATE TABLE sessions (
  id           TEXT PRIMARY KEY,
  user_id      TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  secret_hash  TEXT   NOT NULL UNIQUE,
  device_id    TEXT   NOT NULL DEFAULT '',
  user_agent   TEXT   NOT NULL DEFAULT '',
  place        TEXT   NOT NULL DEFAULT '',
  created_at   BIGINT NOT NULL,
  last_seen_at BIGINT NOT NULL,
  expires_at   BIGINT NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id, created_at, id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

CREATE TABLE password_resets (
  secret_hash TEXT PRIMARY KEY,
  user_id     TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at  BIGINT NOT NULL,
  expires_at  BIGINT NOT NULL
);
CREATE INDEX password_resets_by_user ON password_resets (user_id);
