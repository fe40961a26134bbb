package report

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	engine "github.com/duckdb/duckdb-go/v2"

	"linnet/internal/core/analytics"
	"linnet/internal/infra/clickstore/clicksql"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

// partitioning splits the clicks of a part so that each partition fits into
// memory. By key, each key is in one partition, and the top rows of all
// partitions are those of the list. By visitor, each visitor is in one
// partition, and clicks and uniques of all partitions add up.
type partitioning struct {
	byKey bool
	n     int
}

// partitioningsOf returns the partitionings to try for a part, in order. Lists
// of tags and folders have few keys, and a visitor may be in several, so that
// they are partitioned by visitor only.
func partitioningsOf(p clicksql.Part) []partitioning {
	all := []partitioning{{n: 1}}
	for _, n := range []int{8, 64, 512} {
		if p.Limit > 0 && p.Join == "" {
			all = append(all, partitioning{byKey: true, n: n})
		}
		all = append(all, partitioning{n: n})
	}
	return all
}

// errManyKeys reports that a list has more keys than Limits.Keys.
var errManyKeys = errors.New("too many keys")

// isOutOfMemory reports whether a statement exceeded the memory limit. The engine
// gives such an error another type when it wraps it, and has no code of the inner one.
func isOutOfMemory(err error) bool {
	var e *engine.Error
	return errors.As(err, &e) && (e.Type == engine.ErrorTypeOutOfMemory || strings.Contains(e.Msg, "Out of Memory Error"))
}

// QueryBounded answers a query exactly, one part at a time, each in as many
// partitions as the memory limit requires. Clients choose the referrers and user
// agents that they send, so that the number of keys is not bounded.
func (r *Reporter) QueryBounded(ctx context.Context, q analytics.Query) (analytics.Result, error) {
	if err := r.large.Acquire(ctx, 1); err != nil {
		return analytics.Result{}, err
	}
	defer r.large.Release(1)
	p := newPlan(q)
	for _, each := range p.Parts {
		if err := r.runPart(ctx, p, each); err != nil {
			return analytics.Result{}, err
		}
	}
	return p.Result, nil
}

// runPart adds one part to the result of a plan.
func (r *Reporter) runPart(ctx context.Context, p *plan, each clicksql.Part) (err error) {
	for _, partitions := range partitioningsOf(each)[r.limits.FirstPartitioning:] {
		sums := make(totals)
		err = r.transact(ctx, p.temp, func(tx *sql.Tx) error { return r.sumPartitions(ctx, tx, p, each, partitions, sums) })
		if isOutOfMemory(err) || errors.Is(err, errManyKeys) {
			continue
		}
		if err != nil {
			return err
		}
		for _, row := range each.Top(slices.Collect(maps.Values(sums[each.Name]))) {
			if err := p.Add(row); err != nil {
				return err
			}
		}
		return nil
	}
	return err
}

// sumPartitions adds the rows of a part to sums, one partition after the other.
func (r *Reporter) sumPartitions(ctx context.Context, tx *sql.Tx, p *plan, each clicksql.Part, partitions partitioning, sums totals) error {
	tables, err := storage.Tables(ctx, tx, p.Query.Start, p.Query.End)
	if err != nil {
		return err
	}
	if p.liveFrom, err = firstLiveDay(ctx, tx); err != nil {
		return err
	}
	column, one := "visitor", each
	switch {
	case partitions.byKey:
		column = each.Column
	case partitions.n > 1 && each.Limit > 0:
		one.Limit = r.limits.Keys + 1
	}
	for i := range partitions.n {
		scope := p.Scope(tables)
		if partitions.n > 1 {
			scope.And(fmt.Sprintf("hash(%s) %% %d = %d", column, partitions.n, i))
		}
		rows, err := queryRows(ctx, tx, p.with(scope, false, bySoloFlag)+" "+p.OnePass(one), scope.Args)
		if err != nil {
			return err
		}
		sums.add(rows)
		if partitions.byKey {
			sums.truncate(each)
		}
		if len(sums[each.Name]) > r.limits.Keys && each.Limit > 0 {
			return errManyKeys
		}
	}
	return nil
}

// truncate drops the rows of a list that are below its limit.
func (t totals) truncate(p clicksql.Part) {
	top := p.Top(slices.Collect(maps.Values(t[p.Name])))
	clear(t[p.Name])
	t.add(top)
}
