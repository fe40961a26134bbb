-- +goose Up
-- What visitors sent with the forms of bio pages. form and consent are the texts
-- that the visitor saw.
CREATE TABLE bio_page_responses (
  id         TEXT   PRIMARY KEY,
  page_id    TEXT   NOT NULL REFERENCES bio_pages (id) ON DELETE CASCADE,
  block_id   TEXT   NOT NULL,
  form       TEXT   NOT NULL,
  email      TEXT   NOT NULL,
  consent    TEXT   NOT NULL,
  created_at BIGINT NOT NULL,
  UNIQUE (page_id, block_id, email)
);
CREATE INDEX bio_page_responses_by_age ON bio_page_responses (page_id, created_at, id);
