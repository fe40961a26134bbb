package records

import (
	"context"

	"linnet/internal/base/fault"
	"linnet/internal/core/routing"
)

// The reads of redirects, which cache links.

// Target returns the link behind the first of the keys (routing.LookupKeys)
// that is taken on the domain, tombstones included, under that alias; NotFound
// when none is.
func (s *Store) Target(ctx context.Context, domainID string, keys []string) (routing.Target, error) {
	if len(keys) == 0 {
		return routing.Target{}, fault.New(fault.NotFound, "There is no such link.")
	}
	list, args := inList([]any{domainID}, keys)
	taken, err := queryAll(ctx, s.read, scanAlias, `
		SELECT folded, alias, target_kind, target_id FROM aliases WHERE domain_id = $1 AND folded IN `+list, args...)
	if err != nil {
		return routing.Target{}, err
	}
	best, ok := firstOf(keys, taken)
	if !ok {
		return routing.Target{}, fault.New(fault.NotFound, "There is no such link.")
	}
	switch kind := routing.Kind(best.kind); kind {
	case routing.KindLink:
	case routing.KindPage:
		return routing.Target{Kind: kind, DomainID: domainID, Alias: best.alias, PageID: best.targetID}, nil
	default:
		return routing.Target{Kind: kind, DomainID: domainID, Alias: best.alias}, nil
	}
	var expiredURL string
	var deletedAt, workspaceDeletedAt int64
	var suspended bool
	l, err := queryOne(ctx, s.read, linkTable.scan(&expiredURL, &deletedAt, &suspended, &workspaceDeletedAt), `
		SELECT `+linkTable.list+`, d.expired_url, l.deleted_at,
			(SELECT `+workspaceSuspended+` FROM workspaces w WHERE w.id = l.workspace_id),
			(SELECT w.deleted_at FROM workspaces w WHERE w.id = l.workspace_id)
		FROM `+linkTable.from+` WHERE l.id = $1`, best.targetID)
	if err != nil {
		return routing.Target{}, err
	}
	t := l.Target(best.alias, expiredURL)
	t.Deleted = deletedAt > 0 || workspaceDeletedAt > 0
	t.Suspended = suspended
	return t, nil
}

type aliasRow struct{ folded, alias, kind, targetID string }

func scanAlias(row scanner) (aliasRow, error) {
	var a aliasRow
	err := row.Scan(&a.folded, &a.alias, &a.kind, &a.targetID)
	return a, err
}

// firstOf returns the row of the first key that has one.
func firstOf(keys []string, rows []aliasRow) (aliasRow, bool) {
	for _, key := range keys {
		for _, row := range rows {
			if row.folded == key {
				return row, true
			}
		}
	}
	return aliasRow{}, false
}

// Claim uses one of a limited link's clicks and reports whether one was left. It
// is a single statement, so that one of any number of concurrent claims gets the
// last click. It succeeds for a link whose limit was removed.
func (s *Store) Claim(ctx context.Context, linkID string) (bool, error) {
	n, err := s.write.exec(ctx,
		`UPDATE links SET used_clicks = used_clicks + 1 WHERE id = $1 AND max_clicks > 0 AND used_clicks < max_clicks`, linkID)
	if err != nil || n == 1 {
		return n == 1, err
	}
	return queryOne(ctx, s.read, value[bool], `SELECT max_clicks = 0 FROM links WHERE id = $1`, linkID)
}

// ClaimsLeft reports whether a limited link has clicks left, taking none.
func (s *Store) ClaimsLeft(ctx context.Context, linkID string) (bool, error) {
	return queryOne(ctx, s.read, value[bool], `SELECT max_clicks = 0 OR used_clicks < max_clicks FROM links WHERE id = $1`, linkID)
}
