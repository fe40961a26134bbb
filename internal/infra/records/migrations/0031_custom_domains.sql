-- +goose Up
-- served_host is unique: the host while the domain serves it, else the domain's
-- id. So several workspaces can claim a host, and one can have it verified. last_records
-- is JSON: the DNS records that the domain needs, with the values last found.
ALTER TABLE domains RENAME COLUMN host TO served_host;
ALTER TABLE domains ADD COLUMN host TEXT NOT NULL DEFAULT '';
ALTER TABLE domains ADD COLUMN status TEXT NOT NULL DEFAULT 'verified';
ALTER TABLE domains ADD COLUMN ownership_token TEXT NOT NULL DEFAULT '';
ALTER TABLE domains ADD COLUMN last_records TEXT NOT NULL DEFAULT '[]';
ALTER TABLE domains ADD COLUMN route_seen BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE domains ADD COLUMN verified_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE domains ADD COLUMN checked_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE domains ADD COLUMN next_check_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE domains ADD COLUMN failing_since BIGINT NOT NULL DEFAULT 0;
ALTER TABLE domains ADD COLUMN deleted_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE domains ADD COLUMN redirect_status INTEGER NOT NULL DEFAULT 302;
ALTER TABLE domains ADD COLUMN hsts BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE domains ADD COLUMN robots TEXT NOT NULL DEFAULT 'allow';
ALTER TABLE domains ADD COLUMN privacy TEXT NOT NULL DEFAULT 'full';
ALTER TABLE domains ADD COLUMN apple_app_site_association TEXT NOT NULL DEFAULT '';
ALTER TABLE domains ADD COLUMN asset_links TEXT NOT NULL DEFAULT '';
ALTER TABLE domains ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
UPDATE domains SET host = served_host;
CREATE INDEX domains_by_host ON domains (host);
CREATE INDEX domains_by_next_check ON domains (next_check_at) WHERE next_check_at > 0;
CREATE UNIQUE INDEX domains_one_claim ON domains (workspace_id, host) WHERE deleted_at = 0;
