-- +goose Up
-- Lists of links are read in the order of their counters, for which one row has all clicks
-- of a link. opening is the number of clicks with which it was imported. The workspace is
-- that of the link, empty once the link was deleted for good; a trigger sets it.
ALTER TABLE link_clicks ADD COLUMN workspace_id TEXT NOT NULL DEFAULT '';
ALTER TABLE link_clicks ADD COLUMN opening BIGINT NOT NULL DEFAULT 0;
UPDATE link_clicks SET
  workspace_id = COALESCE((SELECT l.workspace_id FROM links l WHERE l.id = link_id), ''),
  opening = COALESCE((SELECT l.opening_clicks FROM links l WHERE l.id = link_id), 0);
INSERT INTO link_clicks (link_id, workspace_id, clicks, last_clicked_at, opening)
  SELECT l.id, l.workspace_id, 0, 0, l.opening_clicks FROM links l
  WHERE l.opening_clicks > 0 AND NOT EXISTS (SELECT 1 FROM link_clicks c WHERE c.link_id = l.id);
DROP INDEX links_imported;
ALTER TABLE links DROP COLUMN opening_clicks;

-- Links without clicks are sorted by their age.
DROP INDEX links_blocked;
CREATE INDEX links_blocked ON links (workspace_id, deleted_at, blocked, created_at, id) WHERE blocked = TRUE;
CREATE INDEX link_clicks_most ON link_clicks (workspace_id, (clicks + opening), link_id);
CREATE INDEX link_clicks_latest ON link_clicks (workspace_id, last_clicked_at, link_id);
CREATE INDEX link_clicks_imported ON link_clicks (workspace_id, opening, link_id) WHERE opening > 0;
