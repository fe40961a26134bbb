package duckdb

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	engine "github.com/duckdb/duckdb-go/v2"
)

// connect opens the engine on a file with settings. It refuses a path with a question
// mark: the engine takes the rest for parameters and would write its log elsewhere.
func connect(path string, settings url.Values) (*sql.DB, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if strings.Contains(path, "?") {
		return nil, fmt.Errorf("DuckDB cannot use %s, because the path contains a question mark; rename the folder", path)
	}
	c := connector{}
	if !isPlain(path) {
		if path, c.dir, err = plainPath(path); err != nil {
			return nil, err
		}
	}
	if c.Connector, err = engine.NewConnector(path+"?"+settings.Encode(), nil); err != nil {
		return nil, errors.Join(err, c.closeDir())
	}
	return sql.OpenDB(c), nil
}

// isPlain reports whether a path can be part of a data source name: the driver parses
// that as a URL, without a way to escape characters of the path.
func isPlain(path string) bool {
	return !strings.ContainsAny(path, "#%") && !strings.ContainsFunc(path, func(r rune) bool { return r < ' ' || r == 0x7f })
}

// connector is a connector of the engine. Closing the sql.DB closes it.
type connector struct {
	*engine.Connector
	dir *os.File // of the database; nil for a plain path
}

// Close closes the engine.
func (c connector) Close() error { return errors.Join(c.Connector.Close(), c.closeDir()) }

func (c connector) closeDir() error {
	if c.dir == nil {
		return nil
	}
	return c.dir.Close()
}
