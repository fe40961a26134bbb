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

// codeTable has codes with their links, which static codes do not have.
//
//nolint:gochecknoglobals // immutable
var codeTable = tableOf("QR code", `
	qr_codes q LEFT JOIN links l ON l.id = q.link_id LEFT JOIN domains d ON d.id = l.domain_id
	LEFT JOIN aliases a ON a.target_id = l.id AND a.position = 0`,
	func(c *qr.Code) []column {
		return []column{
			fixed("id", &c.ID),
			fixed("workspace_id", &c.WorkspaceID),
			col("link_id", referenceField{&c.LinkID}),
			col("static_content", optionalJSON{&c.Static}),
			derived("static_search", text(func() string { return routing.Fold(c.Static.SearchText()) })),
			col("name", &c.Name),
			derived("name_folded", text(func() string { return routing.Fold(c.Name) })),
			col("look", jsonField{&c.Look}),
			col("marked", &c.Marked),
			fixed("created_by", &c.CreatedBy),
			fixed("created_at", &c.CreatedAt),
			col("updated_at", &c.UpdatedAt),
			computed("COALESCE(d.host, '')", &c.Link.Domain),
			computed("COALESCE(a.alias, '')", &c.Link.Alias),
			computed("COALESCE(l.url, '')", &c.Link.URL),
			computed("COALESCE(l.folder_id, '')", &c.Link.FolderID),
			computed("COALESCE(CASE WHEN l.title = '' THEN l.page_title ELSE l.title END, '')", &c.Link.Title),
		}
	})

// listedQRCodes omits the codes of deleted links.
const listedQRCodes = `(q.link_id IS NULL OR l.deleted_at = 0)`

// codesOf returns a query for the codes of a view, with the tables of codeTable. Static
// codes are in no folder.
func codesOf(v access.View) linkQuery {
	q := linkQuery{args: []any{v.WorkspaceID()}, where: []string{`q.workspace_id = $1`, listedQRCodes}}
	q.notIn(`COALESCE(l.folder_id, '')`, v.Hidden())
	return q
}

// QRCode returns one code of the view, or NotFound.
func (s *Store) QRCode(ctx context.Context, v access.View, id string) (qr.Code, error) {
	q := codesOf(v)
	q.and(`q.id = ` + q.arg(id))
	return codeTable.one(ctx, s.read, q.whereText(), q.args...)
}

// QRCodesByID returns those of the codes that the view has, by id.
func (s *Store) QRCodesByID(ctx context.Context, v access.View, ids []string) ([]qr.Code, error) {
	return codesByID(ctx, s.read, v, ids)
}

func codesByID(ctx context.Context, c conn, v access.View, ids []string) ([]qr.Code, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	q := codesOf(v)
	q.in(`q.id`, ids)
	return codeTable.all(ctx, c, q.whereText()+` ORDER BY q.id`, q.args...)
}

// PublicQRCode returns a code. It is NotFound, or Gone if its workspace is suspended or
// deleted.
func (s *Store) PublicQRCode(ctx context.Context, id string) (qr.Code, error) {
	unavailable := false
	c, err := queryOne(ctx, s.read, codeTable.scan(&unavailable), `
		SELECT `+codeTable.list+`, `+workspaceClosed+` FROM `+codeTable.from+`
		JOIN workspaces w ON w.id = q.workspace_id WHERE q.id = $1 AND `+listedQRCodes, id)
	if err == nil && unavailable {
		return qr.Code{}, fault.New(fault.Gone, "This image is no longer available.")
	}
	return c, notFound(err, "QR code")
}

// DefaultLook returns the look of new codes of a link: that of its domain, or nil
// if the domain has none. It is NotFound when the view has no such link.
func (s *Store) DefaultLook(ctx context.Context, v access.View, linkID string) (*look.Look, error) {
	q := linksOf(v, `l.deleted_at = 0`)
	q.and(`l.id = ` + q.arg(linkID))
	stored, err := queryOne(ctx, s.read, value[string],
		`SELECT d.qr_look FROM links l JOIN domains d ON d.id = l.domain_id`+q.whereText(), q.args...)
	if err != nil {
		return nil, notFound(err, "link")
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

// QRCodes returns one page of the codes of the view, the newest first.
func (s *Store) QRCodes(ctx context.Context, v access.View, f qr.Filter) (qr.Page, error) {
	q := codesOf(v)
	for _, word := range strings.Fields(routing.Fold(f.Search)) {
		pattern := q.arg("%" + likeLiteral.Replace(word) + "%")
		q.and(`(q.name_folded LIKE ` + pattern + ` ESCAPE '!' OR q.static_search LIKE ` + pattern + ` ESCAPE '!' OR l.search LIKE ` +
			pattern + ` ESCAPE '!')`)
	}
	if f.LinkID != "" {
		q.and(`q.link_id = ` + q.arg(f.LinkID))
	}
	items, err := newest(ctx, s.read, &q, &newestList[qr.Code]{
		table: codeTable,
		at:    "q.created_at",
		id:    "q.id",
		key:   func(c qr.Code) (time.Time, string) { return c.CreatedAt, c.ID },
	}, f.Cursor, f.Limit)
	return qr.Page{Codes: items.rows, Total: items.total, NextCursor: items.next}, err
}

// LinkFolder returns the folder of a link of the view, or NotFound.
func (s *Store) LinkFolder(ctx context.Context, v access.View, linkID string) (string, error) {
	q := linksOf(v, `l.deleted_at = 0`)
	q.and(`l.id = ` + q.arg(linkID))
	folderID, err := queryOne(ctx, s.read, value[string], `SELECT l.folder_id FROM links l`+q.whereText(), q.args...)
	return folderID, notFound(err, "link")
}

// InsertQRCode stores a new code.
func (s *Store) InsertQRCode(ctx context.Context, c qr.Code, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		if err := requireRoom(ctx, tx, c); err != nil {
			return err
		}
		if err := codeTable.insert(ctx, tx, &c); err != nil {
			return err
		}
		tx.emit(e)
		return setLookMedia(ctx, tx, `code_id`, c.ID, c.WorkspaceID, c.Look)
	})
}

// requireRoom returns the error of a code beyond the limit of its link, or of static
// codes. It locks the link or the workspace, because concurrent inserts could exceed
// the limit together.
func requireRoom(ctx context.Context, tx conn, c qr.Code) error {
	if c.IsStatic() {
		return requireStaticRoom(ctx, tx, c.WorkspaceID)
	}
	_, err := queryOne(ctx, tx, value[string],
		`SELECT id FROM links WHERE id = $1 AND workspace_id = $2 AND deleted_at = 0`+tx.d.forUpdate, c.LinkID, c.WorkspaceID)
	if fault.Is(err, fault.NotFound) {
		return qr.ErrNoLink()
	}
	if err != nil {
		return err
	}
	return tx.requireBelow(ctx, qr.MaxPerLink, qr.ErrTooMany(), `qr_codes WHERE link_id = $1`, c.LinkID)
}

func requireStaticRoom(ctx context.Context, tx conn, workspaceID string) error {
	if err := lockWorkspace(ctx, tx, workspaceID); err != nil {
		return err
	}
	return tx.requireBelow(ctx, qr.MaxStatic, qr.ErrTooManyStatic(), `qr_codes WHERE workspace_id = $1 AND link_id IS NULL`, workspaceID)
}

// ChangeQRCodes applies edit to those of the codes that the view has, in one
// transaction; see change.
func (s *Store) ChangeQRCodes(
	ctx context.Context, v access.View, ids []string, edit func(*qr.Code) ([]event.Event, error),
) (map[string]qr.Result, error) {
	var results map[string]qr.Result
	err := s.inTx(ctx, func(tx conn) error {
		results = make(map[string]qr.Result, len(ids))
		if err := lockForChange(ctx, tx, `qr_codes`, ids...); err != nil {
			return err
		}
		codes, err := codesByID(ctx, tx, v, ids)
		if err != nil {
			return err
		}
		for _, c := range codes {
			events, err := edit(&c)
			if fault.Rejects(err) {
				results[c.ID] = qr.Result{Err: err}
				continue
			}
			if err != nil {
				return err
			}
			if err := storeCode(ctx, tx, c); err != nil {
				return err
			}
			emitAll(tx, events)
			results[c.ID] = qr.Result{Code: c}
		}
		return nil
	})
	return results, err
}

func storeCode(ctx context.Context, tx conn, c qr.Code) error {
	if err := codeTable.update(ctx, tx, &c); err != nil {
		return err
	}
	return setLookMedia(ctx, tx, `code_id`, c.ID, c.WorkspaceID, c.Look)
}

// DeleteQRCode deletes a code, or returns NotFound.
func (s *Store) DeleteQRCode(ctx context.Context, workspaceID, id string, e event.Event) error {
	return s.changeOne(ctx, "QR code", e, `DELETE FROM qr_codes WHERE id = $1 AND workspace_id = $2`, id, workspaceID)
}

// setLookMedia stores the images of the look of a code or a preset, by the name of the
// column that refers to it. It locks the images, so that they are not deleted meanwhile,
// and is Invalid if one was.
func setLookMedia(ctx context.Context, tx conn, column, ownerID, workspaceID string, l look.Look) error {
	if _, err := tx.exec(ctx, `DELETE FROM qr_look_media WHERE `+column+` = $1`, ownerID); err != nil {
		return err
	}
	ids := l.Images()
	exist, err := lockMedia(ctx, tx, workspaceID, ids)
	if err != nil {
		return err
	}
	if !exist {
		return fault.New(fault.Invalid, "An image of this code was deleted in the meantime. Choose another one.").At("look.logo")
	}
	for _, id := range ids {
		if _, err := tx.exec(ctx, `INSERT INTO qr_look_media (media_id, `+column+`) VALUES ($1, $2)`, id, ownerID); err != nil {
			return err
		}
	}
	return nil
}
