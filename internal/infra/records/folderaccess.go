package records

import (
	"context"
	"slices"

	"linnet/internal/core/access"
	"linnet/internal/core/label"
)

// visible returns a condition, which begins with AND, that the links of the counters c
// are in a view. It is empty for a view without limits.
func (q *linkQuery) visible(v access.View) string {
	if !v.Limited() {
		return ""
	}
	var list string
	list, q.args = inList(q.args, v.Hidden())
	return ` AND c.folder_id NOT IN ` + list
}

// in adds the condition that a column has one of the values; without values it
// adds none.
func (q *linkQuery) in(column string, values []string) {
	if len(values) == 0 {
		return
	}
	var list string
	list, q.args = inList(q.args, values)
	q.and(column + ` IN ` + list)
}

// notIn adds the condition that a column has none of the values.
func (q *linkQuery) notIn(column string, values []string) {
	if len(values) == 0 {
		return
	}
	var list string
	list, q.args = inList(q.args, values)
	q.and(column + ` NOT IN ` + list)
}

// linksOf returns a query for the links of a view, with the table l.
func linksOf(v access.View, conditions ...string) linkQuery {
	q := linkQuery{args: []any{v.WorkspaceID()}, where: append([]string{`l.workspace_id = $1`}, conditions...)}
	q.notIn(`l.folder_id`, v.Hidden())
	return q
}

// hiddenLinks adds the condition that a column is not the id of a link outside of
// a view. It includes deleted links.
func (q *linkQuery) hiddenLinks(column string, v access.View) {
	if !v.Limited() {
		return
	}
	workspace := q.arg(v.WorkspaceID())
	var list string
	list, q.args = inList(q.args, v.Hidden())
	q.and(column + ` NOT IN (SELECT h.id FROM links h WHERE h.workspace_id = ` + workspace + ` AND h.folder_id IN ` + list + `)`)
}

// FolderLimits returns the restricted folders of a workspace that are hidden from
// a user or that the user may only read, and nil if there are none.
func (s *Store) FolderLimits(ctx context.Context, workspaceID, userID string) (*access.FolderLimits, error) {
	found, err := queryAll(ctx, s.read, scanPair, `
		SELECT f.id, COALESCE(m.level, '') FROM folders f LEFT JOIN folder_members m ON m.folder_id = f.id AND m.user_id = $2
		WHERE f.workspace_id = $1 AND f.restricted = TRUE AND COALESCE(m.level, '') <> $3 ORDER BY f.id`,
		workspaceID, userID, string(access.WriteFolder))
	if err != nil || len(found) == 0 {
		return nil, err
	}
	limits := &access.FolderLimits{}
	for _, folder := range found {
		if folder[1] == string(access.ReadFolder) {
			limits.ReadOnly = append(limits.ReadOnly, folder[0])
		} else {
			limits.Hidden = append(limits.Hidden, folder[0])
		}
	}
	return limits, nil
}

// fillFolderMembers sets the members of restricted folders.
func fillFolderMembers(ctx context.Context, c conn, labels []label.Label) error {
	var ids []string
	at := map[string]int{}
	for i, l := range labels {
		if l.Access.Restricted {
			ids, at[l.ID] = append(ids, l.ID), i
		}
	}
	for some := range slices.Chunk(ids, namesAtOnce) {
		list, args := inList(nil, some)
		type entry struct {
			folderID string
			label.Member
		}
		found, err := queryAll(ctx, c, func(row scanner) (e entry, err error) {
			return e, row.Scan(&e.folderID, &e.UserID, &e.Level)
		}, `SELECT folder_id, user_id, level FROM folder_members WHERE folder_id IN `+list+` ORDER BY folder_id, user_id`, args...)
		if err != nil {
			return err
		}
		for _, e := range found {
			access := &labels[at[e.folderID]].Access
			access.Members = append(access.Members, e.Member)
		}
	}
	return nil
}

// setFolderAccess replaces the access to a folder.
func setFolderAccess(ctx context.Context, tx conn, folder label.Label) error {
	if _, err := tx.exec(ctx, `UPDATE folders SET restricted = $1 WHERE id = $2`, folder.Access.Restricted, folder.ID); err != nil {
		return err
	}
	if _, err := tx.exec(ctx, `DELETE FROM folder_members WHERE folder_id = $1`, folder.ID); err != nil {
		return err
	}
	for _, m := range folder.Access.Members {
		n, err := tx.exec(ctx, `
			INSERT INTO folder_members (folder_id, user_id, level)
			SELECT $1, user_id, $2 FROM members WHERE workspace_id = $3 AND user_id = $4`,
			folder.ID, string(m.Level), folder.WorkspaceID, m.UserID)
		if err != nil {
			return err
		}
		if n == 0 {
			return label.ErrNotMember()
		}
	}
	return nil
}
