-- +goose Up
-- A shared page has a name and shows a selection: filters, traffic, a period
-- and parts, as JSON. Pages from before show everything of their subject.
ALTER TABLE shares ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE shares ADD COLUMN selection TEXT NOT NULL DEFAULT '{}';
