-- +goose Up
-- A code that is marked has an address of its own, so that its scans are counted
-- apart. Codes from before keep the pictures that were printed.
ALTER TABLE qr_codes ADD COLUMN marked BOOLEAN NOT NULL DEFAULT FALSE;

ALTER TABLE conversions ADD COLUMN c_variant TEXT NOT NULL DEFAULT '';
ALTER TABLE conversions ADD COLUMN c_qrcode TEXT NOT NULL DEFAULT '';
