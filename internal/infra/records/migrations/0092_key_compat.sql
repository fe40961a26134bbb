-- +goose Up
-- The drop-in APIs that a key may use, separated by commas; '*': all.
ALTER TABLE api_keys ADD COLUMN compat TEXT NOT NULL DEFAULT '*';
-- Whether the key is also valid as a signature, which YOURLS' clients send instead of a key.
ALTER TABLE api_keys ADD COLUMN yourls_signature BOOLEAN NOT NULL DEFAULT FALSE;
