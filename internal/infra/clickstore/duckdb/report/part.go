package report

import (
	"cmp"
	"fmt"
)

// part is one part of a report: clicks and uniques by key. All parts select the
// same seven columns, so that one statement can return several of them.
type part struct {
	name             string // in the column part
	text, id, number string // the expression of the key; exactly one is set, none for partCount
	join             string // what the key needs beside the clicks
	limit            int    // the most rows of a top list; 0: all
}

// Names of the parts besides those of top lists, which are named after their
// dimensions.
const (
	partCount   = "#count"
	partSeries  = "#series"
	partHeatmap = "#heatmap"
)

// Values of the key columns that a part does not use.
const (
	noText   = "''"
	noID     = "0::UBIGINT"
	noNumber = "0::BIGINT"
)

// row is one row of a part.
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

// keys selects the key: k as text, id, n as number.
func (p part) keys() string {
	return fmt.Sprintf("%s AS k, %s AS id, %s AS n", cmp.Or(p.text, noText), cmp.Or(p.id, noID), cmp.Or(p.number, noNumber))
}

// selectRows returns a SELECT of the part's seven columns.
func (p part) selectRows(clicks, uniques, bots, from string) string {
	return fmt.Sprintf(
		"(SELECT '%s' AS part, %s, %s AS clicks, %s AS uniques, %s AS bots %s)",
		p.name,
		p.keys(),
		clicks,
		uniques,
		bots,
		from,
	)
}

// onePass returns the SQL of the complete part over the CTE c. For a list of
// the top countries with limit 10 it is
//
//	SELECT 'country' AS part, c.country AS k, …, count(*) AS clicks,
//	  count(*) FILTER (solo AND matches) + count(DISTINCT visitor) FILTER (NOT solo AND matches) AS uniques, …
//	FROM c WHERE matches GROUP BY ALL ORDER BY clicks DESC, k, id LIMIT 10
func (p part) onePass() string {
	const uniques = "count(*) FILTER (solo AND matches) + count(DISTINCT visitor) FILTER (NOT solo AND matches)"
	order := ""
	if p.limit > 0 {
		order = fmt.Sprintf("%s LIMIT %d", topOrder, p.limit)
	}
	switch p.name {
	case partCount:
		return p.selectRows("count(*) FILTER (matches)", uniques, "count(*) FILTER (is_bot)", "FROM c")
	case partHeatmap:
		return p.selectRows("count(*)", "0::BIGINT", "0::BIGINT", "FROM c WHERE matches GROUP BY ALL")
	default:
		return p.selectRows("count(*)", uniques, "0::BIGINT", "FROM c"+p.join+" WHERE matches GROUP BY ALL"+order)
	}
}

// counted returns the SQL of the part's clicks and provisional uniques over the
// CTE c. The rows of repeatVisits correct the uniques. See also grouped.
func (p part) counted() string {
	if p.name == partCount {
		return p.selectRows("count(*) FILTER (matches)", "count(*) FILTER (provisional AND matches)", "count(*) FILTER (is_bot)", "FROM c")
	}
	return p.selectRows("count(*)", "count(*) FILTER (provisional)", "0::BIGINT", "FROM c"+p.join+" WHERE matches GROUP BY ALL")
}

// repeatVisits returns the SQL of what repeat_clicks adds to the part's uniques.
// The heat map has no uniques.
func (p part) repeatVisits(s uniqueStrategy) string {
	groups := p.join + " WHERE matches GROUP BY ALL"
	if p.name == partCount {
		groups = ""
	}
	return p.selectRows("0::BIGINT", s.correction(), "0::BIGINT", "FROM repeat_clicks AS c"+groups)
}
