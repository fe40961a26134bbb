-- +goose Up
-- A workspace without conventions counts the case of campaign values as one. Workspaces
-- that exist continue to count it as it is.
INSERT INTO utm_conventions (workspace_id, rules, updated_at)
  SELECT w.id, '{}', w.created_at FROM workspaces w
  WHERE NOT EXISTS (SELECT 1 FROM utm_conventions u WHERE u.workspace_id = w.id);
