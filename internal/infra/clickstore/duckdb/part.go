package duckdb

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// part is one part of a report: clicks and uniques by keys.
type part struct {
	name  string // as in the rows
	keys  string // k as text, id, n as number
	join  string // what the keys need beside the clicks
	limit int    // of a list: so many rows with the most clicks; 0: all
}

// row is one row of a part, by its key.
type row struct {
	key
	clicks, uniques, bots int64
}

type key struct {
	part, text string
	id         uint64
	number     int64
}

func (r *row) targets() []any {
	return []any{&r.part, &r.text, &r.id, &r.number, &r.clicks, &r.uniques, &r.bots}
}

// best returns what rest makes of rows.
func (p part) best(rows []row) []row {
	if p.limit == 0 {
		return rows
	}
	slices.SortFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(b.clicks, a.clicks), strings.Compare(a.text, b.text), cmp.Compare(a.id, b.id))
	})
	return rows[:min(len(rows), p.limit)]
}

// rest is the order and the limit of a list.
func (p part) rest() string {
	if p.limit == 0 {
		return ""
	}
	return fmt.Sprintf(" ORDER BY clicks DESC, k, id LIMIT %d", p.limit)
}

// sql reads a part in one pass, or sums up its addends: then the clicks are
// read once for all parts, and visitors told apart only among those of again.
func (p part) sql(twice bool, t telling) string {
	const visitors = "count(*) FILTER (solo AND taken) + count(DISTINCT visitor) FILTER (NOT solo AND taken)"
	switch {
	case p.name == partHeatmap:
		return p.addends(0, t)[0]
	case twice:
		return fmt.Sprintf("(SELECT part, k, id, n, sum(clicks)::BIGINT AS clicks, sum(uniques)::BIGINT AS uniques, sum(bots)::BIGINT AS bots FROM (%s) GROUP BY ALL%s)",
			strings.Join(p.addends(0, t), " UNION ALL "), p.rest())
	case p.name == partCount:
		return p.rows("count(*) FILTER (taken)", visitors, "count(*) FILTER (is_bot)", "FROM c")
	default:
		return p.rows("count(*)", visitors, "0::BIGINT", "FROM c"+p.join+" WHERE taken GROUP BY ALL"+p.rest())
	}
}

// addends select the rows that a part is summed up from: all clicks, then the
// visitors of those that are told apart. A list with more than limit keys gives
// one row more than that; 0: all.
func (p part) addends(limit int, t telling) []string {
	most := ""
	if limit > 0 {
		most = fmt.Sprintf(" LIMIT %d", limit+1)
	}
	groups := p.join + " WHERE taken GROUP BY ALL"
	switch p.name {
	case partCount:
		return []string{
			p.rows("count(*) FILTER (taken)", "count(*) FILTER (alone AND taken)", "count(*) FILTER (is_bot)", "FROM c"),
			p.rows("0::BIGINT", t.rest(), "0::BIGINT", "FROM again"),
		}
	case partHeatmap:
		return []string{p.rows("count(*)", "0::BIGINT", "0::BIGINT", "FROM c"+groups)}
	default:
		return []string{
			p.rows("count(*)", "count(*) FILTER (alone)", "0::BIGINT", "FROM c"+groups+most),
			p.rows("0::BIGINT", t.rest(), "0::BIGINT", "FROM again AS c"+groups),
		}
	}
}

// rows selects rows of the part.
func (p part) rows(clicks, uniques, bots, from string) string {
	return fmt.Sprintf("(SELECT '%s' AS part, %s, %s AS clicks, %s AS uniques, %s AS bots %s)", p.name, p.keys, clicks, uniques, bots, from)
}
