package report

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"linnet/internal/infra/clickstore/clicksql"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

// watermark identifies the contents of HotTable at one moment, as long as clicks
// are only appended: the number of clicks, the latest time (Unix ms), and the row
// id of the next one. The zero watermark is none.
type watermark struct{ clicks, newest, nextRow int64 }

// setWatermark sets upTo if the slice lies in HotTable alone.
func (sl *slice) setWatermark(ctx context.Context, tx *sql.Tx) error {
	for _, t := range sl.tables[1:] {
		var has bool
		text := fmt.Sprintf("SELECT EXISTS (FROM %s WHERE ts >= %d)", t.Name, sl.start.UnixMilli())
		if err := tx.QueryRowContext(ctx, text).Scan(&has); err != nil || has {
			return err
		}
	}
	sl.tables = sl.tables[:1:1]
	text := "SELECT count(*), coalesce(max(ts), 0), coalesce(max(rowid), -1) + 1 FROM " + storage.HotTable
	return tx.QueryRowContext(ctx, text).Scan(&sl.upTo.clicks, &sl.upTo.newest, &sl.upTo.nextRow)
}

// valid reports whether the rows below the watermark are still those that it was
// taken from, and all of them are before the end of the query. DuckDB numbers
// rows in the order of arrival. It lowers numbers when it closes the gaps of
// deleted rows; then more rows than m.clicks are below the watermark.
func (m watermark) valid(ctx context.Context, tx *sql.Tx, end time.Time) (bool, error) {
	var below int64
	err := tx.QueryRowContext(ctx, fmt.Sprintf("SELECT count(*) FROM %s WHERE rowid < %d", storage.HotTable, m.nextRow)).Scan(&below)
	return below == m.clicks && m.newest < clicksql.CeilMilli(end), err
}

// liveRows returns the partial sums of a slice of live days. It updates cached
// sums with the clicks that arrived after their watermark.
func (r *Reporter) liveRows(ctx context.Context, tx *sql.Tx, p *plan, sl slice) ([]clicksql.PartRow, error) {
	over, scope := p.over(sl)
	text := over.partial(scope, r.limits.Keys, byVisitorCount)
	if sl.upTo == (watermark{}) {
		return queryRows(ctx, tx, text, scope.Args)
	}
	k := r.liveKey(p, sl)
	all := make(totals, len(p.Parts))
	if cached, ok := r.cache.GetIfPresent(k); ok {
		valid, err := cached.upTo.valid(ctx, tx, sl.end)
		if err != nil || valid && cached.upTo == sl.upTo {
			return cached.rows, err
		}
		if valid {
			all.add(cached.rows)
			over.since = &cached.upTo
			text = over.increment(scope, r.limits.Keys)
		}
	}
	rows, err := queryRows(ctx, tx, text, scope.Args)
	if err != nil {
		return nil, err
	}
	all.add(rows)
	if sl.upTo.newest < clicksql.CeilMilli(sl.end) { // else the rows lack clicks below the watermark
		r.cache.Set(k, cachedRows{all.rows(), sl.upTo})
	}
	return all.rows(), nil
}

// liveKey returns the cache key of a live slice. It is the same for every end
// within a day.
func (r *Reporter) liveKey(p *plan, sl slice) digest {
	sl.end = sl.end.Truncate(24 * time.Hour).Add(24 * time.Hour)
	over, scope := p.over(sl)
	return cacheKey(sl.generation, over.partial(scope, r.limits.Keys, byVisitorCount), scope.Args, p.digest)
}

// increment returns the SQL of what the clicks after a watermark add to each
// part. It reads all clicks of their visitors, to find the keys for which a
// visitor is new.
func (p *plan) increment(scope *clicksql.Scope, limit int) string {
	text := p.with(scope, false, byVisitorCount) +
		", new_visitors AS MATERIALIZED (SELECT DISTINCT visitor FROM c WHERE arrived AND matches AND visitor IS NOT NULL)" +
		", their_clicks AS MATERIALIZED (FROM c WHERE arrived" +
		" UNION ALL BY NAME FROM c SEMI JOIN new_visitors USING (visitor) WHERE NOT arrived AND matches)"
	parts := make([]string, len(p.Parts))
	for i, each := range p.Parts {
		parts[i] = p.incrementOf(each, limit)
	}
	return text + " " + strings.Join(parts, " UNION ALL ")
}

// incrementOf selects a part's increment from their_clicks, see plan.increment.
func (p *plan) incrementOf(part clicksql.Part, limit int) string {
	const from = "FROM their_clicks AS c"
	switch part.Name {
	case clicksql.PartCount:
		return p.Rows(part, clicksql.Figures{
			Clicks:  "count(*) FILTER (arrived AND matches)",
			Uniques: "count(DISTINCT visitor) FILTER (matches) - count(DISTINCT visitor) FILTER (matches AND NOT arrived)",
			Bots:    "count(*) FILTER (arrived AND is_bot)",
		}, from)
	case clicksql.PartHeatmap:
		f := clicksql.Figures{Clicks: "count(*)", Uniques: clicksql.None, Bots: clicksql.None}
		return p.Rows(part, f, from+" WHERE arrived AND matches GROUP BY ALL")
	default:
		byVisitor := fmt.Sprintf("SELECT %s, count(*) FILTER (arrived) AS clicks, visitor IS NOT NULL AND bool_and(arrived) AS is_new"+
			" %s%s WHERE matches GROUP BY k, id, n, visitor", p.Keys(part), from, part.Join)
		return fmt.Sprintf(
			"(SELECT '%s' AS part, k, id, n, sum(clicks)::BIGINT AS clicks, count(*) FILTER (is_new) AS uniques, 0::BIGINT AS bots"+
				" FROM (%s) GROUP BY ALL HAVING sum(clicks) > 0 LIMIT %d)",
			part.Name,
			byVisitor,
			limit+1,
		)
	}
}
