package notify

import (
	"context"
	"fmt"
	"time"

	"linnet/internal/base/ident"
)

// LinksListed notifies the workspace's managers that deny-lists blocked links, or no
// longer contain their destinations: once for all links of a comparison. linkID and
// alias are those of the first one. It checks no permissions.
func (s *Service) LinksListed(ctx context.Context, workspaceID, linkID, alias string, links int, unblocked bool) error {
	kind := LinksBlocked
	if unblocked {
		kind = LinksUnblocked
	}
	managers, err := s.store.Managers(ctx, workspaceID)
	if err != nil {
		return err
	}
	now := s.clock.Now()
	all := make([]Notification, 0, len(managers))
	for _, userID := range managers {
		n := once(userID, kind, Facts{LinkID: linkID, Alias: alias, Rows: links}, now)
		n.WorkspaceID = workspaceID
		all = append(all, n)
	}
	return s.insert(ctx, all...)
}

// AbuseReported notifies operators of abuse reports, at most once an hour. open is
// the number of open cases. It checks no permissions.
func (s *Service) AbuseReported(ctx context.Context, operators []string, open int) error {
	now := s.clock.Now()
	all := make([]Notification, 0, len(operators))
	for _, userID := range operators {
		all = append(all, Notification{
			ID:        ident.New(ident.Notice),
			UserID:    userID,
			Kind:      AbuseReported,
			Topic:     fmt.Sprintf("%s %s", AbuseReported, now.UTC().Truncate(time.Hour).Format("2006-01-02T15")),
			Facts:     Facts{Rows: open},
			CreatedAt: now,
		})
	}
	return s.insert(ctx, all...)
}

func (n Notification) abuseTitle() string {
	switch {
	case n.Kind == AbuseReported && n.Facts.Rows == 1:
		return "Abuse report: 1 case is open"
	case n.Kind == AbuseReported:
		return fmt.Sprintf("Abuse reports: %d cases are open", n.Facts.Rows)
	case n.Kind == LinksBlocked && n.Facts.Rows == 1:
		return "Link blocked: /" + n.Facts.Alias
	case n.Kind == LinksBlocked:
		return fmt.Sprintf("%d links were blocked", n.Facts.Rows)
	case n.Facts.Rows == 1:
		return "Link unblocked: /" + n.Facts.Alias
	default:
		return fmt.Sprintf("%d links were unblocked", n.Facts.Rows)
	}
}

func (k Kind) abuseMessage() string {
	switch k {
	case AbuseReported:
		return "Visitors reported links of this install. Review them in the queue."
	case LinksBlocked:
		return "A list of dangerous websites contains a destination, so visitors get the status 451. " +
			"Change the destination, or contact support if the list is wrong."
	default:
		return "No list of dangerous websites contains a destination any more. Visitors are redirected again."
	}
}
