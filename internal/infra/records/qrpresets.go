package records

import (
	"context"
	"encoding/json"
	"fmt"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/qr"
	"linnet/internal/core/routing"
)

const qrPresetColumns = `id, workspace_id, name, look, created_by, created_at, updated_at`

func scanQRPreset(row scanner) (qr.Preset, error) {
	var p qr.Preset
	var look string
	err := row.Scan(&p.ID, &p.WorkspaceID, &p.Name, &look, &p.CreatedBy, timeField{&p.CreatedAt}, timeField{&p.UpdatedAt})
	if err != nil {
		return p, err
	}
	if err := json.Unmarshal([]byte(look), &p.Look); err != nil {
		return p, fmt.Errorf("QR preset %s: %w", p.ID, err)
	}
	return p, nil
}

// QRPresets returns the presets of a workspace by name.
func (s *Store) QRPresets(ctx context.Context, workspaceID string) ([]qr.Preset, error) {
	return queryAll(ctx, s.read, scanQRPreset,
		`SELECT `+qrPresetColumns+` FROM qr_presets WHERE workspace_id = $1 ORDER BY name_folded`, workspaceID)
}

// QRPreset returns one preset, or NotFound.
func (s *Store) QRPreset(ctx context.Context, workspaceID, id string) (qr.Preset, error) {
	p, err := queryOne(ctx, s.read, scanQRPreset,
		`SELECT `+qrPresetColumns+` FROM qr_presets WHERE workspace_id = $1 AND id = $2`, workspaceID, id)
	return p, missing(err, "preset")
}

// InsertQRPreset stores a new preset unless the workspace has qr.MaxPresets already.
func (s *Store) InsertQRPreset(ctx context.Context, p qr.Preset, e event.Event) error {
	look, err := asJSON(p.Look)
	if err != nil {
		return err
	}
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
		_, err = tx.exec(ctx, `INSERT INTO qr_presets (`+qrPresetColumns+`, name_folded) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			p.ID, p.WorkspaceID, p.Name, look, p.CreatedBy, toMillis(p.CreatedAt), toMillis(p.UpdatedAt), routing.Fold(p.Name))
		if err != nil {
			return err
		}
		tx.emit(e)
		return setLookMedia(ctx, tx, `preset_id`, p.ID, p.WorkspaceID, p.Look)
	}))
}

// UpdateQRPreset stores the name and the look of a preset.
func (s *Store) UpdateQRPreset(ctx context.Context, p qr.Preset, e event.Event) error {
	look, err := asJSON(p.Look)
	if err != nil {
		return err
	}
	return samePreset(s.inTx(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `UPDATE qr_presets SET name = $1, name_folded = $2, look = $3, updated_at = $4 WHERE id = $5 AND workspace_id = $6`,
			p.Name, routing.Fold(p.Name), look, toMillis(p.UpdatedAt), p.ID, p.WorkspaceID)
		if err := changedOne(n, err, "preset"); err != nil {
			return err
		}
		tx.emit(e)
		return setLookMedia(ctx, tx, `preset_id`, p.ID, p.WorkspaceID, p.Look)
	}))
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
