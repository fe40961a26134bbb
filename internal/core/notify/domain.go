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
		all = append(all, Notification{
			ID: ident.New(ident.Notice), UserID: userID, WorkspaceID: workspaceID, Kind: kind,
			Topic: fmt.Sprintf("%s %s %d", kind, domainID, changedAt.UnixMilli()),
			Facts: Facts{Host: host}, CreatedAt: now, Mail: &task,
		})
	}
	_, err = s.store.InsertNotifications(ctx, all, now.Add(-Memory))
	return err
}
