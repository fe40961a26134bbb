package duckdb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	engine "github.com/duckdb/duckdb-go/v2"

	"linnet/internal/core/click"
)

// Position returns the journal's position that the last batch reached. It is
// unknown while the file could not be opened.
func (s *Store) Position(context.Context) (uint64, error) {
	s.life.RLock()
	defer s.life.RUnlock()
	if damage := s.Damage(); s.db == nil && damage != nil {
		return 0, unavailable(damage)
	}
	return s.position.Load(), nil
}

// Source returns the identity of the file's clicks, which is made with the file.
// It is unknown while the file could not be opened.
func (s *Store) Source(context.Context) (string, error) {
	s.life.RLock()
	defer s.life.RUnlock()
	if damage := s.Damage(); s.db == nil && damage != nil {
		return "", unavailable(damage)
	}
	return s.source, nil
}

// Append stores the batch and its position in one transaction.
func (s *Store) Append(ctx context.Context, batch click.Batch) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	err := s.use(ctx, func(db *sql.DB) error {
		if batch.Through <= s.position.Load() {
			return nil
		}
		conn, err := db.Conn(ctx)
		if err != nil {
			return err
		}
		defer conn.Close()
		if err := s.append(ctx, conn, batch); err != nil {
			return err
		}
		s.position.Store(batch.Through)
		return nil
	})
	if err != nil {
		s.agents.undone()
		return fmt.Errorf("store clicks: %w", err)
	}
	s.agents.committed()
	return nil
}

func (s *Store) append(ctx context.Context, conn *sql.Conn, batch click.Batch) error {
	if err := s.agents.load(ctx, conn); err != nil {
		return err
	}
	// Once begun it is done to the end (see inTx): a commit that is given up may
	// have been made, and the batch would come again.
	ctx = context.WithoutCancel(ctx)
	// The appender works on the connection and not on a transaction of
	// database/sql, so that this one is begun by hand.
	if _, err := conn.ExecContext(ctx, "BEGIN"); err != nil {
		return err
	}
	err := conn.Raw(func(raw any) error { return s.appendRows(raw, batch.Clicks) })
	if err == nil {
		_, err = conn.ExecContext(ctx, fmt.Sprintf("UPDATE journal SET position = %d", batch.Through))
	}
	if err == nil && s.fail != nil {
		err = s.fail()
	}
	if err == nil {
		_, err = conn.ExecContext(ctx, "COMMIT")
	}
	if err != nil {
		_, undo := conn.ExecContext(ctx, "ROLLBACK")
		return errors.Join(err, undo)
	}
	return nil
}

func (s *Store) appendRows(raw any, clicks []click.Click) error {
	conn, ok := raw.(driver.Conn)
	if !ok || len(clicks) == 0 {
		return nil
	}
	appender, err := engine.NewAppenderFromConn(conn, "", hot)
	if err != nil {
		return err
	}
	row := make([]driver.Value, len(s.cols))
	for i := range clicks {
		for n := range s.cols {
			if s.cols[n].name == agentColumn {
				row[n] = s.agents.number(clicks[i].Agent)
				continue
			}
			row[n] = s.cols[n].value(&clicks[i])
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
