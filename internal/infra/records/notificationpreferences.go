package records

import (
	"context"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/notify"
)

// NotificationPreferences returns the channels that a user chose, by category.
func (s *Store) NotificationPreferences(ctx context.Context, userID string) (map[notify.Category]notify.Channels, error) {
	chosen := map[notify.Category]notify.Channels{}
	_, err := queryAll(ctx, s.read, func(row scanner) (struct{}, error) {
		var category notify.Category
		var c notify.Channels
		err := row.Scan(&category, &c.InApp, &c.Email)
		chosen[category] = c
		return struct{}{}, err
	}, `SELECT category, in_app, email FROM notification_preferences WHERE user_id = $1`, userID)
	return chosen, err
}

// ChangeNotificationPreference applies edit to the channels of a user for a
// category, which are those of its settings until the user chooses others.
func (s *Store) ChangeNotificationPreference(
	ctx context.Context, userID string, of notify.Settings, edit func(*notify.Channels),
) (notify.Channels, error) {
	return change(ctx, s, `users`, userID, func(tx conn) (notify.Channels, error) {
		return chosenChannels(ctx, tx, userID, of)
	}, func(c *notify.Channels) ([]event.Event, error) {
		edit(c)
		return nil, nil
	}, func(tx conn, _, c notify.Channels) error {
		_, err := tx.exec(ctx, `
			INSERT INTO notification_preferences (user_id, category, in_app, email) VALUES ($1, $2, $3, $4)
			ON CONFLICT (user_id, category) DO UPDATE SET in_app = excluded.in_app, email = excluded.email`,
			userID, string(of.Category), c.InApp, string(c.Email))
		return err
	})
}

// channelsOf returns the channels of a notification for its user.
func channelsOf(ctx context.Context, tx conn, n notify.Notification) (notify.Channels, error) {
	settings, _ := n.Kind.Category().Settings()
	if settings.Locked {
		return settings.Default, nil
	}
	return chosenChannels(ctx, tx, n.UserID, settings)
}

// chosenChannels returns the channels that a user chose for a category, or the default.
func chosenChannels(ctx context.Context, tx conn, userID string, of notify.Settings) (notify.Channels, error) {
	c, err := queryOne(ctx, tx, func(row scanner) (c notify.Channels, err error) {
		err = row.Scan(&c.InApp, &c.Email)
		return c, err
	}, `SELECT in_app, email FROM notification_preferences WHERE user_id = $1 AND category = $2`, userID, string(of.Category))
	if fault.Is(err, fault.NotFound) {
		return of.Default, nil
	}
	return c, err
}

// addEmail adds the task that emails a notification to a user with these channels.
func addEmail(ctx context.Context, tx conn, n notify.Notification, c notify.Channels) error {
	zone := ""
	if n.WorkspaceID != "" && c.Email == notify.Daily {
		var err error
		if zone, err = timeZone(ctx, tx, n.WorkspaceID); err != nil {
			return err
		}
	}
	task, ok, err := n.EmailTask(c, zone)
	if err != nil || !ok {
		return err
	}
	return addTasks(ctx, tx, task)
}

// Notification returns a notification.
func (s *Store) Notification(ctx context.Context, id string) (notify.Notification, error) {
	return notificationTable.one(ctx, s.read, `WHERE id = $1`, id)
}

// UndigestedNotifications returns the notifications of a user in a workspace that
// wait for a daily summary, oldest first.
func (s *Store) UndigestedNotifications(ctx context.Context, userID, workspaceID string) ([]notify.Notification, error) {
	return notificationTable.all(ctx, s.read,
		`WHERE user_id = $1 AND workspace_id = $2 AND digest_pending ORDER BY created_at, id`, userID, workspaceID)
}

// MarkDigested ends the wait of those that were created until a time.
func (s *Store) MarkDigested(ctx context.Context, userID, workspaceID string, until time.Time) error {
	_, err := s.write.exec(ctx, `
		UPDATE notifications SET digest_pending = FALSE
		WHERE user_id = $1 AND workspace_id = $2 AND digest_pending AND created_at <= $3`, userID, workspaceID, toMillis(until))
	return err
}
