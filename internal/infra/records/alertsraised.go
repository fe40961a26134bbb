package records

import (
	"context"

	"linnet/internal/core/alert"
	"linnet/internal/core/notify"
	"linnet/internal/core/webhook"
)

// maxAlertNames bounds the names of links in a notification.
const maxAlertNames = 10

// storeRaised stores that an alert was raised, its notifications with their mails, and the
// messages to webhooks.
func storeRaised(ctx context.Context, tx conn, r alert.Raised) error {
	if _, err := tx.exec(ctx, `UPDATE alerts SET last_raised_at = $2 WHERE id = $1`, r.Alert.ID, toMillis(r.At)); err != nil {
		return err
	}
	notices := make([]notify.Notification, len(r.Notices))
	for i, n := range r.Notices {
		notices[i] = alertNotification(r, n)
	}
	if _, err := insertNotifications(ctx, tx, notices, r.At.Add(-notify.Memory)); err != nil {
		return err
	}
	return sendMessages(ctx, tx, alertMessage(r))
}

// alertNotification returns the notification of a receiver.
func alertNotification(r alert.Raised, n alert.Notice) notify.Notification {
	kind := notify.AlertFirstClick
	facts := notify.Facts{Alert: r.Alert.Name, Used: int(n.Clicks), Usual: n.Usual, Query: n.Query, Rows: len(n.Links)}
	switch r.Alert.Kind {
	case alert.Spike:
		kind = notify.AlertSpike
	case alert.Fall:
		kind = notify.AlertFall
	}
	if r.Period != nil {
		facts.When = r.Period.Text()
	}
	if len(n.Links) == 1 {
		facts.LinkID = n.Links[0].ID
	}
	for _, link := range n.Links {
		if link.Name != "" && len(facts.Names) < maxAlertNames {
			facts.Names = append(facts.Names, link.Name)
		}
	}
	return notify.Raised(kind, r.Alert.WorkspaceID, n.UserID, r.Topic, facts, r.At)
}

// alertMessage returns the message to webhooks.
func alertMessage(r alert.Raised) webhook.Message {
	data := webhook.Alert{
		ID: r.Alert.ID, Name: r.Alert.Name, Kind: string(r.Alert.Kind), Clicks: r.Clicks, Usual: r.Usual, Links: len(r.Links),
	}
	if r.Period != nil {
		data.Period = &webhook.Period{Start: r.Period.Start.UTC(), End: r.Period.End.UTC()}
	}
	for _, link := range r.Links[:min(len(r.Links), webhook.MaxAlertLinks)] {
		data.LinkIDs = append(data.LinkIDs, link.ID)
	}
	return webhook.AlertMessage(r.Alert.WorkspaceID, data, r.At)
}
