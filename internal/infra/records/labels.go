package records

import (
	"bytes"
	"context"
	"encoding/base64"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/label"
	"linnet/internal/core/routing"
)

//nolint:gochecknoglobals // immutable
var (
	tagTable         = tableOf("tag", `tags t`, labelColumns)
	folderTable      = tableOf("folder", `folders t`, labelColumns)
	utmTemplateTable = tableOf("template", `utm_templates t`, labelColumns)
)

func labelColumns(l *label.Label) []column {
	return []column{
		fixed("id", &l.ID),
		fixed("workspace_id", &l.WorkspaceID),
		col("name", &l.Name),
		derived("name_folded", text(func() string { return routing.Fold(l.Name) })),
		col("color", &l.Color),
		col("utm", jsonField{&l.UTM}),
		fixed("created_at", &l.CreatedAt),
	}
}

// labelTable returns the table of a kind of label.
func labelTable(kind label.Kind) *table[label.Label] {
	switch kind {
	case label.Tag:
		return tagTable
	case label.Folder:
		return folderTable
	default:
		return utmTemplateTable
	}
}

// labelLinks returns an expression that counts the links of a view with a label.
func labelLinks(q *linkQuery, v access.View, kind label.Kind) string {
	switch kind {
	case label.Tag:
		return `(` + sumOfLinks + `tag_counts c WHERE c.tag_id = t.id AND c.state <> 'deleted'` + q.visible(v) + `)`
	case label.Folder:
		return `(` + sumOfLinks + `link_counts c WHERE c.workspace_id = t.workspace_id AND c.folder_id = t.id AND c.state <> 'deleted')`
	default:
		return `0`
	}
}

// LabelsOf returns a page of the labels of a kind that are in the view, by name.
func (s *Store) LabelsOf(ctx context.Context, v access.View, kind label.Kind, p label.Query) (label.Page, error) {
	q := labelsIn(v, kind)
	for _, word := range strings.Fields(routing.Fold(p.Search)) {
		q.and(`t.name_folded LIKE ` + q.arg("%"+likeLiteral.Replace(word)+"%") + ` ESCAPE '!'`)
	}
	if len(p.IDs) > 0 {
		list, args := inList(q.args, p.IDs)
		q.args = args
		q.and(`t.id IN ` + list)
	}
	total, err := s.read.count(ctx, labelTable(kind).from+q.whereText(), q.args...)
	if err != nil {
		return label.Page{}, err
	}
	if p.Cursor != "" {
		name, id, err := readLabelCursor(p.Cursor)
		if err != nil {
			return label.Page{}, err
		}
		q.and(`(t.name_folded, t.id) > (` + q.arg(name) + `, ` + q.arg(id) + `)`)
	}
	limit := p.Limit
	if limit > 0 {
		limit++ // one label more shows whether there is a next page
	}
	found, err := labels(ctx, s.read, v, kind, q, limit)
	page := label.Page{Labels: found, Total: total}
	if len(found) > p.Limit && p.Limit > 0 {
		page.Labels = found[:p.Limit]
		page.NextCursor = labelCursor(page.Labels[p.Limit-1])
	}
	return page, err
}

// labelCursor returns the cursor of the labels after the last one of a page. It contains
// the label's name and id, so that it remains valid when the label is deleted.
func labelCursor(last label.Label) string {
	return base64.RawURLEncoding.EncodeToString([]byte(last.ID + " " + routing.Fold(last.Name)))
}

// readLabelCursor returns the folded name and the id of a cursor.
func readLabelCursor(cursor string) (name, id string, err error) {
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	id, name, ok := strings.Cut(string(raw), " ")
	if err != nil || !ok || id == "" || !utf8.Valid(raw) || bytes.ContainsFunc(raw, unicode.IsControl) {
		return "", "", fault.New(fault.Invalid, "This cursor belongs to another list. Begin again without it.").At("cursor")
	}
	return name, id, nil
}

// Label returns one label, or NotFound.
func (s *Store) Label(ctx context.Context, v access.View, kind label.Kind, id string) (label.Label, error) {
	return oneLabel(ctx, s.read, v, kind, id)
}

func oneLabel(ctx context.Context, c conn, v access.View, kind label.Kind, id string) (label.Label, error) {
	q := labelsIn(v, kind)
	q.and(`t.id = ` + q.arg(id))
	found, err := labels(ctx, c, v, kind, q, 1)
	if err == nil && len(found) == 0 {
		err = fault.New(fault.NotFound, "not found")
	}
	if err != nil {
		return label.Label{}, notFound(err, string(kind))
	}
	return found[0], nil
}

// labelsIn selects the labels of a kind that are in the view.
func labelsIn(v access.View, kind label.Kind) linkQuery {
	q := linkQuery{args: []any{v.WorkspaceID()}, where: []string{`t.workspace_id = $1`}}
	if kind == label.Folder {
		q.notIn(`t.id`, v.Hidden())
	}
	return q
}

// labels returns the labels that a query selects, by name: at most limit, or all if it is 0.
func labels(ctx context.Context, c conn, v access.View, kind label.Kind, q linkQuery, limit int) ([]label.Label, error) {
	restricted, first := `FALSE`, ``
	if kind == label.Folder {
		restricted = `t.restricted`
	}
	if limit > 0 {
		first = ` LIMIT ` + q.arg(limit)
	}
	links := labelLinks(&q, v, kind)
	var n int
	var isRestricted bool
	table := labelTable(kind)
	read := table.scan(&n, &isRestricted)
	found, err := queryAll(ctx, c, func(row scanner) (label.Label, error) {
		l, err := read(row)
		l.Kind, l.Links, l.Access.Restricted = kind, n, isRestricted
		return l, err
	}, `SELECT `+table.list+`, `+links+`, `+restricted+` FROM `+table.from+q.whereText()+` ORDER BY t.name_folded, t.id`+first, q.args...)
	if err != nil {
		return nil, err
	}
	return found, fillFolderMembers(ctx, c, found)
}

// InsertLabel stores a new label.
func (s *Store) InsertLabel(ctx context.Context, l label.Label, e event.Event) error {
	table := labelTable(l.Kind)
	return s.inTx(ctx, func(tx conn) error {
		// Concurrent inserts may exceed the limit slightly.
		err := tx.requireBelow(ctx, label.MaxPerKind, label.ErrTooMany(l.Kind), table.name+` WHERE workspace_id = $1`, l.WorkspaceID)
		if err != nil {
			return err
		}
		tx.emit(e)
		return takenLabel(table.insert(ctx, tx, &l), l.Kind)
	})
}

// ChangeLabel applies edit to a label of the view and stores its name, color, UTM
// values and access.
func (s *Store) ChangeLabel(
	ctx context.Context, v access.View, kind label.Kind, id string, edit func(*label.Label) ([]event.Event, error),
) (label.Label, error) {
	return change(ctx, s, labelTable(kind).name, id, func(tx conn) (label.Label, error) { return oneLabel(ctx, tx, v, kind, id) }, edit,
		func(tx conn, before, after label.Label) error {
			err := labelTable(kind).update(ctx, tx, &after)
			if err != nil || reflect.DeepEqual(before.Access, after.Access) {
				return takenLabel(err, kind)
			}
			return setFolderAccess(ctx, tx, after)
		})
}

func takenLabel(err error, kind label.Kind) error {
	if fault.Is(err, fault.Conflict) {
		return label.ErrTaken(kind)
	}
	return err
}

// DeleteLabel deletes a label and removes it from its links: tags by a foreign
// key, folders here.
func (s *Store) DeleteLabel(ctx context.Context, workspaceID string, kind label.Kind, id string, e event.Event) error {
	table := labelTable(kind).name
	return s.inTx(ctx, func(tx conn) error {
		if err := tx.execOne(ctx, string(kind), `DELETE FROM `+table+` WHERE id = $1 AND workspace_id = $2`, id, workspaceID); err != nil {
			return err
		}
		if kind == label.Folder {
			if _, err := tx.exec(ctx, `UPDATE links SET folder_id = '' WHERE folder_id = $1 AND workspace_id = $2`, id, workspaceID); err != nil {
				return err
			}
		}
		tx.emit(e)
		return nil
	})
}
