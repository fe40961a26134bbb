-- +goose Up
-- The click stores whose clicks are in link_clicks, one for each node that has a
-- click store of its own. position is the journal's position up to which its
-- clicks are counted. The source '' stands for unknown earlier click stores.
CREATE TABLE click_sources (
  source   TEXT PRIMARY KEY,
  position BIGINT NOT NULL
);

-- Named locks that end by themselves. The owner is a process.
CREATE TABLE leases (
  name  TEXT PRIMARY KEY,
  owner TEXT   NOT NULL,
  until BIGINT NOT NULL
);
