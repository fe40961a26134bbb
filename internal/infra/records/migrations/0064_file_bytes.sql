-- +goose Up
-- The size of the compressed content of a file, which bounds the files of a workspace.
ALTER TABLE files ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;
UPDATE files SET bytes = COALESCE((SELECT SUM(OCTET_LENGTH(c.data)) FROM file_chunks c WHERE c.file_id = files.id), 0);
CREATE INDEX files_by_workspace ON files (workspace_id);
