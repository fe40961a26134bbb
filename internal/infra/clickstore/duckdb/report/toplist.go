package report

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"linnet/internal/core/analytics"
)

// addTopList adds the part of a list: the keys of a dimension with the most
// clicks. i is the list's index in the query. The SQL is part.onePass.
func (p *plan) addTopList(i int, l analytics.List) {
	col := l.Dimension.Column()
	if !slices.Contains(p.columns, col) {
		p.columns = append(p.columns, col)
	}
	list := part{name: string(l.Dimension), limit: l.Limit}
	switch {
	case l.Members != nil:
		list.id = "coalesce(m.of_id, 0)"
		list.join = fmt.Sprintf(" LEFT JOIN %s m ON m.link = c.link", memberTable(i))
	case l.Dimension.IDPrefix() != "":
		list.id = "c." + col
	default:
		list.text = "c." + col
	}
	p.parts = append(p.parts, list)
}

// topOrder is the order of a list.
const topOrder = " ORDER BY clicks DESC, k, id"

// compareTop compares rows in topOrder.
func compareTop(a, b row) int {
	return cmp.Or(cmp.Compare(b.clicks, a.clicks), strings.Compare(a.text, b.text), cmp.Compare(a.id, b.id))
}

// top returns the first rows of a list in topOrder; of other parts all rows. It
// reuses the memory of rows.
func (p part) top(rows []row) []row {
	if p.limit == 0 {
		return rows
	}
	best := rows[:0]
	for _, r := range rows {
		if len(best) == p.limit && compareTop(best[p.limit-1], r) < 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, r, compareTop)
		best = slices.Insert(best[:min(len(best), p.limit-1)], at, r)
	}
	return best
}

func memberTable(i int) string { return fmt.Sprintf("members_%d", i) }

// createMemberTables fills the temporary tables that lists of tags and folders
// join. They belong to the connection; the next report replaces them.
func (p *plan) createMemberTables(ctx context.Context, tx *sql.Tx) error {
	for i, l := range p.q.Lists {
		if l.Members == nil {
			continue
		}
		p.members = hashMembers(p.members, l.Members)
		var values strings.Builder
		for n, m := range l.Members {
			if n > 0 {
				values.WriteString(", ")
			}
			fmt.Fprintf(&values, "(%d, %d)", m.Link, m.Of)
		}
		create := fmt.Sprintf("CREATE OR REPLACE TEMP TABLE %s (link UBIGINT, of_id UBIGINT)", memberTable(i))
		if _, err := tx.ExecContext(ctx, create); err != nil {
			return err
		}
		if values.Len() == 0 {
			continue
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO "+memberTable(i)+" VALUES "+values.String()); err != nil {
			return err
		}
	}
	return nil
}
