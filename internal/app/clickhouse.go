package app

import (
	"context"
	"log/slog"

	"linnet/internal/config"
	"linnet/internal/core/analytics"
	"linnet/internal/infra/clickstore/clickhouse"
	"linnet/internal/infra/clickstore/duckdb"
)

// exportMemoryMB bounds the memory of the temporary file of an export.
const exportMemoryMB = 256

// openClickHouse opens the click store that several nodes share.
func openClickHouse(ctx context.Context, cfg config.Config, log *slog.Logger) (analytics.Engine, error) {
	store, err := clickhouse.Open(ctx, clickhouse.Options{
		URL: cfg.ClickHouseURL,
		Dir: cfg.Data,
		Log: log,
		ExportFile: func(ctx context.Context, path string) (clickhouse.ExportFile, error) {
			return duckdb.Open(ctx, path, duckdb.Options{MemoryMB: exportMemoryMB, Log: log})
		},
	})
	if err != nil {
		return nil, err // not a nil *Store in the interface
	}
	return store, nil
}
