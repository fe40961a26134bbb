package records

import (
	"context"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/media"
	"linnet/internal/core/page"
	"linnet/internal/core/routing"
)

// pagesOfMedia are the pages that show the image m in their draft or to visitors.
const pagesOfMedia = `bio_page_media u JOIN bio_pages p ON p.id = u.page_id AND u.revision IN (p.revision, p.published_revision)
	WHERE u.media_id = m.id`

// looksOfMedia are the looks of QR codes and presets that have the image m.
const looksOfMedia = `qr_look_media x WHERE x.media_id = m.id`

// usedMedia is the condition that a page, a QR code, a preset, or the default look of a
// domain has the image m. Looks of domains, which are few, are JSON, and ids have no
// characters with a meaning in LIKE but the underscore, which also matches itself.
const usedMedia = `(EXISTS (SELECT 1 FROM ` + pagesOfMedia + `) OR EXISTS (SELECT 1 FROM ` + looksOfMedia + `)
	OR EXISTS (SELECT 1 FROM domains d WHERE d.workspace_id = m.workspace_id AND d.qr_look LIKE '%"' || m.id || '"%'))`

//nolint:gochecknoglobals // immutable
var mediaTable = tableOf("image", `media m`, func(m *media.Media) []column {
	return []column{
		fixed("id", &m.ID),
		fixed("workspace_id", &m.WorkspaceID),
		col("hash", &m.Hash),
		col("width", &m.Width),
		col("height", &m.Height),
		col("widths", jsonField{&m.Widths}),
		col("bytes", &m.Bytes),
		col("alt", &m.Alt),
		derived("search", text(func() string { return routing.Fold(m.Alt) })),
		col("focal_x", &m.Focal.X),
		col("focal_y", &m.Focal.Y),
		fixed("created_by", &m.CreatedBy),
		fixed("created_at", &m.CreatedAt),
		col("updated_at", &m.UpdatedAt),
		computed(usedMedia, &m.Used),
	}
})

const mediaByID = `WHERE m.workspace_id = $1 AND m.id = $2`

// Media returns an image, or NotFound.
func (s *Store) Media(ctx context.Context, workspaceID, id string) (media.Media, error) {
	return mediaTable.one(ctx, s.read, mediaByID, workspaceID, id)
}

// MediaByHash returns the image with a hash, or NotFound.
func (s *Store) MediaByHash(ctx context.Context, workspaceID, hash string) (media.Media, error) {
	return mediaTable.one(ctx, s.read, `WHERE m.workspace_id = $1 AND m.hash = $2`, workspaceID, hash)
}

// MediaByID returns those of the images that the workspace has.
func (s *Store) MediaByID(ctx context.Context, workspaceID string, ids []string) ([]media.Media, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	list, args := inList([]any{workspaceID}, ids)
	return mediaTable.all(ctx, s.read, `WHERE m.workspace_id = $1 AND m.id IN `+list, args...)
}

// PublicMedia returns an image. It is NotFound, or Gone if its workspace is suspended
// or deleted.
func (s *Store) PublicMedia(ctx context.Context, id string) (media.Media, error) {
	unavailable := false
	m, err := queryOne(ctx, s.read, mediaTable.scan(&unavailable), `
		SELECT `+mediaTable.list+`, `+workspaceClosed+`
		FROM media m JOIN workspaces w ON w.id = m.workspace_id WHERE m.id = $1`, id)
	if err == nil && unavailable {
		return media.Media{}, fault.New(fault.Gone, "This image is no longer available.")
	}
	return m, notFound(err, "image")
}

// MediaList returns one page of the workspace's images, the newest first.
func (s *Store) MediaList(ctx context.Context, workspaceID string, f media.Filter) (media.List, error) {
	q := linkQuery{args: []any{workspaceID}, where: []string{`m.workspace_id = $1`}}
	for _, word := range strings.Fields(routing.Fold(f.Search)) {
		q.and(`m.search LIKE ` + q.arg("%"+likeLiteral.Replace(word)+"%") + ` ESCAPE '!'`)
	}
	if f.Unused {
		q.and(`NOT ` + usedMedia)
	}
	items, err := newest(ctx, s.read, &q, &newestList[media.Media]{
		table: mediaTable,
		at:    "m.created_at",
		id:    "m.id",
		key:   func(m media.Media) (time.Time, string) { return m.CreatedAt, m.ID },
	}, f.Cursor, f.Limit)
	return media.List{Media: items.rows, Total: items.total, NextCursor: items.next}, err
}

// InsertMedia stores a new image. It locks the workspace, so that concurrent uploads
// do not exceed the limit together.
func (s *Store) InsertMedia(ctx context.Context, m media.Media, limit int64, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		if err := lockWorkspace(ctx, tx, m.WorkspaceID); err != nil {
			return err
		}
		if limit > 0 {
			used, err := storedBytes(ctx, tx, m.WorkspaceID)
			if err != nil {
				return err
			}
			if used+m.Bytes > limit {
				return media.ErrLimit(used, limit)
			}
		}
		tx.emit(e)
		err := mediaTable.insert(ctx, tx, &m)
		if fault.Is(err, fault.Conflict) {
			return media.ErrDuplicate()
		}
		return err
	})
}

// ChangeMedia applies edit to an image.
func (s *Store) ChangeMedia(
	ctx context.Context, workspaceID, id string, edit func(*media.Media) ([]event.Event, error),
) (media.Media, error) {
	return mediaTable.change(ctx, s, id, edit, mediaByID, workspaceID, id)
}

// DeleteMedia deletes an image. It is NotFound, or Conflict if a page, a QR code, a
// preset or the default look of a domain has it. The lock on the image makes a
// concurrent change of a page or a look wait, see insertPageMedia and setLookMedia.
func (s *Store) DeleteMedia(ctx context.Context, workspaceID, id string, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		_, err := queryOne(ctx, tx, value[string], `SELECT id FROM media WHERE id = $1 AND workspace_id = $2`+tx.d.forUpdate, id, workspaceID)
		if err != nil {
			return notFound(err, "image")
		}
		used, err := queryOne(ctx, tx, value[bool], `SELECT `+usedMedia+` FROM media m WHERE m.id = $1`, id)
		if err != nil {
			return err
		}
		if used {
			return media.ErrInUse()
		}
		if _, err := tx.exec(ctx, `DELETE FROM media WHERE id = $1`, id); err != nil {
			return err
		}
		tx.emit(e)
		return nil
	})
}

// LooksWithMedia returns the names of up to limit codes of the view, of presets and of
// domains whose looks have an image.
func (s *Store) LooksWithMedia(ctx context.Context, v access.View, id string, limit int) (media.Looks, error) {
	var found media.Looks
	q := codesOf(v)
	q.and(`q.id IN (SELECT x.code_id FROM qr_look_media x WHERE x.media_id = ` + q.arg(id) + `)`)
	codes, err := codeTable.all(ctx, s.read, q.whereText()+` ORDER BY q.created_at DESC, q.id LIMIT `+q.arg(limit), q.args...)
	if err != nil {
		return found, err
	}
	for _, c := range codes {
		found.Codes = append(found.Codes, c.Label())
	}
	found.Presets, err = queryAll(ctx, s.read, value[string], `
		SELECT p.name FROM qr_presets p JOIN qr_look_media x ON x.preset_id = p.id AND x.media_id = $1
		WHERE p.workspace_id = $2 ORDER BY p.name_folded LIMIT $3`, id, v.WorkspaceID(), limit)
	if err != nil {
		return found, err
	}
	found.Domains, err = queryAll(ctx, s.read, value[string], `
		SELECT host FROM domains WHERE workspace_id = $1 AND qr_look LIKE $2 ORDER BY host LIMIT $3`, v.WorkspaceID(), `%"`+id+`"%`, limit)
	return found, err
}

// PagesWithMedia returns the names of up to limit pages that show an image.
func (s *Store) PagesWithMedia(ctx context.Context, workspaceID, id string, limit int) ([]string, error) {
	return queryAll(ctx, s.read, value[string], `
		SELECT DISTINCT p.handle FROM bio_page_media u
		JOIN bio_pages p ON p.id = u.page_id AND u.revision IN (p.revision, p.published_revision)
		WHERE u.media_id = $1 AND p.workspace_id = $2 ORDER BY p.handle LIMIT $3`, id, workspaceID, limit)
}

// KnownMedia returns those of the ids that exist, in any workspace.
func (s *Store) KnownMedia(ctx context.Context, ids []string) ([]string, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	list, args := inList(nil, ids)
	return queryAll(ctx, s.read, value[string], `SELECT id FROM media WHERE id IN `+list, args...)
}

// lockMedia locks images of a workspace, so that they are not deleted before the end of
// the transaction, and reports whether all of them exist.
func lockMedia(ctx context.Context, tx conn, workspaceID string, ids []string) (exist bool, err error) {
	if len(ids) == 0 {
		return true, nil
	}
	list, args := inList([]any{workspaceID}, ids)
	found, err := queryAll(ctx, tx, value[string],
		`SELECT id FROM media WHERE workspace_id = $1 AND id IN `+list+` ORDER BY id`+tx.d.forShare, args...)
	return len(found) == len(ids), err
}

// insertPageMedia stores the images of the page's revision. It locks them, so that
// they are not deleted meanwhile, and is Invalid if one was.
func insertPageMedia(ctx context.Context, tx conn, p *page.Page) error {
	ids := p.MediaIDs()
	exist, err := lockMedia(ctx, tx, p.WorkspaceID, ids)
	if err != nil {
		return err
	}
	if !exist {
		return fault.New(fault.Invalid, "An image of this page was deleted in the meantime. Choose another one.").At("blocks")
	}
	for _, id := range ids {
		_, err := tx.exec(ctx, `INSERT INTO bio_page_media (page_id, revision, media_id) VALUES ($1, $2, $3)`, p.ID, p.Revision, id)
		if err != nil {
			return err
		}
	}
	return nil
}
