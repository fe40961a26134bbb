-- +goose Up
-- What the operator decides: who may sign up, who is suspended, where no link
-- may lead. A suspension is 0 or when it began, in milliseconds.
ALTER TABLE users ADD COLUMN suspended_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE workspaces ADD COLUMN suspended_at BIGINT NOT NULL DEFAULT 0;

-- One-time codes that allow a sign-up. email_folded is empty for a set-up code,
-- which makes an install's first account.
CREATE TABLE signup_codes (
  secret_hash  TEXT PRIMARY KEY,
  email_folded TEXT   NOT NULL DEFAULT '',
  created_at   BIGINT NOT NULL,
  expires_at   BIGINT NOT NULL
);
CREATE INDEX signup_codes_by_email ON signup_codes (email_folded);

-- Hosts that no link may lead to, their subdomains included.
CREATE TABLE blocked_hosts (
  host       TEXT PRIMARY KEY,
  created_at BIGINT NOT NULL
);
