-- +goose Up
-- The check of the secret key that sealed values were encrypted with: one row
-- after the first start. It identifies the key and does not reveal it.
CREATE TABLE secret_key (
  id    INTEGER PRIMARY KEY CHECK (id = 1),
  value BYTEA   NOT NULL
);
