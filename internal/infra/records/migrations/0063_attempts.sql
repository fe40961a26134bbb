-- +goose Up
-- Attempts that are limited over all nodes of an install: key is a hash of a limiter and
-- its key, full_at the time in microseconds at which the bucket is full again. Rows in
-- the past mean nothing. On PostgreSQL the table becomes UNLOGGED after the migrations
-- (dialect.go). Installs with SQLite have one node, which counts in memory.
CREATE TABLE attempts (
  key     BYTEA  PRIMARY KEY,
  full_at BIGINT NOT NULL
);
