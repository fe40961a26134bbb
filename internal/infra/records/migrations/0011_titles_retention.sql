-- +goose Up
-- page_title is the title of the destination's page, and page_search its folded
-- form. page_title is empty for a link with a title of its own. It is not part
-- of a link's versions.
ALTER TABLE links ADD COLUMN page_title TEXT NOT NULL DEFAULT '';
ALTER TABLE links ADD COLUMN page_search TEXT NOT NULL DEFAULT '';

-- Pages whose title has not been read. A worker leases a row by advancing
-- due_at.
CREATE TABLE title_tasks (
  link_id TEXT PRIMARY KEY REFERENCES links (id) ON DELETE CASCADE,
  url     TEXT    NOT NULL,
  due_at  BIGINT  NOT NULL,
  tries   INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX title_tasks_by_due ON title_tasks (due_at, link_id);

-- How many days the workspace keeps clicks; 0: as long as its plan does.
ALTER TABLE workspaces ADD COLUMN retention_days BIGINT NOT NULL DEFAULT 0;
