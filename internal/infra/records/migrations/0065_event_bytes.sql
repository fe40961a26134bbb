-- +goose Up
-- The size of the contents of a workspace's events that are not versions of links, which
-- the plan bounds. trimmed is the sequence number through which the contents beyond the
-- bound were erased; trimming is true while erased batches have not reached the target.
CREATE TABLE event_bytes (
  workspace_id TEXT    PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
  bytes        BIGINT  NOT NULL,
  trimmed      BIGINT  NOT NULL DEFAULT 0,
  trimming     BOOLEAN NOT NULL DEFAULT FALSE
);

-- The sequence number through which event_bytes counts the events.
CREATE TABLE event_bytes_position (seq BIGINT NOT NULL);
INSERT INTO event_bytes_position (seq) VALUES (0);
