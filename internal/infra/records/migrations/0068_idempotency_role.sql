-- +goose Up
-- The role of the user at the first request: a stored response is for users with at least its permissions.
ALTER TABLE idempotency_keys ADD COLUMN role TEXT NOT NULL DEFAULT '';
