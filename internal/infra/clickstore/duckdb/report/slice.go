package report

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"time"

	"linnet/internal/infra/clickstore/clicksql"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

// slice is a part of a query's time that is counted by itself. Slices meet at
// midnights of UTC, where visitor numbers change: clicks and uniques of slices
// add up.
type slice struct {
	start, end time.Time
	tables     []clicksql.Table
	generation uint64    // of the table, see storage.Generations
	sealed     bool      // no click arrives in it any more
	upTo       watermark // the last click, if appending is all that changes the slice; else zero
}

// slicesOf returns a slice for the sealed days of each month, and one for the
// live days after them.
func slicesOf(ctx context.Context, tx *sql.Tx, p *plan, tables []clicksql.Table) ([]slice, error) {
	generations, err := storage.Generations(ctx, tx)
	if err != nil {
		return nil, err
	}
	sealed := clicksql.Time(min(p.liveFrom, p.Query.End.UnixMilli())).Truncate(24 * time.Hour)
	live := slice{start: later(p.Query.Start, sealed), end: p.Query.End, tables: tables[:1:1]}
	var all []slice
	for _, t := range tables[1:] {
		start, end := later(p.Query.Start, t.Start), t.End
		if end.After(sealed) {
			end = sealed
		}
		if start.Before(end) {
			all = append(all, slice{start: start, end: end, tables: []clicksql.Table{t}, generation: generations[t.Name], sealed: true})
		}
		if t.End.After(live.start) {
			live.tables = append(live.tables, t)
		}
	}
	if !live.start.Before(live.end) {
		return all, nil
	}
	live.generation = generations[storage.HotTable]
	err = live.setWatermark(ctx, tx)
	return append(all, live), err
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// over returns the plan for a slice alone, and its scope.
func (p *plan) over(sl slice) (*plan, *clicksql.Scope) {
	part := *p
	part.Query.Start, part.Query.End = sl.start, sl.end
	if sl.sealed {
		part.liveFrom = noLiveDay
	}
	return &part, part.Scope(sl.tables)
}

// runSliced answers a plan slice by slice. DuckDB holds the groups of one
// slice at a time, and the results of sealed days are cached.
func (r *Reporter) runSliced(ctx context.Context, tx *sql.Tx, p *plan, tables []clicksql.Table) error {
	all, err := slicesOf(ctx, tx, p, tables)
	if err != nil {
		return err
	}
	sums := make(totals, len(p.Parts))
	for _, sl := range all {
		rows, err := r.sliceRows(ctx, tx, p, sl)
		if err != nil {
			return err
		}
		sums.add(rows)
	}
	for _, each := range p.Parts {
		if err := r.addPart(ctx, tx, p, each, tables, sums[each.Name]); err != nil {
			return err
		}
	}
	return nil
}

// totals are the sums of rows by part and key.
type totals map[string]map[clicksql.Key]clicksql.PartRow

func (t totals) add(rows []clicksql.PartRow) {
	for _, r := range rows {
		of := t[r.Part]
		if of == nil {
			of = make(map[clicksql.Key]clicksql.PartRow)
			t[r.Part] = of
		}
		sum := of[r.Key]
		of[r.Key] = clicksql.PartRow{
			Part:    r.Part,
			Key:     r.Key,
			Clicks:  sum.Clicks + r.Clicks,
			Uniques: sum.Uniques + r.Uniques,
			Bots:    sum.Bots + r.Bots,
		}
	}
}

// rows returns all sums in no particular order.
func (t totals) rows() (all []clicksql.PartRow) {
	for _, of := range t {
		all = slices.AppendSeq(all, maps.Values(of))
	}
	return all
}

// addPart adds the sums of a part to the result. A list with more keys than the
// slices returned is counted by one statement over all tables instead.
func (r *Reporter) addPart(
	ctx context.Context, tx *sql.Tx, p *plan, each clicksql.Part, tables []clicksql.Table, sums map[clicksql.Key]clicksql.PartRow,
) error {
	if len(sums) > r.limits.Keys {
		return p.runAlone(ctx, tx, []clicksql.Part{each}, p.Scope(tables))
	}
	for _, row := range each.Top(slices.Collect(maps.Values(sums))) {
		if err := p.Add(row); err != nil {
			return err
		}
	}
	return nil
}

// sliceRows returns the partial sums of a slice, from the cache if possible.
func (r *Reporter) sliceRows(ctx context.Context, tx *sql.Tx, p *plan, sl slice) ([]clicksql.PartRow, error) {
	if !sl.sealed {
		return r.liveRows(ctx, tx, p, sl)
	}
	over, scope := p.over(sl)
	text := over.partial(scope, r.limits.Keys, bySoloFlag)
	k := cacheKey(sl.generation, text, scope.Args, p.digest)
	if cached, ok := r.cache.GetIfPresent(k); ok {
		return cached.rows, nil
	}
	rows, err := queryRows(ctx, tx, text, scope.Args)
	if err == nil {
		r.cache.Set(k, cachedRows{rows: rows})
	}
	return rows, err
}

func queryRows(ctx context.Context, tx *sql.Tx, text string, args []any) (rows []clicksql.PartRow, err error) {
	err = storage.QueryAll(ctx, tx, text, args, func(r *sql.Rows) error {
		var one clicksql.PartRow
		err := r.Scan(one.Targets()...)
		rows = append(rows, one)
		return err
	})
	return rows, err
}
