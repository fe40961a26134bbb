-- +goose Up
-- The nodes that share a click store. A node leases its number, which is part of the
-- ids of clicks, until lease_until. source is the identity of its journal.
CREATE TABLE nodes (
  number      INTEGER PRIMARY KEY,
  source      TEXT    NOT NULL UNIQUE,
  name        TEXT    NOT NULL,
  lease_until BIGINT  NOT NULL,
  seen_at     BIGINT  NOT NULL
);

-- Silent events are stored and not published to nodes: another event stands for them.
ALTER TABLE events ADD COLUMN silent BOOLEAN NOT NULL DEFAULT FALSE;
