package clickhouse

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"

	"linnet/internal/core/analytics"
	"linnet/internal/infra/clickstore/clicksql"
)

// Query answers all parts of a query by one statement. Lists of tags and folders
// read the clicks once each, all other parts together once, or twice if they are many.
func (s *Store) Query(ctx context.Context, q analytics.Query) (analytics.Result, error) {
	r := newReport(q)
	if len(r.Parts) == 0 {
		return r.Result, nil
	}
	if err := s.queries.Acquire(ctx, 1); err != nil {
		return analytics.Result{}, err
	}
	defer s.queries.Release(1)
	ctx, err := s.withTempTables(ctx, q)
	if err != nil {
		return analytics.Result{}, err
	}
	if err = s.choose(ctx, r); err == nil {
		err = s.queryAll(ctx, r.text(s), func(rows driver.Rows) error { return r.Scan(rows) })
	}
	if err != nil {
		return analytics.Result{}, fmt.Errorf("query clicks: %w", err)
	}
	for _, l := range q.Lists {
		rows := r.Result.Lists[l.Dimension]
		r.Result.Lists[l.Dimension] = rows[:min(len(rows), l.Limit)]
	}
	return r.Result, nil
}

// report builds the statement of a query.
type report struct {
	clicksql.Plan

	together []clicksql.Part // that read the clicks together
	joined   []clicksql.Part // by tags or folders of links
	wide     []clicksql.Part // that read them twice, see clicksql.Plan.TopFirst
	longest  int             // limit of the lists
}

func newReport(q analytics.Query) *report {
	r := &report{Plan: clicksql.NewPlan(dialect{}, q), longest: 1}
	for _, p := range r.Parts {
		r.longest = max(r.longest, p.Limit)
		if p.Join == "" {
			r.together = append(r.together, p)
		} else {
			r.joined = append(r.joined, p)
		}
	}
	return r
}

const (
	// largeReport is the number of clicks from which a report of largeParts parts is
	// answered faster if its statement first finds the visitors with several clicks,
	// which is one more pass, than with a set of all visitors for each key of each part.
	largeReport = 20_000
	largeParts  = 4

	// manyLinks is the number of links, among the first sample clicks, from which
	// clicksql.Plan.TopFirst answers lists by link faster.
	manyLinks = 20_000
	sample    = 200_000
)

// choose decides how the statement of a report reads the clicks: whether it first finds the
// visitors with several, and the top keys of wide lists.
func (s *Store) choose(ctx context.Context, r *report) error {
	byKey := len(r.together)
	if r.Query.Count {
		byKey--
	}
	if byKey < largeParts && !slices.ContainsFunc(r.together, clicksql.Part.Wide) {
		return nil
	}
	clicks := clicksql.ScopeOf(dialect{}, clicksql.WithoutLargeSets(r.Query), tableOf(s.layout.clicks()))
	text := fmt.Sprintf("SELECT count(), uniq(link) FROM (SELECT link FROM %s LIMIT %d)", clicks.From("link"), sample)
	return s.queryAll(ctx, text, func(row driver.Rows) error {
		var n, links uint64
		if err := row.Scan(&n, &links); err != nil {
			return err
		}
		r.Solo = byKey >= largeParts && n >= s.opts.large
		if links >= s.opts.links {
			r.wide = slices.DeleteFunc(slices.Clone(r.together), func(p clicksql.Part) bool { return !p.Wide() })
			r.together = slices.DeleteFunc(r.together, clicksql.Part.Wide)
		}
		return nil
	})
}

// soloExpr returns the expression of the column solo: whether the visitor has one click
// in the report. The clicks of a workspace are on one shard, which reads them from its
// own table.
func (r *report) soloExpr(s *Store) string {
	stored := clicksql.ScopeOf(dialect{}, r.Query, tableOf(s.layout.stored()))
	stored.AndTraffic()
	stored.And("visitor <> 0")
	return "visitor <> 0 AND visitor NOT IN (SELECT visitor FROM " + stored.From("visitor") + " GROUP BY visitor HAVING count() > 1)"
}

// text returns the statement of a report that requests anything.
func (r *report) text(s *Store) string {
	clicks := r.Clicks(r.Scope(tableOf(s.layout.clicks())), func(clicksql.Table) []string {
		if !r.Solo {
			return nil
		}
		return []string{r.soloExpr(s) + " AS solo"}
	})
	var all []string
	if len(r.together) > 0 {
		all = append(all, r.Complete(r.together))
	}
	for _, p := range r.joined {
		all = append(all, r.OnePass(p))
	}
	for _, p := range r.wide {
		all = append(all, r.TopFirst(p))
	}
	// Top lists are cut to the longest limit; series and heat maps are not cut.
	return fmt.Sprintf("WITH c AS (%s) SELECT part, k, toUInt64(id) AS id, n, clicks, uniques, bots FROM (%s) ORDER BY part, clicks DESC, k, id"+
		" LIMIT %d BY part, if(part IN ('%s', '%s'), n, 0)",
		clicks, strings.Join(all, " UNION ALL "), r.longest, clicksql.PartSeries, clicksql.PartHeatmap)
}

// tableOf returns the table that has the clicks of all time.
func tableOf(name string) []clicksql.Table {
	return []clicksql.Table{{
		Name:  name,
		Start: time.UnixMilli(0),
		End:   time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC),
	}}
}
