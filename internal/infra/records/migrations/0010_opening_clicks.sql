-- +goose Up
-- Clicks that a link brought along from elsewhere: a number beside the clicks
-- that were counted here, never clicks of its own.
ALTER TABLE links ADD COLUMN opening_clicks BIGINT NOT NULL DEFAULT 0;
