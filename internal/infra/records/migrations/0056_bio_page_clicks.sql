-- +goose Up
-- The bio page and the block from which the click of a conversion came.
ALTER TABLE conversions ADD COLUMN c_page TEXT NOT NULL DEFAULT '';
ALTER TABLE conversions ADD COLUMN c_block TEXT NOT NULL DEFAULT '';
