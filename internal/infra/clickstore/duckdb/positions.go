package duckdb

import (
	"context"
	"database/sql"
	"fmt"
	"sync"

	"linnet/internal/core/click"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

// Where positions are stored. The journal beside the file has one row of a table of
// its own, which earlier versions of the program know, too.
const (
	ownPositionTable = "CREATE TABLE IF NOT EXISTS journal (position UBIGINT NOT NULL)"
	positionsTable   = "CREATE TABLE IF NOT EXISTS positions (source VARCHAR PRIMARY KEY, position UBIGINT NOT NULL)"
)

// positions are the positions of the last batches, by source. They are safe for
// concurrent use.
type positions struct {
	mu       sync.RWMutex
	bySource map[string]uint64
}

func (p *positions) of(source string) uint64 {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.bySource[source]
}

func (p *positions) set(source string, position uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.bySource[source] = position
}

// load reads all positions from the tables.
func (p *positions) load(ctx context.Context, db *sql.DB) error {
	bySource := make(map[string]uint64)
	err := storage.InTx(ctx, db, func(tx *sql.Tx) error {
		text := "SELECT '', position FROM journal UNION ALL SELECT source, position FROM positions"
		return storage.QueryAll(ctx, tx, text, nil, func(r *sql.Rows) error {
			var source string
			var position uint64
			err := r.Scan(&source, &position)
			bySource[source] = position
			return err
		})
	})
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.bySource = bySource
	return nil
}

// storePosition stores the position of a batch in the current transaction.
func storePosition(ctx context.Context, conn *sql.Conn, batch click.Batch) error {
	text := fmt.Sprintf("UPDATE journal SET position = %d", batch.Through)
	if batch.Source != "" {
		text = fmt.Sprintf("INSERT INTO positions VALUES (%s, %d) ON CONFLICT (source) DO UPDATE SET position = excluded.position",
			storage.Quote(batch.Source), batch.Through)
	}
	_, err := conn.ExecContext(ctx, text)
	return err
}
