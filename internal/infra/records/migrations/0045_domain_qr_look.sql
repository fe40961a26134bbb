-- +goose Up
-- qr_look is the JSON look of QR codes without a look of their own; empty: the
-- install's default.
ALTER TABLE domains ADD COLUMN qr_look TEXT NOT NULL DEFAULT '';
