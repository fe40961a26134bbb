package records

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/qr"
	"linnet/internal/core/qr/look"
	"linnet/internal/core/routing"
)

// qrColumns are read by scanQRCode, in its order.
const qrColumns = `
	q.id, q.workspace_id, q.link_id, q.name, q.look, q.marked, q.created_by, q.created_at, q.updated_at,
	d.host, a.alias, l.url, l.folder_id, CASE WHEN l.title = '' THEN l.page_title ELSE l.title END`

// qrTables are without the codes of deleted links.
const qrTables = `
	qr_codes q JOIN links l ON l.id = q.link_id AND l.deleted_at = 0 JOIN domains d ON d.id = l.domain_id
	JOIN aliases a ON a.target_id = l.id AND a.position = 0`

func scanQRCode(row scanner) (qr.Code, error) {
	var c qr.Code
	var look string
	var created, updated int64
	err := row.Scan(&c.ID, &c.WorkspaceID, &c.LinkID, &c.Name, &look, &c.Marked, &c.CreatedBy, &created, &updated,
		&c.Link.Domain, &c.Link.Alias, &c.Link.URL, &c.Link.FolderID, &c.Link.Title)
	if err != nil {
		return c, err
	}
	c.CreatedAt, c.UpdatedAt = fromMillis(created), fromMillis(updated)
	if err := json.Unmarshal([]byte(look), &c.Look); err != nil {
		return c, fmt.Errorf("QR code %s: %w", c.ID, err)
	}
	return c, nil
}

// QRCode returns one code of a link of the view, or NotFound.
func (s *Store) QRCode(ctx context.Context, v access.View, id string) (qr.Code, error) {
	q := linksOf(v)
	q.and(`q.id = ` + q.arg(id))
	c, err := queryOne(ctx, s.read, scanQRCode, `SELECT `+qrColumns+` FROM `+qrTables+q.whereText(), q.args...)
	return c, missing(err, "QR code")
}

// PublicQRCode returns a code. It is NotFound, or Gone if its workspace is suspended or
// deleted.
func (s *Store) PublicQRCode(ctx context.Context, id string) (qr.Code, error) {
	unavailable := false
	c, err := queryOne(ctx, s.read, func(row scanner) (qr.Code, error) { return scanQRCode(alongside{row, []any{&unavailable}}) },
		`SELECT `+qrColumns+`, w.suspended_at > 0 OR w.deleted_at > 0 FROM `+qrTables+`
		JOIN workspaces w ON w.id = q.workspace_id WHERE q.id = $1`, id)
	if err == nil && unavailable {
		return qr.Code{}, fault.New(fault.Gone, "This image is no longer available.")
	}
	return c, missing(err, "QR code")
}

// DefaultLook returns the look of new codes of a link: that of its domain, or nil
// if the domain has none. It is NotFound when the view has no such link.
func (s *Store) DefaultLook(ctx context.Context, v access.View, linkID string) (*look.Look, error) {
	q := linksOf(v, `l.deleted_at = 0`)
	q.and(`l.id = ` + q.arg(linkID))
	stored, err := queryOne(ctx, s.read, value[string],
		`SELECT d.qr_look FROM links l JOIN domains d ON d.id = l.domain_id`+q.whereText(), q.args...)
	if err != nil {
		return nil, missing(err, "link")
	}
	return decodeLook(stored)
}

// decodeLook decodes a stored look; empty text is nil.
func decodeLook(text string) (*look.Look, error) {
	if text == "" {
		return nil, nil //nolint:nilnil // no look is not an error
	}
	var l look.Look
	if err := json.Unmarshal([]byte(text), &l); err != nil {
		return nil, fmt.Errorf("decode the look of QR codes: %w", err)
	}
	return &l, nil
}

// QRCodes returns one page of the codes of links of the view, the newest first.
func (s *Store) QRCodes(ctx context.Context, v access.View, f qr.Filter) (qr.Page, error) {
	q := linkQuery{args: []any{v.WorkspaceID()}, where: []string{`q.workspace_id = $1`}}
	q.notIn(`l.folder_id`, v.Hidden())
	for _, word := range strings.Fields(routing.Fold(f.Search)) {
		pattern := q.arg("%" + likeLiteral.Replace(word) + "%")
		q.and(`(q.name_folded LIKE ` + pattern + ` ESCAPE '!' OR l.search LIKE ` + pattern + ` ESCAPE '!')`)
	}
	if f.LinkID != "" {
		q.and(`q.link_id = ` + q.arg(f.LinkID))
	}
	items, err := newest(ctx, s.read, &q, &newestList[qr.Code]{
		columns: qrColumns, tables: qrTables, at: "q.created_at", id: "q.id", scan: scanQRCode,
		key: func(c qr.Code) (time.Time, string) { return c.CreatedAt, c.ID },
	}, f.Cursor, f.Limit)
	return qr.Page{Codes: items.rows, Total: items.total, NextCursor: items.next}, err
}

// LinkFolder returns the folder of a link of the view, or NotFound.
func (s *Store) LinkFolder(ctx context.Context, v access.View, linkID string) (string, error) {
	q := linksOf(v, `l.deleted_at = 0`)
	q.and(`l.id = ` + q.arg(linkID))
	folderID, err := queryOne(ctx, s.read, value[string], `SELECT l.folder_id FROM links l`+q.whereText(), q.args...)
	return folderID, missing(err, "link")
}

// InsertQRCode stores a new code.
func (s *Store) InsertQRCode(ctx context.Context, c qr.Code, e event.Event) error {
	look, err := asJSON(c.Look)
	if err != nil {
		return err
	}
	return s.inTx(ctx, func(tx conn) error {
		// The lock on the link serialises concurrent inserts.
		_, err := queryOne(
			ctx,
			tx,
			value[string],
			`SELECT id FROM links WHERE id = $1 AND workspace_id = $2 AND deleted_at = 0`+tx.d.forUpdate,
			c.LinkID,
			c.WorkspaceID,
		)
		if fault.Is(err, fault.NotFound) {
			return qr.ErrNoLink()
		}
		if err != nil {
			return err
		}
		n, err := queryOne(ctx, tx, value[int], `SELECT COUNT(*) FROM qr_codes WHERE link_id = $1`, c.LinkID)
		if err != nil {
			return err
		}
		if n >= qr.MaxPerLink {
			return qr.ErrTooMany()
		}
		_, err = tx.exec(
			ctx,
			`
			INSERT INTO qr_codes (id, workspace_id, link_id, name, name_folded, look, marked, created_by, created_at, updated_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
			c.ID,
			c.WorkspaceID,
			c.LinkID,
			c.Name,
			routing.Fold(c.Name),
			look,
			c.Marked,
			c.CreatedBy,
			toMillis(c.CreatedAt),
			toMillis(c.UpdatedAt),
		)
		if err != nil {
			return err
		}
		tx.emit(e)
		return nil
	})
}

// UpdateQRCode stores the name and the look of an existing code.
func (s *Store) UpdateQRCode(ctx context.Context, c qr.Code, e event.Event) error {
	look, err := asJSON(c.Look)
	if err != nil {
		return err
	}
	return s.inTx(ctx, func(tx conn) error {
		n, err := tx.exec(
			ctx,
			`UPDATE qr_codes SET name = $1, name_folded = $2, look = $3, marked = $4, updated_at = $5 WHERE id = $6 AND workspace_id = $7`,
			c.Name,
			routing.Fold(c.Name),
			look,
			c.Marked,
			toMillis(c.UpdatedAt),
			c.ID,
			c.WorkspaceID,
		)
		if err := changedOne(n, err, "QR code"); err != nil {
			return err
		}
		tx.emit(e)
		return nil
	})
}

// DeleteQRCode deletes a code, or returns NotFound.
func (s *Store) DeleteQRCode(ctx context.Context, workspaceID, id string, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `DELETE FROM qr_codes WHERE id = $1 AND workspace_id = $2`, id, workspaceID)
		if err := changedOne(n, err, "QR code"); err != nil {
			return err
		}
		tx.emit(e)
		return nil
	})
}
