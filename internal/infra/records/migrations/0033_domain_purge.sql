-- +goose Up
-- purge_at is when a deleted domain is purged with its links; 0: not deleted, or
-- purged.
ALTER TABLE domains ADD COLUMN purge_at BIGINT NOT NULL DEFAULT 0;
UPDATE domains SET purge_at = deleted_at + 604800000 WHERE deleted_at > 0;
CREATE INDEX domains_by_purge ON domains (purge_at) WHERE purge_at > 0;
