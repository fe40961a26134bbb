package notify

import (
	"context"
	"fmt"
	"time"

	"linnet/internal/base/ident"
)

// remindEvery is how often operators are reminded of backups that stay overdue.
const remindEvery = 7 * 24 * time.Hour

// BackupsOverdue notifies operators that the scheduled backups of a node are overdue:
// once, and again each week until there is a backup. last is when the last one was
// written, or when the node started if there is none. It checks no permissions.
func (s *Service) BackupsOverdue(ctx context.Context, operators []string, node string, last time.Time) error {
	now := s.clock.Now()
	reminder := now.Sub(last) / remindEvery
	all := make([]Notification, 0, len(operators))
	for _, userID := range operators {
		all = append(all, Notification{
			ID:        ident.New(ident.Notice),
			UserID:    userID,
			Kind:      BackupsOverdue,
			Topic:     fmt.Sprintf("%s %s %d %d", BackupsOverdue, node, last.Unix(), reminder),
			Facts:     Facts{Host: node, EndsAt: last},
			CreatedAt: now,
		})
	}
	return s.insert(ctx, all...)
}

func (n Notification) backupsMessage() string {
	return fmt.Sprintf("The node %s has written no scheduled backup since %s. Its log and linnet doctor give the reason.",
		n.Facts.Host, n.Facts.EndsAt.UTC().Format("2 Jan 2006, 15:04 UTC"))
}
