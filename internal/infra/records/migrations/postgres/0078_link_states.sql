-- +goose Up
-- The state of a link without regard to the time: "timed" links start, expire or have a
-- limit of clicks, so that the time or their clicks decide whether they are active.
ALTER TABLE links ADD COLUMN state TEXT NOT NULL GENERATED ALWAYS AS (
  CASE WHEN deleted_at > 0 THEN 'deleted' WHEN blocked THEN 'blocked' WHEN archived THEN 'archived'
    WHEN starts_at > 0 OR expires_at > 0 OR max_clicks > 0 THEN 'timed' ELSE 'open' END) STORED;

-- +goose StatementBegin
CREATE FUNCTION count_link() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE link_counts SET links = links - 1 WHERE workspace_id = OLD.workspace_id AND folder_id = OLD.folder_id
      AND domain_id = OLD.domain_id AND state = OLD.state;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO link_counts AS c (workspace_id, folder_id, domain_id, state, links)
      VALUES (NEW.workspace_id, NEW.folder_id, NEW.domain_id, NEW.state, 1)
      ON CONFLICT (workspace_id, folder_id, domain_id, state) DO UPDATE SET links = c.links + 1;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    UPDATE tag_counts SET links = links - 1 WHERE folder_id = OLD.folder_id AND state = OLD.state
      AND tag_id IN (SELECT tag_id FROM link_tags WHERE link_id = NEW.id);
    INSERT INTO tag_counts AS c (tag_id, folder_id, state, links)
      SELECT tag_id, NEW.folder_id, NEW.state, 1 FROM link_tags WHERE link_id = NEW.id
      ON CONFLICT (tag_id, folder_id, state) DO UPDATE SET links = c.links + 1;
  END IF;
  RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER links_counted AFTER INSERT OR DELETE ON links FOR EACH ROW EXECUTE FUNCTION count_link();
CREATE TRIGGER links_recounted AFTER UPDATE ON links FOR EACH ROW
  WHEN (NEW.state <> OLD.state OR NEW.folder_id <> OLD.folder_id OR NEW.domain_id <> OLD.domain_id OR NEW.workspace_id <> OLD.workspace_id)
  EXECUTE FUNCTION count_link();

-- +goose StatementBegin
CREATE FUNCTION count_link_tag() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tag_counts AS c (tag_id, folder_id, state, links)
      SELECT NEW.tag_id, folder_id, state, 1 FROM links WHERE id = NEW.link_id
      ON CONFLICT (tag_id, folder_id, state) DO UPDATE SET links = c.links + 1;
  ELSE
    UPDATE tag_counts SET links = links - 1 WHERE tag_id = OLD.tag_id
      AND (folder_id, state) = (SELECT folder_id, state FROM links WHERE id = OLD.link_id);
  END IF;
  RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER link_tags_counted AFTER INSERT OR DELETE ON link_tags FOR EACH ROW EXECUTE FUNCTION count_link_tag();

INSERT INTO link_counts (workspace_id, folder_id, domain_id, state, links)
  SELECT workspace_id, folder_id, domain_id, state, COUNT(*) FROM links GROUP BY workspace_id, folder_id, domain_id, state;
INSERT INTO tag_counts (tag_id, folder_id, state, links)
  SELECT x.tag_id, l.folder_id, l.state, COUNT(*) FROM link_tags x JOIN links l ON l.id = x.link_id GROUP BY x.tag_id, l.folder_id, l.state;
