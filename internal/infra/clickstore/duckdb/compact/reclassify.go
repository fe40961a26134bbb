package compact

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
	"linnet/internal/infra/clickstore/clicksql"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

// newReason is click.Classify as SQL: the bot reason of a click t whose user
// agent has the verdict v.
const newReason = "CASE WHEN v.reason <> '' THEN v.reason ELSE t.besides END"

// Reclassify sets the bot reason of every click with a stored user agent to what
// classify returns for the agent, and returns the number of clicks by old and
// new reason. Each table is one transaction. If the process dies, the next call
// continues, and returns the changes of both. Uniques are not affected: the
// column solo does not depend on the class.
func (c *Compactor) Reclassify(ctx context.Context, classify func(agent string) visitor.BotReason) (done click.Reclassified, err error) {
	var tables []clicksql.Table
	if err := c.transact(ctx, func(tx *sql.Tx) (err error) {
		tables, err = storage.AllTables(ctx, tx)
		return err
	}); err != nil {
		return done, fmt.Errorf("reclassify clicks: %w", err)
	}
	for _, t := range tables {
		if err := c.transact(ctx, func(tx *sql.Tx) error { return c.reclassifyTable(ctx, tx, t.Name, classify) }); err != nil {
			return done, fmt.Errorf("reclassify %s: %w", t.Name, err)
		}
	}
	if err := c.transact(ctx, func(tx *sql.Tx) (err error) {
		done, err = takeChanges(ctx, tx, tables)
		return err
	}); err != nil {
		return done, fmt.Errorf("reclassify clicks: %w", err)
	}
	return done, nil
}

func (c *Compactor) reclassifyTable(ctx context.Context, tx *sql.Tx, table string, classify func(string) visitor.BotReason) error {
	if err := createVerdicts(ctx, tx, classify); err != nil {
		return err
	}
	changed := fmt.Sprintf("FROM %s t JOIN verdicts v ON v.agent = t.agent WHERE t.bot <> %s", table, newReason)
	return c.script.Run(ctx, tx,
		"INSERT INTO reclassified SELECT t.bot, "+newReason+", count(*) "+changed+" GROUP BY ALL",
		fmt.Sprintf("UPDATE %s AS t SET bot = %s FROM verdicts v WHERE v.agent = t.agent AND t.bot <> %s", table, newReason, newReason),
		"DROP TABLE verdicts",
		storage.NextGeneration(table),
	)
}

// createVerdicts fills the temporary table of the bot reason of each agent.
func createVerdicts(ctx context.Context, tx *sql.Tx, classify func(string) visitor.BotReason) error {
	if _, err := tx.ExecContext(ctx, "CREATE OR REPLACE TEMP TABLE verdicts (agent UINTEGER, reason VARCHAR)"); err != nil {
		return err
	}
	var values []string
	if err := storage.QueryAll(ctx, tx, "SELECT id, agent FROM agents", nil, func(r *sql.Rows) error {
		var id uint32
		var text string
		if err := r.Scan(&id, &text); err != nil {
			return err
		}
		values = append(values, fmt.Sprintf("(%d, %s)", id, storage.Quote(string(classify(text)))))
		return nil
	}); err != nil || len(values) == 0 {
		return err
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO verdicts VALUES "+strings.Join(values, ", "))
	return err
}

// takeChanges returns the recorded changes and clears them.
func takeChanges(ctx context.Context, tx *sql.Tx, tables []clicksql.Table) (done click.Reclassified, err error) {
	text := "SELECT old, new, sum(clicks)::BIGINT FROM reclassified GROUP BY ALL ORDER BY 3 DESC, 1, 2"
	if err := storage.QueryAll(ctx, tx, text, nil, func(r *sql.Rows) error {
		var c click.Change
		err := r.Scan((*string)(&c.From), (*string)(&c.To), &c.Clicks)
		done.Changes = append(done.Changes, c)
		return err
	}); err != nil {
		return done, err
	}
	for _, t := range tables {
		var all, unknown int64
		text := "SELECT count(*), count(*) FILTER (agent = 0) FROM " + t.Name
		if err := tx.QueryRowContext(ctx, text).Scan(&all, &unknown); err != nil {
			return done, err
		}
		done.Clicks, done.Unknown = done.Clicks+all, done.Unknown+unknown
	}
	_, err = tx.ExecContext(ctx, "DELETE FROM reclassified")
	return done, err
}
