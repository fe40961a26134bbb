-- +goose Up
-- One row in records that linnet migrate copies from another database: origin is the
-- id of the default domain there. Nodes do not start while finished_at is 0.
CREATE TABLE record_copies (
  id          INTEGER PRIMARY KEY CHECK (id = 1),
  origin      TEXT   NOT NULL,
  started_at  BIGINT NOT NULL,
  finished_at BIGINT NOT NULL DEFAULT 0
);
