-- +goose Up
-- seq orders events by commit. Numbers are drawn from event_sequence right before
-- the commit: its row is locked until then, so that a reader that has seen a
-- number has seen every lower one. actor_kind is user, key or system.
-- address_prefix is the network of the request, never a full address.
ALTER TABLE events ADD COLUMN seq BIGINT NOT NULL DEFAULT 0;
ALTER TABLE events ADD COLUMN actor_kind TEXT NOT NULL DEFAULT 'system';
ALTER TABLE events ADD COLUMN address_prefix TEXT NOT NULL DEFAULT '';
UPDATE events SET actor_kind = 'user' WHERE actor_id <> '';
UPDATE events SET seq = ordered.position
  FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY at, id) AS position FROM events) AS ordered WHERE ordered.id = events.id;

CREATE TABLE event_sequence (last BIGINT NOT NULL);
INSERT INTO event_sequence (last) SELECT COALESCE(MAX(seq), 0) FROM events;

CREATE UNIQUE INDEX events_by_seq ON events (seq);
CREATE INDEX events_by_subject_and_seq ON events (subject_id, seq);
DROP INDEX events_by_subject;
