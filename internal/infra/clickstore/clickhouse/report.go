package clickhouse

import (
	"context"
	"fmt"
	"strings"

	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"

	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
)

// Names of the parts of a report besides those of top lists, which are named after
// their dimensions.
const (
	partCount   = "#count"
	partSeries  = "#series"
	partHeatmap = "#heatmap"
)

// part is one part of a report that is counted by a key.
type part struct {
	name string
	key  string // expression: of type String, UInt64 if id, Int64 if number
	id   bool
	num  bool
}

// report builds the statement of a query and collects its rows.
type report struct {
	q       analytics.Query
	parts   []part
	members []analytics.List // whose keys are tags or folders of links
	longest int              // limit of the lists
	large   bool             // see Store.isLarge
	buckets map[int64]int    // index of a point by the start of the bucket, Unix ms
	result  analytics.Result
}

// Query answers all parts of a query by one statement. Lists of tags and folders
// read the clicks once each, all other parts together once, or twice if they are many.
func (s *Store) Query(ctx context.Context, q analytics.Query) (analytics.Result, error) {
	r := newReport(q)
	if !q.Count && len(r.parts) == 0 && len(r.members) == 0 {
		return r.result, nil
	}
	if err := s.queries.Acquire(ctx, 1); err != nil {
		return analytics.Result{}, err
	}
	defer s.queries.Release(1)
	var err error
	if r.large, err = s.isLarge(ctx, r); err == nil {
		err = s.queryAll(ctx, r.text(s), r.scan)
	}
	if err != nil {
		return analytics.Result{}, fmt.Errorf("query clicks: %w", err)
	}
	for _, l := range q.Lists {
		rows := r.result.Lists[l.Dimension]
		r.result.Lists[l.Dimension] = rows[:min(len(rows), l.Limit)]
	}
	return r.result, nil
}

const (
	// largeReport is the number of clicks from which a report of largeParts parts is
	// answered faster if its statement first finds the visitors with several clicks.
	largeReport = 20_000
	largeParts  = 4
)

// isLarge reports whether the parts of a report read so many clicks that finding the
// visitors with several clicks first, which is one more pass, is cheaper than a set of
// all visitors for each key of each part.
func (s *Store) isLarge(ctx context.Context, r *report) (bool, error) {
	if len(r.parts) < largeParts {
		return false, nil
	}
	n, err := s.number(ctx, fmt.Sprintf("SELECT count() FROM (SELECT 1%s LIMIT %d)", s.from(scopeOf(r.q)...), s.opts.large))
	return n >= s.opts.large, err
}

func newReport(q analytics.Query) *report {
	r := &report{q: q}
	if q.Series != nil {
		r.parts = append(r.parts, part{name: partSeries, key: bucketExpr(q.Series.Starts), num: true})
		r.buckets = make(map[int64]int, len(q.Series.Starts))
		r.result.Points = make([]analytics.Point, len(q.Series.Starts))
		for i, start := range q.Series.Starts {
			r.buckets[ceilMilli(start)], r.result.Points[i].Start = i, start
		}
	}
	if q.Heatmap {
		local := "(ts + " + offsetExpr(q) + ")"
		key := "toInt64((" + localPart(analytics.LocalWeekday, local) + " - 1) * 24 + " + localPart(analytics.LocalHour, local) + ")"
		r.parts = append(r.parts, part{name: partHeatmap, key: key, num: true})
	}
	if len(q.Lists) > 0 {
		r.result.Lists = make(map[analytics.Dimension][]analytics.Row, len(q.Lists))
	}
	for _, l := range q.Lists {
		r.longest = max(r.longest, l.Limit)
		r.result.Lists[l.Dimension] = nil
		if l.Dimension.IDField() == nil && l.Dimension.TextField() == nil {
			r.members = append(r.members, l)
			continue
		}
		id := l.Dimension.IDField() != nil
		key := l.Dimension.Column()
		if !id {
			key = "toString(" + key + ")"
		}
		r.parts = append(r.parts, part{name: string(l.Dimension), key: key, id: id})
	}
	return r
}

// text returns the statement of a report that requests anything.
func (r *report) text(s *Store) string {
	var all []string
	if r.q.Count || len(r.parts) > 0 {
		all = append(all, r.grouped(s))
	}
	for _, l := range r.members {
		all = append(all, r.byMember(s, l))
	}
	// Top lists are cut to the longest limit; series and heat maps are not cut.
	return fmt.Sprintf("SELECT part, k, id, n, clicks, uniques, bots FROM (%s) ORDER BY part, clicks DESC, k, id"+
		" LIMIT %d BY part, if(part IN ('%s', '%s'), n, 0)",
		strings.Join(all, " UNION ALL "), max(r.longest, 1), partSeries, partHeatmap)
}

// counted selects clicks, unique visitors and bots. Visitors have other numbers on
// each day, see click.Click.Visitor; 0 is an unknown one.
const counted = "countIf(matches) AS clicks, uniqExactIf(visitor, matches AND visitor != 0) AS uniques, countIf(is_bot) AS bots"

// countedOnce is counted with the column returns: each click of a visitor with one click
// is a unique visitor of any key, so that only the others need a set.
const countedOnce = "countIf(matches) AS clicks, " +
	"countIf(matches AND visitor != 0 AND NOT returns) + uniqExactIf(visitor, matches AND returns) AS uniques, countIf(is_bot) AS bots"

// returns is the expression of the column for countedOnce: whether the visitor has several
// clicks in the report. The clicks of a workspace are on one shard, which reads them from
// its own table.
func (r *report) returns(s *Store) string {
	where := append(scopeOf(r.q), ofTraffic(r.q.Traffic), "visitor != 0")
	return "visitor IN (SELECT visitor FROM " + s.layout.stored() + " WHERE " + strings.Join(where, " AND ") +
		" GROUP BY visitor HAVING count() > 1) AS returns"
}

// scope returns the clicks of the report with the columns that counted reads.
func (r *report) scope(s *Store, columns ...string) string {
	where := scopeOf(r.q)
	if !r.q.Count { // which also counts bots
		where = append(where, ofTraffic(r.q.Traffic))
	}
	columns = append([]string{"visitor", "bot != '' AS is_bot", ofTraffic(r.q.Traffic) + " AS matches"}, columns...)
	return "(SELECT " + strings.Join(columns, ", ") + s.from(where...) + ")"
}

// grouped returns the SELECT of the count and of all parts by key. In the rows of
// one grouping set the keys of the others have the default values of their types,
// so that the sum of all keys of a type is that of the set.
func (r *report) grouped(s *Store) string {
	var sets, names, columns []string
	texts, ids, numbers := []string{"''"}, []string{"toUInt64(0)"}, []string{"toInt64(0)"}
	if r.q.Count {
		sets = append(sets, "()")
	}
	for i, p := range r.parts {
		key := fmt.Sprintf("k%d", i)
		sets = append(sets, "("+key+")")
		columns = append(columns, p.key+" AS "+key)
		names = append(names, fmt.Sprintf("grouping(%s) = 0, '%s'", key, p.name))
		switch {
		case p.id:
			ids = append(ids, key)
		case p.num:
			numbers = append(numbers, key)
		default:
			texts = append(texts, key)
		}
	}
	name := "'" + partCount + "'"
	if len(names) > 0 {
		name = "multiIf(" + strings.Join(names, ", ") + ", " + name + ")"
	}
	groups := " GROUP BY GROUPING SETS (" + strings.Join(sets, ", ") + ")"
	if len(r.parts) == 0 {
		groups = ""
	}
	figures := counted
	if r.large {
		figures, columns = countedOnce, append(columns, r.returns(s))
	}
	return fmt.Sprintf("SELECT %s AS part, concat(%s, '') AS k, %s AS id, toInt64(%s) AS n, %s FROM %s%s HAVING clicks > 0 OR part = '%s'",
		name, strings.Join(texts, ", "), strings.Join(ids, " + "), strings.Join(numbers, " + "), figures, r.scope(s, columns...), groups, partCount)
}

// byMember returns the SELECT of a list of tags or folders. Links without one count
// for the id 0.
func (r *report) byMember(s *Store, l analytics.List) string {
	links, of := make([]uint64, len(l.Members)), make([]uint64, len(l.Members))
	for i, m := range l.Members {
		links[i], of[i] = m.Link, m.Of
	}
	members := fmt.Sprintf("(SELECT m_link, m_of FROM (SELECT CAST([%s], 'Array(UInt64)') AS links, CAST([%s], 'Array(UInt64)') AS of)"+
		" ARRAY JOIN links AS m_link, of AS m_of)", list(links), list(of))
	return fmt.Sprintf("SELECT '%s' AS part, '' AS k, m.m_of AS id, toInt64(0) AS n, %s FROM %s AS c LEFT JOIN %s AS m ON m.m_link = c.link"+
		" GROUP BY m.m_of HAVING clicks > 0", l.Dimension, counted, r.scope(s, "link"), members)
}

// scan adds a row to the result. Rows of a list arrive in their order.
func (r *report) scan(rows driver.Rows) error {
	var name, key string
	var id, clicks, uniques, bots uint64
	var number int64
	if err := rows.Scan(&name, &key, &id, &number, &clicks, &uniques, &bots); err != nil {
		return err
	}
	n, u, b := int64(clicks), int64(uniques), int64(bots) //nolint:gosec // counts of rows
	switch name {
	case partCount:
		r.result.Count = analytics.Count{Clicks: n, Uniques: u, Bots: b}
	case partSeries:
		i, ok := r.buckets[number]
		if !ok {
			return fmt.Errorf("click outside all buckets: key %d", number)
		}
		r.result.Points[i].Clicks, r.result.Points[i].Uniques = n, u
	case partHeatmap:
		r.result.Heatmap[number/24][number%24] = n
	default:
		d := analytics.Dimension(name)
		if prefix := d.IDPrefix(); prefix != "" {
			key = ident.Text(prefix, id)
		}
		r.result.Lists[d] = append(r.result.Lists[d], analytics.Row{Key: key, Clicks: n, Uniques: u})
	}
	return nil
}
