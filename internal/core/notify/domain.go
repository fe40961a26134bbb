package notify

import (
	"context"
	"fmt"
	"time"

	"linnet/internal/base/ident"
)

// DomainStatus notifies the workspace's managers that the DNS records of a domain
// are missing, or were found again: each once per change. It returns the users that
// were notified by this call. It checks no permissions.
func (s *Service) DomainStatus(
	ctx context.Context, workspaceID, domainID, host string, failing bool, changedAt time.Time,
) ([]string, error) {
	kind := DomainRecovered
	if failing {
		kind = DomainFailing
	}
	managers, err := s.store.Managers(ctx, workspaceID)
	if err != nil {
		return nil, err
	}
	now := s.clock.Now()
	all := make([]Notification, 0, len(managers))
	for _, userID := range managers {
		all = append(all, Notification{
			ID: ident.New(ident.Notice), UserID: userID, WorkspaceID: workspaceID, Kind: kind,
			Topic: fmt.Sprintf("%s %s %d", kind, domainID, changedAt.UnixMilli()),
			Facts: Facts{Host: host}, CreatedAt: now,
		})
	}
	stored, err := s.store.InsertNotifications(ctx, all, now.Add(-Memory))
	users := make([]string, len(stored))
	for i, n := range stored {
		users[i] = n.UserID
	}
	return users, err
}
