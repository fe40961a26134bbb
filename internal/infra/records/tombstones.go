package records

import (
	"context"
	"fmt"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
)

// Tombstones returns one page of deleted links with reserved aliases, the most
// recently deleted first. The cursor is the id of the last one of the page before.
func (s *Store) Tombstones(ctx context.Context, v access.View, search string, limit int, cursor string) (link.TombstonePage, error) {
	q := linksOf(v, `l.deleted_at > 0`, `EXISTS (SELECT 1 FROM aliases a WHERE a.target_id = l.id)`)
	q.filter(link.Filter{Search: search}, byOrder)
	total, err := s.read.count(ctx, `links l`+q.whereText(), q.args...)
	if err != nil {
		return link.TombstonePage{}, err
	}
	if cursor != "" {
		q.and(`(l.deleted_at, l.id) < (SELECT b.deleted_at, b.id FROM links b WHERE b.workspace_id = $1 AND b.id = ` + q.arg(cursor) + `)`)
	}
	var deletedAt int64
	scan := scanLinks(&deletedAt)
	found, err := queryAll(ctx, s.read, func(row scanner) (deletedLink, error) {
		l, err := scan(row)
		return deletedLink{l, deletedAt}, err
	}, `SELECT `+linkTable.list+`, l.deleted_at FROM `+linkTable.from+q.whereText()+` ORDER BY l.deleted_at DESC, l.id DESC LIMIT `+q.arg(limit+1), q.args...)
	if err != nil {
		return link.TombstonePage{}, err
	}
	page := link.TombstonePage{Total: total, Tombstones: make([]link.Tombstone, 0, len(found))}
	if len(found) > limit {
		found = found[:limit]
		page.NextCursor = found[limit-1].ID
	}
	links := make([]*link.Link, len(found))
	for i, d := range found {
		links[i] = d.Link
	}
	if err := fill(ctx, s.read, links); err != nil {
		return link.TombstonePage{}, err
	}
	for _, d := range found {
		page.Tombstones = append(page.Tombstones, link.Tombstone{
			LinkID:    d.ID,
			Domain:    d.Domain,
			Aliases:   d.Aliases,
			URL:       d.URL,
			Title:     d.ShownTitle(),
			DeletedAt: fromMillis(d.deletedAt),
		})
	}
	return page, nil
}

type deletedLink struct {
	*link.Link
	deletedAt int64
}

// CountTombstones returns the number of aliases that the workspace's deleted links
// reserve on shared domains.
func (s *Store) CountTombstones(ctx context.Context, workspaceID string) (int, error) {
	return s.read.count(ctx, `links l JOIN aliases a ON a.target_id = l.id JOIN domains d ON d.id = l.domain_id
		WHERE l.workspace_id = $1 AND l.deleted_at > 0 AND d.workspace_id = ''`, workspaceID)
}

// FreeAliases removes folded aliases from a deleted link.
func (s *Store) FreeAliases(ctx context.Context, workspaceID string, w link.Write, folded []string) error {
	return s.inTx(ctx, func(tx conn) error {
		first := ""
		if len(w.Link.Aliases) > 0 {
			first = routing.FoldAlias(w.Link.Alias(), w.Link.CaseSensitive)
		}
		if err := tx.execOne(ctx, "deleted link",
			`UPDATE links SET alias_folded = $1, search = $2 WHERE id = $3 AND workspace_id = $4 AND deleted_at > 0`,
			first, w.Link.SearchText(), w.Link.ID, workspaceID); err != nil {
			return err
		}
		list, args := inList([]any{w.Link.DomainID, w.Link.ID}, folded)
		n, err := tx.exec(ctx, `DELETE FROM aliases WHERE domain_id = $1 AND target_id = $2 AND folded IN `+list, args...)
		if err != nil {
			return err
		}
		if int(n) != len(folded) {
			return fault.New(fault.NotFound, fmt.Sprintf("This link has no such alias: %s.", strings.Join(folded, ", ")))
		}
		if len(w.Link.Aliases) == 0 { // it cannot be restored any more
			if err := eraseOldVersions(ctx, tx, w.Link.ID, 1); err != nil {
				return err
			}
		}
		tx.emit(w.Event)
		return nil
	})
}
