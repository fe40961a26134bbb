package notify

import (
	"context"
	"fmt"
	"time"

	"linnet/internal/base/ident"
)

// DomainStatus notifies the workspace's managers that the DNS records of a domain
// are missing, or were found again: each once per change, in the app and by mail. It checks no permissions.
func (s *Service) DomainStatus(
	ctx context.Context, workspaceID, domainID, host string, failing bool, changedAt time.Time, mail MailTask,
) error {
	kind := DomainRecovered
	if failing {
		kind = DomainFailing
	}
	return s.notifyManagers(ctx, workspaceID, mail, func(userID string, now time.Time) Notification {
		return Notification{
			ID:          ident.New(ident.Notice),
			UserID:      userID,
			WorkspaceID: workspaceID,
			Kind:        kind,
			Topic:       fmt.Sprintf("%s %s %d", kind, domainID, changedAt.UnixMilli()),
			Facts:       Facts{Host: host},
			CreatedAt:   now,
		}
	})
}

// notifyManagers stores a notification and a mail for each manager of a workspace.
func (s *Service) notifyManagers(
	ctx context.Context, workspaceID string, mail MailTask, notice func(userID string, now time.Time) Notification,
) error {
	managers, err := s.store.Managers(ctx, workspaceID)
	if err != nil {
		return err
	}
	now := s.clock.Now()
	all := make([]Notification, 0, len(managers))
	for _, userID := range managers {
		task, err := mail(userID)
		if err != nil {
			return err
		}
		n := notice(userID, now)
		n.Mail = &task
		all = append(all, n)
	}
	return s.insert(ctx, all...)
}
