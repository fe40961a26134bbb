package notify

import (
	"context"
	"fmt"
	"time"

	"linnet/internal/base/ident"
)

// WebhookDisabled notifies the workspace's managers, in the app and by mail, that the
// webhook to a host was disabled at a time. why is a sentence. It checks no
// permissions.
func (s *Service) WebhookDisabled(ctx context.Context, workspaceID, webhookID, host, why string, at time.Time) error {
	return s.webhook(ctx, Notification{
		WorkspaceID: workspaceID,
		Kind:        WebhookDisabled,
		Topic:       fmt.Sprintf("%s %s %d", WebhookDisabled, webhookID, at.UnixMilli()),
		Facts:       Facts{Host: host, Why: why},
		CreatedAt:   at,
	})
}

// WebhookDropped notifies the workspace's managers, in the app and by mail, that messages
// of the webhook to a host were dropped, the last one at a time: each manager once a day
// (UTC) and webhook. total counts all dropped messages of the webhook. It checks no
// permissions.
func (s *Service) WebhookDropped(ctx context.Context, workspaceID, webhookID, host string, total int64, at time.Time) error {
	return s.webhook(ctx, Notification{
		WorkspaceID: workspaceID,
		Kind:        WebhookDropped,
		Topic:       fmt.Sprintf("%s %s %s", WebhookDropped, webhookID, at.UTC().Format(time.DateOnly)),
		Facts:       Facts{Host: host, Failed: int(total)},
		CreatedAt:   s.clock.Now(),
	})
}

// webhook stores a notification for each manager of its workspace.
func (s *Service) webhook(ctx context.Context, n Notification) error {
	managers, err := s.store.Managers(ctx, n.WorkspaceID)
	if err != nil {
		return err
	}
	all := make([]Notification, len(managers))
	for i, userID := range managers {
		all[i] = n
		all[i].ID, all[i].UserID = ident.New(ident.Notice), userID
	}
	return s.insert(ctx, all...)
}

// droppedMessage returns how many messages of a webhook were dropped, and why.
func (n Notification) droppedMessage() string {
	count := "1 message of this webhook was dropped"
	if n.Facts.Failed != 1 {
		count = fmt.Sprintf("%d messages of this webhook were dropped", n.Facts.Failed)
	}
	return count + " so far, because too many were waiting for its receiver. They are not sent later. Check whether the receiver responds."
}

// failureMessage returns the details of a failed job, a failing webhook or missing
// backups.
func (n Notification) failureMessage() string {
	switch n.Kind {
	case WebhookDisabled:
		return n.Facts.Why + " Events are no longer sent. Correct the receiver, and enable the webhook under Settings."
	case WebhookDropped:
		return n.droppedMessage()
	case BackupsOverdue:
		return n.backupsMessage()
	default:
		return n.Facts.Why + " What was done stays; it can be resumed."
	}
}
