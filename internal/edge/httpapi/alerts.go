package httpapi

import (
	"context"
	"net/http"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/alert"
	"linnet/internal/core/analytics"
	"linnet/internal/core/receivers"
	"linnet/internal/edge/apikit"
)

// alertRoutes registers the operations on alerts.
func (a *API) alertRoutes(r *apikit.Router) {
	const tag = "Alerts"
	const own = " Only its creator, owners and admins change it."
	apikit.Get(r, "/alerts", a.listAlerts, operation{ID: "listAlerts", Scope: access.AnalyticsRead, Tag: tag,
		Summary: "List alerts", Description: "Those that the user created or receives, oldest first; for owners and admins: all of the workspace."})
	apikit.Post(r, "/alerts", a.createAlert, operation{ID: "createAlert", Scope: access.AnalyticsWrite, Tag: tag,
		Summary: "Create an alert", Status: http.StatusCreated, Errors: codes(fault.LimitReached),
		Description: "Notifies members in the app and by email, as they chose for the category alerts, and webhooks with the event alert.raised.\n\n" +
			"- spike: the last complete hour has at least percent more human clicks than usual, and at least minClicks. " +
			"It is raised again after 6 hours at the earliest.\n" +
			"- fall: yesterday, in the time zone of the workspace, has at least percent fewer human clicks than usual, and usual is at least minClicks.\n" +
			"- first_click: links had their first human click. All of a minute are one notification.\n\n" +
			"Usual is the median of the same hour of the week (spike) or the same weekday (fall) in the four weeks before. Weeks before the first click " +
			"do not count; with fewer than two others nothing is raised.\n\n" +
			"An alert is decided by the clicks that its creator may see. Each receiver is notified whose own clicks meet the rule, too, and gets these. " +
			"Viewers create alerts for themselves only. Returns 402 if the workspace has 20 alerts."})
	apikit.Get(r, "/alerts/{id}", a.getAlert, operation{ID: "getAlert", Scope: access.AnalyticsRead, Tag: tag, Summary: "Get an alert"})
	apikit.Patch(r, "/alerts/{id}", a.updateAlert, operation{ID: "updateAlert", Scope: access.AnalyticsWrite, Tag: tag,
		Summary: "Update an alert", Description: "Updates the fields in the request. An alert that is resumed, or whose kind changes, " +
			"begins with the current hour or day." + own})
	apikit.Delete(r, "/alerts/{id}", a.deleteAlert, operation{ID: "deleteAlert", Scope: access.AnalyticsWrite, Tag: tag,
		Summary: "Delete an alert", Description: "Notifications that it raised stay." + own})
}

// AlertSettings are what a member chooses for an alert.
type AlertSettings struct {
	Name        string        `json:"name" doc:"1 to 80 characters. The subject of the mails begins with it." example:"Spring campaign"`
	Kind        string        `json:"kind" enum:"spike,fall,first_click"`
	Filters     []ShareFilter `json:"filters" optional:"true" maxItems:"50" doc:"Filters, all of which must match; none by default. Of first_click: by link, domain, tag and folder only."`
	Percent     int           `json:"percent" optional:"true" minimum:"0" maximum:"10000" doc:"How much the clicks are above or below usual at the least: 10 to 10,000 of a spike, 200 by default; 10 to 100 of a fall, 50 by default; always 0 of first_click. 0 is the default." example:"200"`
	MinClicks   int64         `json:"minClicks" optional:"true" minimum:"0" maximum:"1000000000" doc:"The least clicks in the hour of a spike, or the least usual clicks in the day of a fall; 50 by default. Always 0 of first_click. 0 is the default." example:"50"`
	Paused      bool          `json:"paused" optional:"true" doc:"The alert is not raised."`
	ReceiverIDs []string      `json:"receiverIds" optional:"true" maxItems:"20" doc:"The ids of the members who are notified; at first the user by default." example:"[\"usr_3kq7c8v0d5m2a\"]"`
}

// AlertReceiver is a member who is notified of an alert.
type AlertReceiver struct {
	UserID string  `json:"userId" example:"usr_3kq7c8v0d5m2a"`
	Name   *string `json:"name" doc:"null: the user is not a member any more."`
}

// Alert is an alert with its state.
type Alert struct {
	ID string `json:"id" example:"alr_3kq7c8v0d5m2a"`
	AlertSettings

	Receivers    []AlertReceiver `json:"receivers"`
	LastRaisedAt *time.Time      `json:"lastRaisedAt" doc:"null: never, or the user has limited access to folders and another member created the alert."`
	CreatedBy    string          `json:"createdBy" example:"usr_3kq7c8v0d5m2a"`
	CreatorName  *string         `json:"creatorName" doc:"null: the user is not a member any more."`
	CreatedAt    time.Time       `json:"createdAt"`
	UpdatedAt    time.Time       `json:"updatedAt"`
}

// settings returns the settings for the service.
func (s AlertSettings) settings() alert.Settings {
	return alert.Settings{
		Name:        s.Name,
		Kind:        alert.Kind(s.Kind),
		Filters:     storedFilters(s.Filters),
		Percent:     s.Percent,
		MinClicks:   s.MinClicks,
		Paused:      s.Paused,
		ReceiverIDs: s.ReceiverIDs,
	}
}

// alertSettingsOf is the inverse of settings.
func alertSettingsOf(s alert.Settings, labels map[analytics.Dimension]map[string]string) AlertSettings {
	return AlertSettings{
		Name:        s.Name,
		Kind:        string(s.Kind),
		Filters:     shareFiltersOf(s.Filters, labels),
		Percent:     s.Percent,
		MinClicks:   s.MinClicks,
		Paused:      s.Paused,
		ReceiverIDs: apikit.Map(s.ReceiverIDs, func(id string) string { return id }),
	}
}

func alertOf(r alert.Alert, names receivers.Names) Alert {
	return Alert{
		ID:            r.ID,
		AlertSettings: alertSettingsOf(r.Settings, names.Values),
		Receivers: apikit.Map(r.ReceiverIDs, func(id string) AlertReceiver {
			return AlertReceiver{UserID: id, Name: apikit.TextOrNull(names.Users[id])}
		}),
		LastRaisedAt: apikit.TimeOrNull(r.LastRaisedAt),
		CreatedBy:    r.CreatedBy,
		CreatorName:  apikit.TextOrNull(names.Users[r.CreatedBy]),
		CreatedAt:    apikit.Timestamp(r.CreatedAt),
		UpdatedAt:    apikit.Timestamp(r.UpdatedAt),
	}
}

// describeAlert returns the response of an operation on one alert.
func (a *API) describeAlert(ctx context.Context, r alert.Alert, err error) (*apikit.Output[Alert], error) {
	if err != nil {
		return nil, err
	}
	names, err := a.Alerts.Names(ctx, apikit.ActorOf(ctx), r)
	return apikit.OutputOf(alertOf(r, names)), err
}

func (a *API) listAlerts(ctx context.Context, _ *struct{}) (*apikit.ListOutput[Alert], error) {
	actor := apikit.ActorOf(ctx)
	all, err := a.Alerts.List(ctx, actor)
	if err != nil {
		return nil, err
	}
	names, err := a.Alerts.Names(ctx, actor, all...)
	return apikit.WholeList(apikit.Map(all, func(r alert.Alert) Alert { return alertOf(r, names) })), err
}

func (a *API) createAlert(ctx context.Context, in *apikit.With[apikit.Draft[AlertSettings]]) (*apikit.Output[Alert], error) {
	made, err := a.Alerts.Create(ctx, apikit.ActorOf(ctx), in.Body.Of(AlertSettings{}).settings())
	return a.describeAlert(ctx, made, err)
}

func (a *API) getAlert(ctx context.Context, in *apikit.ByID) (*apikit.Output[Alert], error) {
	r, err := a.Alerts.Get(ctx, apikit.ActorOf(ctx), in.ID)
	return a.describeAlert(ctx, r, err)
}

func (a *API) updateAlert(ctx context.Context, in *apikit.ByIDWith[apikit.Partial[AlertSettings]]) (*apikit.Output[Alert], error) {
	r, err := a.Alerts.Update(ctx, apikit.ActorOf(ctx), in.ID, func(s *alert.Settings) {
		next := alertSettingsOf(*s, nil)
		in.Body.Onto(&next)
		*s = next.settings()
	})
	return a.describeAlert(ctx, r, err)
}

func (a *API) deleteAlert(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
	return nil, a.Alerts.Delete(ctx, apikit.ActorOf(ctx), in.ID)
}
