package records

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/label"
	"linnet/internal/core/routing"
)

// labelTable returns the table of a kind of label.
func labelTable(kind label.Kind) string {
	switch kind {
	case label.Tag:
		return `tags`
	case label.Folder:
		return `folders`
	default:
		return `utm_templates`
	}
}

// labelLinks returns an expression that counts the links of a view with a label.
func labelLinks(q *linkQuery, v access.View, kind label.Kind) string {
	switch kind {
	case label.Tag:
		return `(SELECT COUNT(*) FROM link_tags x JOIN links l ON l.id = x.link_id WHERE x.tag_id = t.id AND l.deleted_at = 0` + q.visible(v) + `)`
	case label.Folder:
		return `(SELECT COUNT(*) FROM links l WHERE l.workspace_id = t.workspace_id AND l.folder_id = t.id AND l.deleted_at = 0)`
	default:
		return `0`
	}
}

func scanLabelOf(kind label.Kind) func(scanner) (label.Label, error) {
	return func(row scanner) (label.Label, error) {
		l := label.Label{Kind: kind}
		var utm string
		var created int64
		if err := row.Scan(&l.ID, &l.WorkspaceID, &l.Name, &l.Color, &utm, &l.Links, &created, &l.Access.Restricted); err != nil {
			return l, err
		}
		l.CreatedAt = fromMillis(created)
		if err := json.Unmarshal([]byte(utm), &l.UTM); err != nil {
			return l, fmt.Errorf("label %s: %w", l.ID, err)
		}
		return l, nil
	}
}

// LabelsOf returns the labels of a kind that are in the view, by name.
func (s *Store) LabelsOf(ctx context.Context, v access.View, kind label.Kind) ([]label.Label, error) {
	return labels(ctx, s.read, v, kind, "")
}

// Label returns one label, or NotFound.
func (s *Store) Label(ctx context.Context, v access.View, kind label.Kind, id string) (label.Label, error) {
	return oneLabel(ctx, s.read, v, kind, id)
}

func oneLabel(ctx context.Context, c conn, v access.View, kind label.Kind, id string) (label.Label, error) {
	found, err := labels(ctx, c, v, kind, id)
	if err == nil && len(found) == 0 {
		err = fault.New(fault.NotFound, "not found")
	}
	if err != nil {
		return label.Label{}, notFound(err, string(kind))
	}
	return found[0], nil
}

// labels returns the labels of a kind that are in the view: one, or all without an
// id.
func labels(ctx context.Context, c conn, v access.View, kind label.Kind, id string) ([]label.Label, error) {
	q := linkQuery{args: []any{v.WorkspaceID()}, where: []string{`t.workspace_id = $1`}}
	if id != "" {
		q.and(`t.id = ` + q.arg(id))
	}
	restricted := `FALSE`
	if kind == label.Folder {
		restricted = `t.restricted`
		q.notIn(`t.id`, v.Hidden())
	}
	links := labelLinks(&q, v, kind)
	found, err := queryAll(ctx, c, scanLabelOf(kind), `SELECT t.id, t.workspace_id, t.name, t.color, t.utm, `+links+`, t.created_at, `+restricted+`
		FROM `+labelTable(kind)+` t`+q.whereText()+` ORDER BY t.name_folded, t.id`, q.args...)
	if err != nil {
		return nil, err
	}
	return found, fillFolderMembers(ctx, c, found)
}

// InsertLabel stores a new label.
func (s *Store) InsertLabel(ctx context.Context, l label.Label, e event.Event) error {
	table := labelTable(l.Kind)
	utm, err := asJSON(l.UTM)
	if err != nil {
		return err
	}
	return s.inTx(ctx, func(tx conn) error {
		// Concurrent inserts may exceed the limit slightly.
		n, err := queryOne(ctx, tx, value[int], `SELECT COUNT(*) FROM `+table+` WHERE workspace_id = $1`, l.WorkspaceID)
		if err != nil {
			return err
		}
		if n >= label.MaxPerKind {
			return label.ErrTooMany(l.Kind)
		}
		_, err = tx.exec(ctx, `
			INSERT INTO `+table+` (id, workspace_id, name, name_folded, color, utm, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			l.ID, l.WorkspaceID, l.Name, routing.Fold(l.Name), l.Color, utm, toMillis(l.CreatedAt))
		if err != nil {
			return takenLabel(err, l.Kind)
		}
		tx.emit(e)
		return nil
	})
}

// ChangeLabel applies edit to a label of the view and stores its name, color, UTM
// values and access.
func (s *Store) ChangeLabel(
	ctx context.Context, v access.View, kind label.Kind, id string, edit func(*label.Label) ([]event.Event, error),
) (label.Label, error) {
	return change(ctx, s, labelTable(kind), id, func(tx conn) (label.Label, error) { return oneLabel(ctx, tx, v, kind, id) }, edit,
		func(tx conn, before, after label.Label) error {
			utm, err := asJSON(after.UTM)
			if err != nil {
				return err
			}
			_, err = tx.exec(ctx, `UPDATE `+labelTable(kind)+` SET name = $1, name_folded = $2, color = $3, utm = $4 WHERE id = $5`,
				after.Name, routing.Fold(after.Name), after.Color, utm, id)
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
	table := labelTable(kind)
	return s.inTx(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `DELETE FROM `+table+` WHERE id = $1 AND workspace_id = $2`, id, workspaceID)
		if err := changedOne(n, err, string(kind)); err != nil {
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
