package notify

import (
	"context"
	"time"

	"linnet/internal/core/outbox"
	"linnet/internal/core/queue"
)

// Templates of emails.
const (
	MailTemplate   = "notification"
	DigestTemplate = "notification_digest"
)

// DigestHour is the hour in the time zone of a workspace at which the daily summary
// of its notifications is sent.
const DigestHour = 8

// MailData is the data of MailTemplate.
type MailData struct {
	UserID string `json:"userId"`
	ID     string `json:"id"` // of the notification
}

// DigestData is the data of DigestTemplate.
type DigestData struct {
	UserID      string `json:"userId"`
	WorkspaceID string `json:"workspaceId"`
}

// EmailTask returns the task that emails the notification to a user with these
// channels; false: none. The task of a daily summary is the same for all
// notifications of a user, a workspace and a day; zone is the time zone of the
// workspace.
func (n Notification) EmailTask(c Channels, zone string) (task queue.NewTask, ok bool, err error) {
	switch {
	case c.Email == Never, n.Mail == nil && n.Kind.mailedApart():
		return queue.NewTask{}, false, nil
	case c.Email == Daily:
		due := nextDigest(n.CreatedAt, zone)
		key := "digest_" + n.UserID + "_" + n.WorkspaceID + "_" + due.UTC().Format("20060102")
		task, err = outbox.NewTask(DigestTemplate, key, DigestData{UserID: n.UserID, WorkspaceID: n.WorkspaceID}, due)
	case n.Mail != nil:
		task = *n.Mail
	default:
		task, err = outbox.NewTask(MailTemplate, "mail_"+n.ID, MailData{UserID: n.UserID, ID: n.ID}, n.CreatedAt)
	}
	return task, err == nil, err
}

// nextDigest returns the first DigestHour in a time zone after now. An unknown zone
// is UTC.
func nextDigest(now time.Time, zone string) time.Time {
	loc, err := time.LoadLocation(zone)
	if err != nil {
		loc = time.UTC
	}
	local := now.In(loc)
	due := time.Date(local.Year(), local.Month(), local.Day(), DigestHour, 0, 0, 0, loc)
	if !due.After(now) {
		due = time.Date(local.Year(), local.Month(), local.Day()+1, DigestHour, 0, 0, 0, loc)
	}
	return due
}

// Digest returns the notifications of a workspace that the next summary to a user
// lists, oldest first. Those of categories that are no longer summarized are left
// out.
func (s *Service) Digest(ctx context.Context, userID, workspaceID string) ([]Notification, error) {
	waiting, err := s.store.UndigestedNotifications(ctx, userID, workspaceID)
	if err != nil || len(waiting) == 0 {
		return nil, err
	}
	chosen, err := s.store.NotificationPreferences(ctx, userID)
	if err != nil {
		return nil, err
	}
	var listed []Notification
	for _, n := range waiting {
		if settings, ok := n.Kind.Category().Settings(); ok && settings.with(chosen).Email == Daily {
			listed = append(listed, n)
		}
	}
	return listed, nil
}

// Digested records that a summary listed the notifications until the last of them.
func (s *Service) Digested(ctx context.Context, userID, workspaceID string, listed []Notification) error {
	return s.store.MarkDigested(ctx, userID, workspaceID, listed[len(listed)-1].CreatedAt)
}
