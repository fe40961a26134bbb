package records

import (
	"context"
	"encoding/json"
	"slices"

	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/domain"
	"linnet/internal/core/routing"
)

// The name lookups of analytics: names for the ids in clicks, and ids for names.

type idAndName struct{ id, name string }

func scanIDAndName(row scanner) (idAndName, error) {
	var n idAndName
	err := row.Scan(&n.id, &n.name)
	return n, err
}

// Labels returns the names of ids of a dimension. Unknown ids are absent; deleted
// links have names.
func (s *Store) Labels(ctx context.Context, v access.View, d analytics.Dimension, ids []string) (map[string]string, error) {
	labels := make(map[string]string, len(ids))
	if len(ids) == 0 {
		return labels, nil
	}
	switch d {
	case analytics.Rule:
		return s.ruleLabels(ctx, v, ids)
	case analytics.Page:
		return s.pageLabels(ctx, v, ids)
	case analytics.Block:
		return s.blockLabels(ctx, v, ids)
	}
	q := linkQuery{args: []any{v.WorkspaceID()}}
	visible := ""
	if v.Limited() && (d == analytics.Link || d == analytics.QRCode) {
		visible, q.args = inList(q.args, v.Hidden())
		visible = ` AND l.folder_id NOT IN ` + visible
	}
	list, args := inList(q.args, ids)
	var query string
	switch d {
	case analytics.Link: // by id: SQLite would read all links of the workspace
		query = `SELECT l.id, d.host || '/' || a.alias FROM links l
			JOIN domains d ON d.id = l.domain_id JOIN aliases a ON a.target_id = l.id AND a.position = 0
			WHERE l.workspace_id || '' = $1` + visible + ` AND l.id IN ` + list
	case analytics.Domain:
		query = `SELECT id, host FROM domains WHERE (workspace_id = $1 OR workspace_id = '') AND id IN ` + list
	case analytics.Tag:
		query = `SELECT id, name FROM tags WHERE workspace_id = $1 AND id IN ` + list
	case analytics.Folder:
		ids = slices.DeleteFunc(slices.Clone(ids), v.Hides)
		if len(ids) == 0 {
			return labels, nil
		}
		list, args = inList([]any{v.WorkspaceID()}, ids)
		query = `SELECT id, name FROM folders WHERE workspace_id = $1 AND id IN ` + list
	case analytics.QRCode:
		query = `SELECT q.id, CASE WHEN q.name = '' THEN a.alias ELSE q.name END FROM qr_codes q
			JOIN links l ON l.id = q.link_id JOIN aliases a ON a.target_id = q.link_id AND a.position = 0
			WHERE q.workspace_id = $1` + visible + ` AND q.id IN ` + list
	default:
		return labels, nil
	}
	rows, err := queryAll(ctx, s.read, scanIDAndName, query, args...)
	for _, row := range rows {
		labels[row.id] = row.name
	}
	return labels, err
}

// ruleLabels reads the rules out of the links that have any: rules are part of
// their link, and a workspace has few with rules.
func (s *Store) ruleLabels(ctx context.Context, v access.View, ids []string) (map[string]string, error) {
	wanted := make(map[string]bool, len(ids))
	for _, id := range ids {
		wanted[id] = true
	}
	q := linksOf(v, `l.rules <> '[]'`)
	texts, err := queryAll(ctx, s.read, value[string], `SELECT l.rules FROM links l`+q.whereText(), q.args...)
	if err != nil {
		return nil, err
	}
	labels := make(map[string]string, len(ids))
	for _, text := range texts {
		var rules []routing.Rule
		if err := json.Unmarshal([]byte(text), &rules); err != nil {
			continue // the link shows that; here it only lacks a label
		}
		for _, rule := range rules {
			if wanted[rule.ID] && rule.Name != "" {
				labels[rule.ID] = rule.Name
			}
		}
	}
	return labels, nil
}

// Lookup returns the ids that go by a name in a dimension: a link's alias, a
// domain's host, a tag's or folder's name.
func (s *Store) Lookup(ctx context.Context, v access.View, d analytics.Dimension, name string) ([]string, error) {
	workspaceID := v.WorkspaceID()
	switch d {
	case analytics.Link:
		q := linksOf(v)
		q.and(`(a.alias = ` + q.arg(name) + ` OR a.folded = ` + q.arg(routing.FoldAlias(name, false)) + `)`)
		return queryAll(ctx, s.read, value[string], `
			SELECT a.target_id FROM aliases a JOIN links l ON l.id = a.target_id`+q.whereText(), q.args...)
	case analytics.Domain:
		return queryAll(ctx, s.read, value[string], `
			SELECT id FROM domains WHERE (workspace_id = $1 OR workspace_id = '') AND host = $2`, workspaceID, name)
	case analytics.Tag:
		return queryAll(ctx, s.read, value[string], `
			SELECT id FROM tags WHERE workspace_id = $1 AND name_folded = $2`, workspaceID, routing.Fold(name))
	case analytics.Folder:
		found, err := queryAll(ctx, s.read, value[string], `
			SELECT id FROM folders WHERE workspace_id = $1 AND name_folded = $2`, workspaceID, routing.Fold(name))
		return slices.DeleteFunc(found, v.Hides), err
	default:
		return nil, nil
	}
}

// AggregateDomains returns the ids of the domains of a workspace, and of the default domain,
// in the privacy mode aggregate.
func (s *Store) AggregateDomains(ctx context.Context, v access.View) ([]string, error) {
	return queryAll(ctx, s.read, value[string], `
		SELECT id FROM domains WHERE (workspace_id = $1 OR workspace_id = '') AND privacy = $2 ORDER BY id`,
		v.WorkspaceID(), string(domain.PrivacyAggregate))
}

// ActorNames returns the names of the users and API keys that exist, by id: the
// full name of a user, "API key <name>" of a key.
func (s *Store) ActorNames(ctx context.Context, ids []string) (map[string]string, error) {
	out := make(map[string]string, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	list, args := inList(nil, ids)
	found, err := queryAll(ctx, s.read, scanPair, `
		SELECT id, first_name || ' ' || last_name FROM users WHERE id IN `+list+`
		UNION ALL SELECT id, 'API key ' || name FROM api_keys WHERE id IN `+list, args...)
	for _, pair := range found {
		out[pair[0]] = pair[1]
	}
	return out, err
}
