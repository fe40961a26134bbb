-- +goose Up
-- A workspace is suspended while suspended_at is set or while one of its owners is
-- suspended. Earlier versions set suspended_at together with that of an owner.
UPDATE workspaces SET suspended_at = 0 WHERE suspended_at > 0 AND EXISTS (
  SELECT 1 FROM members m JOIN users u ON u.id = m.user_id
  WHERE m.workspace_id = workspaces.id AND m.role = 'owner' AND u.suspended_at = workspaces.suspended_at
);
