package httpapi

import (
	"context"
	"net/http"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/receivers"
	"linnet/internal/core/scheduledreport"
	"linnet/internal/edge/apikit"
)

// scheduledReportRoutes registers the operations on scheduled reports.
func (a *API) scheduledReportRoutes(r *apikit.Router) {
	const tag = "Scheduled reports"
	const own = " Only its creator, owners and admins change it."
	apikit.Get(r, "/scheduled-reports", a.listScheduledReports, operation{ID: "listScheduledReports", Scope: access.AnalyticsRead, Tag: tag,
		Summary: "List scheduled reports", Description: "Those that the user created or receives, oldest first; for owners and admins: all of the workspace."})
	apikit.Post(r, "/scheduled-reports", a.createScheduledReport, operation{ID: "createScheduledReport", Scope: access.AnalyticsWrite, Tag: tag,
		Summary: "Create a scheduled report", Status: http.StatusCreated, Errors: codes(fault.LimitReached),
		Description: "Mails the clicks of each week, or each month, to members. The first mail is sent at 8:00 in the time zone of the workspace on the day after " +
			"the current week or month. Each receiver gets the figures that they may see, and can unsubscribe. Viewers schedule reports for themselves only. " +
			"Returns 402 if the workspace has 20 reports."})
	apikit.Get(r, "/scheduled-reports/{id}", a.getScheduledReport, operation{ID: "getScheduledReport", Scope: access.AnalyticsRead, Tag: tag,
		Summary: "Get a scheduled report"})
	apikit.Patch(r, "/scheduled-reports/{id}", a.updateScheduledReport, operation{ID: "updateScheduledReport", Scope: access.AnalyticsWrite, Tag: tag,
		Summary: "Update a scheduled report", Description: "Updates the fields in the request. A report that is resumed, or whose interval changes, " +
			"begins with the current week or month. A receiver who unsubscribed stays so, unless they add themselves to receiverIds." + own})
	apikit.Delete(r, "/scheduled-reports/{id}", a.deleteScheduledReport, operation{ID: "deleteScheduledReport", Scope: access.AnalyticsWrite, Tag: tag,
		Summary: "Delete a scheduled report", Description: "Mails that are not sent yet are not sent." + own})
	apikit.Post(r, "/scheduled-reports/{id}/send", a.sendScheduledReport, operation{ID: "sendScheduledReport", Scope: access.AnalyticsWrite, Tag: tag,
		Summary: "Send a report to yourself now", Status: http.StatusAccepted,
		Description: "Mails the last complete week or month to the user, who need not be a receiver. The schedule stays as it is."})
}

// ScheduledReportSettings are what a member chooses for a report.
type ScheduledReportSettings struct {
	Name        string        `json:"name" doc:"1 to 80 characters. The subject of the mails begins with it." example:"Spring campaign"`
	Every       string        `json:"every" enum:"week,month" doc:"week: on Mondays, about the week before. month: on the first day, about the month before."`
	Filters     []ShareFilter `json:"filters" optional:"true" maxItems:"50" doc:"Filters, all of which must match; none by default."`
	Traffic     string        `json:"traffic" optional:"true" enum:"human,bot,all" doc:"human by default."`
	Paused      bool          `json:"paused" optional:"true" doc:"No mails are sent."`
	ReceiverIDs []string      `json:"receiverIds" optional:"true" maxItems:"20" doc:"The ids of the members who get the mails; at first the user by default." example:"[\"usr_3kq7c8v0d5m2a\"]"`
}

// ReportReceiver is a member who gets a report.
type ReportReceiver struct {
	UserID       string  `json:"userId" example:"usr_3kq7c8v0d5m2a"`
	Name         *string `json:"name" doc:"null: the user is not a member any more."`
	Unsubscribed bool    `json:"unsubscribed" doc:"The receiver unsubscribed and gets no mails."`
}

// ScheduledReport is a report with its schedule.
type ScheduledReport struct {
	ID string `json:"id" example:"srp_3kq7c8v0d5m2a"`
	ScheduledReportSettings

	Receivers   []ReportReceiver `json:"receivers"`
	NextAt      *time.Time       `json:"nextAt" doc:"When the next mails are sent; null: it is paused."`
	LastSentAt  *time.Time       `json:"lastSentAt" doc:"null: never."`
	CreatedBy   string           `json:"createdBy" example:"usr_3kq7c8v0d5m2a"`
	CreatorName *string          `json:"creatorName" doc:"null: the user is not a member any more."`
	CreatedAt   time.Time        `json:"createdAt"`
	UpdatedAt   time.Time        `json:"updatedAt"`
}

// settings returns the settings for the service.
func (s ScheduledReportSettings) settings() scheduledreport.Settings {
	return scheduledreport.Settings{
		Name:        s.Name,
		Cadence:     scheduledreport.Cadence(s.Every),
		Traffic:     analytics.Traffic(s.Traffic),
		Paused:      s.Paused,
		ReceiverIDs: s.ReceiverIDs,
		Filters:     storedFilters(s.Filters),
	}
}

// reportSettingsOf is the inverse of settings.
func reportSettingsOf(s scheduledreport.Settings, labels map[analytics.Dimension]map[string]string) ScheduledReportSettings {
	if s.Traffic == "" {
		s.Traffic = analytics.Human
	}
	return ScheduledReportSettings{
		Name:        s.Name,
		Every:       string(s.Cadence),
		Filters:     shareFiltersOf(s.Filters, labels),
		Traffic:     string(s.Traffic),
		Paused:      s.Paused,
		ReceiverIDs: apikit.Map(s.ReceiverIDs, func(id string) string { return id }),
	}
}

func scheduledReportOf(r scheduledreport.Report, names receivers.Names) ScheduledReport {
	out := ScheduledReport{
		ID:                      r.ID,
		ScheduledReportSettings: reportSettingsOf(r.Settings(), names.Values),
		Receivers: apikit.Map(r.Receivers, func(to scheduledreport.Receiver) ReportReceiver {
			return ReportReceiver{UserID: to.UserID, Name: apikit.TextOrNull(names.Users[to.UserID]), Unsubscribed: !to.UnsubscribedAt.IsZero()}
		}),
		LastSentAt:  apikit.TimeOrNull(r.LastSentAt),
		CreatedBy:   r.CreatedBy,
		CreatorName: apikit.TextOrNull(names.Users[r.CreatedBy]),
		CreatedAt:   apikit.Timestamp(r.CreatedAt),
		UpdatedAt:   apikit.Timestamp(r.UpdatedAt),
	}
	if !r.Paused {
		out.NextAt = apikit.TimeOrNull(r.DueAt)
	}
	return out
}

// describeReport returns the response of an operation on one report.
func (a *API) describeReport(ctx context.Context, r scheduledreport.Report, err error) (*apikit.Output[ScheduledReport], error) {
	if err != nil {
		return nil, err
	}
	names, err := a.Reports.Names(ctx, apikit.ActorOf(ctx), r)
	return apikit.OutputOf(scheduledReportOf(r, names)), err
}

func (a *API) listScheduledReports(ctx context.Context, _ *struct{}) (*apikit.ListOutput[ScheduledReport], error) {
	actor := apikit.ActorOf(ctx)
	all, err := a.Reports.List(ctx, actor)
	if err != nil {
		return nil, err
	}
	names, err := a.Reports.Names(ctx, actor, all...)
	return apikit.WholeList(apikit.Map(all, func(r scheduledreport.Report) ScheduledReport { return scheduledReportOf(r, names) })), err
}

func (a *API) createScheduledReport(
	ctx context.Context, in *apikit.With[apikit.Draft[ScheduledReportSettings]],
) (*apikit.Output[ScheduledReport], error) {
	made, err := a.Reports.Create(ctx, apikit.ActorOf(ctx), in.Body.Of(ScheduledReportSettings{}).settings())
	return a.describeReport(ctx, made, err)
}

func (a *API) getScheduledReport(ctx context.Context, in *apikit.ByID) (*apikit.Output[ScheduledReport], error) {
	r, err := a.Reports.Get(ctx, apikit.ActorOf(ctx), in.ID)
	return a.describeReport(ctx, r, err)
}

func (a *API) updateScheduledReport(
	ctx context.Context, in *apikit.ByIDWith[apikit.Partial[ScheduledReportSettings]],
) (*apikit.Output[ScheduledReport], error) {
	r, err := a.Reports.Update(ctx, apikit.ActorOf(ctx), in.ID, func(s *scheduledreport.Settings) {
		next := reportSettingsOf(*s, nil)
		in.Body.Onto(&next)
		*s = next.settings()
	})
	return a.describeReport(ctx, r, err)
}

func (a *API) deleteScheduledReport(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
	return nil, a.Reports.Delete(ctx, apikit.ActorOf(ctx), in.ID)
}

func (a *API) sendScheduledReport(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
	return nil, a.Reports.SendNow(ctx, apikit.ActorOf(ctx), in.ID)
}
