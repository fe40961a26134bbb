package records

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/page"
	"linnet/internal/core/routing"
)

// pageTable has pages with the content of the draft.
//
//nolint:gochecknoglobals // immutable
var pageTable = tableOf("bio page", `bio_pages p JOIN domains d ON d.id = p.domain_id
	JOIN bio_page_revisions r ON r.page_id = p.id AND r.revision = p.revision`,
	func(p *page.Page) []column {
		return []column{
			fixed("id", &p.ID),
			fixed("workspace_id", &p.WorkspaceID),
			fixed("domain_id", &p.DomainID),
			computed("d.host", &p.Domain),
			computed("d.case_sensitive", &p.CaseSensitive),
			computed("d.workspace_id = ''", &p.OnDefault),
			col("handle", &p.Handle),
			derived("search", text(func() string { return searchText(p) })),
			computed(rootHost, &p.RootHost),
			col("revision", &p.Revision),
			col("published_revision", &p.PublishedRevision),
			col("published_at", &p.PublishedAt),
			computed(pageUnpublished, &p.Unpublished),
			fixed("created_by", &p.CreatedBy),
			fixed("created_at", &p.CreatedAt),
			col("updated_at", &p.UpdatedAt),
			computed("r.content", jsonField{&p.Content}),
			computed("r.created_by", &p.RevisedBy),
			computed("r.created_at", &p.RevisedAt),
		}
	})

const pageByID = `WHERE p.id = $1 AND p.workspace_id = $2`

// rootHost is the host of the domain that shows the page p at its root, or "".
const rootHost = `COALESCE((SELECT o.host FROM domains o
	WHERE o.root_page_id = p.id AND o.workspace_id IN ('', p.workspace_id) AND o.served_host = o.host
	ORDER BY CASE WHEN o.id = p.domain_id THEN 0 ELSE 1 END, o.created_at, o.id LIMIT 1), '')`

// pageUnpublished reports whether the page p is published with other content than that of
// its draft. Both texts are JSON of the same encoder.
const pageUnpublished = `EXISTS (SELECT 1 FROM bio_page_revisions a
	JOIN bio_page_revisions b ON b.page_id = a.page_id AND b.revision = p.published_revision
	WHERE a.page_id = p.id AND a.revision = p.revision AND a.content <> b.content)`

func decodeContent(text string) (page.Content, error) {
	var c page.Content
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		return c, fmt.Errorf("decode a bio page: %w", err)
	}
	return c, nil
}

// Page returns a page, or NotFound.
func (s *Store) Page(ctx context.Context, workspaceID, id string) (page.Page, error) {
	return pageTable.one(ctx, s.read, pageByID, id, workspaceID)
}

// PublishedPage returns a page with its published content. It is NotFound if the
// page is not published, and Gone if its workspace is suspended or deleted.
func (s *Store) PublishedPage(ctx context.Context, id string) (page.Page, error) {
	unavailable := false
	p, err := queryOne(ctx, s.read, pageTable.scan(&unavailable), `
		SELECT `+pageTable.list+`, `+workspaceClosed+` FROM bio_pages p JOIN domains d ON d.id = p.domain_id
			JOIN bio_page_revisions r ON r.page_id = p.id AND r.revision = p.published_revision
			JOIN workspaces w ON w.id = p.workspace_id
		WHERE p.id = $1`, id)
	if err == nil && unavailable {
		return page.Page{}, fault.New(fault.Gone, "This page is no longer available.")
	}
	return p, notFound(err, "bio page")
}

// Pages returns one page of the workspace's pages, the newest first.
func (s *Store) Pages(ctx context.Context, workspaceID string, f page.Filter) (page.List, error) {
	q := linkQuery{args: []any{workspaceID}, where: []string{`p.workspace_id = $1`}}
	for _, word := range strings.Fields(routing.Fold(f.Search)) {
		q.and(`p.search LIKE ` + q.arg("%"+likeLiteral.Replace(word)+"%") + ` ESCAPE '!'`)
	}
	items, err := newest(ctx, s.read, &q, &newestList[page.Page]{
		table: pageTable,
		at:    "p.created_at",
		id:    "p.id",
		key:   func(p page.Page) (time.Time, string) { return p.CreatedAt, p.ID },
	}, f.Cursor, f.Limit)
	return page.List{Pages: items.rows, Total: items.total, NextCursor: items.next}, err
}

// PagesOnDomain returns the pages of a workspace on a domain.
func (s *Store) PagesOnDomain(ctx context.Context, workspaceID, domainID string) ([]page.Page, error) {
	return pageTable.all(ctx, s.read, `WHERE p.workspace_id = $1 AND p.domain_id = $2`, workspaceID, domainID)
}

// CountPages returns the number of pages of the workspace.
func (s *Store) CountPages(ctx context.Context, workspaceID string) (int, error) {
	return countPages(ctx, s.read, workspaceID)
}

func countPages(ctx context.Context, c conn, workspaceID string) (int, error) {
	return c.count(ctx, `bio_pages WHERE workspace_id = $1`, workspaceID)
}

// Revisions returns the history of a page, the newest first.
func (s *Store) Revisions(ctx context.Context, workspaceID, id string) ([]page.Revision, error) {
	return queryAll(ctx, s.read, func(row scanner) (page.Revision, error) {
		var r page.Revision
		err := row.Scan(&r.Number, &r.CreatedBy, timeField{&r.CreatedAt})
		return r, err
	}, `SELECT r.revision, r.created_by, r.created_at FROM bio_page_revisions r JOIN bio_pages p ON p.id = r.page_id
		WHERE p.id = $1 AND p.workspace_id = $2 ORDER BY r.revision DESC`, id, workspaceID)
}

// RevisionContent returns the content of a revision, or NotFound.
func (s *Store) RevisionContent(ctx context.Context, workspaceID, id string, number int64) (page.Content, error) {
	text, err := queryOne(ctx, s.read, value[string], `
		SELECT r.content FROM bio_page_revisions r JOIN bio_pages p ON p.id = r.page_id
		WHERE p.id = $1 AND p.workspace_id = $2 AND r.revision = $3`, id, workspaceID, number)
	if err != nil {
		return page.Content{}, notFound(err, "version of this page")
	}
	return decodeContent(text)
}

// InsertPage stores a new page.
func (s *Store) InsertPage(ctx context.Context, w page.Write) error {
	return s.inTx(ctx, func(tx conn) error {
		if err := checkPageRoom(ctx, tx, w.Page.WorkspaceID, w.Limit); err != nil {
			return err
		}
		if err := insertPageLinks(ctx, tx, w.Page.WorkspaceID, w.NewLinks); err != nil {
			return err
		}
		p := &w.Page
		if err := pageTable.insert(ctx, tx, p); err != nil {
			return err
		}
		if err := insertPageAlias(ctx, tx, p); err != nil {
			return err
		}
		if err := insertRevision(ctx, tx, p); err != nil {
			return err
		}
		emitAll(tx, w.Events)
		return nil
	})
}

// ChangePage creates links and applies edit to a page.
func (s *Store) ChangePage(
	ctx context.Context, workspaceID, id string, links page.NewLinks, edit func(*page.Page) (page.Change, error),
) (page.Page, error) {
	merge, unpublished := false, false // of the last run
	read := pageTable.reading(ctx, pageByID, id, workspaceID)
	changed, err := change(ctx, s, `bio_pages`, id, read, func(p *page.Page) ([]event.Event, error) {
		c, err := edit(p)
		merge, unpublished = c.Merge, p.Unpublished
		return c.Events, err
	}, func(tx conn, before, p page.Page) error {
		if err := insertPageLinks(ctx, tx, workspaceID, links); err != nil {
			return err
		}
		if err := pageTable.update(ctx, tx, &p); err != nil {
			return err
		}
		if err := replacePageAlias(ctx, tx, &p); err != nil {
			return err
		}
		if err := storeRevision(ctx, tx, &p, before.Revision, merge); err != nil {
			return err
		}
		var err error
		unpublished, err = queryOne(ctx, tx, value[bool], `SELECT `+pageUnpublished+` FROM bio_pages p WHERE p.id = $1`, id)
		return err
	})
	changed.Unpublished = unpublished
	return changed, err
}

// DeletePage deletes a page and frees its alias, or returns NotFound.
func (s *Store) DeletePage(ctx context.Context, workspaceID, id string, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		const ofPage = `r.page_id IN (SELECT id FROM bio_pages WHERE id = $1 AND workspace_id = $2)`
		if err := deleteFormMessages(ctx, tx, ofPage, id, workspaceID); err != nil {
			return err
		}
		if err := tx.execOne(ctx, "bio page", `DELETE FROM bio_pages WHERE id = $1 AND workspace_id = $2`, id, workspaceID); err != nil {
			return err
		}
		if _, err := tx.exec(ctx, `DELETE FROM aliases WHERE target_id = $1`, id); err != nil {
			return err
		}
		_, err := tx.exec(ctx, `UPDATE domains SET root_page_id = '', version = version + 1 WHERE root_page_id = $1`, id)
		tx.emit(e)
		return err
	})
}

func searchText(p *page.Page) string {
	return routing.Fold(strings.Join([]string{p.Domain + "/" + p.Alias(), p.Title}, "\n"))
}

// checkPageRoom is LimitReached when the workspace has limit pages. It locks the
// workspace until the transaction ends, so that concurrent creates wait.
func checkPageRoom(ctx context.Context, tx conn, workspaceID string, limit int) error {
	if limit == 0 {
		return nil
	}
	if err := lockWorkspace(ctx, tx, workspaceID); err != nil {
		return err
	}
	if n, err := countPages(ctx, tx, workspaceID); err != nil || n < limit {
		return err
	}
	return page.ErrLimit(limit)
}

// insertPageLinks stores the links that a page creates. The first fault is that of
// the call.
func insertPageLinks(ctx context.Context, tx conn, workspaceID string, n page.NewLinks) error {
	if len(n.Links) == 0 {
		return nil
	}
	room, err := roomFor(ctx, tx, workspaceID, n.LinkLimit, true)
	if err != nil {
		return err
	}
	if err := lockDomains(ctx, tx, n.Links, true); err != nil {
		return err
	}
	for i, l := range n.Links {
		result, err := writeOne(ctx, tx, room-i, n.LinkLimit, l, insertLink)
		if err != nil {
			return err
		}
		if result != nil {
			return result
		}
	}
	return nil
}

func insertPageAlias(ctx context.Context, tx conn, p *page.Page) error {
	_, err := tx.exec(ctx, insertAliasInto+` VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		p.DomainID, routing.FoldAlias(p.Alias(), p.CaseSensitive), p.Alias(), string(routing.KindPage), p.ID, 0, toMillis(p.UpdatedAt))
	if fault.Is(err, fault.Conflict) {
		return page.ErrTaken(p.Domain)
	}
	return err
}

// replacePageAlias stores the alias of a page if it differs from the stored one.
func replacePageAlias(ctx context.Context, tx conn, p *page.Page) error {
	stored, err := queryOne(ctx, tx, value[string], `SELECT alias FROM aliases WHERE target_id = $1`, p.ID)
	if err != nil || stored == p.Alias() {
		return err
	}
	if _, err := tx.exec(ctx, `DELETE FROM aliases WHERE target_id = $1`, p.ID); err != nil {
		return err
	}
	return insertPageAlias(ctx, tx, p)
}

func insertRevision(ctx context.Context, tx conn, p *page.Page) error {
	_, err := tx.exec(ctx, `INSERT INTO bio_page_revisions (page_id, revision, content, created_by, created_at) VALUES ($1, $2, $3, $4, $5)`,
		p.ID, p.Revision, jsonField{&p.Content}, p.RevisedBy, toMillis(p.RevisedAt))
	if err != nil {
		return err
	}
	return insertPageMedia(ctx, tx, p)
}

// storeRevision stores the content of a new revision, instead of the previous one
// with merge, and deletes the oldest beyond page.MaxRevisions. The published
// revision and the draft's are never deleted.
func storeRevision(ctx context.Context, tx conn, p *page.Page, previous int64, merge bool) error {
	if p.Revision == previous {
		return nil
	}
	if merge {
		if _, err := tx.exec(ctx, `DELETE FROM bio_page_revisions WHERE page_id = $1 AND revision = $2`, p.ID, previous); err != nil {
			return err
		}
	}
	if err := insertRevision(ctx, tx, p); err != nil {
		return err
	}
	_, err := tx.exec(ctx, `
		DELETE FROM bio_page_revisions WHERE page_id = $1 AND revision <> $2 AND revision NOT IN (
			SELECT revision FROM bio_page_revisions WHERE page_id = $1 ORDER BY revision DESC LIMIT $3)`,
		p.ID, p.PublishedRevision, page.MaxRevisions)
	return err
}
