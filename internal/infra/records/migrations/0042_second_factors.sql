-- +goose Up
-- One TOTP factor per user. confirmed_at is 0 until the user entered a first code;
-- logins need a code afterwards. last_step is the newest time step of which a code
-- was accepted. The secret is sealed; empty: it was sealed with a lost key, and only
-- recovery codes work.
CREATE TABLE totp_factors (
  user_id      TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  secret       BYTEA  NOT NULL,
  created_at   BIGINT NOT NULL,
  confirmed_at BIGINT NOT NULL DEFAULT 0,
  last_step    BIGINT NOT NULL DEFAULT 0
);

-- Recovery codes that are not used yet.
CREATE TABLE recovery_codes (
  user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_hash TEXT NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);
