package clickhouse

import (
	"context"
	"fmt"

	engine "github.com/ClickHouse/clickhouse-go/v2"
	"github.com/ClickHouse/clickhouse-go/v2/ext"

	"linnet/internal/core/analytics"
	"linnet/internal/infra/clickstore/clicksql"
)

// withTempTables returns a context whose statements read the temporary tables of a query.
// The driver sends them with each statement, and the server with those to its shards.
func (s *Store) withTempTables(ctx context.Context, q analytics.Query) (context.Context, error) {
	tables := clicksql.TempTables(q)
	if len(tables) == 0 {
		return ctx, nil
	}
	if err := s.prepare(ctx); err != nil { // whose statements do not read them
		return nil, err
	}
	external := make([]*ext.Table, len(tables))
	for i, t := range tables {
		var err error
		if external[i], err = externalTable(t); err != nil {
			return nil, fmt.Errorf("encode the table %s: %w", t.Name, err)
		}
	}
	return engine.Context(ctx, engine.WithExternalTable(external...)), nil
}

func externalTable(t clicksql.TempTable) (*ext.Table, error) {
	table, err := ext.NewTable(t.Name)
	if err != nil {
		return nil, err
	}
	for i, name := range t.Columns {
		if err := ext.Column(name, "UInt64")(table); err != nil {
			return nil, err
		}
		if _, err := table.Block().Columns[i].Append(t.Rows[i]); err != nil {
			return nil, err
		}
	}
	return table, nil
}
