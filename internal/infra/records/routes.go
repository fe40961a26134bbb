package records

import (
	"context"
	"slices"

	"linnet/internal/base/fault"
	"linnet/internal/core/routing"
)

// The reads of redirects, which cache links.

// targetQuery selects links by their aliases, with what decides whether they are served.
// Their clicks are not read.
//
//nolint:gochecknoglobals // immutable
var targetQuery = `
	SELECT ` + linkTable.list + `, a.folded, a.alias, d.expired_url, l.deleted_at, w.deleted_at, ` + workspaceSuspended + `
	FROM aliases a JOIN links l ON l.id = a.target_id JOIN domains d ON d.id = l.domain_id JOIN workspaces w ON w.id = l.workspace_id
		CROSS JOIN (SELECT 0 AS clicks, 0 AS opening, 0 AS last_clicked_at) c
	WHERE a.target_kind = '` + string(routing.KindLink) + `' AND a.domain_id = $1 AND a.folded IN `

// Target returns the link behind the first of the keys (routing.LookupKeys)
// that is taken on the domain, tombstones included, under that alias; NotFound
// when none is. A link with the first key, which most visits are to, is read with one
// statement.
func (s *Store) Target(ctx context.Context, domainID string, keys []string) (routing.Target, error) {
	if len(keys) == 0 {
		return routing.Target{}, errNoTarget()
	}
	list, args := inList([]any{domainID}, keys)
	var folded, alias, expiredURL string
	var deletedAt, workspaceDeletedAt int64
	var suspended bool
	scan := linkTable.scan(&folded, &alias, &expiredURL, &deletedAt, &workspaceDeletedAt, &suspended)
	best, target := len(keys), routing.Target{}
	if _, err := queryAll(ctx, s.read, func(row scanner) (struct{}, error) {
		l, err := scan(row)
		if at := slices.Index(keys, folded); err == nil && at < best {
			best, target = at, l.Target(alias, expiredURL)
			target.Deleted, target.Suspended = deletedAt > 0 || workspaceDeletedAt > 0, suspended
		}
		return struct{}{}, err
	}, targetQuery+list, args...); err != nil {
		return routing.Target{}, err
	}
	if best == 0 {
		return target, nil
	}
	other, found, err := s.otherTarget(ctx, domainID, keys[:best])
	if err != nil || found {
		return other, err
	}
	if best == len(keys) {
		return routing.Target{}, errNoTarget()
	}
	return target, nil
}

func errNoTarget() error { return fault.New(fault.NotFound, "There is no such link.") }

// otherTarget returns what is no link behind the first of the keys that is taken.
func (s *Store) otherTarget(ctx context.Context, domainID string, keys []string) (t routing.Target, found bool, err error) {
	list, args := inList([]any{domainID}, keys)
	best := len(keys)
	_, err = queryAll(ctx, s.read, func(row scanner) (struct{}, error) {
		var folded, alias, id string
		var kind routing.Kind
		err := row.Scan(&folded, &alias, &kind, &id)
		if at := slices.Index(keys, folded); err == nil && at < best {
			best, t = at, routing.Target{Kind: kind, DomainID: domainID, Alias: alias}
			if kind == routing.KindPage {
				t.PageID = id
			}
		}
		return struct{}{}, err
	}, `SELECT folded, alias, target_kind, target_id FROM aliases
		WHERE target_kind <> '`+string(routing.KindLink)+`' AND domain_id = $1 AND folded IN `+list, args...)
	return t, best < len(keys), err
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
