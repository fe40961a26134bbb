package records

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/queue"
	"linnet/internal/core/webhook"
)

const webhookColumns = `h.id, h.workspace_id, h.url, h.description, h.events, h.secret, h.previous_secret, h.previous_expires_at,
	h.disabled_at, h.disabled_reason, h.failing_since, h.last_attempt_at, h.last_success_at, h.dropped, h.dropped_at, h.created_at, h.updated_at`

func scanWebhook(row scanner) (webhook.Webhook, error) {
	var w webhook.Webhook
	err := row.Scan(webhookFields(&w)...)
	return w, err
}

// webhookFields returns the targets of webhookColumns.
func webhookFields(w *webhook.Webhook) []any {
	return []any{
		&w.ID, &w.WorkspaceID, &w.URL, &w.Description, typesField{&w.Events}, &w.SealedSecret, &w.SealedPrevious,
		timeField{&w.PreviousExpiresAt}, timeField{&w.DisabledAt}, &w.DisabledReason, timeField{&w.FailingSince},
		timeField{&w.LastAttemptAt}, timeField{&w.LastSuccessAt}, &w.Dropped, timeField{&w.DroppedAt}, timeField{&w.CreatedAt}, timeField{&w.UpdatedAt},
	}
}

// typesField scans the column events.
type typesField struct{ to *[]webhook.Type }

// Scan implements sql.Scanner.
func (f typesField) Scan(value any) error {
	var text string
	switch v := value.(type) {
	case string:
		text = v
	case []byte:
		text = string(v)
	default:
		return fmt.Errorf("decode the events of a webhook: a %T", value)
	}
	*f.to = []webhook.Type{}
	for name := range strings.SplitSeq(text, ",") {
		*f.to = append(*f.to, webhook.Type(name))
	}
	return nil
}

// joinTypes returns the column events.
func joinTypes(types []webhook.Type) string {
	texts := make([]string, len(types))
	for i, t := range types {
		texts[i] = string(t)
	}
	return strings.Join(texts, ",")
}

// InsertWebhook stores a new webhook.
func (s *Store) InsertWebhook(ctx context.Context, w webhook.Webhook, limit int, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		// The lock on the workspace serializes concurrent inserts.
		if err := lockWorkspace(ctx, tx, w.WorkspaceID); err != nil {
			return err
		}
		n, err := queryOne(ctx, tx, value[int], `SELECT COUNT(*) FROM webhooks WHERE workspace_id = $1`, w.WorkspaceID)
		if err != nil {
			return err
		}
		if n >= limit {
			return fault.New(fault.LimitReached, fmt.Sprintf("A workspace has at most %d webhooks. Delete one that is no longer needed.", limit))
		}
		_, err = tx.exec(ctx, `
			INSERT INTO webhooks (id, workspace_id, url, description, events, secret, previous_secret, created_at, updated_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
			w.ID, w.WorkspaceID, w.URL, w.Description, joinTypes(w.Events), w.SealedSecret, []byte{}, toMillis(w.CreatedAt), toMillis(w.UpdatedAt))
		if err == nil {
			tx.emit(e)
		}
		return err
	})
}

// Webhooks returns the webhooks of a workspace, newest first.
func (s *Store) Webhooks(ctx context.Context, workspaceID string) ([]webhook.Webhook, error) {
	return queryAll(ctx, s.read, scanWebhook, `
		SELECT `+webhookColumns+` FROM webhooks h WHERE h.workspace_id = $1 ORDER BY h.created_at DESC, h.id DESC`, workspaceID)
}

// Webhook returns a webhook of a workspace, or NotFound.
func (s *Store) Webhook(ctx context.Context, workspaceID, id string) (webhook.Webhook, error) {
	w, err := queryOne(ctx, s.read, scanWebhook, `
		SELECT `+webhookColumns+` FROM webhooks h WHERE h.workspace_id = $1 AND h.id = $2`, workspaceID, id)
	return w, missing(err, "webhook")
}

// UpdateWebhook stores the settings of a webhook, and cancels the waiting deliveries
// of a disabled one.
func (s *Store) UpdateWebhook(ctx context.Context, w webhook.Webhook, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `
			UPDATE webhooks SET url = $3, description = $4, events = $5, disabled_at = $6, disabled_reason = $7, updated_at = $8,
				failing_since = CASE WHEN $9 THEN 0 ELSE failing_since END
			WHERE workspace_id = $1 AND id = $2`,
			w.WorkspaceID, w.ID, w.URL, w.Description, joinTypes(w.Events), toMillis(w.DisabledAt), string(w.DisabledReason),
			toMillis(w.UpdatedAt), w.FailingSince.IsZero())
		if err := changedOne(n, err, "webhook"); err != nil {
			return err
		}
		tx.emit(e)
		if w.Enabled() {
			return nil
		}
		return cancelDeliveries(ctx, tx, w.ID)
	})
}

// RotateWebhookSecret stores the secrets of a webhook.
func (s *Store) RotateWebhookSecret(ctx context.Context, w webhook.Webhook, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		previous := w.SealedPrevious
		if previous == nil {
			previous = []byte{}
		}
		n, err := tx.exec(ctx, `
			UPDATE webhooks SET secret = $3, previous_secret = $4, previous_expires_at = $5, updated_at = $6
			WHERE workspace_id = $1 AND id = $2`,
			w.WorkspaceID, w.ID, w.SealedSecret, previous, toMillis(w.PreviousExpiresAt), toMillis(w.UpdatedAt))
		if err := changedOne(n, err, "webhook"); err != nil {
			return err
		}
		tx.emit(e)
		return nil
	})
}

// DeleteWebhook deletes a webhook with its deliveries.
func (s *Store) DeleteWebhook(ctx context.Context, workspaceID, id string, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `DELETE FROM webhooks WHERE workspace_id = $1 AND id = $2`, workspaceID, id)
		if err := changedOne(n, err, "webhook"); err != nil {
			return err
		}
		if err := cancelDeliveries(ctx, tx, id); err != nil {
			return err
		}
		if _, err := tx.exec(ctx, `DELETE FROM webhook_deliveries WHERE webhook_id = $1`, id); err != nil {
			return err
		}
		tx.emit(e)
		return nil
	})
}

// cancelDeliveries cancels the waiting deliveries of a webhook and deletes their
// tasks.
func cancelDeliveries(ctx context.Context, tx conn, webhookID string) error {
	_, err := tx.exec(ctx, `
		DELETE FROM tasks WHERE kind = $2 AND task_key IN (SELECT id FROM webhook_deliveries WHERE webhook_id = $1 AND status = 'pending')`,
		webhookID, webhook.TaskKind)
	if err != nil {
		return err
	}
	_, err = tx.exec(ctx, `UPDATE webhook_deliveries SET status = 'cancelled' WHERE webhook_id = $1 AND status = 'pending'`, webhookID)
	return err
}

// addMessages stores the messages of the transaction's events for webhooks.
func addMessages(ctx context.Context, tx conn) error {
	var messages []webhook.Message
	for _, e := range tx.events.published {
		if m, ok := webhook.MessageOf(e); ok {
			messages = append(messages, m)
		}
	}
	return sendMessages(ctx, tx, messages...)
}

// sendMessages stores messages with a delivery and its task for each webhook that
// gets them.
func sendMessages(ctx context.Context, tx conn, messages ...webhook.Message) error {
	hooks := map[string][]webhook.Webhook{}
	backlogs := backlogs{}
	var stored, deliveries [][]any
	var tasks []queue.NewTask
	for _, m := range messages {
		receivers, ok := hooks[m.WorkspaceID]
		if !ok {
			var err error
			if receivers, err = enabledWebhooks(ctx, tx, m.WorkspaceID); err != nil {
				return err
			}
			hooks[m.WorkspaceID] = receivers
		}
		wanted := false
		for _, w := range receivers {
			if !slices.Contains(w.Events, m.Type) {
				continue
			}
			backlog, err := backlogs.of(ctx, tx, w.ID)
			if err != nil {
				return err
			}
			if backlog.pending >= webhook.MaxPending {
				backlog.dropped, backlog.droppedAt = backlog.dropped+1, m.At
				continue
			}
			if backlog.pending >= webhook.Backlog && len(m.Data) > webhook.MaxBacklogData {
				m = m.Truncated()
			}
			backlog.pending++
			d, task := webhook.NewDelivery(w.ID, m, m.At)
			wanted, deliveries, tasks = true, append(deliveries, deliveryRow(d)), append(tasks, task)
		}
		if wanted {
			stored = append(stored, messageRow(m))
		}
	}
	if err := backlogs.storeDropped(ctx, tx); err != nil || len(stored) == 0 {
		return err
	}
	if err := insertRows(ctx, tx, insertMessage, stored); err != nil {
		return err
	}
	if err := insertRows(ctx, tx, insertDelivery, deliveries); err != nil {
		return err
	}
	return addTasks(ctx, tx, tasks...)
}

// enabledWebhooks returns the webhooks of a workspace that get messages.
func enabledWebhooks(ctx context.Context, tx conn, workspaceID string) ([]webhook.Webhook, error) {
	return queryAll(ctx, tx, scanWebhook, `
		SELECT `+webhookColumns+` FROM webhooks h WHERE h.workspace_id = $1 AND h.disabled_at = 0`, workspaceID)
}
