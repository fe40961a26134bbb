package records

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
)

// Links returns one page of the links of a view.
func (s *Store) Links(ctx context.Context, v access.View, f link.Filter) (link.Page, error) {
	q := linksOf(v, `l.deleted_at = 0`)
	q.filter(f)
	// All conditions are on links, so the count needs no joins.
	total, err := s.read.count(ctx, `links l`+q.whereText(), q.args...)
	if err != nil {
		return link.Page{}, err
	}
	order := sortOf(f)
	if err := q.after(order, f.Cursor); err != nil {
		return link.Page{}, err
	}
	if total == 0 {
		return link.Page{Links: []link.Link{}}, nil
	}
	// One more than the page: whether it exists is whether there is a next page.
	found, err := queryAll(ctx, s.read, scanLinks(), `
		WITH page AS (`+q.page(order, f.Limit+1, max(f.Page-1, 0)*f.Limit)+`)
		`+linkTable.query+`WHERE l.id IN (SELECT id FROM page)`+order.text(), q.args...)
	if err != nil {
		return link.Page{}, err
	}
	more := len(found) > f.Limit
	found = found[:min(len(found), f.Limit)]
	if err := fill(ctx, s.read, found); err != nil {
		return link.Page{}, err
	}
	page := link.Page{Links: make([]link.Link, 0, len(found)), Total: total}
	if more {
		page.NextCursor = order.cursor(found[len(found)-1])
	}
	for _, l := range found {
		page.Links = append(page.Links, *l)
	}
	return page, nil
}

// linkQuery gathers conditions and their arguments.
type linkQuery struct {
	where []string
	args  []any
}

// arg adds a value and returns its placeholder.
func (q *linkQuery) arg(v any) string {
	q.args = append(q.args, v)
	return "$" + strconv.Itoa(len(q.args))
}

func (q *linkQuery) and(condition string) { q.where = append(q.where, condition) }

func (q *linkQuery) whereText() string { return ` WHERE ` + strings.Join(q.where, ` AND `) }

// page selects the ids of a page. It sorts only the ids and the sort columns:
// sorting whole links is ten times slower.
func (q *linkQuery) page(o order, limit, offset int) string {
	return `SELECT l.id FROM ` + o.tables() + q.whereText() + o.text() + ` LIMIT ` + q.arg(limit) + ` OFFSET ` + q.arg(offset)
}

func (q *linkQuery) filter(f link.Filter) {
	for _, word := range strings.Fields(routing.Fold(f.Search)) {
		like := ` LIKE ` + q.arg("%"+likeLiteral.Replace(word)+"%") + ` ESCAPE '!'`
		q.and(`(l.search` + like + ` OR l.page_search` + like + `)`)
	}
	if f.Alias != "" {
		q.and(`l.id IN (SELECT target_id FROM aliases WHERE domain_id = l.domain_id AND folded = ` + q.arg(f.Alias) + `)`)
	}
	if f.Domain != "" {
		q.and(`l.domain_id IN (SELECT id FROM domains WHERE host = ` + q.arg(f.Domain) + `)`)
	}
	if f.FolderID != "" {
		q.and(`l.folder_id = ` + q.arg(f.FolderID))
	}
	if f.CreatedBy != "" {
		q.and(`l.created_by = ` + q.arg(f.CreatedBy))
	}
	if f.ImportID != "" {
		q.and(`l.id IN (SELECT link_id FROM import_links WHERE job_id = ` + q.arg(f.ImportID) + `)`)
	}
	if len(f.Tags) > 0 {
		folded := make([]string, len(f.Tags))
		for i, t := range f.Tags {
			folded[i] = routing.Fold(t)
		}
		var list string
		list, q.args = inList(q.args, folded)
		q.and(
			`l.id IN (SELECT x.link_id FROM link_tags x JOIN tags t ON t.id = x.tag_id WHERE t.workspace_id = $1 AND t.name_folded IN ` + list + `)`,
		)
	}
	if isLiving(f.Statuses) {
		q.and(`(l.archived = FALSE OR l.blocked = TRUE)`)
	} else if len(f.Statuses) > 0 {
		either := make([]string, len(f.Statuses))
		for i, status := range f.Statuses {
			either[i] = `(` + q.status(status, f.Now) + `)`
		}
		q.and(`(` + strings.Join(either, ` OR `) + `)`)
	}
}

// isLiving reports whether statuses are all except Archived, the most frequent
// filter.
func isLiving(statuses []link.Status) bool {
	return len(statuses) == 4 && !slices.ContainsFunc([]link.Status{link.Active, link.Scheduled, link.Expired, link.Blocked},
		func(s link.Status) bool { return !slices.Contains(statuses, s) })
}

// likeLiteral escapes the wildcards of a word. The escape character is "!",
// because the engines differ in the meaning of "\" inside a literal.
var likeLiteral = strings.NewReplacer("!", "!!", "%", "!%", "_", "!_") //nolint:gochecknoglobals // never written

// status adds the condition of link.StatusAt in SQL.
func (q *linkQuery) status(status link.Status, at time.Time) string {
	switch status { // an argument that a condition leaves unused is an error to PostgreSQL
	case link.Blocked:
		return `l.blocked = TRUE`
	case link.Archived:
		return `l.blocked = FALSE AND l.archived = TRUE`
	}
	now := q.arg(toMillis(at))
	const free = `l.blocked = FALSE AND l.archived = FALSE AND `
	ended := `((l.expires_at > 0 AND l.expires_at <= ` + now + `) OR (l.max_clicks > 0 AND l.used_clicks >= l.max_clicks))`
	switch status {
	case link.Scheduled:
		return free + `l.starts_at > ` + now
	case link.Expiring:
		soon := q.arg(toMillis(at.Add(link.ExpiresSoon)))
		return free + `l.starts_at <= ` + now + ` AND NOT ` + ended + ` AND l.expires_at > 0 AND l.expires_at <= ` + soon
	case link.Expired:
		return free + `l.starts_at <= ` + now + ` AND ` + ended
	default:
		return free + `l.starts_at <= ` + now + ` AND NOT ` + ended
	}
}

// order is how a list is sorted, ties broken by id.
type order struct {
	name       link.Sort
	column     string
	descending bool
	isText     bool
}

func sortOf(f link.Filter) order {
	o := order{name: f.Sort, column: `l.created_at`, descending: !f.Ascending}
	switch f.Sort {
	case link.ByAlias:
		o.column, o.isText = `l.alias_folded`, true
	case link.ByClickCount:
		o.column = `(COALESCE(c.clicks, 0) + l.opening_clicks)`
	case link.ByLastClickedAt:
		o.column = `COALESCE(c.last_clicked_at, 0)`
	}
	return o
}

// tables returns the tables of the order and the conditions.
func (o order) tables() string {
	if o.name == link.ByClickCount || o.name == link.ByLastClickedAt {
		return `links l LEFT JOIN link_clicks c ON c.link_id = l.id`
	}
	return `links l`
}

func (o order) text() string {
	if o.descending {
		return ` ORDER BY ` + o.column + ` DESC, l.id DESC`
	}
	return ` ORDER BY ` + o.column + `, l.id`
}

// cursor is where a page ended: the sorted value and the id of its last link.
// It names its order, so that it cannot be used with another.
type cursor struct {
	Sort       link.Sort `json:"s"`
	Descending bool      `json:"d"`
	Number     int64     `json:"n,omitempty"`
	Text       string    `json:"t,omitempty"`
	ID         string    `json:"i"`
}

func (o order) cursor(last *link.Link) string {
	c := cursor{Sort: o.name, Descending: o.descending, ID: last.ID}
	switch o.name {
	case link.ByAlias:
		c.Text = routing.FoldAlias(last.Alias(), last.CaseSensitive)
	case link.ByClickCount:
		c.Number = last.ClickCount
	case link.ByLastClickedAt:
		c.Number = toMillis(last.LastClickedAt)
	default:
		c.Number = toMillis(last.CreatedAt)
	}
	raw, err := json.Marshal(c)
	if err != nil { // texts and numbers always marshal
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(raw)
}

// after leaves out what earlier pages had.
func (q *linkQuery) after(o order, text string) error {
	if text == "" {
		return nil
	}
	var c cursor
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		err = json.Unmarshal(raw, &c)
	}
	if err != nil || c.ID == "" || c.Sort != o.name || c.Descending != o.descending {
		return fault.New(fault.Invalid, "This cursor belongs to another list. Start again without it.").At("cursor")
	}
	var value any = c.Number
	if o.isText {
		value = c.Text
	}
	sign := ` > `
	if o.descending {
		sign = ` < `
	}
	q.and(`(` + o.column + `, l.id)` + sign + `(` + q.arg(value) + `, ` + q.arg(c.ID) + `)`)
	return nil
}
