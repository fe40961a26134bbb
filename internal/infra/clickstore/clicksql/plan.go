package clicksql

import (
	"fmt"
	"slices"
	"strings"

	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
)

// Plan is the parts of a query, and collects their rows in the result.
//
// Parts read the CTE c: the clicks of the Scope with the columns that Clicks selects.
// The column solo is true where the click's visitor has no other click in the workspace
// on that day (of UTC). Such a click is one unique in every scope: under any filter, in
// any bucket, in any class of traffic. Uniques are the solo clicks plus the distinct
// visitors of the others, which is cheaper than counting distinct visitors among all of
// them.
type Plan struct {
	Query  analytics.Query
	Parts  []Part
	Result analytics.Result
	Solo   bool // c has the column solo

	dialect     Dialect
	columns     []string      // of the clicks, that the parts read
	buckets     map[int64]int // index of a point by bucket key
	needsLocal  bool          // a part reads the local time
	needsBucket bool          // a part reads the bucket's start
}

// NewPlan returns the plan of a query. Its statements read TempTables.
func NewPlan(d Dialect, q analytics.Query) Plan {
	p := Plan{Query: q, dialect: d, columns: []string{VisitorColumn, "bot"}}
	if q.Count {
		p.Parts = append(p.Parts, Part{Name: PartCount})
	}
	if q.Series != nil {
		p.addSeries(q.Series)
	}
	if q.Heatmap {
		p.needsLocal = true
		key := "(" + weekdayExpr(d, "local") + " * 24 + " + hourExpr(d, "local") + ")::BIGINT"
		p.Parts = append(p.Parts, Part{Name: PartHeatmap, number: key})
	}
	if len(q.Lists) > 0 {
		p.Result.Lists = make(map[analytics.Dimension][]analytics.Row, len(q.Lists))
	}
	for i, l := range q.Lists {
		p.Result.Lists[l.Dimension] = nil
		p.addTopList(i, l)
	}
	return p
}

// addSeries adds the part of a time series.
func (p *Plan) addSeries(s *analytics.Series) {
	p.Result.Points = make([]analytics.Point, len(s.Starts))
	for i, start := range s.Starts {
		p.Result.Points[i].Start = start
	}
	key := bucketKey(p.dialect, s.Granularity)
	if key == "" || !s.Granularity.Aligned(s.Starts, p.Query.Location) {
		key, p.needsBucket = "bucket", true
		p.buckets = bucketsByStart(s)
	} else {
		p.needsLocal, p.buckets = true, make(map[int64]int, len(s.Starts))
		for i, start := range s.Starts {
			p.buckets[s.Granularity.Key(start, p.Query.Location)] = i
		}
	}
	p.Parts = append(p.Parts, Part{Name: PartSeries, number: key})
}

// bucketKey returns the expression of analytics.Granularity.Key for buckets that are
// Aligned. It returns "" for buckets so wide that comparing ts with their starts is cheaper.
func bucketKey(d Dialect, g analytics.Granularity) string {
	switch g {
	case analytics.Minute:
		return fmt.Sprintf("(%s * %d - shift)::BIGINT", d.Div("local", minuteMillis), minuteMillis)
	case analytics.Hour:
		return fmt.Sprintf("(%s * %d - shift)::BIGINT", d.Div("local", hourMillis), hourMillis)
	case analytics.Day:
		return d.Div("local", dayMillis) + "::BIGINT"
	default:
		return ""
	}
}

// addTopList adds the part of a list: the keys of a dimension with the most
// clicks. i is the list's index in the query. The SQL is Plan.OnePass.
func (p *Plan) addTopList(i int, l analytics.List) {
	column := l.Dimension.Column()
	if !slices.Contains(p.columns, column) {
		p.columns = append(p.columns, column)
	}
	list := Part{Name: string(l.Dimension), Limit: l.Limit, Column: column}
	switch {
	case l.Members != nil:
		list.Column, list.id = "", "coalesce(m."+ofColumn+", "+p.dialect.Number(0)+")"
		list.Join = " LEFT JOIN " + membersTable(i) + " AS m ON m." + linkColumn + " = c.link"
	case l.Dimension.IDPrefix() != "":
		list.id = "c." + column
	default:
		list.text = "c." + column + "::VARCHAR"
	}
	p.Parts = append(p.Parts, list)
}

// Scope returns the clicks that the report covers, in some tables.
func (p *Plan) Scope(tables []Table) *Scope {
	s := ScopeOf(p.dialect, p.Query, tables)
	if !p.Query.Count { // which also counts bots
		s.AndTraffic()
	}
	return s
}

// Clicks returns the SELECT of the CTE c. inTable returns columns that are selected from
// each table, with solo among them if c has it; columns are selected from all of them.
func (p *Plan) Clicks(s *Scope, inTable func(Table) []string, columns ...string) string {
	columns = append(columns, "bot <> '' AS is_bot", OfTraffic(p.Query.Traffic)+" AS matches")
	columns = append(columns, p.columns...)
	if p.Solo {
		columns = append(columns, "solo")
	}
	if p.needsLocal {
		columns = append(columns, "shift", "ts + shift AS local")
	}
	if p.needsBucket {
		columns = append(columns, "bucket")
	}
	of := func(t Table) string {
		all := append(slices.Concat([]string{"ts"}, p.columns), inTable(t)...)
		if p.needsLocal {
			all = append(all, offsetExpr(p.Query, t)+" AS shift")
		}
		if p.needsBucket {
			all = append(all, bucketExpr(p.dialect, p.Query, t)+" AS bucket")
		}
		return strings.Join(all, ", ")
	}
	return "SELECT " + strings.Join(columns, ", ") + " FROM (" + s.Select(of, "") + ")"
}

// Add adds a row to the result. Rows of a top list arrive in their order.
func (p *Plan) Add(r PartRow) error {
	switch r.Part {
	case PartCount:
		p.Result.Count = analytics.Count{Clicks: r.Clicks, Uniques: r.Uniques, Bots: r.Bots}
	case PartSeries:
		i, ok := p.buckets[r.Number]
		if !ok {
			return fmt.Errorf("click outside all buckets: key %d", r.Number)
		}
		p.Result.Points[i].Clicks, p.Result.Points[i].Uniques = r.Clicks, r.Uniques
	case PartHeatmap:
		p.Result.Heatmap[r.Number/24][r.Number%24] = r.Clicks
	default:
		d := analytics.Dimension(r.Part)
		if prefix := d.IDPrefix(); prefix != "" {
			r.Text = ident.Text(prefix, r.ID)
		}
		p.Result.Lists[d] = append(p.Result.Lists[d], analytics.Row{Key: r.Text, Clicks: r.Clicks, Uniques: r.Uniques})
	}
	return nil
}

// Scan adds the current row of a statement to the result.
func (p *Plan) Scan(row Scanner) error {
	var r PartRow
	if err := row.Scan(r.Targets()...); err != nil {
		return err
	}
	return p.Add(r)
}
