-- +goose Up
-- An index of the three-letter parts of what a search of links looks in. It has no text of
-- its own, and says which links may match; the search compares their texts.
-- number is the position of a link in it: those of a workspace are next to each other, so
-- that a search reads none of others.
CREATE TABLE link_search_spaces (space INTEGER PRIMARY KEY, workspace_id TEXT NOT NULL UNIQUE);
CREATE TABLE link_search_rows (number INTEGER PRIMARY KEY, link_id TEXT NOT NULL UNIQUE);
CREATE VIRTUAL TABLE link_search USING fts5 (text, content = '', columnsize = 0, detail = 'none', tokenize = 'trigram case_sensitive 1');

-- +goose StatementBegin
CREATE TRIGGER links_indexed AFTER INSERT ON links BEGIN
  INSERT INTO link_search_spaces (workspace_id) VALUES (NEW.workspace_id) ON CONFLICT (workspace_id) DO NOTHING;
  INSERT INTO link_search_rows (number, link_id)
    SELECT 1 + COALESCE((SELECT MAX(r.number) FROM link_search_rows r WHERE r.number BETWEEN s.space << 32 AND s.space << 32 | 4294967295), s.space << 32),
      NEW.id FROM link_search_spaces s WHERE s.workspace_id = NEW.workspace_id;
  INSERT INTO link_search (rowid, text)
    SELECT number, NEW.search || char(10) || NEW.page_search FROM link_search_rows WHERE link_id = NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER links_reindexed AFTER UPDATE ON links WHEN NEW.search <> OLD.search OR NEW.page_search <> OLD.page_search BEGIN
  INSERT INTO link_search (link_search, rowid, text)
    SELECT 'delete', number, OLD.search || char(10) || OLD.page_search FROM link_search_rows WHERE link_id = OLD.id;
  INSERT INTO link_search (rowid, text)
    SELECT number, NEW.search || char(10) || NEW.page_search FROM link_search_rows WHERE link_id = NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER links_unindexed AFTER DELETE ON links BEGIN
  INSERT INTO link_search (link_search, rowid, text)
    SELECT 'delete', number, OLD.search || char(10) || OLD.page_search FROM link_search_rows WHERE link_id = OLD.id;
  DELETE FROM link_search_rows WHERE link_id = OLD.id;
END;
-- +goose StatementEnd

INSERT INTO link_search_spaces (workspace_id) SELECT DISTINCT workspace_id FROM links;
INSERT INTO link_search_rows (number, link_id)
  SELECT (s.space << 32) + ROW_NUMBER() OVER (PARTITION BY l.workspace_id ORDER BY l.created_at, l.id), l.id
  FROM links l JOIN link_search_spaces s ON s.workspace_id = l.workspace_id;
INSERT INTO link_search (rowid, text)
  SELECT r.number, l.search || char(10) || l.page_search FROM link_search_rows r JOIN links l ON l.id = r.link_id ORDER BY r.number;
