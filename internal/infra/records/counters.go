package records

import (
	"context"

	"linnet/internal/core/clickcount"
)

// ShownClicks returns the figures shown on up to limit links with an id above
// after, by id. Deleted links are not shown any more.
func (s *Store) ShownClicks(ctx context.Context, after string, limit int) ([]clickcount.Shown, error) {
	return queryAll(ctx, s.read, scanShown, `
		SELECT l.workspace_id, l.id, COALESCE(c.clicks, 0), COALESCE(c.last_clicked_at, 0)
		FROM links l LEFT JOIN link_clicks c ON c.link_id = l.id
		WHERE l.id > $1 AND l.deleted_at = 0 ORDER BY l.id LIMIT $2`, after, limit)
}

func scanShown(row scanner) (clickcount.Shown, error) {
	var c clickcount.Shown
	var last int64
	err := row.Scan(&c.WorkspaceID, &c.LinkID, &c.Clicks.Clicks, &last)
	c.LastClickedAt = fromMillis(last)
	return c, err
}
