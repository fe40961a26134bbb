package records

import (
	"context"
	"time"

	"linnet/internal/core/queue"
	"linnet/internal/core/webhook"
)

//nolint:gochecknoglobals // immutable
var messageTable = tableOf("message", `webhook_messages m`, messageColumns)

func messageColumns(m *webhook.Message) []column {
	return []column{
		fixed("id", &m.ID),
		fixed("workspace_id", &m.WorkspaceID),
		fixed("type", &m.Type),
		fixed("subject_id", &m.SubjectID),
		fixed("data", rawField{&m.Data}),
		fixed("created_at", &m.At),
	}
}

// deliveryTable has deliveries with their messages. The next attempt is that of the task,
// if there is one that does not run.
//
//nolint:gochecknoglobals // immutable
var deliveryTable = tableOf("delivery", `webhook_deliveries d JOIN webhook_messages m ON m.id = d.message_id
	LEFT JOIN tasks t ON t.kind = '`+webhook.TaskKind+`' AND t.task_key = d.id`,
	func(d *webhook.Delivery) []column {
		return append([]column{
			fixed("id", &d.ID),
			fixed("webhook_id", &d.WebhookID),
			initial("message_id", &d.Message.ID),
			col("status", &d.Status),
			col("attempts", jsonListField[webhook.Attempt]{&d.Attempts}),
			col("attempted", &d.Attempted),
			fixed("created_at", &d.CreatedAt),
			computed("CASE WHEN t.lease_owner = '' THEN t.due_at ELSE 0 END", &d.NextAttemptAt),
		}, joined("m.", messageColumns(&d.Message))...)
	})

// Deliveries returns one page of the deliveries of a webhook, newest first.
func (s *Store) Deliveries(ctx context.Context, f webhook.Filter) (webhook.DeliveryList, error) {
	q := linkQuery{args: []any{f.WebhookID}, where: []string{`d.webhook_id = $1`}}
	if f.Status != "" {
		q.and(`d.status = ` + q.arg(string(f.Status)))
	}
	items, err := newest(ctx, s.read, &q, &newestList[webhook.Delivery]{
		table: deliveryTable,
		at:    "d.created_at",
		id:    "d.id",
		key:   func(d webhook.Delivery) (time.Time, string) { return d.CreatedAt, d.ID },
	}, f.Cursor, f.Limit)
	return webhook.DeliveryList{Deliveries: items.rows, Total: items.total, NextCursor: items.next}, err
}

// Delivery returns a delivery of a webhook, or NotFound.
func (s *Store) Delivery(ctx context.Context, webhookID, id string) (webhook.Delivery, error) {
	return deliveryTable.one(ctx, s.read, `WHERE d.webhook_id = $1 AND d.id = $2`, webhookID, id)
}

// PendingDelivery returns a delivery that is to be sent, with its webhook.
func (s *Store) PendingDelivery(ctx context.Context, id string) (webhook.Delivery, webhook.Webhook, error) {
	var w webhook.Webhook
	d, err := queryOne(ctx, s.read, deliveryTable.scan(webhookTable.fields(&w, inSelect)...), `
		SELECT `+deliveryTable.list+`, `+webhookTable.list+` FROM `+deliveryTable.from+`
		JOIN webhooks h ON h.id = d.webhook_id JOIN workspaces w ON w.id = h.workspace_id
		WHERE d.id = $1 AND d.status = 'pending' AND h.disabled_at = 0 AND NOT `+workspaceClosed, id)
	return d, w, notFound(err, "delivery")
}

// InsertDelivery stores a message with one delivery and its task.
func (s *Store) InsertDelivery(ctx context.Context, d webhook.Delivery, task queue.NewTask) error {
	return s.inTx(ctx, func(tx conn) error {
		if err := messageTable.insert(ctx, tx, &d.Message); err != nil {
			return err
		}
		if err := deliveryTable.insert(ctx, tx, &d); err != nil {
			return err
		}
		return addTasks(ctx, tx, task)
	})
}

// RetryDelivery makes a delivery pending and adds its task.
func (s *Store) RetryDelivery(ctx context.Context, d webhook.Delivery, task queue.NewTask) error {
	return s.inTx(ctx, func(tx conn) error {
		if err := tx.execOne(ctx, "delivery", `UPDATE webhook_deliveries SET status = 'pending' WHERE id = $1`, d.ID); err != nil {
			return err
		}
		return addTasks(ctx, tx, task)
	})
}

// RecordAttempt stores the result of an attempt.
func (s *Store) RecordAttempt(ctx context.Context, r webhook.Result) (disabled bool, err error) {
	attempts, err := asJSON(r.Delivery.Attempts)
	if err != nil {
		return false, err
	}
	d := r.Delivery
	err = s.inTx(ctx, func(tx conn) error {
		// A delivery that was cancelled during the attempt stays cancelled.
		_, err := tx.exec(ctx, `
			UPDATE webhook_deliveries SET attempts = $2, attempted = $3, status = CASE WHEN status = 'pending' THEN $4 ELSE status END
			WHERE id = $1`, d.ID, attempts, d.Attempted, string(d.Status))
		if err != nil {
			return err
		}
		if err := recordReceiver(ctx, tx, r); err != nil || r.Disable == webhook.Enabled {
			return err
		}
		n, err := tx.exec(ctx, `
			UPDATE webhooks SET disabled_at = $2, disabled_reason = $3, updated_at = $2 WHERE id = $1 AND disabled_at = 0`,
			d.WebhookID, toMillis(r.At), string(r.Disable))
		if err != nil || n == 0 {
			return err
		}
		disabled = true
		tx.emit(r.Disabled)
		return cancelDeliveries(ctx, tx, d.WebhookID)
	})
	return disabled && err == nil, err
}

// recordReceiver stores on the webhook whether its receiver accepted a message.
func recordReceiver(ctx context.Context, tx conn, r webhook.Result) error {
	set := `last_attempt_at = $2`
	switch {
	case r.Success:
		set += `, last_success_at = $2, failing_since = 0`
	case r.Failure:
		set += `, failing_since = CASE WHEN failing_since = 0 THEN $2 ELSE failing_since END`
	}
	_, err := tx.exec(ctx, `UPDATE webhooks SET `+set+` WHERE id = $1`, r.Delivery.WebhookID, toMillis(r.At))
	return err
}

// DeleteDeliveries deletes the deliveries from before a time, those of a webhook
// beyond the newest limit that are not pending, and messages without deliveries.
func (s *Store) DeleteDeliveries(ctx context.Context, before time.Time, limit int) error {
	if _, err := s.write.exec(ctx, `DELETE FROM webhook_deliveries WHERE created_at < $1`, toMillis(before)); err != nil {
		return err
	}
	full, err := queryAll(ctx, s.read, value[string],
		`SELECT webhook_id FROM webhook_deliveries GROUP BY webhook_id HAVING COUNT(*) > $1`, limit)
	if err != nil {
		return err
	}
	for _, id := range full {
		if _, err := s.write.exec(ctx, `
			DELETE FROM webhook_deliveries WHERE webhook_id = $1 AND status <> 'pending' AND id NOT IN (
				SELECT id FROM webhook_deliveries WHERE webhook_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2)`, id, limit); err != nil {
			return err
		}
	}
	// A message is stored with its deliveries in one transaction.
	_, err = s.write.exec(ctx, `
		DELETE FROM webhook_messages WHERE NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.message_id = webhook_messages.id)`)
	return err
}

// deleteFormMessages deletes the messages about responses to forms, which a condition
// on bio_page_responses r selects. Their pending deliveries are not sent.
func deleteFormMessages(ctx context.Context, tx conn, condition string, args ...any) error {
	const messages = `SELECT m.id FROM webhook_messages m JOIN bio_page_responses r ON r.id = m.subject_id WHERE `
	if _, err := tx.exec(ctx, `DELETE FROM webhook_deliveries WHERE message_id IN (`+messages+condition+`)`, args...); err != nil {
		return err
	}
	_, err := tx.exec(ctx, `DELETE FROM webhook_messages WHERE id IN (`+messages+condition+`)`, args...)
	return err
}
