-- +goose Up
-- The list of links reads a page of rows, but it counts and filters over all of
-- them: whatever decides where a link stands in its life is in the indexes that
-- it is read by, so that no row is looked at that is not shown.
CREATE INDEX links_by_age_and_state ON links (workspace_id, deleted_at, created_at, id, archived, blocked, starts_at, expires_at, max_clicks, used_clicks);
CREATE INDEX links_by_alias_and_state ON links (workspace_id, deleted_at, alias_folded, id, archived, blocked, starts_at, expires_at, max_clicks, used_clicks);
DROP INDEX links_by_age;
DROP INDEX links_by_alias;
