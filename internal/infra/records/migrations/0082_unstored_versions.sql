-- +goose Up
-- The size of version 1 of a link which no event stores: an import makes many links that
-- never change, whose version 1 is the link itself.
ALTER TABLE links ADD COLUMN unstored_bytes BIGINT NOT NULL DEFAULT 0;
