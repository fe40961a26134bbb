-- +goose Up
-- The language of what visitors see on the domain; '': that of each visitor.
ALTER TABLE domains ADD COLUMN language TEXT NOT NULL DEFAULT '';
