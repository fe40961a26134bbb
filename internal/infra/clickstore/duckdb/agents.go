package duckdb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"

	engine "github.com/duckdb/duckdb-go/v2"

	"linnet/internal/infra/clickstore/duckdb/storage"
)

// MaxAgents bounds the number of distinct user agents, and with it the memory
// that clients can use up by sending new ones. Beyond it a click is stored
// without its agent, and Reclassify does not change it.
const MaxAgents = 50_000

// agents numbers the user agents of clicks, from 1, so that past clicks can be
// reclassified. The text is all that is stored of an agent: no address.
type agents struct {
	ids  map[string]uint32 // nil: not loaded
	next uint32
	new  []string // numbered since the last commit, ending at next-1
}

// load reads the table, unless it was read before.
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

// number returns the number of an agent, a new one for a new agent, or 0 when as many
// as the limit are stored.
func (a *agents) number(text string, limit int) uint32 {
	if id, ok := a.ids[text]; ok {
		return id
	}
	if len(a.ids) >= limit {
		return 0
	}
	text = strings.Clone(text) // may share memory with the whole batch
	id := a.next
	a.ids[text] = id
	a.next++
	a.new = append(a.new, text)
	return id
}

// store appends the new agents to their table, in the batch's transaction.
func (a *agents) store(conn driver.Conn) error {
	if len(a.new) == 0 {
		return nil
	}
	appender, err := engine.NewAppenderFromConn(conn, "", "agents")
	if err != nil {
		return err
	}
	for _, text := range a.new {
		if err := appender.AppendRow(a.ids[text], text); err != nil {
			return errors.Join(err, appender.Clear(), appender.Close())
		}
	}
	return appender.Close()
}

// commit is called after the batch's transaction was committed.
func (a *agents) commit() { a.new = nil }

// reset drops everything; the next batch loads the table again.
func (a *agents) reset() { *a = agents{} }

// deleteUnusedAgents deletes the agents without clicks. Appends wait, because a
// batch might use one of them.
func (s *Store) deleteUnusedAgents(ctx context.Context) error {
	s.appending.Lock()
	defer s.appending.Unlock()
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		tables, err := storage.AllTables(ctx, tx)
		if err != nil {
			return err
		}
		used := make([]string, len(tables))
		for i, t := range tables {
			used[i] = "SELECT DISTINCT agent FROM " + t.Name
		}
		_, err = tx.ExecContext(ctx, "DELETE FROM agents WHERE id NOT IN ("+strings.Join(used, " UNION ")+")")
		return err
	})
	s.agents.reset()
	if err != nil {
		return fmt.Errorf("delete unused user agents: %w", err)
	}
	return nil
}
