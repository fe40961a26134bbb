package records

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"linnet/internal/core/queue"
	"linnet/internal/core/webhook"
)

const (
	insertMessage  = `INSERT INTO webhook_messages (id, workspace_id, type, subject_id, data, created_at)`
	insertDelivery = `INSERT INTO webhook_deliveries (id, webhook_id, message_id, status, created_at)`
)

func messageRow(m webhook.Message) []any {
	return []any{m.ID, m.WorkspaceID, string(m.Type), m.SubjectID, string(m.Data), toMillis(m.At)}
}

func deliveryRow(d webhook.Delivery) []any {
	return []any{d.ID, d.WebhookID, d.Message.ID, string(d.Status), toMillis(d.CreatedAt)}
}

const (
	deliveryColumns = `d.id, d.webhook_id, d.status, d.attempts, d.attempted, d.created_at,
		m.id, m.workspace_id, m.type, m.subject_id, m.data, m.created_at`
	deliveryTables = `webhook_deliveries d JOIN webhook_messages m ON m.id = d.message_id`
)

// deliveryFields returns the targets of deliveryColumns; decode completes the delivery.
func deliveryFields(d *webhook.Delivery) (fields []any, decode func() error) {
	var attempts, data string
	m := &d.Message
	fields = []any{
		&d.ID, &d.WebhookID, &d.Status, &attempts, &d.Attempted, timeField{&d.CreatedAt},
		&m.ID, &m.WorkspaceID, &m.Type, &m.SubjectID, &data, timeField{&m.At},
	}
	return fields, func() error {
		m.Data = []byte(data)
		if err := json.Unmarshal([]byte(attempts), &d.Attempts); err != nil {
			return fmt.Errorf("decode the attempts of delivery %s: %w", d.ID, err)
		}
		return nil
	}
}

// scanDelivery scans deliveryColumns and the due time of the task, which is 0 without
// one and while it runs.
func scanDelivery(row scanner) (webhook.Delivery, error) {
	var d webhook.Delivery
	fields, decode := deliveryFields(&d)
	if err := row.Scan(append(fields, timeField{&d.NextAttemptAt})...); err != nil {
		return d, err
	}
	return d, decode()
}

const (
	listedDelivery   = deliveryColumns + `, CASE WHEN t.lease_owner = '' THEN t.due_at ELSE 0 END`
	listedDeliveries = deliveryTables + ` LEFT JOIN tasks t ON t.kind = '` + webhook.TaskKind + `' AND t.task_key = d.id`
)

// Deliveries returns one page of the deliveries of a webhook, newest first.
func (s *Store) Deliveries(ctx context.Context, f webhook.Filter) (webhook.DeliveryList, error) {
	q := linkQuery{args: []any{f.WebhookID}, where: []string{`d.webhook_id = $1`}}
	if f.Status != "" {
		q.and(`d.status = ` + q.arg(string(f.Status)))
	}
	items, err := newest(ctx, s.read, &q, &newestList[webhook.Delivery]{
		columns: listedDelivery, tables: listedDeliveries, at: "d.created_at", id: "d.id", scan: scanDelivery,
		key: func(d webhook.Delivery) (time.Time, string) { return d.CreatedAt, d.ID },
	}, f.Cursor, f.Limit)
	return webhook.DeliveryList{Deliveries: items.rows, Total: items.total, NextCursor: items.next}, err
}

// Delivery returns a delivery of a webhook, or NotFound.
func (s *Store) Delivery(ctx context.Context, webhookID, id string) (webhook.Delivery, error) {
	d, err := queryOne(ctx, s.read, scanDelivery, `
		SELECT `+listedDelivery+` FROM `+listedDeliveries+` WHERE d.webhook_id = $1 AND d.id = $2`, webhookID, id)
	return d, notFound(err, "delivery")
}

// PendingDelivery returns a delivery that is to be sent, with its webhook.
func (s *Store) PendingDelivery(ctx context.Context, id string) (webhook.Delivery, webhook.Webhook, error) {
	var w webhook.Webhook
	d, err := queryOne(ctx, s.read, func(row scanner) (webhook.Delivery, error) {
		var d webhook.Delivery
		fields, decode := deliveryFields(&d)
		if err := row.Scan(append(fields, webhookColumns(&w).fields()...)...); err != nil {
			return d, err
		}
		return d, decode()
	}, `
		SELECT `+deliveryColumns+`, `+webhookColumns(&w).list(`h.`)+`
		FROM `+deliveryTables+` JOIN webhooks h ON h.id = d.webhook_id JOIN workspaces w ON w.id = h.workspace_id
		WHERE d.id = $1 AND d.status = 'pending' AND h.disabled_at = 0 AND NOT `+workspaceClosed, id)
	return d, w, notFound(err, "delivery")
}

// InsertDelivery stores a message with one delivery and its task.
func (s *Store) InsertDelivery(ctx context.Context, d webhook.Delivery, task queue.NewTask) error {
	return s.inTx(ctx, func(tx conn) error {
		if err := insertRows(ctx, tx, insertMessage, [][]any{messageRow(d.Message)}); err != nil {
			return err
		}
		if err := insertRows(ctx, tx, insertDelivery, [][]any{deliveryRow(d)}); err != nil {
			return err
		}
		return addTasks(ctx, tx, task)
	})
}

// RetryDelivery makes a delivery pending and adds its task.
func (s *Store) RetryDelivery(ctx context.Context, d webhook.Delivery, task queue.NewTask) error {
	return s.inTx(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `UPDATE webhook_deliveries SET status = 'pending' WHERE id = $1`, d.ID)
		if err := changedOne(n, err, "delivery"); err != nil {
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
