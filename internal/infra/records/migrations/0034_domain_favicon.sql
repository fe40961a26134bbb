-- +goose Up
ALTER TABLE domains ADD COLUMN favicon_url TEXT NOT NULL DEFAULT '';
