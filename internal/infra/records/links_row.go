package records

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"linnet/internal/core/link"
)

// settingColumns are the fields of link.Settings that are columns of links. Tags
// have a table of their own. url and title come first: updateLink refers to them by
// position.
//
//nolint:gochecknoglobals // immutable
var settingColumns = slices.DeleteFunc(link.Fields(), func(f link.Field) bool { return f.Name == "tags" })

// settingFields returns the fields of s in the order of settingColumns, as scan
// destinations and as arguments.
func settingFields(s *link.Settings) []any {
	fields := make([]any, len(settingColumns))
	for i, c := range settingColumns {
		switch at := c.Of(s).(type) {
		case *string, *bool, *int, *int64:
			fields[i] = at
		case *time.Time:
			fields[i] = timeField{at}
		default:
			fields[i] = jsonField{at}
		}
	}
	return fields
}

// settingNames returns the names of settingColumns, each after prefix.
func settingNames(prefix string) []string {
	names := make([]string, len(settingColumns))
	for i, c := range settingColumns {
		names[i] = prefix + snakeCase(c.Name)
	}
	return names
}

// snakeCase returns a name in camel case as a column is named: "maxClicks" is
// max_clicks.
func snakeCase(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// linkColumns returns the columns that scanLink reads, in its order. They include
// the domain and the click counts; fill adds the aliases and the tags.
func linkColumns() string {
	return `l.id, l.workspace_id, l.domain_id, d.host, d.case_sensitive, ` + strings.Join(settingNames("l."), ", ") + `,
	l.used_clicks, l.password_hash, l.archived, l.blocked, l.created_by, l.created_at, l.updated_at, l.version,
	l.opening_clicks, COALESCE(c.clicks, 0) + l.opening_clicks, COALESCE(c.last_clicked_at, 0), l.page_title`
}

const linkTables = `
	links l JOIN domains d ON d.id = l.domain_id LEFT JOIN link_clicks c ON c.link_id = l.id`

func scanLink(row scanner) (*link.Link, error) {
	var l link.Link
	dest := append([]any{&l.ID, &l.WorkspaceID, &l.DomainID, &l.Domain, &l.CaseSensitive}, settingFields(&l.Settings)...)
	dest = append(dest, &l.UsedClicks, &l.PasswordHash, &l.Archived, &l.Blocked, &l.CreatedBy,
		timeField{&l.CreatedAt}, timeField{&l.UpdatedAt}, &l.Version,
		&l.OpeningClicks, &l.ClickCount, timeField{&l.LastClickedAt}, &l.PageTitle)
	if err := row.Scan(dest...); err != nil {
		return nil, err
	}
	return &l, nil
}

// linkNames returns the columns that an insert and an update of a link set, in the
// order of linkValues.
func linkNames() []string {
	return append(settingNames(""), "password_hash", "archived", "blocked", "alias_folded", "search", "updated_at", "version")
}

func linkValues(l *link.Link) []any {
	return append(settingFields(&l.Settings),
		l.PasswordHash, l.Archived, l.Blocked, l.FoldAlias(l.Alias()), l.SearchText(), toMillis(l.UpdatedAt), l.Version)
}

// insertLinkInto returns the start of an INSERT statement for insertLinkValues.
func insertLinkInto() string {
	return `INSERT INTO links (` + strings.Join(linkNames(), ", ") +
		`, id, workspace_id, domain_id, created_by, created_at, opening_clicks)`
}

func insertLinkValues(l *link.Link) []any {
	return append(linkValues(l), l.ID, l.WorkspaceID, l.DomainID, l.CreatedBy, toMillis(l.CreatedAt), l.OpeningClicks)
}

// updateLinkSet returns the assignments of linkValues.
func updateLinkSet() string {
	names := linkNames()
	parts := make([]string, len(names))
	for i, name := range names {
		parts[i] = fmt.Sprintf("%s = $%d", name, i+1)
	}
	return strings.Join(parts, ", ")
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
	aliases, err := queryAll(
		ctx,
		c,
		scanPair,
		`SELECT target_id, alias FROM aliases WHERE target_id IN `+list+` ORDER BY target_id, position`,
		args...)
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
