package records

import (
	"context"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"linnet/internal/base/fault"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
)

// aliasRoot is the first segment of an alias that has more than one. It is the
// expression of the index aliases_by_root: text comparison depends on the
// collation of PostgreSQL, equality does not.
const aliasRoot = `substr(a.folded, 1, length(a.folded) - length(ltrim(a.folded, replace(a.folded, '/', ''))))`

// The parameters of belowQuery are a domain, a first segment, the caller's workspace, and a
// prefix with its length in characters.
const belowQuery = `
	SELECT a.folded, a.target_id FROM aliases a JOIN links l ON l.id = a.target_id
	WHERE a.domain_id = $1 AND replace(a.folded, '/', '') <> a.folded AND ` + aliasRoot + ` = $2
		AND l.workspace_id <> $3 AND substr(a.folded, 1, $4) = $5
	LIMIT 1`

// overlap is an alias of another workspace that a new alias would enter or
// cover.
type overlap struct{ folded, linkID string }

func scanOverlap(row scanner) (overlap, error) {
	var o overlap
	err := row.Scan(&o.folded, &o.linkID)
	return o, err
}

// lockDomains locks the domains of links until the transaction ends. New links
// share the lock, and ChangeDomain waits for it before a transfer. A wildcard alias
// excludes all other transactions that insert aliases on the domain: each of them
// has a foreign-key lock on the domain's row. Against deadlocks it runs after
// roomFor and before the transaction's first insert, in the order of the ids.
// SQLite has a single writer.
func lockDomains(ctx context.Context, tx conn, writes []link.Write, adds bool) error {
	if tx.d.forUpdate == "" {
		return nil
	}
	locks := map[string]string{}
	for _, w := range writes {
		switch id := w.Link.DomainID; {
		case slices.ContainsFunc(w.Link.Aliases, routing.IsWildcard):
			locks[id] = tx.d.forUpdate
		case adds && locks[id] == "":
			locks[id] = tx.d.forShare
		}
	}
	for _, id := range slices.Sorted(maps.Keys(locks)) {
		if _, err := queryOne(ctx, tx, value[string], `SELECT id FROM domains WHERE id = $1`+locks[id], id); err != nil {
			return notFound(err, "domain")
		}
	}
	return nil
}

// overlaps returns, by folded alias, the alias of another workspace that it is
// below or that it covers. The primary key rejects identical aliases.
func overlaps(ctx context.Context, c conn, workspaceID, domainID string, folded []string) (map[string]overlap, error) {
	found := map[string]overlap{}
	covering := map[string][]string{} // key → the aliases that it would conflict with
	for _, alias := range folded {
		for _, key := range link.CoveringAliases(alias) {
			if key != alias {
				covering[key] = append(covering[key], alias)
			}
		}
	}
	keys := make([]string, 0, len(covering))
	for key := range covering {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for some := range slices.Chunk(keys, namesAtOnce) {
		list, args := inList([]any{domainID, workspaceID}, some)
		taken, err := queryAll(ctx, c, scanOverlap, `
			SELECT a.folded, a.target_id FROM aliases a JOIN links l ON l.id = a.target_id
			WHERE a.domain_id = $1 AND l.workspace_id <> $2 AND a.folded IN `+list, args...)
		if err != nil {
			return nil, err
		}
		for _, o := range taken {
			for _, alias := range covering[o.folded] {
				found[alias] = o
			}
		}
	}
	for _, alias := range folded {
		if _, known := found[alias]; known || !routing.IsWildcard(alias) {
			continue
		}
		o, err := below(ctx, c, workspaceID, domainID, strings.TrimSuffix(alias, "*"))
		if err != nil && !fault.Is(err, fault.NotFound) {
			return nil, err
		}
		if err == nil {
			found[alias] = o
		}
	}
	return found, nil
}

// below returns an alias of another workspace that begins with prefix, which
// ends in a slash; NotFound when there is none.
func below(ctx context.Context, c conn, workspaceID, domainID, prefix string) (overlap, error) {
	root, _, _ := strings.Cut(prefix, "/")
	return queryOne(ctx, c, scanOverlap, belowQuery, domainID, root, workspaceID, utf8.RuneCountInString(prefix), prefix)
}

// AliasObstacle returns what prevents the workspace from creating a folded alias.
func (s *Store) AliasObstacle(ctx context.Context, workspaceID, domainID, folded string) (link.Obstacle, error) {
	same, err := sameAlias(ctx, s.read, workspaceID, domainID, folded)
	if !fault.Is(err, fault.NotFound) {
		return same, err
	}
	found, err := overlaps(ctx, s.read, workspaceID, domainID, []string{folded})
	return link.Obstacle{Folded: found[folded].folded}, err
}

// sameAlias returns the existing alias of a domain, NotFound when there is none.
func sameAlias(ctx context.Context, c conn, workspaceID, domainID, folded string) (link.Obstacle, error) {
	deleted, err := queryOne(ctx, c, value[bool], `
		SELECT EXISTS (SELECT 1 FROM links l WHERE l.id = a.target_id AND l.workspace_id = $3 AND l.deleted_at > 0)
		FROM aliases a WHERE a.domain_id = $1 AND a.folded = $2`, domainID, folded, workspaceID)
	if err != nil {
		return link.Obstacle{}, err
	}
	return link.Obstacle{Folded: folded, Deleted: deleted}, nil
}
