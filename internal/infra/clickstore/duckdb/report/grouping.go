package report

import (
	"cmp"
	"fmt"
	"strings"
)

// grouped returns the SQL of part.counted for several parts that join nothing.
// It reads the clicks once, with GROUPING SETS: reading and filtering them costs
// more than counting.
func grouped(parts []part) string {
	if len(parts) == 1 {
		return parts[0].counted() // for which DuckDB has faster plans
	}
	var columns, names, sets, texts, ids, numbers []string
	for i, p := range parts {
		g := fmt.Sprintf("g%d", i)
		columns = append(columns, cmp.Or(p.text, p.id, p.number)+" AS "+g)
		names = append(names, fmt.Sprintf("WHEN GROUPING(%s) THEN '%s'", g, p.name))
		sets = append(sets, "("+g+")")
		switch {
		case p.text != "":
			texts = append(texts, g)
		case p.id != "":
			ids = append(ids, g)
		default:
			numbers = append(numbers, g)
		}
	}
	// A key is NULL only in the rows of other grouping sets.
	only := func(keys []string, none string) string {
		return "coalesce(" + strings.Join(append(keys, none), ", ") + ")"
	}
	return fmt.Sprintf(
		"(SELECT CASE 0 %s END AS part, %s AS k, %s AS id, %s AS n,"+
			" count(*) AS clicks, count(*) FILTER (provisional) AS uniques, 0::BIGINT AS bots"+
			" FROM (SELECT provisional, %s FROM c WHERE matches) GROUP BY GROUPING SETS (%s))",
		strings.Join(
			names,
			" ",
		),
		only(texts, noText),
		only(ids, noID),
		only(numbers, noNumber),
		strings.Join(columns, ", "),
		strings.Join(sets, ", "),
	)
}
