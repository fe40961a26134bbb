package report

import (
	"cmp"
	"database/sql"
	"fmt"
	"math"
	"strings"

	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
	"linnet/internal/infra/clickstore/duckdb/clicksql"
)

// plan builds the statements of a query and collects their rows in the result.
type plan struct {
	q           analytics.Query
	cols        []clicksql.Column // of every table
	columns     []string          // that the parts read
	parts       []part
	liveFrom    int64         // see firstLiveDay
	since       *watermark    // adds the column arrived: the click came after it; nil: without
	bucketIndex map[int64]int // index of a point by bucket key; nil: the key is the index
	needsLocal  bool          // a part reads the local time
	needsBucket bool          // a part reads the bucket's index
	members     digest        // of the member tables
	result      analytics.Result
}

func newPlan(q analytics.Query, cols []clicksql.Column) *plan {
	p := &plan{q: q, cols: cols, columns: []string{"visitor", "bot"}}
	if q.Count {
		p.parts = append(p.parts, part{name: partCount})
	}
	if q.Series != nil {
		p.addSeries(q.Series)
	}
	if q.Heatmap {
		p.addHeatmap()
	}
	if len(q.Lists) > 0 {
		p.result.Lists = make(map[analytics.Dimension][]analytics.Row, len(q.Lists))
	}
	for i, l := range q.Lists {
		p.result.Lists[l.Dimension] = nil
		p.addTopList(i, l)
	}
	return p
}

// scope returns the clicks that the report covers, in some of the tables.
func (p *plan) scope(tables []clicksql.Table) clicksql.Scope {
	scope := clicksql.ScopeOf(p.q, tables, p.tableColumns)
	if !p.q.Count { // which also counts bots
		scope.And(clicksql.OfTraffic(p.q.Traffic))
	}
	return scope
}

// tableColumns selects the columns of a table that conditions and parts may
// read. DuckDB reads only those that a statement uses.
func (p *plan) tableColumns(t clicksql.Table) string {
	solo := clicksql.SoloColumn
	switch {
	case t.Name == clicksql.HotTable:
		solo = "false"
	case p.liveFrom < t.End.UnixMilli():
		// The flag does not hold on live days, except for unknown visitors.
		solo = fmt.Sprintf("%s AND (ts < %d OR visitor IS NULL)", clicksql.SoloColumn, p.liveFrom)
	}
	all := clicksql.Names(p.cols) + ", " + solo + " AS solo"
	if p.since != nil {
		all += fmt.Sprintf(", rowid >= %d AS arrived", p.since.nextRow) // HotTable alone
	}
	if p.needsLocal {
		all += ", (" + clicksql.OffsetExpr(p.q, t) + ")::BIGINT AS shift"
	}
	if p.needsBucket {
		all += ", " + clicksql.BucketExpr(p.q, t, p.q.Series.Starts) + " AS bucket"
	}
	return all
}

// onePass returns the SQL of all parts, each from a copy of the scope.
func (p *plan) onePass(scope clicksql.Scope) string {
	parts := make([]string, len(p.parts))
	for i, each := range p.parts {
		parts[i] = each.onePass()
	}
	return p.with(scope, true, bySoloFlag) + " " + strings.Join(parts, " UNION ALL ")
}

// partial returns the SQL of all parts over a slice: each key of a part once.
// Of a part with more than limit keys it returns limit+1 arbitrary ones.
func (p *plan) partial(scope clicksql.Scope, limit int, s uniqueStrategy) string {
	return p.summed(scope, false, s) + fmt.Sprintf(" FROM sums QUALIFY row_number() OVER (PARTITION BY part) <= %d", limit+1)
}

// ranked returns the SQL of all parts over a scope, or a copy of it: top lists
// are cut to their limits, in topOrder.
func (p *plan) ranked(scope clicksql.Scope, copied bool, s uniqueStrategy) string {
	var limits strings.Builder
	for _, each := range p.parts {
		fmt.Fprintf(&limits, " WHEN '%s' THEN %d", each.name, cmp.Or(each.limit, math.MaxInt32))
	}
	return p.summed(scope, copied, s) + fmt.Sprintf(" FROM sums QUALIFY row_number() OVER (PARTITION BY part%s) <= CASE part%s END%s",
		topOrder, limits.String(), topOrder)
}

// summed defines the CTE sums: the rows of all parts. It reads the clicks once
// for as many parts as possible, and distinguishes visitors only among
// repeat_clicks.
func (p *plan) summed(scope clicksql.Scope, copied bool, s uniqueStrategy) string {
	var all []string
	var together []part
	for _, each := range p.parts {
		if each.name == partCount || each.join != "" {
			all = append(all, each.counted())
		} else {
			together = append(together, each)
		}
		if each.name != partHeatmap {
			all = append(all, each.repeatVisits(s))
		}
	}
	if len(together) > 0 {
		all = append(all, grouped(together))
	}
	return p.with(scope, copied, s) + s.repeatClicksCTE() +
		", sums AS (SELECT part, k, id, n, sum(clicks)::BIGINT AS clicks, sum(uniques)::BIGINT AS uniques, sum(bots)::BIGINT AS bots" +
		" FROM (" + strings.Join(all, " UNION ALL ") + ") GROUP BY ALL)"
}

// with defines the CTE c: the clicks of the scope, with the columns that parts
// read.
func (p *plan) with(scope clicksql.Scope, copied bool, s uniqueStrategy) string {
	how := "NOT MATERIALIZED"
	if copied {
		how = "MATERIALIZED"
	}
	columns := append([]string{
		"solo", s.provisional() + " AS provisional", "bot <> '' AS is_bot", clicksql.OfTraffic(p.q.Traffic) + " AS matches",
	}, p.columns...)
	if p.needsLocal {
		columns = append(columns, "shift", "ts + shift AS local")
	}
	if p.needsBucket {
		columns = append(columns, "bucket")
	}
	if p.since != nil {
		columns = append(columns, "arrived")
	}
	return fmt.Sprintf("WITH c AS %s (SELECT %s FROM %s)", how, strings.Join(columns, ", "), scope.String())
}

// scan adds the current row to the result.
func (p *plan) scan(rows *sql.Rows) error {
	var r row
	if err := rows.Scan(r.targets()...); err != nil {
		return err
	}
	return p.add(r)
}

// add adds a row to the result. Rows of a top list arrive in their order.
func (p *plan) add(r row) error {
	switch r.part {
	case partCount:
		p.result.Count = analytics.Count{Clicks: r.clicks, Uniques: r.uniques, Bots: r.bots}
	case partSeries:
		i, ok := int(r.number), p.bucketIndex == nil
		if !ok {
			i, ok = p.bucketIndex[r.number]
		}
		if !ok {
			return fmt.Errorf("click outside all buckets: key %d", r.number)
		}
		p.result.Points[i].Clicks, p.result.Points[i].Uniques = r.clicks, r.uniques
	case partHeatmap:
		p.result.Heatmap[r.number/24][r.number%24] = r.clicks
	default:
		d := analytics.Dimension(r.part)
		if prefix := d.IDPrefix(); prefix != "" {
			r.text = ident.Text(prefix, r.id)
		}
		p.result.Lists[d] = append(p.result.Lists[d], analytics.Row{Key: r.text, Clicks: r.clicks, Uniques: r.uniques})
	}
	return nil
}
