-- +goose Up
-- Text for members; '': none.
ALTER TABLE domains ADD COLUMN notes TEXT NOT NULL DEFAULT '';
