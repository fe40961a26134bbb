package report

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	engine "github.com/duckdb/duckdb-go/v2"

	"linnet/internal/core/analytics"
	"linnet/internal/infra/clickstore/duckdb/clicksql"
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
func partitioningsOf(p part) []partitioning {
	all := []partitioning{{n: 1}}
	for _, n := range []int{8, 64, 512} {
		if p.limit > 0 && p.join == "" {
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
	p := newPlan(q, r.cols)
	for _, each := range p.parts {
		if err := r.runPart(ctx, p, each); err != nil {
			return analytics.Result{}, err
		}
	}
	return p.result, nil
}

// runPart adds one part to the result of a plan.
func (r *Reporter) runPart(ctx context.Context, p *plan, each part) (err error) {
	for _, partitions := range partitioningsOf(each)[r.limits.FirstPartitioning:] {
		sums := make(totals)
		err = r.transact(ctx, func(tx *sql.Tx) error { return r.sumPartitions(ctx, tx, p, each, partitions, sums) })
		if isOutOfMemory(err) || errors.Is(err, errManyKeys) {
			continue
		}
		if err != nil {
			return err
		}
		for _, row := range each.top(slices.Collect(maps.Values(sums[each.name]))) {
			if err := p.add(row); err != nil {
				return err
			}
		}
		return nil
	}
	return err
}

// sumPartitions adds the rows of a part to sums, one partition after the other.
func (r *Reporter) sumPartitions(ctx context.Context, tx *sql.Tx, p *plan, each part, partitions partitioning, sums totals) error {
	tables, err := clicksql.Tables(ctx, tx, p.q.Start, p.q.End)
	if err != nil {
		return err
	}
	if p.liveFrom, err = firstLiveDay(ctx, tx); err != nil {
		return err
	}
	if err := p.createMemberTables(ctx, tx); err != nil {
		return err
	}
	column, one := "visitor", each
	switch {
	case partitions.byKey:
		column = strings.TrimPrefix(cmp.Or(each.text, each.id), "c.")
	case partitions.n > 1 && each.limit > 0:
		one.limit = r.limits.Keys + 1
	}
	for i := range partitions.n {
		scope := p.scope(tables)
		if partitions.n > 1 {
			scope.And(fmt.Sprintf("hash(%s) %% %d = %d", column, partitions.n, i))
		}
		rows, err := queryRows(ctx, tx, p.with(scope, false, bySoloFlag)+" "+one.onePass(), scope.Args)
		if err != nil {
			return err
		}
		sums.add(rows)
		if partitions.byKey {
			sums.truncate(each)
		}
		if len(sums[each.name]) > r.limits.Keys && each.limit > 0 {
			return errManyKeys
		}
	}
	return nil
}

// truncate drops the rows of a list that are below its limit.
func (t totals) truncate(p part) {
	top := p.top(slices.Collect(maps.Values(t[p.name])))
	clear(t[p.name])
	t.add(top)
}
