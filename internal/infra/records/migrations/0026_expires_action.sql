-- +goose Up
-- What visitors get after a link has expired: fallback or page.
ALTER TABLE links ADD COLUMN expires_action TEXT NOT NULL DEFAULT 'fallback';
