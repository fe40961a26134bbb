package records

import (
	"context"
	"fmt"

	"linnet/internal/base/fault"
	"linnet/internal/core/dataexport"
)

// contentsSQL returns the statement for contents of a kind in a workspace whose ids
// follow another one.
func contentsSQL(kind dataexport.Kind) (string, error) {
	switch kind {
	case dataexport.QRCodes:
		return `SELECT id, name, COALESCE(link_id, ''), static_content, look, created_at, updated_at
			FROM qr_codes WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`, nil
	case dataexport.QRPresets:
		return `SELECT id, name, '', '', look, created_at, updated_at
			FROM qr_presets WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`, nil
	case dataexport.BioPages:
		return `SELECT p.id, p.handle, '', r.content, '', p.created_at, p.updated_at
			FROM bio_pages p JOIN bio_page_revisions r ON r.page_id = p.id AND r.revision = p.revision
			WHERE p.workspace_id = $1 AND p.id > $2 ORDER BY p.id LIMIT $3`, nil
	case dataexport.Images:
		return `SELECT id, alt, '', '', '', created_at, updated_at
			FROM media WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`, nil
	case dataexport.UTMTemplates:
		return `SELECT id, name, '', utm, '', created_at, created_at
			FROM utm_templates WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`, nil
	}
	return "", fault.New(fault.Internal, fmt.Sprintf("there are no contents of kind %q", kind))
}

// WorkspaceContents returns contents of a workspace after an id, by id.
func (s *Store) WorkspaceContents(
	ctx context.Context, kind dataexport.Kind, workspaceID, after string, limit int,
) ([]dataexport.Content, error) {
	query, err := contentsSQL(kind)
	if err != nil {
		return nil, err
	}
	return queryAll(ctx, s.read, func(row scanner) (c dataexport.Content, err error) {
		err = row.Scan(&c.ID, &c.Name, &c.LinkID, rawField{(*[]byte)(&c.Content)}, rawField{(*[]byte)(&c.Look)},
			timeField{&c.CreatedAt}, timeField{&c.UpdatedAt})
		return c, err
	}, query, workspaceID, after, limit)
}
