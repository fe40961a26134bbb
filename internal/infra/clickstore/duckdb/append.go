package duckdb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	engine "github.com/duckdb/duckdb-go/v2"

	"linnet/internal/core/click"
	"linnet/internal/infra/clickstore/clicksql"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

// Position returns the position of the last batch of a source. It returns
// fault.Unavailable if a damaged file could not be opened.
func (s *Store) Position(_ context.Context, source string) (uint64, error) {
	s.life.RLock()
	defer s.life.RUnlock()
	if damage := s.Damage(); s.db == nil && damage != nil {
		return 0, unavailable(damage)
	}
	return s.positions.of(source), nil
}

// Source returns the identity of the file's clicks, which is assigned when the
// file is created. It returns fault.Unavailable if a damaged file could not be
// opened.
func (s *Store) Source(context.Context) (string, error) {
	s.life.RLock()
	defer s.life.RUnlock()
	if damage := s.Damage(); s.db == nil && damage != nil {
		return "", unavailable(damage)
	}
	return s.source, nil
}

// Append stores a batch and its position in one transaction. It ignores a batch
// at or before the current position of its source.
func (s *Store) Append(ctx context.Context, batch click.Batch) error {
	s.appending.Lock()
	defer s.appending.Unlock()
	err := s.use(ctx, func(db *sql.DB) error {
		if batch.Through <= s.positions.of(batch.Source) {
			return nil
		}
		conn, err := db.Conn(ctx)
		if err != nil {
			return err
		}
		defer conn.Close()
		if err := s.appendBatch(ctx, conn, batch); err != nil {
			return err
		}
		s.positions.set(batch.Source, batch.Through)
		return nil
	})
	if err != nil {
		s.agents.reset()
		return fmt.Errorf("store clicks: %w", err)
	}
	s.agents.commit()
	return nil
}

func (s *Store) appendBatch(ctx context.Context, conn *sql.Conn, batch click.Batch) error {
	if err := s.agents.load(ctx, conn); err != nil {
		return err
	}
	// A canceled COMMIT may have been executed, and the batch would be repeated.
	ctx = context.WithoutCancel(ctx)
	// The appender needs the connection itself, so that the transaction cannot be
	// one of database/sql.
	if _, err := conn.ExecContext(ctx, "BEGIN"); err != nil {
		return err
	}
	err := conn.Raw(func(raw any) error { return s.appendRows(raw, batch.Clicks, MaxAgents) })
	if err == nil {
		err = storePosition(ctx, conn, batch)
	}
	if err == nil && s.failCommit != nil {
		err = s.failCommit()
	}
	if err == nil {
		_, err = conn.ExecContext(ctx, "COMMIT")
	}
	if err != nil {
		_, rollback := conn.ExecContext(ctx, "ROLLBACK")
		return errors.Join(err, rollback)
	}
	return nil
}

// appendRows appends clicks to HotTable. New user agents are stored while there are
// fewer than maxAgents.
func (s *Store) appendRows(raw any, clicks []click.Click, maxAgents int) error {
	conn, ok := raw.(driver.Conn)
	if !ok || len(clicks) == 0 {
		return nil
	}
	appender, err := engine.NewAppenderFromConn(conn, "", storage.HotTable)
	if err != nil {
		return err
	}
	row := make([]driver.Value, len(s.cols))
	for i := range clicks {
		for n, col := range s.cols {
			if col.Name == clicksql.AgentColumn {
				row[n] = s.agents.number(clicks[i].Agent, maxAgents)
				continue
			}
			row[n] = storage.Value(col, &clicks[i])
		}
		if err := appender.AppendRow(row...); err != nil {
			return errors.Join(err, appender.Clear(), appender.Close())
		}
	}
	if err := appender.Close(); err != nil {
		return err
	}
	return s.agents.store(conn)
}
