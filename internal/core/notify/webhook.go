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
	managers, err := s.store.Managers(ctx, workspaceID)
	if err != nil {
		return err
	}
	all := make([]Notification, 0, len(managers))
	for _, userID := range managers {
		all = append(all, Notification{
			ID: ident.New(ident.Notice), UserID: userID, WorkspaceID: workspaceID, Kind: WebhookDisabled,
			Topic: fmt.Sprintf("%s %s %d", WebhookDisabled, webhookID, at.UnixMilli()),
			Facts: Facts{Host: host, Why: why}, CreatedAt: at,
		})
	}
	return s.insert(ctx, all...)
}

// failureMessage returns the details of a failed job, a disabled webhook or missing
// backups.
func (n Notification) failureMessage() string {
	switch n.Kind {
	case WebhookDisabled:
		return n.Facts.Why + " Events are no longer sent. Correct the receiver, and enable the webhook under Settings."
	case BackupsOverdue:
		return n.backupsMessage()
	default:
		return n.Facts.Why + " What was done stays; it can be resumed."
	}
}
