package records

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"
	"time"
	"unicode"

	"linnet/internal/core/link"
)

// linkTable has links with their domain and click counts; fill adds the aliases and the
// tags.
//
//nolint:gochecknoglobals // immutable
var linkTable = tableOf(
	"link", `links l JOIN domains d ON d.id = l.domain_id LEFT JOIN link_clicks c ON c.link_id = l.id`, linkColumns)

func linkColumns(l *link.Link) []column {
	all := make([]column, 0, 2*len(settingColumns))
	all = append(all,
		fixed("id", &l.ID),
		fixed("workspace_id", &l.WorkspaceID),
		fixed("domain_id", &l.DomainID),
		computed("d.host", &l.Domain),
		computed("d.case_sensitive", &l.CaseSensitive),
	)
	for _, s := range settingColumns {
		all = append(all, col(s.name, settingField(s.Of(&l.Settings))))
	}
	return append(all,
		computed("l.used_clicks", &l.UsedClicks), // counted by redirects, see linkUpdate
		col("password_hash", &l.PasswordHash),
		col("archived", &l.Archived),
		col("blocked", &l.Blocked),
		derived("alias_folded", text(func() string { return l.FoldAlias(l.Alias()) })),
		derived("search", text(l.SearchText)),
		derived("url_key", number(func() int64 { return urlKey(l.URL) })),
		fixed("unstored_bytes", &l.UnstoredBytes), // see storeFirstVersion
		fixed("created_by", &l.CreatedBy),
		fixed("created_at", &l.CreatedAt),
		col("updated_at", &l.UpdatedAt),
		col("version", &l.Version),
		computed("COALESCE(c.opening, 0)", &l.OpeningClicks), // see putOpenings
		computed("COALESCE("+allClicks+", 0)", &l.ClickCount),
		computed("COALESCE(c.last_clicked_at, 0)", &l.LastClickedAt),
		computed("l.page_title", &l.PageTitle), // see linkUpdate
	)
}

// urlKey returns the key of a destination in the index of destinations: the first 8 bytes
// of its SHA-256, big endian. Few links have the same key and different destinations.
func urlKey(address string) int64 {
	sum := sha256.Sum256([]byte(address))
	return int64(binary.BigEndian.Uint64(sum[:])) //nolint:gosec // the bits as they are
}

// linkUpdate is the update of a link. used_clicks, which redirects increment, and
// page_title depend on the stored row.
//
//nolint:gochecknoglobals // immutable
var linkUpdate = func() string {
	same := `url = ` + linkTable.parameter("url") + ` AND ` + linkTable.parameter("title") + ` = ''`
	return linkTable.set + `,
		used_clicks = CASE WHEN max_clicks = 0 THEN 0 ELSE used_clicks END,
		page_title = CASE WHEN ` + same + ` THEN page_title ELSE '' END,
		page_search = CASE WHEN ` + same + ` THEN page_search ELSE '' END` + linkTable.byKey
}()

// settingColumn is the column of a field of link.Settings.
type settingColumn struct {
	link.Field
	name string
}

// settingColumns are the columns of all fields but the tags, which have a table of their
// own.
//
//nolint:gochecknoglobals // immutable
var settingColumns = func() (all []settingColumn) {
	for _, f := range link.Fields() {
		if f.Name != "tags" {
			all = append(all, settingColumn{f, snakeCase(f.Name)})
		}
	}
	return all
}()

// settingField returns the scan destination and argument of a field.
func settingField(at any) any {
	switch at.(type) {
	case *string, *bool, *int, *int64, *time.Time:
		return at
	default:
		return jsonField{at}
	}
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

// scanLinks is linkTable.scan for pointers.
func scanLinks(more ...any) func(scanner) (*link.Link, error) {
	scan := linkTable.scan(more...)
	return func(row scanner) (*link.Link, error) {
		l, err := scan(row)
		return &l, err
	}
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
	aliases, err := queryAll(ctx, c, scanPair,
		`SELECT target_id, alias FROM aliases WHERE target_id IN `+list+` ORDER BY target_id, position`, args...)
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
