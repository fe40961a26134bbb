package storage

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"

	engine "github.com/duckdb/duckdb-go/v2"

	"linnet/internal/infra/clickstore/clicksql"
)

// TransactWith is Transact with temporary tables, which exist in this transaction only.
type TransactWith func(ctx context.Context, tables []clicksql.TempTable, do func(*sql.Tx) error) error

// InTxWith is TransactWith on a database.
func InTxWith(ctx context.Context, db *sql.DB, tables []clicksql.TempTable, do func(*sql.Tx) error) (err error) {
	if len(tables) == 0 {
		return InTx(ctx, db, do)
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	// Temporary tables belong to the connection, which returns to the pool.
	defer func() { err = errors.Join(err, dropTempTables(context.WithoutCancel(ctx), conn, tables)) }()
	if err := createTempTables(ctx, conn, tables); err != nil {
		return err
	}
	return InTx(ctx, conn, do)
}

func createTempTables(ctx context.Context, conn *sql.Conn, tables []clicksql.TempTable) error {
	for _, t := range tables {
		create := fmt.Sprintf("CREATE OR REPLACE TEMP TABLE %s (%s UBIGINT)", t.Name, strings.Join(t.Columns, " UBIGINT, "))
		if _, err := conn.ExecContext(ctx, create); err != nil {
			return err
		}
		if err := conn.Raw(func(c any) error { return appendRows(c.(driver.Conn), t) }); err != nil {
			return fmt.Errorf("fill %s: %w", t.Name, err)
		}
	}
	return nil
}

// appendRows fills a temporary table.
func appendRows(conn driver.Conn, t clicksql.TempTable) error {
	appender, err := engine.NewAppender(conn, "temp", "", t.Name)
	if err != nil {
		return err
	}
	row := make([]driver.Value, len(t.Columns))
	for i := range t.Rows[0] {
		for column := range t.Rows {
			row[column] = t.Rows[column][i]
		}
		if err := appender.AppendRow(row...); err != nil {
			return errors.Join(err, appender.Close())
		}
	}
	return appender.Close()
}

func dropTempTables(ctx context.Context, conn *sql.Conn, tables []clicksql.TempTable) (err error) {
	for _, t := range tables {
		_, dropErr := conn.ExecContext(ctx, "DROP TABLE IF EXISTS temp."+t.Name)
		err = errors.Join(err, dropErr)
	}
	return err
}
