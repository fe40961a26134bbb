-- +goose Up
-- +goose StatementBegin
CREATE FUNCTION own_link_clicks() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE link_clicks SET workspace_id = COALESCE((SELECT l.workspace_id FROM links l WHERE l.id = NEW.link_id), '')
    WHERE link_id = NEW.link_id;
  RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER link_clicks_owned AFTER INSERT ON link_clicks FOR EACH ROW
  WHEN (NEW.workspace_id = '') EXECUTE FUNCTION own_link_clicks();
