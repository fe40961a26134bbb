-- +goose Up
-- Accounts that existed before addresses were verified count as verified.
UPDATE users SET email_verified_at = created_at WHERE email_verified_at = 0;

-- A requested change of a user's address. It is made when both addresses are
-- confirmed; session_id is the session that survives it.
CREATE TABLE email_changes (
  user_id          TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  email            TEXT   NOT NULL,
  session_id       TEXT   NOT NULL,
  old_confirmed_at BIGINT NOT NULL DEFAULT 0,
  new_confirmed_at BIGINT NOT NULL DEFAULT 0,
  created_at       BIGINT NOT NULL,
  expires_at       BIGINT NOT NULL
);

-- The tokens of mails that confirm an address. purpose is verify, change_old or
-- change_new.
CREATE TABLE email_tokens (
  secret_hash  TEXT PRIMARY KEY,
  user_id      TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose      TEXT   NOT NULL,
  email_folded TEXT   NOT NULL,
  expires_at   BIGINT NOT NULL
);
CREATE INDEX email_tokens_by_user ON email_tokens (user_id);
CREATE INDEX email_tokens_by_expiry ON email_tokens (expires_at);
