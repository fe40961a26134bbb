package records

import (
	"context"

	"linnet/internal/core/event"
	"linnet/internal/core/qr"
	"linnet/internal/core/routing"
)

//nolint:gochecknoglobals // immutable
var presetTable = tableOf("preset", `qr_presets`, func(p *qr.Preset) []column {
	return []column{
		fixed("id", &p.ID),
		fixed("workspace_id", &p.WorkspaceID),
		col("name", &p.Name),
		derived("name_folded", text(func() string { return routing.Fold(p.Name) })),
		col("look", jsonField{&p.Look}),
		fixed("created_by", &p.CreatedBy),
		fixed("created_at", &p.CreatedAt),
		col("updated_at", &p.UpdatedAt),
	}
})

const presetByID = `WHERE workspace_id = $1 AND id = $2`

// QRPresets returns the presets of a workspace by name.
func (s *Store) QRPresets(ctx context.Context, workspaceID string) ([]qr.Preset, error) {
	return presetTable.all(ctx, s.read, `WHERE workspace_id = $1 ORDER BY name_folded`, workspaceID)
}

// QRPreset returns one preset, or NotFound.
func (s *Store) QRPreset(ctx context.Context, workspaceID, id string) (qr.Preset, error) {
	return presetTable.one(ctx, s.read, presetByID, workspaceID, id)
}

// InsertQRPreset stores a new preset unless the workspace has qr.MaxPresets already.
func (s *Store) InsertQRPreset(ctx context.Context, p qr.Preset, e event.Event) error {
	return samePreset(s.inTx(ctx, func(tx conn) error {
		// The lock serialises concurrent inserts, which could exceed the limit.
		if err := lockWorkspace(ctx, tx, p.WorkspaceID); err != nil {
			return err
		}
		if err := tx.requireBelow(ctx, qr.MaxPresets, qr.ErrTooManyPresets(), `qr_presets WHERE workspace_id = $1`, p.WorkspaceID); err != nil {
			return err
		}
		if err := presetTable.insert(ctx, tx, &p); err != nil {
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
	p, err := change(ctx, s, `qr_presets`, id, presetTable.reading(ctx, presetByID, workspaceID, id), edit,
		func(tx conn, _, p qr.Preset) error {
			if err := presetTable.update(ctx, tx, &p); err != nil {
				return err
			}
			return setLookMedia(ctx, tx, `preset_id`, id, workspaceID, p.Look)
		})
	return p, samePreset(err)
}

// DeleteQRPreset deletes a preset, or returns NotFound.
func (s *Store) DeleteQRPreset(ctx context.Context, workspaceID, id string, e event.Event) error {
	return s.changeOne(ctx, "preset", e, `DELETE FROM qr_presets WHERE id = $1 AND workspace_id = $2`, id, workspaceID)
}

// samePreset says which field a conflict is about.
func samePreset(err error) error {
	return conflictAt(err, "name", "This workspace has a preset with this name. Choose another name.")
}
