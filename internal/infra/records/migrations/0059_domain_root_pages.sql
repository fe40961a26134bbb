-- +goose Up
-- The bio page that a domain shows at its root; empty: none. The page may have been
-- deleted: DeletePage empties the column, and a concurrent change may restore it.
ALTER TABLE domains ADD COLUMN root_page_id TEXT NOT NULL DEFAULT '';
CREATE INDEX domains_by_root_page ON domains (root_page_id) WHERE root_page_id <> '';
