package records

import (
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/mattn/go-sqlite3"
)

// The functions below report what an operator can act on in an error of the records,
// by the engines' codes.

// IsFull reports whether the disk of the records is full.
func IsFull(err error) bool { return sqliteDialect().isFull(err) || postgresDialect().isFull(err) }

// IsDiskError reports whether SQLite cannot read or write the disk.
func IsDiskError(err error) bool { return sqliteCode(sqlite3.ErrIoErr)(err) }

// IsDamage reports whether the SQLite file is damaged, or no database.
func IsDamage(err error) bool { return sqliteCode(sqlite3.ErrCorrupt, sqlite3.ErrNotADB)(err) }

// IsUnreachable reports whether PostgreSQL accepts no connection.
func IsUnreachable(err error) bool {
	var connect *pgconn.ConnectError
	return errors.As(err, &connect)
}
