-- +goose Up
-- The outcome of the click of a conversion. Only clicks that were redirected have an id that
-- a destination knows.
ALTER TABLE conversions ADD COLUMN c_outcome TEXT NOT NULL DEFAULT '';
UPDATE conversions SET c_outcome = 'redirect' WHERE state = 'counted';
