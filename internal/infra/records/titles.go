package records

import (
	"context"

	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/pagetitle"
	"linnet/internal/core/queue"
	"linnet/internal/core/routing"
)

// addTitleTasks adds the tasks that fetch the page titles of new links.
func addTitleTasks(ctx context.Context, tx conn, links ...*link.Link) error {
	var tasks []queue.NewTask
	for _, l := range links {
		if l.WantsTitle() {
			tasks = append(tasks, queue.NewTask{
				Kind:        pagetitle.TaskKind,
				Key:         l.ID,
				WorkspaceID: l.WorkspaceID,
				Payload:     l.URL,
				Due:         l.UpdatedAt,
			})
		}
	}
	return addTasks(ctx, tx, tasks...)
}

// replaceTitleTask adds a task when an update changes the destination or removes the
// title, and deletes the task of a link that needs none any more.
func replaceTitleTask(ctx context.Context, tx conn, before, l *link.Link) error {
	switch {
	case !l.WantsTitle() && before.WantsTitle():
		return deleteTask(ctx, tx, pagetitle.TaskKind, l.ID)
	case l.WantsTitle() && (l.URL != before.URL || before.Title != ""):
		return addTitleTasks(ctx, tx, l)
	}
	return nil
}

// SetPageTitle stores the title and e, and completes the task, in one
// transaction. A link that has another destination or a title of its own is left
// unchanged. Without the lease it returns queue.ErrLost.
func (s *Store) SetPageTitle(ctx context.Context, t queue.Task, title string, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		if err := completeTask(ctx, tx, t.Lease); err != nil {
			return err
		}
		n, err := tx.exec(ctx, `
			UPDATE links SET page_title = $3, page_search = $4 WHERE id = $1 AND url = $2 AND title = '' AND deleted_at = 0`,
			t.Key, t.Payload, title, routing.Fold(title))
		if err != nil || n == 0 {
			return err
		}
		tx.emit(e)
		return nil
	})
}
