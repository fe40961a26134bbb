-- +goose Up
-- The salt of a day's visitor hashes, in hex. Rows are destroyed when the day is
-- over; day counts from 1970-01-01 in UTC.
CREATE TABLE daily_salts (
  day  BIGINT PRIMARY KEY,
  salt TEXT NOT NULL
);
