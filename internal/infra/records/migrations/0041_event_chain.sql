-- +goose Up
-- Each event has the hash of the previous one and of itself. digest is the hash of
-- the content (data, subject_label, address_prefix and the random salt), which can
-- be erased without breaking the chain. Events with seq above chained have no hash
-- yet: the first start of this version chains them. head is the hash of the event
-- chained.
ALTER TABLE events ADD COLUMN subject_label TEXT NOT NULL DEFAULT '';
ALTER TABLE events ADD COLUMN salt TEXT NOT NULL DEFAULT '';
ALTER TABLE events ADD COLUMN digest TEXT NOT NULL DEFAULT '';
ALTER TABLE events ADD COLUMN hash TEXT NOT NULL DEFAULT '';
ALTER TABLE event_sequence ADD COLUMN chained BIGINT NOT NULL DEFAULT 0;
ALTER TABLE event_sequence ADD COLUMN head TEXT NOT NULL DEFAULT '';
CREATE INDEX events_by_workspace_and_seq ON events (workspace_id, seq);
