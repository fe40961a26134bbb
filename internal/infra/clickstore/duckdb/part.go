package duckdb

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// part is one part of a report: clicks and uniques by keys.
type part struct {
	name             string // as in the rows
	text, id, number string // the key as SQL, which is one of them
	join             string // what the key needs beside the clicks
	limit            int    // of a list: so many rows with the most clicks; 0: all
}

// The key of a part that has none of that kind.
const (
	noText   = "''"
	noID     = "0::UBIGINT"
	noNumber = "0::BIGINT"
)

// keys selects the key: k as text, id, n as number.
func (p part) keys() string {
	return fmt.Sprintf("%s AS k, %s AS id, %s AS n", cmp.Or(p.text, noText), cmp.Or(p.id, noID), cmp.Or(p.number, noNumber))
}

// row is one row of a part, by its key.
type row struct {
	part string
	key
	clicks, uniques, bots int64
}

type key struct {
	text   string
	id     uint64
	number int64
}

func (r *row) targets() []any {
	return []any{&r.part, &r.text, &r.id, &r.number, &r.clicks, &r.uniques, &r.bots}
}

// bestFirst is the order of a list.
const bestFirst = " ORDER BY clicks DESC, k, id"

// best returns the rows of a part that are shown, those of a list in its order.
func (p part) best(rows []row) []row {
	if p.limit == 0 {
		return rows
	}
	best := rows[:0]
	for _, r := range rows {
		if len(best) == p.limit && better(best[p.limit-1], r) < 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, r, better)
		best = slices.Insert(best[:min(len(best), p.limit-1)], at, r)
	}
	return best
}

// better is bestFirst.
func better(a, b row) int {
	return cmp.Or(cmp.Compare(b.clicks, a.clicks), strings.Compare(a.text, b.text), cmp.Compare(a.id, b.id))
}

// inOnePass reads a part from the clicks.
func (p part) inOnePass() string {
	const visitors = "count(*) FILTER (solo AND taken) + count(DISTINCT visitor) FILTER (NOT solo AND taken)"
	rest := ""
	if p.limit > 0 {
		rest = fmt.Sprintf("%s LIMIT %d", bestFirst, p.limit)
	}
	switch p.name {
	case partCount:
		return p.rows("count(*) FILTER (taken)", visitors, "count(*) FILTER (is_bot)", "FROM c")
	case partHeatmap:
		return p.rows("count(*)", "0::BIGINT", "0::BIGINT", "FROM c WHERE taken GROUP BY ALL")
	default:
		return p.rows("count(*)", visitors, "0::BIGINT", "FROM c"+p.join+" WHERE taken GROUP BY ALL"+rest)
	}
}

// Otherwise a part's rows are summed up from two: the clicks that are counted
// (see also grouped), and the visitors that are told apart.
func (p part) counted() string {
	if p.name == partCount {
		return p.rows("count(*) FILTER (taken)", "count(*) FILTER (alone AND taken)", "count(*) FILTER (is_bot)", "FROM c")
	}
	return p.rows("count(*)", "count(*) FILTER (alone)", "0::BIGINT", "FROM c"+p.join+" WHERE taken GROUP BY ALL")
}

// toldApart is not for the heat map, which has no visitors.
func (p part) toldApart(t telling) string {
	groups := p.join + " WHERE taken GROUP BY ALL"
	if p.name == partCount {
		groups = ""
	}
	return p.rows("0::BIGINT", t.rest(), "0::BIGINT", "FROM again AS c"+groups)
}

// rows selects rows of the part.
func (p part) rows(clicks, uniques, bots, from string) string {
	return fmt.Sprintf("(SELECT '%s' AS part, %s, %s AS clicks, %s AS uniques, %s AS bots %s)", p.name, p.keys(), clicks, uniques, bots, from)
}
