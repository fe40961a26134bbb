package records

import (
	"context"
	"slices"

	"linnet/internal/base/ident"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
)

// insertLinks stores new links with their events with few statements. It is a fault, for
// all of them, if one of them cannot be stored.
func insertLinks(ctx context.Context, tx conn, writes []link.Write) error {
	if err := checkDomains(ctx, tx, writes); err != nil {
		return err
	}
	if err := checkFolders(ctx, tx, writes); err != nil {
		return err
	}
	if err := insertMany(ctx, tx, writes); err != nil {
		return err
	}
	for _, w := range writes {
		tx.emit(w.Event)
	}
	return addTitleTasks(ctx, tx, linksIn(writes)...)
}

// insertMany stores new links with few statements. It is errRaced, for all of
// them, if one of their aliases is taken. It emits no events.
func insertMany(ctx context.Context, tx conn, writes []link.Write) error {
	if len(writes) == 0 {
		return nil
	}
	named, err := tagsNamed(ctx, tx, writes)
	if err != nil {
		return err
	}
	links := make([][]any, 0, len(writes))
	aliases := make([][]any, 0, len(writes))
	var tags [][]any
	for _, w := range writes {
		l := w.Link
		links = append(links, linkTable.fields(l, inInsert))
		for position, alias := range l.Aliases {
			aliases = append(aliases, aliasValues(l, l.FoldAlias(alias), alias, position))
		}
		for i, name := range l.Tags {
			tag := named[routing.Fold(name)]
			l.Tags[i] = tag.name
			tags = append(tags, []any{l.ID, tag.id})
		}
	}
	if err := insertRows(ctx, tx, linkTable.into, links); err != nil {
		return err
	}
	n, err := insertedRows(ctx, tx, insertAliasInto, aliases,
		`ON CONFLICT (domain_id, folded) DO NOTHING`)
	if err != nil {
		return err
	}
	if n < int64(len(aliases)) {
		return errRaced()
	}
	if err := checkOverlaps(ctx, tx, linksIn(writes)); err != nil {
		return err
	}
	return insertRows(ctx, tx, `INSERT INTO link_tags (link_id, tag_id)`, tags)
}

func linksIn(writes []link.Write) []*link.Link {
	links := make([]*link.Link, len(writes))
	for i, w := range writes {
		links[i] = w.Link
	}
	return links
}

// checkOverlaps is errRaced when an alias of the links, which have been inserted,
// overlaps with another workspace's.
func checkOverlaps(ctx context.Context, tx conn, made []*link.Link) error {
	byDomain := map[string][]string{}
	for _, l := range made {
		for _, alias := range l.Aliases {
			byDomain[l.DomainID] = append(byDomain[l.DomainID], routing.FoldAlias(alias, l.CaseSensitive))
		}
	}
	for domainID, folded := range byDomain {
		found, err := overlaps(ctx, tx, made[0].WorkspaceID, domainID, folded)
		if err != nil {
			return err
		}
		if len(found) > 0 {
			return errRaced()
		}
	}
	return nil
}

// namedTag is a stored tag.
type namedTag struct{ id, name string }

// tagsNamed returns all tags of the links by folded name, and creates those that are
// missing.
func tagsNamed(ctx context.Context, tx conn, writes []link.Write) (map[string]namedTag, error) {
	tags := map[string]namedTag{}
	var missing [][]any
	var names []string
	for _, w := range writes {
		for _, name := range w.Link.Tags {
			folded := routing.Fold(name)
			if _, seen := tags[folded]; seen {
				continue
			}
			tags[folded] = namedTag{}
			names = append(names, folded)
			missing = append(missing, []any{ident.New(ident.Tag), w.Link.WorkspaceID, name, folded, toMillis(w.Link.UpdatedAt)})
		}
	}
	if len(names) == 0 {
		return tags, nil
	}
	err := insertRows(ctx, tx, `INSERT INTO tags (id, workspace_id, name, name_folded, created_at)`, missing,
		`ON CONFLICT (workspace_id, name_folded) DO NOTHING`)
	if err != nil {
		return nil, err
	}
	for some := range slices.Chunk(names, namesAtOnce) {
		list, args := inList([]any{writes[0].Link.WorkspaceID}, some)
		found, err := queryAll(ctx, tx, scanPair, `SELECT id, name FROM tags WHERE workspace_id = $1 AND name_folded IN `+list, args...)
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			tags[routing.Fold(f[1])] = namedTag{f[0], f[1]}
		}
	}
	return tags, nil
}
