package records

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"linnet/internal/core/link"
	"linnet/internal/core/routing"
)

// linkColumns are read by scanLink, in its order. A link comes with its domain
// and its figures; aliases and tags are read for many links at once.
const linkColumns = `
	l.id, l.workspace_id, l.domain_id, d.host, d.case_sensitive, l.url, l.title, l.comments, l.folder_id,
	l.preview, l.redirect_status, l.forward_query, l.forward_path, l.indexable, l.starts_at, l.expires_at,
	l.max_clicks, l.used_clicks, l.fallback_url, l.password_hash, l.utm, l.rules, l.split, l.archived, l.blocked,
	l.created_by, l.created_at, l.updated_at, l.version,
	l.opening_clicks, COALESCE(c.clicks, 0) + l.opening_clicks, COALESCE(c.last_clicked_at, 0), l.track_conversions, l.page_title`

const linkTables = `
	links l JOIN domains d ON d.id = l.domain_id LEFT JOIN link_clicks c ON c.link_id = l.id`

func scanLink(row scanner) (*link.Link, error) {
	var l link.Link
	var preview, utm, rules, split string
	var starts, expires, created, updated, last int64
	err := row.Scan(&l.ID, &l.WorkspaceID, &l.DomainID, &l.Domain, &l.CaseSensitive, &l.URL, &l.Title, &l.Comments, &l.FolderID,
		&preview, &l.RedirectStatus, &l.ForwardQuery, &l.ForwardPath, &l.Indexable, &starts, &expires,
		&l.MaxClicks, &l.UsedClicks, &l.FallbackURL, &l.PasswordHash, &utm, &rules, &split, &l.Archived, &l.Blocked,
		&l.CreatedBy, &created, &updated, &l.Version, &l.OpeningClicks, &l.ClickCount, &last, &l.TrackConversions, &l.PageTitle)
	if err != nil {
		return nil, err
	}
	l.StartsAt, l.ExpiresAt = fromMillis(starts), fromMillis(expires)
	l.CreatedAt, l.UpdatedAt, l.LastClickedAt = fromMillis(created), fromMillis(updated), fromMillis(last)
	for _, part := range []struct {
		text string
		into any
	}{{preview, &l.Preview}, {utm, &l.UTM}, {rules, &l.Rules}, {split, &l.Split}} {
		if err := json.Unmarshal([]byte(part.text), part.into); err != nil {
			return nil, fmt.Errorf("link %s: %w", l.ID, err)
		}
	}
	return &l, nil
}

// asJSON returns the text of a part that only Go reads.
func asJSON(v any) (string, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("store: %w", err)
	}
	return string(raw), nil
}

// linkValues returns what a link's own columns hold, in the order of
// insertLink and updateLink.
func linkValues(l *link.Link) ([]any, error) {
	texts := make([]string, 4)
	for i, part := range []any{l.Preview, l.UTM, l.Rules, l.Split} {
		var err error
		if texts[i], err = asJSON(part); err != nil {
			return nil, err
		}
	}
	return []any{
		l.URL, l.Title, l.Comments, l.FolderID, texts[0], l.RedirectStatus, l.ForwardQuery, l.ForwardPath, l.Indexable,
		toMillis(l.StartsAt), toMillis(l.ExpiresAt), l.MaxClicks, l.FallbackURL, l.PasswordHash, texts[1], texts[2], texts[3],
		l.Archived, l.Blocked, routing.FoldAlias(l.Alias(), l.CaseSensitive), l.SearchText(), toMillis(l.UpdatedAt), l.Version,
	}, nil
}

// fill reads the aliases and tags of links.
func fill(ctx context.Context, c conn, links []*link.Link) error {
	if len(links) == 0 {
		return nil
	}
	byID := make(map[string]*link.Link, len(links))
	ids := make([]string, len(links))
	for i, l := range links {
		l.Aliases, l.Tags = []string{}, []string{}
		byID[l.ID], ids[i] = l, l.ID
	}
	list, args := inList(nil, ids)
	aliases, err := queryAll(ctx, c, scanPair, `SELECT link_id, alias FROM aliases WHERE link_id IN `+list+` ORDER BY link_id, position`, args...)
	if err != nil {
		return err
	}
	for _, a := range aliases {
		l := byID[a[0]]
		l.Aliases = append(l.Aliases, a[1])
	}
	tags, err := queryAll(ctx, c, scanPair, `
		SELECT x.link_id, t.name FROM link_tags x JOIN tags t ON t.id = x.tag_id
		WHERE x.link_id IN `+list+` ORDER BY t.name_folded, t.id`, args...)
	if err != nil {
		return err
	}
	for _, t := range tags {
		l := byID[t[0]]
		l.Tags = append(l.Tags, t[1])
	}
	for _, l := range links {
		slices.Sort(l.Tags)
	}
	return nil
}

func scanPair(row scanner) ([2]string, error) {
	var p [2]string
	err := row.Scan(&p[0], &p[1])
	return p, err
}
