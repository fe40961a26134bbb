-- +goose Up
-- The state of a link without regard to the time: "timed" links start, expire or have a
-- limit of clicks, so that the time or their clicks decide whether they are active.
ALTER TABLE links ADD COLUMN state TEXT GENERATED ALWAYS AS (
  CASE WHEN deleted_at > 0 THEN 'deleted' WHEN blocked THEN 'blocked' WHEN archived THEN 'archived'
    WHEN starts_at > 0 OR expires_at > 0 OR max_clicks > 0 THEN 'timed' ELSE 'open' END) VIRTUAL;

-- +goose StatementBegin
CREATE TRIGGER links_counted AFTER INSERT ON links BEGIN
  INSERT INTO link_counts (workspace_id, folder_id, domain_id, state, links)
    VALUES (NEW.workspace_id, NEW.folder_id, NEW.domain_id, NEW.state, 1)
    ON CONFLICT (workspace_id, folder_id, domain_id, state) DO UPDATE SET links = links + 1;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER links_uncounted AFTER DELETE ON links BEGIN
  UPDATE link_counts SET links = links - 1 WHERE workspace_id = OLD.workspace_id AND folder_id = OLD.folder_id
    AND domain_id = OLD.domain_id AND state = OLD.state;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER links_recounted AFTER UPDATE ON links
  WHEN NEW.state <> OLD.state OR NEW.folder_id <> OLD.folder_id OR NEW.domain_id <> OLD.domain_id OR NEW.workspace_id <> OLD.workspace_id
BEGIN
  UPDATE link_counts SET links = links - 1 WHERE workspace_id = OLD.workspace_id AND folder_id = OLD.folder_id
    AND domain_id = OLD.domain_id AND state = OLD.state;
  INSERT INTO link_counts (workspace_id, folder_id, domain_id, state, links)
    VALUES (NEW.workspace_id, NEW.folder_id, NEW.domain_id, NEW.state, 1)
    ON CONFLICT (workspace_id, folder_id, domain_id, state) DO UPDATE SET links = links + 1;
  UPDATE tag_counts SET links = links - 1 WHERE folder_id = OLD.folder_id AND state = OLD.state
    AND tag_id IN (SELECT tag_id FROM link_tags WHERE link_id = NEW.id);
  INSERT INTO tag_counts (tag_id, folder_id, state, links)
    SELECT tag_id, NEW.folder_id, NEW.state, 1 FROM link_tags WHERE link_id = NEW.id
    ON CONFLICT (tag_id, folder_id, state) DO UPDATE SET links = links + 1;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER link_tags_counted AFTER INSERT ON link_tags BEGIN
  INSERT INTO tag_counts (tag_id, folder_id, state, links)
    SELECT NEW.tag_id, folder_id, state, 1 FROM links WHERE id = NEW.link_id
    ON CONFLICT (tag_id, folder_id, state) DO UPDATE SET links = links + 1;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER link_tags_uncounted AFTER DELETE ON link_tags BEGIN
  UPDATE tag_counts SET links = links - 1 WHERE tag_id = OLD.tag_id
    AND (folder_id, state) = (SELECT folder_id, state FROM links WHERE id = OLD.link_id);
END;
-- +goose StatementEnd

INSERT INTO link_counts (workspace_id, folder_id, domain_id, state, links)
  SELECT workspace_id, folder_id, domain_id, state, COUNT(*) FROM links GROUP BY workspace_id, folder_id, domain_id, state;
INSERT INTO tag_counts (tag_id, folder_id, state, links)
  SELECT x.tag_id, l.folder_id, l.state, COUNT(*) FROM link_tags x JOIN links l ON l.id = x.link_id GROUP BY x.tag_id, l.folder_id, l.state;
