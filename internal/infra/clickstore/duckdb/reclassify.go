package duckdb

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
)

// newClass is what a click's class would be by the verdict v of its agent; it is
// click.Classify as SQL.
const newClass = "CASE WHEN v.reason <> '' THEN v.reason ELSE t.besides END"

// Reclassify gives every click whose user agent is kept the class that verdict
// says, and tells how many went from which class to which. Clicks arrive and
// readers read meanwhile. Each table is one transaction; when the process dies
// in between, the next call goes on, and tells of the clicks of both. Uniques
// stay right, for their flags ask for no class.
func (s *Store) Reclassify(ctx context.Context, verdict func(agent string) visitor.BotReason) (click.Reclassified, error) {
	s.tidying.Lock()
	defer s.tidying.Unlock()
	var done click.Reclassified
	var from []table
	if err := s.inTx(ctx, func(tx *sql.Tx) (err error) {
		from, err = allTables(ctx, tx)
		return err
	}); err != nil {
		return done, fmt.Errorf("reclassify clicks: %w", err)
	}
	for _, t := range from {
		if err := s.inTx(ctx, func(tx *sql.Tx) error { return s.reclassifyTable(ctx, tx, t.name, verdict) }); err != nil {
			return done, fmt.Errorf("reclassify %s: %w", t.name, err)
		}
	}
	if err := s.inTx(ctx, func(tx *sql.Tx) (err error) {
		done, err = s.tellReclassified(ctx, tx, from)
		return err
	}); err != nil {
		return done, fmt.Errorf("reclassify clicks: %w", err)
	}
	return done, nil
}

func (s *Store) reclassifyTable(ctx context.Context, tx *sql.Tx, table string, verdict func(string) visitor.BotReason) error {
	if err := keepVerdicts(ctx, tx, verdict); err != nil {
		return err
	}
	changed := fmt.Sprintf("FROM %s t JOIN verdicts v ON v.agent = t.agent WHERE t.bot <> %s", table, newClass)
	return s.steps(ctx, tx, []string{
		"INSERT INTO reclassified SELECT t.bot, " + newClass + ", count(*) " + changed + " GROUP BY ALL",
		fmt.Sprintf("UPDATE %s AS t SET bot = %s FROM verdicts v WHERE v.agent = t.agent AND t.bot <> %s", table, newClass, newClass),
		"DROP TABLE verdicts",
		newEdition(table),
	})
}

// keepVerdicts puts the verdict on each agent where statements can join it.
func keepVerdicts(ctx context.Context, tx *sql.Tx, verdict func(string) visitor.BotReason) error {
	if _, err := tx.ExecContext(ctx, "CREATE OR REPLACE TEMP TABLE verdicts (agent UINTEGER, reason VARCHAR)"); err != nil {
		return err
	}
	var values []string
	if err := queryAll(ctx, tx, "SELECT id, agent FROM agents", nil, func(r *sql.Rows) error {
		var id uint32
		var text string
		if err := r.Scan(&id, &text); err != nil {
			return err
		}
		values = append(values, fmt.Sprintf("(%d, '%s')", id, strings.ReplaceAll(string(verdict(text)), "'", "''")))
		return nil
	}); err != nil || len(values) == 0 {
		return err
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO verdicts VALUES "+strings.Join(values, ", "))
	return err
}

// tellReclassified sums up what was changed since the last time it was told.
func (s *Store) tellReclassified(ctx context.Context, tx *sql.Tx, from []table) (done click.Reclassified, err error) {
	text := "SELECT old, new, sum(clicks)::BIGINT FROM reclassified GROUP BY ALL ORDER BY 3 DESC, 1, 2"
	if err := queryAll(ctx, tx, text, nil, func(r *sql.Rows) error {
		var c click.Change
		err := r.Scan((*string)(&c.From), (*string)(&c.To), &c.Clicks)
		done.Changes = append(done.Changes, c)
		return err
	}); err != nil {
		return done, err
	}
	for _, t := range from {
		var all, unknown int64
		text := "SELECT count(*), count(*) FILTER (agent = 0) FROM " + t.name
		if err := tx.QueryRowContext(ctx, text).Scan(&all, &unknown); err != nil {
			return done, err
		}
		done.Clicks, done.Unknown = done.Clicks+all, done.Unknown+unknown
	}
	_, err = tx.ExecContext(ctx, "DELETE FROM reclassified")
	return done, err
}
