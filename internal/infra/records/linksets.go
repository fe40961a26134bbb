package records

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
)

// Members returns the links of the workspace of a view that have one of some tags, or are
// in one of some folders, deleted links and those outside of the view included: sorted by
// Of, then by Link. No ids: those of all tags or folders.
//
// The engine joins the ids of the links of a tag to one text. Half a million rows would
// take ten times as long.
func (s *Store) Members(ctx context.Context, v access.View, d analytics.Dimension, ids []string) ([]analytics.Member, error) {
	q := linkQuery{args: []any{v.WorkspaceID()}, where: []string{`workspace_id = $1`}}
	var query string
	if d == analytics.Tag {
		q.in(`g.id`, ids)
		// SQLite does not reorder a CROSS JOIN.
		query = `SELECT g.id, string_agg(t.link_id, ',') FROM tags g CROSS JOIN link_tags t` + q.whereText() + ` AND t.tag_id = g.id GROUP BY g.id`
	} else {
		q.in(`folder_id`, ids)
		// As two queries, each can use an index.
		folders := `SELECT folder_id, string_agg(id, ',') FROM links` + q.whereText() + ` AND folder_id <> '' AND deleted_at `
		query = folders + `= 0 GROUP BY folder_id UNION ALL ` + folders + `> 0 GROUP BY folder_id`
	}
	groups, err := queryAll(ctx, s.read, scanPair, query, q.args...)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(groups, func(a, b [2]string) int { return cmp.Compare(a[0], b[0]) })
	return membersOf(groups), nil
}

// membersOf returns the members of pairs of the id of a tag or folder and the ids of its
// links. The pairs are in ascending order.
func membersOf(groups [][2]string) []analytics.Member {
	size := 0
	for _, group := range groups {
		size += strings.Count(group[1], ",") + 1
	}
	members := make([]analytics.Member, 0, size)
	links := []uint64{}
	for i, group := range groups {
		for id := range strings.SplitSeq(group[1], ",") {
			link, _ := ident.Number(id)
			links = append(links, link)
		}
		if i+1 < len(groups) && groups[i+1][0] == group[0] {
			continue
		}
		slices.Sort(links)
		of, _ := ident.Number(group[0])
		for _, link := range links {
			members = append(members, analytics.Member{Link: link, Of: of})
		}
		links = links[:0]
	}
	return members
}

// HiddenLinks returns which of some links of the workspace are not in a view, deleted ones
// included.
func (s *Store) HiddenLinks(ctx context.Context, v access.View, among []string) ([]string, error) {
	if !v.Limited() || len(among) == 0 {
		return nil, nil
	}
	q := linkQuery{args: []any{v.WorkspaceID()}, where: []string{`workspace_id = $1`}}
	q.in(`folder_id`, v.Hidden())
	q.in(`id`, among)
	return queryAll(ctx, s.read, value[string], `SELECT id FROM links`+q.whereText()+` ORDER BY id`, q.args...)
}

// linkSet adds the arguments of a query for the ids of the links of a set, and returns the
// query: the links may be too many for arguments.
func (q *linkQuery) linkSet(workspaceID string, set *analytics.LinkSet) string {
	switch list := q.list(set.Of); {
	case set.By == analytics.Folder && set.Others:
		return `SELECT h.id FROM links h WHERE h.workspace_id = ` + q.arg(workspaceID) + ` AND h.folder_id <> '' AND NOT h.folder_id IN ` + list
	case set.By == analytics.Folder:
		return `SELECT h.id FROM links h WHERE h.workspace_id = ` + q.arg(workspaceID) + ` AND h.folder_id IN ` + list
	case set.Others:
		return `SELECT t.link_id FROM tags g JOIN link_tags t ON t.tag_id = g.id WHERE g.workspace_id = ` + q.arg(workspaceID) + `
			AND NOT EXISTS (SELECT 1 FROM link_tags o WHERE o.link_id = t.link_id AND o.tag_id IN ` + list + `)`
	default:
		return `SELECT t.link_id FROM tags g JOIN link_tags t ON t.tag_id = g.id WHERE g.workspace_id = ` + q.arg(workspaceID) + ` AND g.id IN ` + list
	}
}

// list adds arguments and returns their list, which is never empty.
func (q *linkQuery) list(values []string) (list string) {
	if len(values) == 0 {
		return `('')`
	}
	list, q.args = inList(q.args, values)
	return list
}
