-- +goose Up
-- The number of links by everything that a screen counts them by, also deleted ones:
-- triggers keep it within the transaction of each change (sqlite/ and postgres/).
-- Only what decides about a state without the time is a state; see links.state.
CREATE TABLE link_counts (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  folder_id    TEXT   NOT NULL,
  domain_id    TEXT   NOT NULL,
  state        TEXT   NOT NULL,
  links        BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, folder_id, domain_id, state)
);
CREATE INDEX link_counts_by_domain ON link_counts (domain_id);

-- The same for the links of each tag.
CREATE TABLE tag_counts (
  tag_id    TEXT   NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
  folder_id TEXT   NOT NULL,
  state     TEXT   NOT NULL,
  links     BIGINT NOT NULL,
  PRIMARY KEY (tag_id, folder_id, state)
);
