-- +goose Up
-- preview, utm, rules and split are JSON that only Go reads. search is the
-- folded text that a search looks in. A deleted link keeps its row, so that its
-- aliases stay taken and its clicks keep their subject.
CREATE TABLE links (
  id              TEXT PRIMARY KEY,
  workspace_id    TEXT    NOT NULL REFERENCES workspaces (id),
  domain_id       TEXT    NOT NULL REFERENCES domains (id),
  url             TEXT    NOT NULL,
  title           TEXT    NOT NULL DEFAULT '',
  comments        TEXT    NOT NULL DEFAULT '',
  folder_id       TEXT    NOT NULL DEFAULT '',
  preview         TEXT    NOT NULL DEFAULT '{}',
  redirect_status INTEGER NOT NULL,
  forward_query   BOOLEAN NOT NULL,
  forward_path    BOOLEAN NOT NULL,
  indexable       BOOLEAN NOT NULL,
  starts_at       BIGINT  NOT NULL DEFAULT 0,
  expires_at      BIGINT  NOT NULL DEFAULT 0,
  max_clicks      BIGINT  NOT NULL DEFAULT 0,
  used_clicks     BIGINT  NOT NULL DEFAULT 0,
  fallback_url    TEXT    NOT NULL DEFAULT '',
  password_hash   TEXT    NOT NULL DEFAULT '',
  utm             TEXT    NOT NULL DEFAULT '{}',
  rules           TEXT    NOT NULL DEFAULT '[]',
  split           TEXT    NOT NULL DEFAULT 'null',
  archived        BOOLEAN NOT NULL DEFAULT FALSE,
  blocked         BOOLEAN NOT NULL DEFAULT FALSE,
  alias_folded    TEXT    NOT NULL,
  search          TEXT    NOT NULL,
  created_by      TEXT    NOT NULL,
  created_at      BIGINT  NOT NULL,
  updated_at      BIGINT  NOT NULL,
  deleted_at      BIGINT  NOT NULL DEFAULT 0,
  version         BIGINT  NOT NULL
);
CREATE INDEX links_by_age ON links (workspace_id, deleted_at, created_at, id);
CREATE INDEX links_by_alias ON links (workspace_id, deleted_at, alias_folded, id);
CREATE INDEX links_by_domain ON links (domain_id);

-- An alias belongs to its link for ever; while the link is deleted the row is
-- its tombstone. position 0 is the link's own alias.
CREATE TABLE aliases (
  domain_id  TEXT    NOT NULL REFERENCES domains (id),
  folded     TEXT    NOT NULL,
  alias      TEXT    NOT NULL,
  link_id    TEXT    NOT NULL REFERENCES links (id),
  position   INTEGER NOT NULL,
  created_at BIGINT  NOT NULL,
  PRIMARY KEY (domain_id, folded)
);
CREATE INDEX aliases_by_link ON aliases (link_id, position);

CREATE TABLE link_tags (
  link_id TEXT NOT NULL REFERENCES links (id) ON DELETE CASCADE,
  tag_id  TEXT NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
  PRIMARY KEY (link_id, tag_id)
);
CREATE INDEX link_tags_by_tag ON link_tags (tag_id, link_id);

-- Human clicks, as the click store counts them. No reference to links: figures
-- outlive what they count.
CREATE TABLE link_clicks (
  link_id         TEXT PRIMARY KEY,
  clicks          BIGINT NOT NULL,
  last_clicked_at BIGINT NOT NULL
);
