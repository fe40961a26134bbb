package records

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"strings"

	"github.com/mattn/go-sqlite3"
)

// SQLiteDriver is the name of the driver of SQLite files for sql.Open. It is the C
// library with parameters as PostgreSQL numbers them.
const SQLiteDriver = "linnet-sqlite"

func init() { //nolint:gochecknoinits // how drivers are registered
	sql.Register(SQLiteDriver, &numbering{sqlite3.SQLiteDriver{ConnectHook: setUp}})
}

// setUp prevents files of savepoints and sorts beside the records, and has the log cut to
// 32 MiB when it has been moved into the file. Its function url_key is urlKey, for a
// migration.
func setUp(c *sqlite3.SQLiteConn) error {
	if err := c.RegisterFunc("url_key", urlKey, true); err != nil {
		return err
	}
	_, err := c.Exec(`PRAGMA temp_store = MEMORY; PRAGMA journal_size_limit = 33554432`, nil)
	return err
}

// numbering is the library's driver for statements with parameters such as $2. To SQLite
// that is a name, and names are numbered in the order in which they occur; ?2 is a number.
type numbering struct{ sqlite3.SQLiteDriver }

// Open returns a numberedConn.
func (d *numbering) Open(dsn string) (driver.Conn, error) {
	c, err := d.SQLiteDriver.Open(dsn)
	if err != nil {
		return nil, err
	}
	return numberedConn{c.(*sqlite3.SQLiteConn)}, nil //nolint:forcetypeassert // the only type that it opens
}

type numberedConn struct{ *sqlite3.SQLiteConn }

// PrepareContext implements driver.ConnPrepareContext.
func (c numberedConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	return c.SQLiteConn.PrepareContext(ctx, numbered(query))
}

// ExecContext implements driver.ExecerContext.
func (c numberedConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	return c.SQLiteConn.ExecContext(ctx, numbered(query), args)
}

// QueryContext implements driver.QueryerContext.
func (c numberedConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	return c.SQLiteConn.QueryContext(ctx, numbered(query), args)
}

// numbered replaces the names of parameters by their numbers. A "$" elsewhere, as in the
// path of a JSON document, is not followed by a digit.
func numbered(query string) string {
	var out strings.Builder
	for {
		at := strings.IndexByte(query, '$')
		if at < 0 || at+1 == len(query) {
			break
		}
		if out.Len() == 0 {
			out.Grow(len(query) + at)
		}
		out.WriteString(query[:at])
		if next := query[at+1]; next >= '0' && next <= '9' {
			out.WriteByte('?')
		} else {
			out.WriteByte('$')
		}
		query = query[at+1:]
	}
	if out.Len() == 0 {
		return query
	}
	out.WriteString(query)
	return out.String()
}

// sqliteCode matches the library's result codes: the extended ones, or those that have
// variants.
func sqliteCode(codes ...error) func(error) bool {
	return func(err error) bool {
		var e sqlite3.Error
		if !errors.As(err, &e) {
			return false
		}
		for _, c := range codes {
			if c == e.Code || c == e.ExtendedCode { //nolint:errorlint // codes, which nothing wraps
				return true
			}
		}
		return false
	}
}
