// Package report answers analytics queries over the tables of clicks.
//
// A plan adds to clicksql.Plan what only DuckDB does. The Reporter picks how it is
// executed, by the number of clicks in its scope:
//
//   - few: all parts from one copy of the scope (plan.onePass);
//   - more: one statement that reads the tables once (plan.ranked);
//   - many: one statement for each slice of time, with cached results for
//     sealed days (runSliced);
//   - too many distinct keys for the memory limit: one part at a time, in
//     partitions (QueryBounded).
package report

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math"

	"golang.org/x/sync/semaphore"

	"linnet/internal/core/analytics"
	"linnet/internal/infra/clickstore/clicksql"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

const dayMillis = 86_400_000

// minSlicedParts is the fewest parts for which slicing pays: below, the
// statement that reads the tables once is faster than the cached days save.
const minSlicedParts = 4

// Limits are the sizes at which a Reporter changes its method. Zero fields have
// defaults.
type Limits struct {
	Copied  int64 // the most clicks that are copied for all parts; 0: 30,000
	Unified int64 // the most clicks that are answered by one statement; 0: 300,000
	Keys    int   // the most keys of a list that are summed outside DuckDB; 0: 50,000
	// FirstPartitioning skips the first attempts of QueryBounded, as if they ran
	// out of memory.
	FirstPartitioning int
}

func (l Limits) withDefaults() Limits {
	if l.Copied == 0 {
		l.Copied = 30_000
	}
	if l.Unified == 0 {
		l.Unified = 300_000
	}
	if l.Keys == 0 {
		l.Keys = 50_000
	}
	return l
}

// Deps are the dependencies of a Reporter.
type Deps struct {
	Transact storage.TransactWith
	Queries  *semaphore.Weighted // bounds concurrent queries
	Limits   Limits
	Log      *slog.Logger
}

// Reporter answers queries. Its methods are safe for concurrent use.
type Reporter struct {
	transact storage.TransactWith
	queries  *semaphore.Weighted
	large    *semaphore.Weighted // of one; for reports of many clicks
	limits   Limits
	cache    *resultCache
	log      *slog.Logger
}

// New returns a Reporter.
func New(d Deps) *Reporter {
	return &Reporter{
		transact: d.Transact, queries: d.Queries, large: semaphore.NewWeighted(1), limits: d.Limits.withDefaults(),
		cache: newResultCache(), log: d.Log,
	}
}

// InvalidateCache drops all cached results.
func (r *Reporter) InvalidateCache() { r.cache.InvalidateAll() }

// Query answers all parts of a query from one snapshot of the data. Queries over
// many clicks use all processors and much memory: they run one at a time, reuse
// the results cached by the previous one, and do not delay the others.
func (r *Reporter) Query(ctx context.Context, q analytics.Query) (analytics.Result, error) {
	p := newPlan(q)
	if len(p.Parts) == 0 {
		return p.Result, nil
	}
	err := r.run(ctx, p, r.queries)
	if errors.Is(err, errLarge) {
		err = r.run(ctx, p, r.large)
	}
	result := p.Result
	if isOutOfMemory(err) {
		r.log.InfoContext(ctx, "report exceeds the memory limit, answering it part by part")
		result, err = r.QueryBounded(ctx, q)
	}
	if err != nil {
		return analytics.Result{}, fmt.Errorf("count clicks: %w", err)
	}
	return result, nil
}

var errLarge = errors.New("query covers many clicks")

// run executes a plan within a semaphore. It returns errLarge, and leaves the
// plan unchanged, when the plan needs the semaphore for large reports instead.
func (r *Reporter) run(ctx context.Context, p *plan, slots *semaphore.Weighted) error {
	if err := slots.Acquire(ctx, 1); err != nil {
		return err
	}
	defer slots.Release(1)
	return r.transact(ctx, p.temp, func(tx *sql.Tx) error {
		tables, err := storage.Tables(ctx, tx, p.Query.Start, p.Query.End)
		if err != nil {
			return err
		}
		if p.liveFrom, err = firstLiveDay(ctx, tx); err != nil {
			return err
		}
		scope := p.Scope(tables)
		size, links, err := r.size(ctx, tx, p, tables)
		if err != nil {
			return err
		}
		var wide []clicksql.Part
		if links > int64(r.limits.Keys) {
			wide = p.wide()
		}
		sliced := size > r.limits.Unified && len(p.Parts)-len(wide) >= minSlicedParts
		if sliced && slots != r.large {
			return errLarge
		}
		if len(wide) > 0 {
			p.withoutWide()
		}
		if !sliced {
			text := p.onePass(scope)
			if size > r.limits.Copied {
				copied := size <= r.limits.Unified || p.selective() && len(p.Parts) < minSlicedParts
				text = p.ranked(scope, copied, strategyFor(len(p.Parts), tables[0].Clicks, size), wide)
			}
			return storage.QueryAll(ctx, tx, text, scope.Args, func(rows *sql.Rows) error { return p.Scan(rows) })
		}
		if err := r.runSliced(ctx, tx, p, tables); err != nil {
			return err
		}
		return p.runAlone(ctx, tx, wide, scope)
	})
}

// size returns an upper bound of the clicks in the scope, and about how many links they are
// on. It reads up to Unified+1 of them when the tables hold more than Copied; else there
// are too few to count links.
func (r *Reporter) size(ctx context.Context, tx *sql.Tx, p *plan, tables []clicksql.Table) (clicks, links int64, err error) {
	for _, t := range tables {
		clicks += t.Clicks
	}
	if clicks <= r.limits.Copied || len(p.Parts) == 1 && len(p.wide()) == 0 {
		return clicks, 0, nil
	}
	alike := *p
	alike.Query = clicksql.WithoutLargeSets(p.Query)
	scope := alike.Scope(tables)
	text := fmt.Sprintf("SELECT count(*), approx_count_distinct(link) FROM (SELECT link FROM %s LIMIT %d)", scope.From("link"), r.limits.Unified+1)
	err = tx.QueryRowContext(ctx, text, scope.Args...).Scan(&clicks, &links)
	return clicks, links, err
}

// noLiveDay is after every day.
const noLiveDay = math.MaxInt64

// firstLiveDay returns the start, in Unix ms, of the first day with clicks in
// HotTable. From then on a visitor of a month table may have further clicks, so
// that the column solo does not hold.
func firstLiveDay(ctx context.Context, tx *sql.Tx) (ms int64, err error) {
	var first sql.NullInt64
	err = tx.QueryRowContext(ctx, "SELECT min(ts) FROM "+storage.HotTable).Scan(&first)
	if !first.Valid {
		return noLiveDay, err
	}
	return first.Int64 - first.Int64%dayMillis, err
}
