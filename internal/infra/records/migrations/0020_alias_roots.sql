-- +goose Up
-- A wildcard alias reserves everything below it, so creating one looks for other
-- workspaces' aliases with the same first segment. Only aliases with a slash are
-- indexed. The expression is one that both engines understand.
CREATE INDEX aliases_by_root ON aliases (domain_id, substr(folded, 1, length(folded) - length(ltrim(folded, replace(folded, '/', '')))))
  WHERE replace(folded, '/', '') <> folded;
