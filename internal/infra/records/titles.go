package records

import (
	"context"
	"time"

	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/pagetitle"
	"linnet/internal/core/routing"
)

// wantTitles notes that the pages of new links are to be asked for their titles.
func wantTitles(ctx context.Context, tx conn, links ...*link.Link) error {
	var tasks [][]any
	for _, l := range links {
		if l.WantsTitle() {
			tasks = append(tasks, []any{l.ID, l.URL, toMillis(l.UpdatedAt)})
		}
	}
	return insertRows(ctx, tx, `INSERT INTO title_tasks (link_id, url, due_at)`, tasks)
}

// wantTitleAnew notes it when a change, which is about to be stored, leads to
// another page or takes a person's title away.
func wantTitleAnew(ctx context.Context, tx conn, l *link.Link) error {
	if !l.WantsTitle() {
		_, err := tx.exec(ctx, `DELETE FROM title_tasks WHERE link_id = $1`, l.ID)
		return err
	}
	_, err := tx.exec(ctx, `
		INSERT INTO title_tasks (link_id, url, due_at)
		SELECT id, $2, CAST($3 AS BIGINT) FROM links WHERE id = $1 AND (url <> $2 OR title <> '')
		ON CONFLICT (link_id) DO UPDATE SET url = excluded.url, due_at = excluded.due_at, tries = 0`,
		l.ID, l.URL, toMillis(l.UpdatedAt))
	return err
}

// ClaimTitle leases a task that is due at now until the given time. Tasks of the
// workspaces in except are skipped. Without a due task it is NotFound.
func (s *Store) ClaimTitle(ctx context.Context, now, until time.Time, except []string) (pagetitle.Task, error) {
	due, args := dueTitle(now, except)
	// Read first: mostly there is nothing to write.
	if _, err := queryOne(ctx, s.read, value[string], due, args...); err != nil {
		return pagetitle.Task{}, err
	}
	var task pagetitle.Task
	err := s.inTx(ctx, func(tx conn) error {
		id, err := queryOne(ctx, tx, value[string], due+tx.d.forUpdate, args...)
		if err != nil {
			return err
		}
		if _, err := tx.exec(ctx, `UPDATE title_tasks SET due_at = $2, tries = tries + 1 WHERE link_id = $1`, id, toMillis(until)); err != nil {
			return err
		}
		task, err = queryOne(ctx, tx, func(row scanner) (pagetitle.Task, error) {
			var t pagetitle.Task
			err := row.Scan(&t.LinkID, &t.WorkspaceID, &t.URL, &t.Tries)
			return t, err
		}, `SELECT t.link_id, l.workspace_id, t.url, t.tries FROM title_tasks t JOIN links l ON l.id = t.link_id WHERE t.link_id = $1`, id)
		return err
	})
	return task, err
}

// dueTitle returns the query of the task that has been due longest.
func dueTitle(now time.Time, except []string) (string, []any) {
	const order = ` ORDER BY due_at, link_id LIMIT 1`
	due, args := `SELECT link_id FROM title_tasks WHERE due_at <= $1`, []any{toMillis(now)}
	if len(except) == 0 {
		return due + order, args
	}
	list, args := inList(args, except)
	return due + ` AND NOT EXISTS (SELECT 1 FROM links l WHERE l.id = title_tasks.link_id AND l.workspace_id IN ` + list + `)` + order, args
}

// PostponeTitle releases a task until due and stores its Tries. A task that was
// replaced since is left alone.
func (s *Store) PostponeTitle(ctx context.Context, t pagetitle.Task, due time.Time) error {
	_, err := s.write.exec(
		ctx,
		`UPDATE title_tasks SET due_at = $3, tries = $4 WHERE link_id = $1 AND url = $2`,
		t.LinkID,
		t.URL,
		toMillis(due),
		t.Tries,
	)
	return err
}

// CompleteTitle deletes a task. If title is not empty and the link still has the
// task's URL and no title of its own, it stores title and e.
func (s *Store) CompleteTitle(ctx context.Context, t pagetitle.Task, title string, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		if _, err := tx.exec(ctx, `DELETE FROM title_tasks WHERE link_id = $1 AND url = $2`, t.LinkID, t.URL); err != nil || title == "" {
			return err
		}
		n, err := tx.exec(
			ctx,
			`UPDATE links SET page_title = $3, page_search = $4 WHERE id = $1 AND url = $2 AND title = '' AND deleted_at = 0`,
			t.LinkID,
			t.URL,
			title,
			routing.Fold(title),
		)
		if err != nil || n == 0 {
			return err
		}
		tx.emit(e)
		return nil
	})
}

// TitlesDue counts the pages whose title is to be read by then.
func (s *Store) TitlesDue(ctx context.Context, by time.Time) (int, error) {
	return queryOne(ctx, s.read, value[int], `SELECT COUNT(*) FROM title_tasks WHERE due_at <= $1`, toMillis(by))
}
