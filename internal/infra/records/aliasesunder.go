package records

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"linnet/internal/core/routing"
)

// HostAlias is an alias on a domain.
type HostAlias struct {
	Host, Alias string
	Folded      string // as the domain compares it
}

// AliasesUnder returns the aliases that begin with one of some texts, sorted. It reads the
// records in the folder or the database of o without changing their schema.
func AliasesUnder(ctx context.Context, o Options, beginnings []string) (found []HostAlias, err error) {
	c, closeRecords, err := openReading(o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closeRecords()) }()
	q := linkQuery{}
	either := make([]string, len(beginnings))
	for i, beginning := range beginnings {
		either[i] = `a.folded LIKE ` + q.arg(likeLiteral.Replace(routing.Fold(beginning))+"%") + ` ESCAPE '!'`
	}
	if len(either) == 0 {
		return nil, nil
	}
	return queryAll(ctx, c, func(row scanner) (h HostAlias, err error) {
		err = row.Scan(&h.Host, &h.Alias, &h.Folded)
		return h, err
	}, `SELECT d.host, a.alias, a.folded FROM aliases a JOIN domains d ON d.id = a.domain_id WHERE `+strings.Join(either, ` OR `)+
		` ORDER BY d.host, a.alias`, q.args...)
}

// openReading opens the records for reading.
func openReading(o Options) (c conn, closeRecords func() error, err error) {
	if o.URL != "" {
		s, err := connectPostgres(o)
		if err != nil {
			return conn{}, nil, err
		}
		return conn{q: s.readDB, d: &s.d}, s.Close, nil
	}
	db, err := sql.Open(sqliteDialect().driver, sqliteDSN(filepath.Join(o.Dir, File), true))
	if err != nil {
		return conn{}, nil, fmt.Errorf("open the records: %w", err)
	}
	return conn{q: db, d: new(sqliteDialect())}, db.Close, nil
}
