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

// sql reads a part in one pass, or in two: in a large scope the clicks without
// the flag are read once for all parts, and only there visitors are told apart.
func (p part) sql(twice bool) string {
	visitors, solo := "count(DISTINCT visitor) FILTER (NOT solo AND taken)", "count(*) FILTER (solo AND taken)"
	switch {
	case p.name == partCount:
		if twice {
			visitors = "(SELECT count(DISTINCT visitor) FROM again)"
		}
		return fmt.Sprintf("(SELECT '%s' AS part, %s, count(*) FILTER (taken) AS clicks, %s + %s AS uniques, count(*) FILTER (is_bot) AS bots FROM c)",
			p.name, p.keys, solo, visitors)
	case p.name == partHeatmap:
		return fmt.Sprintf("(SELECT '%s' AS part, %s, count(*) AS clicks, 0::BIGINT AS uniques, 0::BIGINT AS bots FROM c WHERE taken GROUP BY ALL)", p.name, p.keys)
	case !twice:
		return fmt.Sprintf("(SELECT '%s' AS part, %s, count(*) AS clicks, %s + %s AS uniques, 0::BIGINT AS bots FROM c%s WHERE taken GROUP BY ALL%s)",
			p.name, p.keys, solo, visitors, p.join, p.rest())
	default:
		return fmt.Sprintf(
			"(SELECT '%s' AS part, k, id, n, sum(clicks)::BIGINT AS clicks, sum(uniques)::BIGINT AS uniques, 0::BIGINT AS bots FROM ("+
				"SELECT %s, count(*) AS clicks, countif(solo)::BIGINT AS uniques FROM c%s WHERE taken GROUP BY ALL UNION ALL "+
				"SELECT %s, 0, count(DISTINCT visitor) FROM again AS c%s GROUP BY ALL) GROUP BY k, id, n%s)",
			p.name, p.keys, p.join, p.keys, p.join, p.rest())
	}
}

// addends select the rows of a slice that are summed up with those of others:
// clicks, and visitors who have to be told apart. A list with more than limit
// keys gives one row more than that.
func (p part) addends(limit int) []string {
	head := fmt.Sprintf("(SELECT '%s' AS part, %s, ", p.name, p.keys)
	if p.name == partCount {
		return []string{
			head + "count(*) FILTER (taken) AS clicks, count(*) FILTER (solo AND taken) AS uniques, count(*) FILTER (is_bot) AS bots FROM c)",
			head + "0, count(DISTINCT visitor), 0 FROM again)",
		}
	}
	all := fmt.Sprintf("%scount(*), countif(solo)::BIGINT, 0 FROM c%s WHERE taken GROUP BY ALL LIMIT %d)", head, p.join, limit+1)
	if p.name == partHeatmap {
		return []string{all}
	}
	return []string{all, fmt.Sprintf("%s0, count(DISTINCT visitor), 0 FROM again AS c%s GROUP BY ALL)", head, p.join)}
}
