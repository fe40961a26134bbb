package records

import (
	"context"
	"time"

	"linnet/internal/core/webhook"
)

// backlog is what waits for the receiver of a webhook, and what a transaction dropped
// because too much does.
type backlog struct {
	pending   int // at most webhook.MaxPending
	dropped   int
	droppedAt time.Time
}

// backlogs are the backlogs of webhooks in a transaction, by their ids.
type backlogs map[string]*backlog

// of returns the backlog of a webhook.
func (b backlogs) of(ctx context.Context, tx conn, webhookID string) (*backlog, error) {
	if known, ok := b[webhookID]; ok {
		return known, nil
	}
	pending, err := queryOne(ctx, tx, value[int], `
		SELECT COUNT(*) FROM (
			SELECT 1 FROM webhook_deliveries WHERE webhook_id = $1 AND status = 'pending' LIMIT $2
		) waiting`, webhookID, webhook.MaxPending)
	if err != nil {
		return nil, err
	}
	b[webhookID] = &backlog{pending: pending}
	return b[webhookID], nil
}

// DroppingWebhooks returns the webhooks of all workspaces of which messages were dropped
// since a time, and that get messages.
func (s *Store) DroppingWebhooks(ctx context.Context, since time.Time) ([]webhook.Webhook, error) {
	return webhookTable.all(ctx, s.read, `WHERE h.dropped_at >= $1 AND h.disabled_at = 0 ORDER BY h.id`, toMillis(since))
}

// storeDropped adds the dropped messages to their webhooks.
func (b backlogs) storeDropped(ctx context.Context, tx conn) error {
	for id, of := range b {
		if of.dropped == 0 {
			continue
		}
		_, err := tx.exec(ctx, `UPDATE webhooks SET dropped = dropped + $2, dropped_at = $3 WHERE id = $1`, id, of.dropped, toMillis(of.droppedAt))
		if err != nil {
			return err
		}
	}
	return nil
}
