package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// Transact runs do in one transaction: it sees one snapshot of the data, and is
// rolled back when do returns an error.
type Transact func(ctx context.Context, do func(*sql.Tx) error) error

// beginner is a database, or one connection to it.
type beginner interface {
	BeginTx(ctx context.Context, opts *sql.TxOptions) (*sql.Tx, error)
}

// InTx is Transact on a database or a connection.
func InTx(ctx context.Context, db beginner, do func(*sql.Tx) error) error {
	// BeginTx can be canceled after the engine began the transaction, and the
	// connection would return to the pool in the middle of it. It begins
	// without cancellation; the first statement in do reports ctx's error.
	tx, err := db.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// QueryAll scans every row of a query.
func QueryAll(ctx context.Context, tx *sql.Tx, query string, args []any, scan func(*sql.Rows) error) error {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Script runs lists of statements.
type Script struct {
	// BeforeStep is called before each statement, and before the transaction
	// commits; nil: not called. Tests kill the process there.
	BeforeStep func(statement string)
}

// Run executes statements in order and stops at the first error.
func (s Script) Run(ctx context.Context, tx *sql.Tx, statements ...string) error {
	for _, statement := range statements {
		s.before(statement)
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			verb, _, _ := strings.Cut(statement, " ")
			return fmt.Errorf("%s: %w", verb, err)
		}
	}
	s.before("COMMIT")
	return nil
}

func (s Script) before(statement string) {
	if s.BeforeStep != nil {
		s.BeforeStep(statement)
	}
}

// Quote returns a text as a SQL literal. DuckDB has no other escape.
func Quote(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
