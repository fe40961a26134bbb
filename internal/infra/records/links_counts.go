package records

import (
	"context"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/link"
)

// CountLinksByStatus counts the links of a view by their status at a moment.
// Without limits of the view it reads an index alone, once.
func (s *Store) CountLinksByStatus(ctx context.Context, v access.View, at time.Time) (link.StatusCounts, error) {
	text, args := countByStatus(v, at)
	return queryOne(ctx, s.read, func(row scanner) (link.StatusCounts, error) {
		var c link.StatusCounts
		err := row.Scan(&c.Active, &c.Expiring, &c.Scheduled, &c.Expired, &c.Archived, &c.Blocked)
		return c, err
	}, text, args...)
}

func countByStatus(v access.View, at time.Time) (text string, args []any) {
	q := linksOf(v, `l.deleted_at = 0`)
	for i, status := range []link.Status{link.Active, link.Expiring, link.Scheduled, link.Expired, link.Archived, link.Blocked} {
		if i > 0 {
			text += `, `
		}
		text += `COUNT(CASE WHEN ` + q.status(status, at) + ` THEN 1 END)`
	}
	return `SELECT ` + text + ` FROM links l` + q.whereText(), q.args
}

// ImportedClicks sums the clicks that the links of a view were imported with, also
// of deleted links. It reads the index of such links alone.
func (s *Store) ImportedClicks(ctx context.Context, v access.View) (int64, error) {
	text, args := importedClicks(v)
	return queryOne(ctx, s.read, value[int64], text, args...)
}

func importedClicks(v access.View) (text string, args []any) {
	q := linksOf(v, `l.opening_clicks > 0`)
	return `SELECT CAST(COALESCE(SUM(l.opening_clicks), 0) AS BIGINT) FROM links l` + q.whereText(), q.args
}
