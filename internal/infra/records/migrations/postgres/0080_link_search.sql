-- +goose Up
-- An index of the three-letter parts of what a search of links looks in. Without the
-- extension, which the database's owner may create where the server has it, a search reads
-- all texts.
-- +goose StatementBegin
DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX links_search ON links USING gin (search gin_trgm_ops);
  CREATE INDEX links_page_search ON links USING gin (page_search gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'pg_trgm is not available: %', SQLERRM;
END $$;
-- +goose StatementEnd
