-- +goose Up
-- page_title is what the destination's page calls itself, and page_search that
-- text folded. title is what a person wrote: where there is one, page_title is
-- empty. It is no part of a link's versions.
ALTER TABLE links ADD COLUMN page_title TEXT NOT NULL DEFAULT '';
ALTER TABLE links ADD COLUMN page_search TEXT NOT NULL DEFAULT '';

-- Pages whose title is still to be read. Whoever takes a row moves due_at on,
-- and so has it alone until then.
CREATE TABLE title_tasks (
  link_id TEXT PRIMARY KEY REFERENCES links (id) ON DELETE CASCADE,
  url     TEXT    NOT NULL,
  due_at  BIGINT  NOT NULL,
  tries   INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX title_tasks_by_due ON title_tasks (due_at, link_id);

-- How many days the workspace keeps clicks; 0: as long as its plan does.
ALTER TABLE workspaces ADD COLUMN retention_days BIGINT NOT NULL DEFAULT 0;
