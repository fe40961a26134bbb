package duckdb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"

	engine "github.com/duckdb/duckdb-go/v2"
)

// MaxAgents bounds how many different user agents are kept. Nobody can fill the
// memory by sending new ones: beyond the bound a click is kept without its
// agent, and keeps its class when history is reclassified.
const MaxAgents = 50_000

// agents numbers the user agents of clicks, so that history can be reclassified
// when more is known about them. Numbers start at 1. A text is nothing but what
// a program calls itself: beside it stands no address.
type agents struct {
	ids   map[string]uint32
	next  uint32
	fresh []string // numbered since the last commit, ending at next-1
}

// load reads what is kept, once after each opening of the engine.
func (a *agents) load(ctx context.Context, conn *sql.Conn) error {
	if a.ids != nil {
		return nil
	}
	ids, next := make(map[string]uint32), uint32(1)
	rows, err := conn.QueryContext(ctx, "SELECT id, agent FROM agents")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id uint32
		var text string
		if err := rows.Scan(&id, &text); err != nil {
			return err
		}
		ids[text], next = id, max(next, id+1)
	}
	a.ids, a.next = ids, next
	return rows.Err()
}

// number returns the number of an agent, a new one when it is met for the first
// time, and 0 when there is no room.
func (a *agents) number(text string) uint32 {
	if id, ok := a.ids[text]; ok {
		return id
	}
	if len(a.ids) >= MaxAgents {
		return 0
	}
	text = strings.Clone(text) // it may be part of a whole batch
	id := a.next
	a.ids[text] = id
	a.next++
	a.fresh = append(a.fresh, text)
	return id
}

// store appends the fresh ones to their table, in the batch's transaction.
func (a *agents) store(conn driver.Conn) error {
	if len(a.fresh) == 0 {
		return nil
	}
	appender, err := engine.NewAppenderFromConn(conn, "", "agents")
	if err != nil {
		return err
	}
	for _, text := range a.fresh {
		if err := appender.AppendRow(a.ids[text], text); err != nil {
			return errors.Join(err, appender.Clear(), appender.Close())
		}
	}
	return appender.Close()
}

// committed and undone tell how the batch's transaction ended.
func (a *agents) committed() { a.fresh = nil }

// undone forgets everything: the next batch reads what really is there.
func (a *agents) undone() { *a = agents{} }

// sweepAgents forgets the agents that no click has any more. Batches wait
// meanwhile, for they might use one.
func (s *Store) sweepAgents(ctx context.Context) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		from, err := allTables(ctx, tx)
		if err != nil {
			return err
		}
		used := make([]string, len(from))
		for i, t := range from {
			used[i] = "SELECT DISTINCT agent FROM " + t.name
		}
		_, err = tx.ExecContext(ctx, "DELETE FROM agents WHERE id NOT IN ("+strings.Join(used, " UNION ")+")")
		return err
	})
	s.agents.undone()
	if err != nil {
		return fmt.Errorf("forget user agents: %w", err)
	}
	return nil
}
