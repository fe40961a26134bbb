-- +goose Up
-- url_key is the key of the destination, for look-ups of an exact one (urlKey).
ALTER TABLE links ADD COLUMN external_id TEXT NOT NULL DEFAULT '';
ALTER TABLE links ADD COLUMN url_key BIGINT NOT NULL DEFAULT 0;
UPDATE links SET url_key = ('x' || encode(substring(sha256(convert_to(url, 'UTF8')) FROM 1 FOR 8), 'hex'))::bit(64)::bigint;
CREATE INDEX links_by_url ON links (url_key);
CREATE UNIQUE INDEX links_by_external_id ON links (workspace_id, external_id) WHERE external_id <> '' AND deleted_at = 0;
