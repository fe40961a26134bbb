package duckdb

import (
	"context"
	"database/sql"

	"linnet/internal/base/fault"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/infra/clickstore/clicksql"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

// eachRow implements clicksql.Each, in one transaction.
func (s *Store) eachRow(ctx context.Context, q analytics.Query, statement clicksql.Statement, do func(clicksql.Scanner) error) error {
	return s.inTxWith(ctx, clicksql.TempTables(q), func(tx *sql.Tx) error {
		tables, err := storage.Tables(ctx, tx, q.Start, q.End)
		if err != nil {
			return err
		}
		return eachRowOf(tx, tables)(ctx, q, statement, do)
	})
}

// eachRowOf returns the clicksql.Each over some tables.
func eachRowOf(tx *sql.Tx, tables []clicksql.Table) clicksql.Each {
	return func(ctx context.Context, _ analytics.Query, statement clicksql.Statement, do func(clicksql.Scanner) error) error {
		text, args := statement(tables)
		return storage.QueryAll(ctx, tx, text, args, func(r *sql.Rows) error { return do(r) })
	}
}

// Find returns a click on a link of the workspace, or NotFound. It searches
// HotTable first: most lookups are for recent clicks.
func (s *Store) Find(ctx context.Context, workspaceID, clickID uint64) (found click.Click, err error) {
	err = s.inTx(ctx, func(tx *sql.Tx) error {
		tables, err := storage.AllTables(ctx, tx)
		if err != nil {
			return err
		}
		for _, some := range [][]clicksql.Table{tables[:1], tables[1:]} {
			if len(some) == 0 {
				break
			}
			found, err = clicksql.NewLookup(storage.Dialect{}, eachRowOf(tx, some)).Find(ctx, workspaceID, clickID)
			if !fault.Is(err, fault.NotFound) {
				return err
			}
		}
		return err
	})
	return found, err
}

// SeriesByID counts the clicks with some links or QR codes in each bucket of q.Series.
func (s *Store) SeriesByID(
	ctx context.Context, q analytics.Query, by analytics.Dimension, ids []uint64,
) (map[uint64][]int64, error) {
	if err := s.queries.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer s.queries.Release(1)
	return s.Lookup.SeriesByID(ctx, q, by, ids)
}
