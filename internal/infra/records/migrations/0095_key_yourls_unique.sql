-- +goose Up
-- Whether YOURLS' clients get the link that a destination has already in place of a new one.
ALTER TABLE api_keys ADD COLUMN yourls_unique BOOLEAN NOT NULL DEFAULT TRUE;
