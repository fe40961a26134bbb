-- +goose Up
-- A page of links is read by an index in its order. archived and blocked are in it, so that
-- archived links are skipped without reading them.
CREATE INDEX links_newest ON links (workspace_id, deleted_at, created_at, id, archived, blocked);
CREATE INDEX links_by_alias ON links (workspace_id, deleted_at, alias_folded, id, archived, blocked);
DROP INDEX links_by_age_and_state;
DROP INDEX links_by_alias_and_state;

-- Links that are few in a workspace are found without reading the others.
CREATE INDEX links_timed ON links (workspace_id, deleted_at, archived, blocked, folder_id, starts_at, expires_at, max_clicks, used_clicks)
  WHERE starts_at > 0 OR expires_at > 0 OR max_clicks > 0;
CREATE INDEX links_archived ON links (workspace_id, deleted_at, archived, blocked, created_at, alias_folded, id) WHERE archived = TRUE;
CREATE INDEX links_blocked ON links (workspace_id, deleted_at, blocked) WHERE blocked = TRUE;
CREATE INDEX links_by_folder ON links (workspace_id, deleted_at, folder_id, created_at, id, archived, blocked) WHERE folder_id <> '';
CREATE INDEX links_deleted ON links (workspace_id, deleted_at, id) WHERE deleted_at > 0;
DROP INDEX links_by_deletion;
