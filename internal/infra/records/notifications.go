package records

import (
	"context"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/notify"
)

//nolint:gochecknoglobals // immutable
var notificationTable = tableOf("notification", `notifications`, func(n *notify.Notification) []column {
	return []column{
		fixed("id", &n.ID),
		fixed("user_id", &n.UserID),
		fixed("workspace_id", referenceField{&n.WorkspaceID}),
		fixed("kind", &n.Kind),
		fixed("topic", &n.Topic),
		fixed("data", jsonField{&n.Facts}),
		fixed("created_at", &n.CreatedAt),
		col("read_at", &n.ReadAt),
	}
})

// notificationsSeen selects the notifications of a user ($1) in a workspace ($2).
const notificationsSeen = `WHERE user_id = $1 AND (workspace_id IS NULL OR workspace_id = $2) AND in_app`

// InsertNotifications stores and returns the notifications whose topic is new to
// their user, with the tasks of their mails, and deletes old ones.
func (s *Store) InsertNotifications(ctx context.Context, all []notify.Notification, forget time.Time) ([]notify.Notification, error) {
	var stored []notify.Notification
	err := s.inTx(ctx, func(tx conn) (err error) {
		stored, err = insertNotifications(ctx, tx, all, forget)
		return err
	})
	return stored, err
}

func insertNotifications(
	ctx context.Context, tx conn, all []notify.Notification, forget time.Time,
) (stored []notify.Notification, err error) {
	for _, n := range all {
		if _, err := tx.exec(ctx, `DELETE FROM notifications WHERE user_id = $1 AND created_at < $2`, n.UserID, toMillis(forget)); err != nil {
			return nil, err
		}
		inserted, err := insertNotification(ctx, tx, n)
		if err != nil {
			return nil, err
		}
		if inserted {
			stored = append(stored, n)
		}
	}
	return stored, nil
}

// insertNotification stores a notification with the task of its mail, and reports
// whether its topic is new to the user. The user's preferences decide whether it is
// listed and mailed.
func insertNotification(ctx context.Context, tx conn, n notify.Notification) (bool, error) {
	channels, err := channelsOf(ctx, tx, n)
	if err != nil {
		return false, err
	}
	inserted, err := notificationTable.insertOr(ctx, tx, &n, `ON CONFLICT (user_id, topic) DO NOTHING`,
		initial("in_app", channels.InApp), initial("digest_pending", channels.Email == notify.Daily))
	if err != nil || inserted == 0 {
		return false, err
	}
	return true, addEmail(ctx, tx, n, channels)
}

// Notifications returns one page, newest first. The cursor is the id of the
// last one of the page before.
func (s *Store) Notifications(ctx context.Context, userID, workspaceID string, f notify.Filter) (notify.Page, error) {
	items, err := notificationTable.all(ctx, s.read, notificationsSeen+`
		AND ($3 = '' OR (created_at, id) < (SELECT n.created_at, n.id FROM notifications n WHERE n.user_id = $1 AND n.id = $3))
		ORDER BY created_at DESC, id DESC LIMIT $4`, userID, workspaceID, f.Cursor, f.Limit+1)
	if err != nil {
		return notify.Page{}, err
	}
	page := notify.Page{Items: items}
	if len(items) > f.Limit {
		page.Items = items[:f.Limit]
		page.NextCursor = page.Items[f.Limit-1].ID
	}
	page.Total, err = s.read.count(ctx, `notifications `+notificationsSeen, userID, workspaceID)
	if err != nil {
		return notify.Page{}, err
	}
	page.Unread, err = s.UnreadNotifications(ctx, userID, workspaceID)
	return page, err
}

// UnreadNotifications counts what the user has not read.
func (s *Store) UnreadNotifications(ctx context.Context, userID, workspaceID string) (int, error) {
	return s.read.count(ctx, `notifications `+notificationsSeen+` AND read_at = 0`, userID, workspaceID)
}

// MarkNotificationsRead marks those ids, or all when ids is empty.
func (s *Store) MarkNotificationsRead(ctx context.Context, userID, workspaceID string, ids []string, at time.Time) error {
	which, args := "", []any{userID, workspaceID, toMillis(at)}
	if len(ids) > 0 {
		list, withIDs := inList(args, ids)
		which, args = ` AND id IN `+list, withIDs
	}
	_, err := s.write.exec(ctx, `
		UPDATE notifications SET read_at = $3
		WHERE user_id = $1 AND (workspace_id IS NULL OR workspace_id = $2) AND read_at = 0`+which, args...)
	return err
}

// Managers returns the owners and admins of a workspace, in the order they
// joined.
func (s *Store) Managers(ctx context.Context, workspaceID string) ([]string, error) {
	return queryAll(ctx, s.read, value[string], `
		SELECT user_id FROM members WHERE workspace_id = $1 AND role IN ($2, $3) ORDER BY created_at, user_id`,
		workspaceID, string(access.Owner), string(access.Admin))
}
