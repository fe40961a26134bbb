package records

import (
	"context"
	"fmt"

	"linnet/internal/base/fault"
)

// probes read a row of each table that a visit or a log-in needs, by its
// columns and by its index.
var probes = []string{ //nolint:gochecknoglobals // a constant list
	`SELECT 1 FROM links WHERE url <> '' LIMIT 1`,
	`SELECT 1 FROM links WHERE id > '' ORDER BY id DESC LIMIT 1`,
	`SELECT 1 FROM aliases WHERE alias <> '' LIMIT 1`,
	`SELECT 1 FROM domains WHERE served_host > '' ORDER BY served_host LIMIT 1`,
	`SELECT 1 FROM users WHERE first_name <> '' LIMIT 1`,
	`SELECT 1 FROM sessions WHERE user_id <> '' LIMIT 1`,
	`SELECT 1 FROM workspaces WHERE name <> '' LIMIT 1`,
}

// Probe reads real rows and reports whether the records can be read right now.
// On SQLite it uses a connection of its own, whose page cache is empty.
func (s *Store) Probe(ctx context.Context) error {
	c := conn{q: s.probeDB, d: &s.d}
	for _, statement := range probes {
		if _, err := queryOne(ctx, c, value[int], statement); err != nil && !fault.Is(err, fault.NotFound) {
			return fmt.Errorf("probe %q: %w", statement, err)
		}
	}
	return nil
}
