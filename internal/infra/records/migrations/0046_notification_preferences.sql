-- +goose Up
-- The channels that a user chose for a category of notifications; without a row, its
-- default applies. email is "immediate", "daily" or "never".
CREATE TABLE notification_preferences (
  user_id  TEXT    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  category TEXT    NOT NULL,
  in_app   BOOLEAN NOT NULL,
  email    TEXT    NOT NULL,
  PRIMARY KEY (user_id, category)
);

-- in_app is false for notifications that are only emailed. digest_pending is true
-- until a daily summary listed the notification.
ALTER TABLE notifications ADD COLUMN in_app BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE notifications ADD COLUMN digest_pending BOOLEAN NOT NULL DEFAULT FALSE;
