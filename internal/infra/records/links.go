package records

import (
	"context"
	"slices"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
)

func insertLink(ctx context.Context, tx conn, l *link.Link, e event.Event) error {
	if err := checkDomain(ctx, tx, l); err != nil {
		return err
	}
	if err := checkFolder(ctx, tx, l); err != nil {
		return err
	}
	if err := linkTable.insert(ctx, tx, l); err != nil {
		return takenExternalID(err)
	}
	if err := putAliases(ctx, tx, l, nil); err != nil {
		return err
	}
	if err := putTags(ctx, tx, l); err != nil {
		return err
	}
	tx.emit(e)
	return addTitleTasks(ctx, tx, l)
}

// takenExternalID returns the fault of a written link that has the external id of another
// one. No other key of links is ever taken: their ids are random.
func takenExternalID(err error) error {
	if fault.Is(err, fault.Conflict) {
		return link.ErrExternalID()
	}
	return err
}

// checkDomain returns Invalid if the domain of a new link was deleted, transferred
// or got another case rule after the link was validated. The locks of
// lockDomains make the result valid until the transaction ends.
func checkDomain(ctx context.Context, tx conn, l *link.Link) error {
	_, err := queryOne(ctx, tx, value[string], `
		SELECT id FROM domains WHERE id = $1 AND workspace_id IN ('', $2) AND case_sensitive = $3 AND deleted_at = 0`,
		l.DomainID, l.WorkspaceID, l.CaseSensitive)
	if fault.Is(err, fault.NotFound) {
		return fault.New(fault.Invalid, "The domain was changed in the meantime. Reload, and create the link again.").At("domain")
	}
	return err
}

// checkDomains calls checkDomain for each domain of new links. The case rule is
// that of the domain, so that the links of a domain have the same one.
func checkDomains(ctx context.Context, tx conn, writes []link.Write) error {
	checked := map[string]bool{}
	for _, w := range writes {
		if checked[w.Link.DomainID] {
			continue
		}
		if err := checkDomain(ctx, tx, w.Link); fault.Is(err, fault.Invalid) {
			return errRaced()
		} else if err != nil {
			return err
		}
		checked[w.Link.DomainID] = true
	}
	return nil
}

func checkFolder(ctx context.Context, tx conn, l *link.Link) error {
	if l.FolderID == "" {
		return nil
	}
	_, err := queryOne(ctx, tx, value[string],
		`SELECT id FROM folders WHERE id = $1 AND workspace_id = $2`+tx.d.forShare, l.FolderID, l.WorkspaceID)
	if fault.Is(err, fault.NotFound) {
		return fault.New(fault.Invalid, "This workspace has no such folder. Choose another, or leave it out.").At("folderId")
	}
	return err
}

// checkFolders calls checkFolder for each folder of new links.
func checkFolders(ctx context.Context, tx conn, writes []link.Write) error {
	checked := map[string]bool{}
	for _, w := range writes {
		if checked[w.Link.FolderID] {
			continue
		}
		if err := checkFolder(ctx, tx, w.Link); err != nil {
			return err
		}
		checked[w.Link.FolderID] = true
	}
	return nil
}

// insertAliasInto is the start of an INSERT statement for aliasValues.
const insertAliasInto = `INSERT INTO aliases (domain_id, folded, alias, target_kind, target_id, position, created_at)`

func aliasValues(l *link.Link, folded, alias string, position int) []any {
	return []any{l.DomainID, folded, alias, string(routing.KindLink), l.ID, position, toMillis(l.UpdatedAt)}
}

// putAliases stores the link's aliases in their order. kept are its existing
// aliases, folded. A new alias that overlaps with one of another workspace is a
// Conflict.
func putAliases(ctx context.Context, tx conn, l *link.Link, kept map[string]bool) error {
	var added []string
	for position, alias := range l.Aliases {
		folded := routing.FoldAlias(alias, l.CaseSensitive)
		if kept[folded] {
			_, err := tx.exec(ctx, `UPDATE aliases SET alias = $1, position = $2 WHERE domain_id = $3 AND folded = $4 AND target_id = $5`,
				alias, position, l.DomainID, folded, l.ID)
			if err != nil {
				return err
			}
			continue
		}
		if err := insertAlias(ctx, tx, l, folded, alias, position); err != nil {
			return err
		}
		added = append(added, folded)
	}
	// After the insert: on PostgreSQL its foreign key has waited for a concurrent
	// wildcard (lockWildcards), which is visible now.
	found, err := overlaps(ctx, tx, l.WorkspaceID, l.DomainID, added)
	if err != nil {
		return err
	}
	for _, folded := range added {
		if o, overlapping := found[folded]; overlapping {
			return link.Obstacle{Folded: o.folded}.Fault(l.Domain, folded)
		}
	}
	return nil
}

// insertAlias stores a new alias of a link. It is a Conflict when the domain has it.
func insertAlias(ctx context.Context, tx conn, l *link.Link, folded, alias string, position int) error {
	// After a violated key, PostgreSQL would not execute the query for its owner.
	n, err := tx.exec(ctx, insertAliasInto+` VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (domain_id, folded) DO NOTHING`,
		aliasValues(l, folded, alias, position)...)
	if err != nil || n == 1 {
		return err
	}
	same, err := sameAlias(ctx, tx, l.WorkspaceID, l.DomainID, folded)
	if fault.Is(err, fault.NotFound) { // it was removed since
		same, err = link.Obstacle{Folded: folded}, nil
	}
	if err != nil {
		return err
	}
	return same.Fault(l.Domain, folded)
}

// putTags inserts the tags of l.Tags for a link that has none. It creates
// missing tags. A name that differs from a tag in case only selects that tag,
// and its spelling replaces the name in l.Tags.
func putTags(ctx context.Context, tx conn, l *link.Link) error {
	for i, name := range l.Tags {
		tag, err := tagNamed(ctx, tx, l, routing.Fold(name))
		if fault.Is(err, fault.NotFound) {
			// A concurrent request may create it, hence ON CONFLICT.
			_, err = tx.exec(ctx, `
				INSERT INTO tags (id, workspace_id, name, name_folded, created_at) VALUES ($1, $2, $3, $4, $5)
				ON CONFLICT (workspace_id, name_folded) DO NOTHING`,
				ident.New(ident.Tag), l.WorkspaceID, name, routing.Fold(name), toMillis(l.UpdatedAt))
			if err == nil {
				tag, err = tagNamed(ctx, tx, l, routing.Fold(name))
			}
		}
		if err != nil {
			return err
		}
		l.Tags[i] = tag[1]
		if _, err := tx.exec(ctx, `INSERT INTO link_tags (link_id, tag_id) VALUES ($1, $2)`, l.ID, tag[0]); err != nil {
			return err
		}
	}
	return nil
}

// tagNamed returns the id and the name of the workspace's tag of a folded name.
func tagNamed(ctx context.Context, tx conn, l *link.Link, folded string) ([2]string, error) {
	return queryOne(ctx, tx, scanPair, `SELECT id, name FROM tags WHERE workspace_id = $1 AND name_folded = $2`, l.WorkspaceID, folded)
}

// Link returns one link of the view, or NotFound.
func (s *Store) Link(ctx context.Context, v access.View, id string) (*link.Link, error) {
	q := linksOf(v)
	q.and(`l.id = ` + q.arg(id))
	return getLink(ctx, s.read, strings.Join(q.where, ` AND `), q.args...)
}

// LinksByID returns those of the links that are in the view, or those that were
// deleted.
func (s *Store) LinksByID(ctx context.Context, v access.View, ids []string, deleted bool) ([]*link.Link, error) {
	return linksByID(ctx, s.read, v, ids, deleted)
}

func linksByID(ctx context.Context, c conn, v access.View, ids []string, deleted bool) ([]*link.Link, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	q := linksOf(v)
	q.and(`(l.deleted_at > 0) = ` + q.arg(deleted))
	list, args := inList(q.args, ids)
	q.and(`l.id IN ` + list)
	found, err := queryAll(ctx, c, scanLinks(), linkTable.query+q.whereText(), args...)
	if err != nil {
		return nil, err
	}
	return found, fill(ctx, c, found)
}

// LinkByAlias returns the link behind a folded alias, or NotFound.
func (s *Store) LinkByAlias(ctx context.Context, v access.View, domainID, folded string) (*link.Link, error) {
	q := linksOf(v)
	q.and(`l.id = (SELECT target_id FROM aliases WHERE domain_id = ` + q.arg(domainID) + ` AND folded = ` + q.arg(folded) + `)`)
	return getLink(ctx, s.read, strings.Join(q.where, ` AND `), q.args...)
}

func getLink(ctx context.Context, c conn, where string, args ...any) (*link.Link, error) {
	l, err := queryOne(ctx, c, scanLinks(), linkTable.query+`WHERE l.deleted_at = 0 AND `+where, args...)
	if err != nil {
		return nil, notFound(err, "link")
	}
	return l, fill(ctx, c, []*link.Link{l})
}

// storeLink stores the next version of a link, which its transaction has locked, and
// its events.
func storeLink(ctx context.Context, tx conn, before, l *link.Link, events []event.Event) error {
	if l.FolderID != before.FolderID {
		if err := checkFolder(ctx, tx, l); err != nil {
			return err
		}
	}
	if err := replaceTitleTask(ctx, tx, before, l); err != nil {
		return err
	}
	if err := storeFirstVersion(ctx, tx, before); err != nil {
		return err
	}
	if _, err := tx.exec(ctx, linkUpdate, linkTable.updated(l)...); err != nil {
		return takenExternalID(err)
	}
	if !slices.Equal(before.Aliases, l.Aliases) {
		kept := make(map[string]bool, len(before.Aliases))
		for _, alias := range before.Aliases {
			kept[before.FoldAlias(alias)] = true
		}
		if err := putAliases(ctx, tx, l, kept); err != nil {
			return err
		}
	}
	if !slices.Equal(before.Tags, l.Tags) {
		if _, err := tx.exec(ctx, `DELETE FROM link_tags WHERE link_id = $1`, l.ID); err != nil {
			return err
		}
		if err := putTags(ctx, tx, l); err != nil {
			return err
		}
	}
	emitAll(tx, events)
	return trimVersions(ctx, tx, l)
}

// deleteLink marks a link as deleted. Its aliases stay reserved.
func deleteLink(ctx context.Context, tx conn, l *link.Link, e event.Event) error {
	if err := tx.execOne(ctx, "link", `UPDATE links SET deleted_at = $1 WHERE id = $2 AND workspace_id = $3 AND deleted_at = 0`,
		toMillis(e.At), l.ID, l.WorkspaceID); err != nil {
		return err
	}
	if err := storeFirstVersion(ctx, tx, l); err != nil {
		return err
	}
	tx.emit(e)
	return nil
}

func restoreLink(ctx context.Context, tx conn, l *link.Link, e event.Event) error {
	if err := tx.execOne(ctx, "link", `
		UPDATE links SET deleted_at = 0, version = $1, updated_at = $2
		WHERE id = $3 AND workspace_id = $4 AND deleted_at > 0 AND version = $1 - 1`,
		l.Version, toMillis(l.UpdatedAt), l.ID, l.WorkspaceID); err != nil {
		return takenExternalID(err)
	}
	tx.emit(e)
	return trimVersions(ctx, tx, l)
}
