-- +goose Up
-- The clicks that other shorteners counted before the links were imported. Those of a link
-- add up to link_clicks.opening. day is a date as the days since 1970-01-01, 0: unknown. n
-- numbers the rows of a day. Without details, their columns are empty.
CREATE TABLE imported_clicks (
  link_id      TEXT    NOT NULL REFERENCES links (id) ON DELETE CASCADE,
  workspace_id TEXT    NOT NULL,
  day          BIGINT  NOT NULL,
  n            BIGINT  NOT NULL,
  clicks       BIGINT  NOT NULL,
  detailed     BOOLEAN NOT NULL DEFAULT FALSE,
  country      TEXT    NOT NULL DEFAULT '',
  os           TEXT    NOT NULL DEFAULT '',
  browser      TEXT    NOT NULL DEFAULT '',
  device       TEXT    NOT NULL DEFAULT '',
  referrer     TEXT    NOT NULL DEFAULT '',
  PRIMARY KEY (link_id, day, n)
);
CREATE INDEX imported_clicks_by_day ON imported_clicks (workspace_id, day, link_id, clicks);
INSERT INTO imported_clicks (link_id, workspace_id, day, n, clicks)
  SELECT l.id, l.workspace_id, 0, 0, c.opening FROM link_clicks c JOIN links l ON l.id = c.link_id WHERE c.opening > 0;
