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
	order := sortOf(f)
	from, err := order.start(f.Cursor)
	if err != nil {
		return link.Page{}, err
	}
	scope, err := s.scopeOf(ctx, v, f)
	if err != nil {
		return link.Page{}, err
	}
	if scope.total == 0 {
		return link.Page{Links: []link.Link{}}, nil
	}
	// One more than the page: whether it exists is whether there is a next page.
	wanted := pageRange{limit: f.Limit + 1, offset: f.Offset}
	ids, err := s.idsOf(ctx, v, f, scope.by, order, from, wanted)
	if err != nil || len(ids) == 0 {
		return link.Page{Links: []link.Link{}, Total: scope.total, AtLeast: scope.atLeast}, err
	}
	list, args := inList(nil, ids)
	found, err := queryAll(ctx, s.read, scanLinks(), linkTable.query+`WHERE l.id IN `+list+order.text(), args...)
	if err != nil {
		return link.Page{}, err
	}
	more := len(found) > f.Limit
	found = found[:min(len(found), f.Limit)]
	if err := fill(ctx, s.read, found); err != nil {
		return link.Page{}, err
	}
	page := link.Page{Links: make([]link.Link, 0, len(found)), Total: scope.total, AtLeast: scope.atLeast}
	if more {
		page.NextCursor = order.cursor(found[len(found)-1])
	}
	for _, l := range found {
		page.Links = append(page.Links, *l)
	}
	return page, nil
}

// pageRange is a part of a list.
type pageRange struct{ limit, offset int }

// text returns the end of a query for the part.
func (r pageRange) text(q *linkQuery) string {
	return ` LIMIT ` + q.arg(r.limit) + ` OFFSET ` + q.arg(r.offset)
}

// idsOf returns the ids of a part of a list behind a cursor.
func (s *Store) idsOf(
	ctx context.Context, v access.View, f link.Filter, by reading, o order, from *cursor, part pageRange,
) ([]string, error) {
	if by == byOrder && o.byClicks() {
		return s.idsByClicks(ctx, v, f, o, from, part)
	}
	q := linksOf(v, `l.deleted_at = 0`)
	q.filter(f, by)
	q.after(o, from)
	text := q.page(o, by, part)
	return queryAll(ctx, s.read, value[string], text, q.args...)
}

// reading is how the links of a list are found.
type reading int

const (
	byOrder  reading = iota // the index of the order is read until the page is full
	byFilter                // few links are left by the filter: they are found by an index of it, and sorted
	byText                  // as byFilter, with the index of texts
)

// listScope is what is known of the links that a filter selects before they are listed.
type listScope struct {
	total   int
	atLeast bool // there are more than total
	by      reading
}

// scopeOf counts the links that a filter selects: by counters if they have the answer, else
// up to link.CountedTotal.
func (s *Store) scopeOf(ctx context.Context, v access.View, f link.Filter) (scope listScope, err error) {
	whole, timed := statesOf(f.Statuses)
	states, err := s.countStates(ctx, v, f)
	if err != nil {
		return scope, err
	}
	counted := 0
	for _, state := range whole {
		counted += states[state]
	}
	most := counted
	if timed {
		most += states[timedState]
	}
	if most <= s.few {
		scope.by = byFilter
	}
	if counters := len(f.Tags) <= 1 && (len(f.Tags) == 0 || f.Domain == ""); counters && !f.SelectsMore() {
		scope.total = counted
		if timed && most > counted {
			n, err := s.countTimed(ctx, v, f)
			scope.total += n
			return scope, err
		}
		return scope, nil
	}
	if most == 0 {
		return scope, nil
	}
	if scope.by == byOrder {
		if scope.by, err = s.readingOf(ctx, v, f); err != nil {
			return scope, err
		}
	}
	if scope.by == byOrder && most > s.texts {
		if err := s.checkWords(ctx, v, f); err != nil {
			return scope, err
		}
	}
	q := linksOf(v, `l.deleted_at = 0`)
	q.filter(f, scope.by)
	if f.CountAll {
		scope.total, err = s.read.count(ctx, q.links()+q.whereText(), q.args...)
		return scope, err
	}
	scope.total, err = s.read.count(ctx, `(SELECT 1 FROM `+q.links()+q.whereText()+` LIMIT `+q.arg(s.few+1)+`) counted`, q.args...)
	if scope.total > s.few {
		scope.total, scope.atLeast = s.few, true
	}
	return scope, err
}

// readingOf returns how to find links that no counter says to be few.
func (s *Store) readingOf(ctx context.Context, v access.View, f link.Filter) (reading, error) {
	if f.Alias != "" || f.URL != "" || f.ExternalID != "" {
		return byFilter, nil
	}
	few, err := s.findsFew(ctx, v, f)
	if few {
		return byText, err
	}
	return byOrder, err
}

// countTimed counts the timed links that a filter selects.
func (s *Store) countTimed(ctx context.Context, v access.View, f link.Filter) (int, error) {
	f.Statuses = slices.DeleteFunc(slices.Clone(f.Statuses), func(s link.Status) bool { return s == link.Archived || s == link.Blocked })
	q := linksOf(v, `l.deleted_at = 0`, isTimed)
	q.filter(f, byFilter)
	return s.read.count(ctx, q.links()+q.whereText(), q.args...)
}

// linkQuery gathers conditions and their arguments.
type linkQuery struct {
	first string // a query for ids: only these links are read, before other conditions; empty: all
	where []string
	args  []any
}

// links returns the table l of links. SQLite reads the tables of a CROSS JOIN in their
// order.
func (q *linkQuery) links() string {
	if q.first == "" {
		return `links l`
	}
	return `(SELECT DISTINCT ` + q.first + `) first CROSS JOIN links l`
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
func (q *linkQuery) page(o order, by reading, part pageRange) string {
	sorted := o.text()
	if by != byOrder {
		sorted = o.sorted()
	}
	return `SELECT l.id FROM ` + q.links() + o.tables() + q.whereText() + sorted + part.text(q)
}

// filter adds the conditions of a filter. Those of links that are read by an order are
// written so that the engine uses no index for them.
func (q *linkQuery) filter(f link.Filter, by reading) {
	column := func(name string) string {
		if by == byOrder {
			return name + ` || ''`
		}
		return name
	}
	// among adds the condition that a link is in a table, whose column has its id.
	among := func(id, table string) {
		if by == byOrder || q.first != "" {
			q.and(`EXISTS (SELECT 1 FROM ` + table + ` AND ` + id + ` = l.id)`)
			return
		}
		q.first = id + ` AS id FROM ` + table
		q.and(`l.id = first.id`)
	}
	q.search(f, by)
	if f.Domain != "" {
		q.and(column(`l.domain_id`) + ` IN (SELECT id FROM domains WHERE host = ` + q.arg(f.Domain) + `)`)
	}
	if f.Alias != "" { // with its domain
		among(`a.target_id`, `aliases a JOIN domains d ON d.id = a.domain_id WHERE d.host = `+q.arg(f.Domain)+` AND a.folded = `+q.arg(f.Alias))
	}
	if f.URL != "" {
		among(`k.id`, `links k WHERE k.url_key = `+q.arg(urlKey(f.URL))+` AND k.url = `+q.arg(f.URL))
	}
	if f.ExternalID != "" {
		q.and(`l.external_id = ` + q.arg(f.ExternalID) + ` AND l.external_id <> ''`) // as links_by_external_id
	}
	if f.FolderID != "" {
		q.and(column(`l.folder_id`) + ` = ` + q.arg(f.FolderID) + ` AND l.folder_id <> ''`) // as links_by_folder
	}
	if f.CreatedBy != "" {
		q.and(`l.created_by = ` + q.arg(f.CreatedBy))
	}
	if f.ImportID != "" {
		among(`i.link_id`, `import_links i WHERE i.job_id = `+q.arg(f.ImportID))
	}
	if len(f.Tags) > 0 {
		var list string
		list, q.args = inList(q.args, foldedTags(f.Tags))
		among(`x.link_id`, `link_tags x JOIN tags t ON t.id = x.tag_id WHERE t.workspace_id = $1 AND t.name_folded IN `+list)
	}
	q.narrowed(f)
	q.statuses(f, by)
}

// likeLiteral escapes the wildcards of a word. The escape character is "!",
// because the engines differ in the meaning of "\" inside a literal.
var likeLiteral = strings.NewReplacer("!", "!!", "%", "!%", "_", "!_") //nolint:gochecknoglobals // never written

// isTimed is the condition of timedState. Its last part is that of the index of such links.
const isTimed = `l.archived = FALSE AND l.blocked = FALSE AND (l.starts_at > 0 OR l.expires_at > 0 OR l.max_clicks > 0)`

// condition returns the condition of links in a state.
func (s linkState) condition(by reading) string {
	switch {
	case s == blockedState:
		return `l.blocked = TRUE`
	case s == archivedState && by == byOrder:
		return `NOT (l.archived = FALSE) AND l.blocked = FALSE` // has no index
	case s == archivedState:
		return `l.archived = TRUE AND l.blocked = FALSE`
	case s == timedState:
		return isTimed
	default:
		return `l.archived = FALSE AND l.blocked = FALSE AND l.starts_at = 0 AND l.expires_at = 0 AND l.max_clicks = 0`
	}
}

// statuses adds the condition of a filter's statuses.
func (q *linkQuery) statuses(f link.Filter, by reading) {
	if len(f.Statuses) == 0 {
		return
	}
	whole, timed := statesOf(f.Statuses)
	if slices.Equal(whole, livingStates()) { // the most frequent filter
		q.and(`(l.archived = FALSE OR l.blocked = TRUE)`)
		return
	}
	var either []string
	for _, state := range whole {
		either = append(either, `(`+state.condition(by)+`)`)
	}
	if timed {
		for _, status := range f.Statuses {
			if status != link.Archived && status != link.Blocked {
				either = append(either, `(`+isTimed+` AND `+q.timed(status, f.Now)+`)`)
			}
		}
	}
	q.and(`(` + strings.Join(either, ` OR `) + `)`)
}

// timed returns the condition of link.StatusAt for a timed link.
func (q *linkQuery) timed(status link.Status, at time.Time) string {
	now := q.arg(toMillis(at))
	ended := `((l.expires_at > 0 AND l.expires_at <= ` + now + `) OR (l.max_clicks > 0 AND l.used_clicks >= l.max_clicks))`
	switch status {
	case link.Scheduled:
		return `l.starts_at > ` + now
	case link.Expiring:
		soon := q.arg(toMillis(at.Add(link.ExpiresSoon)))
		return `l.starts_at <= ` + now + ` AND NOT ` + ended + ` AND l.expires_at > 0 AND l.expires_at <= ` + soon
	case link.Expired:
		return `l.starts_at <= ` + now + ` AND ` + ended
	default:
		return `l.starts_at <= ` + now + ` AND NOT ` + ended
	}
}

// order is how a list is sorted: links with an equal value by second, if there is one, and
// then by id.
type order struct {
	name       link.Sort
	column     string
	second     string
	descending bool
	isText     bool
}

func sortOf(f link.Filter) order {
	o := order{name: f.Sort, column: `l.created_at`, descending: !f.Ascending}
	switch f.Sort {
	case link.ByAlias:
		o.column, o.isText = `l.alias_folded`, true
	case link.ByClickCount:
		o.column = `COALESCE(` + allClicks + `, 0)`
	case link.ByLastClickedAt:
		o.column = `COALESCE(c.last_clicked_at, 0)`
	}
	if o.byClicks() {
		o.second = `CASE WHEN ` + o.column + ` = 0 THEN l.created_at ELSE 0 END`
	}
	return o
}

// byClicks reports whether the order is that of counters, which links without clicks may not
// have: those are sorted by their age.
func (o order) byClicks() bool { return o.name == link.ByClickCount || o.name == link.ByLastClickedAt }

// tables returns the tables of the order beside that of the links.
func (o order) tables() string {
	if o.byClicks() {
		return ` LEFT JOIN link_clicks c ON c.link_id = l.id`
	}
	return ``
}

func (o order) text() string { return o.by(o.column) }

// sorted is text for a sort without an index.
func (o order) sorted() string {
	if o.isText {
		return o.by(o.column + ` || ''`)
	}
	return o.by(o.column + ` + 0`)
}

func (o order) by(expression string) string {
	keys := []string{expression, `l.id`}
	if o.second != "" {
		keys = []string{expression, o.second, `l.id`}
	}
	return o.sort(keys...)
}

// sort returns the text of an order by keys in the order's direction.
func (o order) sort(keys ...string) string {
	direction := ``
	if o.descending {
		direction = ` DESC`
	}
	return ` ORDER BY ` + strings.Join(keys, direction+`, `) + direction
}

// cursor is where a page ended: the sorted values and the id of its last link.
// It names its order, so that it cannot be used with another.
type cursor struct {
	Sort       link.Sort `json:"s"`
	Descending bool      `json:"d"`
	Number     int64     `json:"n,omitempty"`
	Second     int64     `json:"c,omitempty"`
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
	if o.byClicks() && c.Number == 0 {
		c.Second = toMillis(last.CreatedAt)
	}
	raw, err := json.Marshal(c)
	if err != nil { // texts and numbers always marshal
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(raw)
}

// start decodes a cursor. Without one it returns nil.
func (o order) start(text string) (*cursor, error) {
	if text == "" {
		return nil, nil //nolint:nilnil // the first page
	}
	var c cursor
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		err = json.Unmarshal(raw, &c)
	}
	if err != nil || c.ID == "" || c.Sort != o.name || c.Descending != o.descending {
		return nil, fault.New(fault.Invalid, "This cursor belongs to another list. Start again without it.").At("cursor")
	}
	return &c, nil
}

// after leaves out what earlier pages had.
func (q *linkQuery) after(o order, c *cursor) {
	if c == nil {
		return
	}
	var value any = c.Number
	if o.isText {
		value = c.Text
	}
	keys, values := o.column, q.arg(value)
	if o.second != "" {
		keys, values = keys+`, `+o.second, values+`, `+q.arg(c.Second)
	}
	q.and(`(` + keys + `, l.id) ` + o.behind() + ` (` + values + `, ` + q.arg(c.ID) + `)`)
}

// behind is how a link compares with one before it.
func (o order) behind() string {
	if o.descending {
		return `<`
	}
	return `>`
}
