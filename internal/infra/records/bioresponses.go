package records

import (
	"context"
	"fmt"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/page"
	"linnet/internal/core/webhook"
)

//nolint:gochecknoglobals // immutable
var responseTable = tableOf("response", `bio_page_responses r`, func(r *page.Response) []column {
	return []column{
		fixed("id", &r.ID),
		fixed("page_id", &r.PageID),
		fixed("block_id", &r.BlockID),
		col("form", &r.Form),
		fixed("email", &r.Email),
		col("consent", &r.Consent),
		col("created_at", &r.CreatedAt),
	}
})

// AddResponse stores a response to a form of a bio page. An earlier response of the
// address to the form is replaced. It is LimitReached beyond page.MaxResponses of
// the page. Webhooks get a message.
func (s *Store) AddResponse(ctx context.Context, r page.Response) error {
	return s.inTx(ctx, func(tx conn) error {
		n, err := tx.count(ctx, `bio_page_responses WHERE page_id = $1`, r.PageID)
		if err != nil {
			return err
		}
		if n >= page.MaxResponses {
			return fault.New(fault.LimitReached, fmt.Sprintf("This page has %d responses and accepts no more.", n))
		}
		// The earlier response's id stays.
		id, err := queryOne(ctx, tx, value[string],
			responseTable.insertion+`ON CONFLICT (page_id, block_id, email) `+responseTable.replace+` RETURNING id`,
			responseTable.fields(&r, inInsert)...)
		if err != nil {
			return err
		}
		workspaceID, err := queryOne(ctx, tx, value[string], `SELECT workspace_id FROM bio_pages WHERE id = $1`, r.PageID)
		if err != nil {
			return err
		}
		return sendMessages(ctx, tx, webhook.FormMessage(workspaceID, webhook.FormResponse{
			ID:        id,
			PageID:    r.PageID,
			BlockID:   r.BlockID,
			Form:      r.Form,
			Email:     r.Email,
			Consent:   r.Consent,
			CreatedAt: r.CreatedAt.UTC(),
		}))
	})
}

// Responses returns one page of the responses to the forms of a bio page, the newest
// first.
func (s *Store) Responses(ctx context.Context, f page.ResponseFilter) (page.ResponseList, error) {
	q := linkQuery{args: []any{f.PageID}, where: []string{`r.page_id = $1`}}
	if f.BlockID != "" {
		q.and(`r.block_id = ` + q.arg(f.BlockID))
	}
	items, err := newest(ctx, s.read, &q, &newestList[page.Response]{
		table: responseTable,
		at:    "r.created_at",
		id:    "r.id",
		key:   func(r page.Response) (time.Time, string) { return r.CreatedAt, r.ID },
	}, f.Cursor, f.Limit)
	return page.ResponseList{Responses: items.rows, Total: items.total, NextCursor: items.next}, err
}

// ResponseCounts returns the number of responses of those of the pages of a workspace
// that have any, by page.
func (s *Store) ResponseCounts(ctx context.Context, workspaceID string, pageIDs []string) (map[string]int, error) {
	counts := make(map[string]int, len(pageIDs))
	if len(pageIDs) == 0 {
		return counts, nil
	}
	list, args := inList([]any{workspaceID}, pageIDs)
	_, err := queryAll(ctx, s.read, func(row scanner) (string, error) {
		var id string
		var n int
		err := row.Scan(&id, &n)
		counts[id] = n
		return id, err
	}, `SELECT r.page_id, COUNT(*) FROM bio_page_responses r JOIN bio_pages p ON p.id = r.page_id
		WHERE p.workspace_id = $1 AND p.id IN `+list+` GROUP BY r.page_id`, args...)
	return counts, err
}

// DeleteResponse deletes a response, or returns NotFound.
func (s *Store) DeleteResponse(ctx context.Context, pageID, id string, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		if err := deleteFormMessages(ctx, tx, `r.id = $1 AND r.page_id = $2`, id, pageID); err != nil {
			return err
		}
		tx.emit(e)
		return tx.execOne(ctx, "response", `DELETE FROM bio_page_responses WHERE id = $1 AND page_id = $2`, id, pageID)
	})
}

// DeleteResponses deletes the responses to a form of a bio page, or all of the page if
// blockID is empty, and returns their number.
func (s *Store) DeleteResponses(ctx context.Context, pageID, blockID string, e event.Event) (int, error) {
	var deleted int64
	err := s.inTx(ctx, func(tx conn) error {
		if err := deleteFormMessages(ctx, tx, `r.page_id = $1 AND ($2 = '' OR r.block_id = $2)`, pageID, blockID); err != nil {
			return err
		}
		n, err := tx.exec(ctx, `DELETE FROM bio_page_responses WHERE page_id = $1 AND ($2 = '' OR block_id = $2)`, pageID, blockID)
		if err == nil && n > 0 {
			tx.emit(e)
		}
		deleted = n
		return err
	})
	return int(deleted), err
}

// ResponseForms returns the forms of a bio page that have responses, that with the
// latest response first, at most page.MaxForms.
func (s *Store) ResponseForms(ctx context.Context, pageID string) ([]page.FormUse, error) {
	return queryAll(ctx, s.read, scanFormUse, `
		SELECT u.block_id, (
			SELECT r.form FROM bio_page_responses r WHERE r.page_id = $1 AND r.block_id = u.block_id ORDER BY r.created_at DESC, r.id DESC LIMIT 1
		), u.responses, u.latest
		FROM (
			SELECT block_id, COUNT(*) AS responses, MAX(created_at) AS latest FROM bio_page_responses WHERE page_id = $1 GROUP BY block_id
		) u
		ORDER BY u.latest DESC, u.block_id LIMIT $2`, pageID, page.MaxForms)
}

func scanFormUse(row scanner) (page.FormUse, error) {
	var f page.FormUse
	err := row.Scan(&f.BlockID, &f.Title, &f.Responses, timeField{&f.LatestAt})
	return f, err
}
