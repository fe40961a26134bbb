package records

import (
	"context"
	"slices"

	"linnet/internal/core/access"
	"linnet/internal/core/link"
)

// idsByClicks returns the ids of a part of a list in an order of clicks, without sorting: an
// index of the counters has the links with clicks, and that of the newest links the others.
func (s *Store) idsByClicks(
	ctx context.Context, v access.View, f link.Filter, o order, from *cursor, part pageRange,
) (ids []string, err error) {
	halves := []clickHalf{clicked(v, f, o, from), unclicked(v, f, o, from)}
	if !o.descending {
		slices.Reverse(halves)
	}
	for _, half := range halves {
		if half.passed {
			continue
		}
		found, err := half.read(ctx, s.read, part)
		if ids = append(ids, found...); err != nil || len(found) == part.limit {
			return ids, err
		}
		part.limit -= len(found)
		if part.offset, err = half.offsetBehind(ctx, s.read, part.offset, len(found)); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// clickHalf is a query for the links of a list that have clicks, or for those without.
type clickHalf struct {
	query  linkQuery
	from   string // the tables
	order  string
	passed bool // the cursor is behind all of them
}

// clicked returns the links with clicks.
func clicked(v access.View, f link.Filter, o order, from *cursor) clickHalf {
	column := allClicks
	if o.name == link.ByLastClickedAt {
		column = `c.last_clicked_at`
	}
	q := linksOf(v, `l.deleted_at = 0`, `c.workspace_id = $1`, column+` > 0`, `l.id = c.link_id`)
	q.filter(f, byOrder)
	half := clickHalf{from: `link_clicks c CROSS JOIN links l`, order: o.sort(column, `c.link_id`)}
	switch {
	case from == nil:
	case from.Number > 0:
		number := q.arg(from.Number)
		q.and(`(` + column + `) ` + o.behind() + `= ` + number) // SQLite begins here in the index of an expression
		q.and(`(` + column + `, c.link_id) ` + o.behind() + ` (` + number + `, ` + q.arg(from.ID) + `)`)
	case o.descending:
		half.passed = true
	}
	half.query = q
	return half
}

// unclicked returns the links without clicks.
func unclicked(v access.View, f link.Filter, o order, from *cursor) clickHalf {
	q := linksOf(v, `l.deleted_at = 0`, o.column+` = 0`)
	q.filter(f, byOrder)
	ages := order{name: link.ByCreatedAt, column: `l.created_at`, descending: o.descending}
	half := clickHalf{from: `links l` + o.tables(), order: ages.text()}
	switch {
	case from == nil:
	case from.Number == 0:
		q.after(ages, &cursor{Number: from.Second, ID: from.ID})
	case !o.descending:
		half.passed = true
	}
	half.query = q
	return half
}

func (h *clickHalf) read(ctx context.Context, c conn, part pageRange) ([]string, error) {
	q := linkQuery{where: h.query.where, args: slices.Clone(h.query.args)}
	text := `SELECT l.id FROM ` + h.from + q.whereText() + h.order + part.text(&q)
	return queryAll(ctx, c, value[string], text, q.args...)
}

// offsetBehind returns how many links of the other half a part leaves out that begins at an
// offset of both, of which this one had found.
func (h *clickHalf) offsetBehind(ctx context.Context, c conn, offset, found int) (int, error) {
	if found > 0 || offset == 0 {
		return 0, nil
	}
	n, err := c.count(ctx, h.from+h.query.whereText(), h.query.args...)
	return offset - n, err
}
