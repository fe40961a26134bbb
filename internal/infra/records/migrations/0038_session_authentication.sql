-- +goose Up
-- authenticated_at is when the user of the session last proved their identity: at
-- the login, or later with the password.
ALTER TABLE sessions ADD COLUMN authenticated_at BIGINT NOT NULL DEFAULT 0;
UPDATE sessions SET authenticated_at = created_at;
