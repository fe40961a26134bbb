-- +goose Up
-- The domain of the workspace that new links are on while it serves links; '': the install's default domain.
ALTER TABLE workspaces ADD COLUMN default_domain_id TEXT NOT NULL DEFAULT '';
