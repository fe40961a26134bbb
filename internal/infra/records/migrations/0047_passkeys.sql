-- +goose Up
-- WebAuthn credentials. credential is JSON: the public key, the signature counter
-- and the flags of the device. It contains no secret.
CREATE TABLE passkeys (
  id            TEXT PRIMARY KEY,
  user_id       TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name          TEXT   NOT NULL,
  credential_id TEXT   NOT NULL UNIQUE,
  credential    TEXT   NOT NULL,
  created_at    BIGINT NOT NULL,
  last_used_at  BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX passkeys_by_user ON passkeys (user_id, created_at, id);

-- Challenges of started ceremonies, deleted when they are redeemed. user_id is
-- empty for sign-ins.
CREATE TABLE passkey_challenges (
  challenge_hash TEXT PRIMARY KEY,
  ceremony       TEXT   NOT NULL,
  user_id        TEXT   NOT NULL DEFAULT '',
  session        TEXT   NOT NULL,
  expires_at     BIGINT NOT NULL
);
CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);
