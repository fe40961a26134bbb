package report

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"linnet/internal/core/analytics"
	"linnet/internal/infra/clickstore/clicksql"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

// plan builds the statements of a query.
type plan struct {
	clicksql.Plan

	liveFrom int64      // see firstLiveDay
	since    *watermark // adds the column arrived: the click came after it; nil: without
	temp     []clicksql.TempTable
	digest   clicksql.Digest // of temp
}

func newPlan(q analytics.Query) *plan {
	p := &plan{Plan: clicksql.NewPlan(storage.Dialect{}, q), temp: clicksql.TempTables(q)}
	p.Solo, p.digest = true, clicksql.DigestOf(p.temp)
	return p
}

// tableColumns selects the columns of a table that only DuckDB has.
func (p *plan) tableColumns(t clicksql.Table) []string {
	solo := storage.SoloColumn
	switch {
	case t.Name == storage.HotTable:
		solo = "false"
	case p.liveFrom < t.End.UnixMilli():
		// The flag does not hold on live days, except for unknown visitors.
		solo = fmt.Sprintf("%s AND (ts < %d OR visitor IS NULL)", storage.SoloColumn, p.liveFrom)
	}
	columns := []string{solo + " AS solo"}
	if p.since != nil {
		columns = append(columns, fmt.Sprintf("rowid >= %d AS arrived", p.since.nextRow)) // HotTable alone
	}
	return columns
}

// onePass returns the SQL of all parts, each from a copy of the scope.
func (p *plan) onePass(scope *clicksql.Scope) string {
	parts := make([]string, len(p.Parts))
	for i, each := range p.Parts {
		parts[i] = p.OnePass(each)
	}
	return p.with(scope, true, bySoloFlag) + " " + strings.Join(parts, " UNION ALL ")
}

// partial returns the SQL of all parts over a slice: each key of a part once.
// Of a part with more than limit keys it returns limit+1 arbitrary ones.
func (p *plan) partial(scope *clicksql.Scope, limit int, s uniqueStrategy) string {
	return p.with(scope, false, s) + p.summed(s) + fmt.Sprintf(" FROM sums QUALIFY row_number() OVER (PARTITION BY part) <= %d", limit+1)
}

// ranked returns the SQL of all parts over a scope, or a copy of it, and of lists with many
// keys: lists are cut to their limits, in clicksql.TopOrder.
func (p *plan) ranked(scope *clicksql.Scope, copied bool, s uniqueStrategy, wide []clicksql.Part) string {
	text, selects := p.with(scope, copied, s), []string{}
	if len(p.Parts) > 0 {
		var limits strings.Builder
		for _, each := range p.Parts {
			fmt.Fprintf(&limits, " WHEN '%s' THEN %d", each.Name, cmp.Or(each.Limit, math.MaxInt32))
		}
		text += p.summed(s)
		selects = append(selects, fmt.Sprintf("(FROM sums QUALIFY row_number() OVER (PARTITION BY part%s) <= CASE part%s END%s)",
			clicksql.TopOrder, limits.String(), clicksql.TopOrder))
	}
	for _, each := range wide {
		selects = append(selects, p.TopFirst(each))
	}
	return text + " " + strings.Join(selects, " UNION ALL ")
}

// summed defines the CTE sums after the CTE c: the rows of all parts. It reads the clicks
// once for as many parts as possible, and distinguishes visitors only among repeat_clicks.
func (p *plan) summed(s uniqueStrategy) string {
	var all []string
	var together []clicksql.Part
	for _, each := range p.Parts {
		if each.Name == clicksql.PartCount || each.Join != "" {
			all = append(all, p.counted(each))
		} else {
			together = append(together, each)
		}
		if each.Name != clicksql.PartHeatmap {
			all = append(all, p.repeatVisits(each, s))
		}
	}
	if len(together) > 0 {
		all = append(all, p.countedTogether(together))
	}
	return s.repeatClicksCTE() +
		", sums AS (SELECT part, k, id, n, sum(clicks)::BIGINT AS clicks, sum(uniques)::BIGINT AS uniques, sum(bots)::BIGINT AS bots" +
		" FROM (" + strings.Join(all, " UNION ALL ") + ") GROUP BY ALL)"
}

// with defines the CTE c: the clicks of the scope, with the columns that parts
// read.
func (p *plan) with(scope *clicksql.Scope, copied bool, s uniqueStrategy) string {
	how := "NOT MATERIALIZED"
	if copied {
		how = "MATERIALIZED"
	}
	columns := []string{s.provisional() + " AS provisional"}
	if p.since != nil {
		columns = append(columns, "arrived")
	}
	return fmt.Sprintf("WITH c AS %s (%s)", how, p.Clicks(scope, p.tableColumns, columns...))
}

// counted returns the SQL of a part's clicks and provisional uniques over the
// CTE c. The rows of repeatVisits correct the uniques.
func (p *plan) counted(part clicksql.Part) string {
	if part.Name == clicksql.PartCount {
		return p.Rows(part, clicksql.Figures{
			Clicks:  "count(*) FILTER (matches)",
			Uniques: "count(*) FILTER (provisional AND matches)",
			Bots:    "count(*) FILTER (is_bot)",
		}, "FROM c")
	}
	return p.Rows(part, provisionalFigures(), "FROM c"+part.Join+" WHERE matches GROUP BY ALL")
}

func provisionalFigures() clicksql.Figures {
	return clicksql.Figures{Clicks: "count(*)", Uniques: "count(*) FILTER (provisional)", Bots: clicksql.None}
}

// countedTogether is counted for several parts that join nothing.
func (p *plan) countedTogether(parts []clicksql.Part) string {
	if len(parts) == 1 {
		return p.counted(parts[0]) // for which DuckDB has faster plans
	}
	return p.Grouped(parts, provisionalFigures(), clicksql.Grouping{Columns: "provisional", Where: " WHERE matches"})
}

// repeatVisits returns the SQL of what repeat_clicks adds to a part's uniques.
// The heat map has no uniques.
func (p *plan) repeatVisits(part clicksql.Part, s uniqueStrategy) string {
	groups := part.Join + " WHERE matches GROUP BY ALL"
	if part.Name == clicksql.PartCount {
		groups = ""
	}
	f := clicksql.Figures{Clicks: clicksql.None, Uniques: s.correction(), Bots: clicksql.None}
	return p.Rows(part, f, "FROM repeat_clicks AS c"+groups)
}
