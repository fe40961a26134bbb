-- +goose Up
-- The sum of the clicks that links were imported with; few links have any.
CREATE INDEX links_imported ON links (workspace_id, folder_id, opening_clicks) WHERE opening_clicks > 0;
