package link

import (
	"context"

	"linnet/internal/core/access"
)

// StatusCounts are the numbers of a workspace's links by status. Every link
// has one status; Expiring links are also Active.
type StatusCounts struct {
	Active, Expiring, Scheduled, Expired, Archived, Blocked int
}

// CountByStatus counts the actor's links by their current status.
func (s *Service) CountByStatus(ctx context.Context, a access.Actor) (StatusCounts, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return StatusCounts{}, err
	}
	return s.deps.Store.CountLinksByStatus(ctx, a.View(), s.deps.Clock.Now())
}

// ImportedClicks returns the number of clicks that the links of the workspace were
// imported with. Like stored clicks, they include those of deleted links.
func (s *Service) ImportedClicks(ctx context.Context, a access.Actor) (int64, error) {
	if err := access.Require(a, access.ReadAnalytics); err != nil {
		return 0, err
	}
	return s.deps.Store.ImportedClicks(ctx, a.View())
}
