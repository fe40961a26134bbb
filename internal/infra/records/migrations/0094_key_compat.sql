-- +goose Up
-- The drop-in APIs that a key may use, separated by commas; '*': all.
ALTER TABLE api_keys ADD COLUMN compat TEXT NOT NULL DEFAULT '*';
