-- +goose Up
-- When a user started their one trial, of whichever workspace; 0: not yet.
ALTER TABLE users ADD COLUMN trial_at BIGINT NOT NULL DEFAULT 0;
UPDATE users SET trial_at = COALESCE((
  SELECT MAX(b.trial_started_at) FROM billing_accounts b JOIN members m ON m.workspace_id = b.workspace_id
  WHERE m.user_id = users.id AND m.role = 'owner'
), 0);
-- Messages of a webhook that were dropped because too many were waiting, and when the last one was.
ALTER TABLE webhooks ADD COLUMN dropped BIGINT NOT NULL DEFAULT 0;
ALTER TABLE webhooks ADD COLUMN dropped_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (webhook_id) WHERE status = 'pending';
CREATE INDEX invitations_by_inviter ON invitations (invited_by, created_at);
