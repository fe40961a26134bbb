package httpapi

import (
	"context"
	"time"

	"linnet/internal/core/notify"
	"linnet/internal/edge/apikit"
)

// Notification is a notification as the API returns it.
type Notification struct {
	ID        string     `json:"id" example:"ntf_3kq7c8v0d5m2a"`
	Kind      string     `json:"kind" doc:"The kind of notification. New kinds may be added." example:"account.new_sign_in"`
	Title     string     `json:"title"`
	Message   string     `json:"message"`
	URL       string     `json:"url" doc:"The path of the page with details." example:"/dashboard/account"`
	CreatedAt time.Time  `json:"createdAt"`
	ReadAt    *time.Time `json:"readAt" doc:"Null if unread."`
}

// NotificationList is a list with the number of unread notifications.
type NotificationList struct {
	apikit.List[Notification]
	Unread int `json:"unread" doc:"The number of unread notifications on all pages."`
}

func (a *API) listNotifications(ctx context.Context, in *apikit.PageParams) (*apikit.Output[NotificationList], error) {
	page, err := a.Notifications.List(ctx, apikit.ActorOf(ctx), notify.Filter{Limit: in.Limit, Cursor: in.Cursor})
	if err != nil {
		return nil, err
	}
	out := apikit.OutputOf(NotificationList{Unread: page.Unread})
	out.Body.List = apikit.List[Notification]{
		Items:      apikit.Map(page.Items, notificationOf),
		NextCursor: apikit.TextOrNull(page.NextCursor),
		Total:      page.Total,
	}
	return out, nil
}

func notificationOf(n notify.Notification) Notification {
	return Notification{
		ID:        n.ID,
		Kind:      string(n.Kind),
		Title:     n.Title(),
		Message:   n.Message(),
		URL:       n.Path(),
		CreatedAt: apikit.Timestamp(n.CreatedAt),
		ReadAt:    apikit.TimeOrNull(n.ReadAt),
	}
}

type readNotifications struct {
	IDs []string `json:"ids,omitempty" minItems:"1" maxItems:"100" doc:"The notifications to mark; all by default."`
}

func (a *API) readNotifications(ctx context.Context, in *apikit.With[readNotifications]) (*struct{}, error) {
	return nil, a.Notifications.MarkRead(ctx, apikit.ActorOf(ctx), in.Body.IDs)
}

// NotificationPreference is how the user is notified of a category.
type NotificationPreference struct {
	Category string `json:"category" doc:"New categories may be added." example:"domains"`
	Label    string `json:"label" example:"Domains"`
	About    string `json:"about" doc:"What the category is about, in one sentence."`
	InApp    bool   `json:"inApp" doc:"True: notifications are listed in the dashboard."`
	Email    string `json:"email" enum:"immediate,daily,never" doc:"daily: in one email a day for each workspace, at 8:00 in its time zone."`
	Locked   bool   `json:"locked" doc:"True for the security of the account, which cannot be turned off."`
}

func preferenceOf(p notify.Preference) NotificationPreference {
	return NotificationPreference{
		Category: string(p.Category),
		Label:    p.Label,
		About:    p.About,
		InApp:    p.InApp,
		Email:    string(p.Email),
		Locked:   p.Locked,
	}
}

func (a *API) listNotificationPreferences(ctx context.Context, _ *struct{}) (*apikit.ListOutput[NotificationPreference], error) {
	all, err := a.Notifications.Preferences(ctx, apikit.ActorOf(ctx))
	return apikit.WholeList(apikit.Map(all, preferenceOf)), err
}

type setPreferenceInput struct {
	Category string `path:"category" example:"domains"`
	Body     struct {
		InApp bool   `json:"inApp"`
		Email string `json:"email" enum:"immediate,daily,never"`
	} `nameHint:"SetNotificationPreference"`
}

func (a *API) setNotificationPreference(ctx context.Context, in *setPreferenceInput) (*apikit.Output[NotificationPreference], error) {
	channels := notify.Channels{InApp: in.Body.InApp, Email: notify.Email(in.Body.Email)}
	set, err := a.Notifications.SetPreference(ctx, apikit.ActorOf(ctx), notify.Category(in.Category), channels)
	return apikit.OutputOf(preferenceOf(set)), err
}
