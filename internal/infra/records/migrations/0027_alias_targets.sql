-- +goose Up
-- An alias leads to a target: its kind and the target's id. The kind "link" is
-- the only one so far. Other kinds have tables of their own, so the id has no
-- foreign key.
CREATE TABLE alias_targets (
  domain_id   TEXT    NOT NULL REFERENCES domains (id),
  folded      TEXT    NOT NULL,
  alias       TEXT    NOT NULL,
  target_kind TEXT    NOT NULL,
  target_id   TEXT    NOT NULL,
  position    INTEGER NOT NULL,
  created_at  BIGINT  NOT NULL,
  PRIMARY KEY (domain_id, folded)
);
INSERT INTO alias_targets (domain_id, folded, alias, target_kind, target_id, position, created_at)
  SELECT domain_id, folded, alias, 'link', link_id, position, created_at FROM aliases;
DROP TABLE aliases;
ALTER TABLE alias_targets RENAME TO aliases;
CREATE INDEX aliases_by_target ON aliases (target_id, position);
CREATE INDEX aliases_by_root ON aliases (domain_id, substr(folded, 1, length(folded) - length(ltrim(folded, replace(folded, '/', '')))))
  WHERE replace(folded, '/', '') <> folded;
