-- +goose Up
-- The language of what visitors see on the domain; '': that of each visitor.
ALTER TABLE domains ADD COLUMN language TEXT NOT NULL DEFAULT '';
-- The language of the form with which a visitor reported a link; '': unknown.
ALTER TABLE abuse_reports ADD COLUMN language TEXT NOT NULL DEFAULT '';
