-- +goose Up
-- Which links an import made. The links of an import are found by its job, and
-- both ends of a pair take it with them.
CREATE TABLE import_links (
  job_id  TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  link_id TEXT NOT NULL REFERENCES links (id) ON DELETE CASCADE,
  PRIMARY KEY (job_id, link_id)
);
CREATE INDEX import_links_by_link ON import_links (link_id);
