-- +goose Up
-- operator_since is when the user became an operator of the install, 0 if they are
-- not one.
ALTER TABLE users ADD COLUMN operator_since BIGINT NOT NULL DEFAULT 0;
CREATE INDEX users_by_age ON users (created_at, id);
CREATE INDEX workspaces_by_age ON workspaces (created_at, id);
