package records

import (
	"context"
	"fmt"
	"slices"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/queue"
	"linnet/internal/core/webhook"
)

//nolint:gochecknoglobals // immutable
var webhookTable = tableOf("webhook", `webhooks h`, func(w *webhook.Webhook) []column {
	return []column{
		fixed("id", &w.ID),
		fixed("workspace_id", &w.WorkspaceID),
		col("url", &w.URL),
		col("description", &w.Description),
		col("events", listField[webhook.Type]{
			&w.Events,
			func(t webhook.Type) string { return string(t) },
			func(name string) (webhook.Type, error) { return webhook.Type(name), nil },
		}),
		col("click_sample", &w.ClickSample),
		col("click_bots", &w.ClickBots),
		col("secret", bytesField{&w.SealedSecret}),
		col("previous_secret", bytesField{&w.SealedPrevious}),
		col("previous_expires_at", &w.PreviousExpiresAt),
		col("disabled_at", &w.DisabledAt),
		col("disabled_reason", &w.DisabledReason),
		col("failing_since", &w.FailingSince),
		col("last_attempt_at", &w.LastAttemptAt),
		col("last_success_at", &w.LastSuccessAt),
		col("dropped", &w.Dropped),
		col("dropped_at", &w.DroppedAt),
		fixed("created_at", &w.CreatedAt),
		col("updated_at", &w.UpdatedAt),
	}
})

const webhookByID = `WHERE h.workspace_id = $1 AND h.id = $2`

// InsertWebhook stores a new webhook.
func (s *Store) InsertWebhook(ctx context.Context, w webhook.Webhook, limit int, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		// The lock on the workspace serializes concurrent inserts.
		if err := lockWorkspace(ctx, tx, w.WorkspaceID); err != nil {
			return err
		}
		full := fault.New(fault.LimitReached, fmt.Sprintf("A workspace has at most %d webhooks. Delete one that is no longer needed.", limit))
		if err := tx.requireBelow(ctx, limit, full, `webhooks WHERE workspace_id = $1`, w.WorkspaceID); err != nil {
			return err
		}
		tx.emit(e)
		return webhookTable.insert(ctx, tx, &w)
	})
}

// Webhooks returns the webhooks of a workspace, newest first.
func (s *Store) Webhooks(ctx context.Context, workspaceID string) ([]webhook.Webhook, error) {
	return webhookTable.all(ctx, s.read, `WHERE h.workspace_id = $1 ORDER BY h.created_at DESC, h.id DESC`, workspaceID)
}

// Webhook returns a webhook of a workspace, or NotFound.
func (s *Store) Webhook(ctx context.Context, workspaceID, id string) (webhook.Webhook, error) {
	return webhookTable.one(ctx, s.read, webhookByID, workspaceID, id)
}

// ChangeWebhook applies edit to a webhook, and cancels the waiting deliveries of one
// that it disables.
func (s *Store) ChangeWebhook(
	ctx context.Context, workspaceID, id string, edit func(*webhook.Webhook) ([]event.Event, error),
) (webhook.Webhook, error) {
	return change(ctx, s, `webhooks`, id, webhookTable.reading(ctx, webhookByID, workspaceID, id), edit,
		func(tx conn, _, w webhook.Webhook) error {
			if err := webhookTable.update(ctx, tx, &w); err != nil || w.Enabled() {
				return err
			}
			return cancelDeliveries(ctx, tx, id)
		})
}

// DeleteWebhook deletes a webhook with its deliveries.
func (s *Store) DeleteWebhook(ctx context.Context, workspaceID, id string, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		if err := tx.execOne(ctx, "webhook", `DELETE FROM webhooks WHERE workspace_id = $1 AND id = $2`, workspaceID, id); err != nil {
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
	out := outgoing{backlogs: backlogs{}}
	for _, m := range messages {
		receivers, ok := hooks[m.WorkspaceID]
		if !ok {
			var err error
			if receivers, err = enabledWebhooks(ctx, tx, m.WorkspaceID); err != nil {
				return err
			}
			hooks[m.WorkspaceID] = receivers
		}
		if err := out.add(ctx, tx, m, receivers); err != nil {
			return err
		}
	}
	return out.store(ctx, tx)
}

// outgoing are messages with their deliveries that a transaction is to store.
type outgoing struct {
	backlogs             backlogs
	messages, deliveries [][]any
	tasks                []queue.NewTask
}

// add adds a message for those of the receivers that get its type.
func (o *outgoing) add(ctx context.Context, tx conn, m webhook.Message, receivers []webhook.Webhook) error {
	wanted := false
	for _, w := range receivers {
		if !slices.Contains(w.Events, m.Type) {
			continue
		}
		backlog, err := o.backlogs.of(ctx, tx, w.ID)
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
		wanted, o.deliveries, o.tasks = true, append(o.deliveries, deliveryTable.fields(&d, inInsert)), append(o.tasks, task)
	}
	if wanted {
		o.messages = append(o.messages, messageTable.fields(&m, inInsert))
	}
	return nil
}

// store stores the messages.
func (o *outgoing) store(ctx context.Context, tx conn) error {
	if err := o.backlogs.storeDropped(ctx, tx); err != nil || len(o.messages) == 0 {
		return err
	}
	if err := insertRows(ctx, tx, messageTable.into, o.messages); err != nil {
		return err
	}
	if err := insertRows(ctx, tx, deliveryTable.into, o.deliveries); err != nil {
		return err
	}
	return addTasks(ctx, tx, o.tasks...)
}

// enabledWebhooks returns the webhooks of a workspace that get messages.
func enabledWebhooks(ctx context.Context, tx conn, workspaceID string) ([]webhook.Webhook, error) {
	return webhookTable.all(ctx, tx, `WHERE h.workspace_id = $1 AND h.disabled_at = 0`, workspaceID)
}
