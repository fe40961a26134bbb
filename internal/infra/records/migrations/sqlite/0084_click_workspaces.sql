-- +goose Up
-- +goose StatementBegin
CREATE TRIGGER link_clicks_owned AFTER INSERT ON link_clicks WHEN NEW.workspace_id = '' BEGIN
  UPDATE link_clicks SET workspace_id = COALESCE((SELECT l.workspace_id FROM links l WHERE l.id = NEW.link_id), '')
    WHERE link_id = NEW.link_id;
END;
-- +goose StatementEnd
