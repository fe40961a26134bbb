package records

import (
	"context"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/qr"
	"linnet/internal/core/routing"
)

// presetColumns returns the columns of qr_presets.
func presetColumns(p *qr.Preset) columns {
	return columns{
		{"id", &p.ID}, {"workspace_id", &p.WorkspaceID}, {"name", &p.Name}, {"look", jsonField{&p.Look}},
		{"created_by", &p.CreatedBy}, {"created_at", timeField{&p.CreatedAt}}, {"updated_at", timeField{&p.UpdatedAt}},
	}
}

// presetRow returns the columns with those that are derived from others.
func presetRow(p *qr.Preset) columns {
	return append(presetColumns(p), column{"name_folded", routing.Fold(p.Name)})
}

// presetQuery returns a query that reads the presets of the workspace $1.
func presetQuery() string {
	return `SELECT ` + presetColumns(&qr.Preset{}).list("") + ` FROM qr_presets WHERE workspace_id = $1`
}

func scanPreset(row scanner) (qr.Preset, error) {
	var p qr.Preset
	err := row.Scan(presetColumns(&p).fields()...)
	return p, err
}

// QRPresets returns the presets of a workspace by name.
func (s *Store) QRPresets(ctx context.Context, workspaceID string) ([]qr.Preset, error) {
	return queryAll(ctx, s.read, scanPreset, presetQuery()+` ORDER BY name_folded`, workspaceID)
}

// QRPreset returns one preset, or NotFound.
func (s *Store) QRPreset(ctx context.Context, workspaceID, id string) (qr.Preset, error) {
	return onePreset(ctx, s.read, workspaceID, id)
}

func onePreset(ctx context.Context, c conn, workspaceID, id string) (qr.Preset, error) {
	p, err := queryOne(ctx, c, scanPreset, presetQuery()+` AND id = $2`, workspaceID, id)
	return p, notFound(err, "preset")
}

// InsertQRPreset stores a new preset unless the workspace has qr.MaxPresets already.
func (s *Store) InsertQRPreset(ctx context.Context, p qr.Preset, e event.Event) error {
	return samePreset(s.inTx(ctx, func(tx conn) error {
		// The lock serialises concurrent inserts, which could exceed the limit.
		if err := lockWorkspace(ctx, tx, p.WorkspaceID); err != nil {
			return err
		}
		n, err := queryOne(ctx, tx, value[int], `SELECT COUNT(*) FROM qr_presets WHERE workspace_id = $1`, p.WorkspaceID)
		if err != nil {
			return err
		}
		if n >= qr.MaxPresets {
			return qr.ErrTooManyPresets()
		}
		if err := presetRow(&p).insert(ctx, tx, `qr_presets`); err != nil {
			return err
		}
		tx.emit(e)
		return setLookMedia(ctx, tx, `preset_id`, p.ID, p.WorkspaceID, p.Look)
	}))
}

// ChangeQRPreset applies edit to a preset.
func (s *Store) ChangeQRPreset(
	ctx context.Context, workspaceID, id string, edit func(*qr.Preset) ([]event.Event, error),
) (qr.Preset, error) {
	p, err := change(ctx, s, `qr_presets`, id, func(tx conn) (qr.Preset, error) { return onePreset(ctx, tx, workspaceID, id) }, edit,
		func(tx conn, _, p qr.Preset) error {
			if err := presetRow(&p).update(ctx, tx, `qr_presets`); err != nil {
				return err
			}
			return setLookMedia(ctx, tx, `preset_id`, id, workspaceID, p.Look)
		})
	return p, samePreset(err)
}

// DeleteQRPreset deletes a preset, or returns NotFound.
func (s *Store) DeleteQRPreset(ctx context.Context, workspaceID, id string, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `DELETE FROM qr_presets WHERE id = $1 AND workspace_id = $2`, id, workspaceID)
		if err := changedOne(n, err, "preset"); err != nil {
			return err
		}
		tx.emit(e)
		return nil
	})
}

// samePreset says which field a conflict is about.
func samePreset(err error) error {
	if fault.Is(err, fault.Conflict) {
		return fault.Wrap(err, fault.Conflict, "This workspace has a preset with this name. Choose another name.").At("name")
	}
	return err
}
