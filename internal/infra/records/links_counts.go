package records

import (
	"context"
	"time"

	"linnet/internal/core/link"
)

// CountLinksByStatus counts a workspace's links by their status at a moment.
// It reads an index alone, once.
func (s *Store) CountLinksByStatus(ctx context.Context, workspaceID string, at time.Time) (link.StatusCounts, error) {
	text, args := countByStatus(workspaceID, at)
	return queryOne(ctx, s.read, func(row scanner) (link.StatusCounts, error) {
		var c link.StatusCounts
		err := row.Scan(&c.Active, &c.Expiring, &c.Scheduled, &c.Expired, &c.Archived, &c.Blocked)
		return c, err
	}, text, args...)
}

func countByStatus(workspaceID string, at time.Time) (text string, args []any) {
	q := linkQuery{args: []any{workspaceID}, where: []string{`l.workspace_id = $1`, `l.deleted_at = 0`}}
	for i, status := range []link.Status{link.Active, link.Expiring, link.Scheduled, link.Expired, link.Archived, link.Blocked} {
		if i > 0 {
			text += `, `
		}
		text += `COUNT(CASE WHEN ` + q.status(status, at) + ` THEN 1 END)`
	}
	return `SELECT ` + text + ` FROM links l` + q.whereText(), q.args
}
