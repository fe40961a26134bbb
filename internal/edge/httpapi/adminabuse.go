package httpapi

import (
	"context"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/abuse"
	"linnet/internal/core/operator"
	"linnet/internal/edge/apikit"
)

// AbuseCase are the reports of visitors about one link or bio page.
type AbuseCase struct {
	ID            string     `json:"id" example:"abc_3kq7c8v0d5m2a"`
	ShortLink     string     `json:"shortLink" doc:"The host and the alias." example:"go.example.com/launch"`
	LinkID        string     `json:"linkId" doc:"The id of the link or the bio page."`
	IsPage        bool       `json:"isPage" doc:"True for a bio page, which has no destination."`
	URL           string     `json:"url" doc:"The destination; empty for a bio page."`
	WorkspaceID   string     `json:"workspaceId"`
	WorkspaceName string     `json:"workspaceName"`
	LinkCreatedAt *time.Time `json:"linkCreatedAt" doc:"null: the link was deleted for good."`
	Clicks        int64      `json:"clicks"`
	Blocked       bool       `json:"blocked" doc:"True if the link is blocked."`
	Suspended     bool       `json:"suspended" doc:"True if the workspace is suspended."`
	Deleted       bool       `json:"deleted" doc:"True if the link was deleted."`
	State         string     `json:"state" enum:"open,actioned,dismissed"`
	Reason        string     `json:"reason" doc:"The most frequent reason." enum:"phishing,malware,spam,illegal,copyright,other"`
	Reports       int        `json:"reports" doc:"The number of reports; at most 50 of them are stored."`
	Action        string     `json:"action" doc:"What was done; empty while open." enum:",block_link,block_host,suspend_workspace,dismiss"`
	Note          string     `json:"note" doc:"For operators."`
	ResolvedBy    string     `json:"resolvedBy" doc:"The id of the operator; empty for a command."`
	ResolvedAt    *time.Time `json:"resolvedAt"`
	CreatedAt     time.Time  `json:"createdAt" doc:"The first report."`
	ReportedAt    time.Time  `json:"reportedAt" doc:"The last report."`
}

func abuseCaseOf(c operator.AbuseCase) AbuseCase {
	return AbuseCase{
		ID:            c.ID,
		ShortLink:     c.ShortLink,
		LinkID:        c.TargetID,
		IsPage:        c.IsPage(),
		URL:           c.URL,
		WorkspaceID:   c.WorkspaceID,
		WorkspaceName: c.WorkspaceName,
		LinkCreatedAt: apikit.TimeOrNull(c.LinkCreatedAt),
		Clicks:        c.Clicks,
		Blocked:       c.Blocked,
		Suspended:     c.Suspended,
		Deleted:       c.Deleted,
		State:         string(c.State),
		Reason:        string(c.Reason),
		Reports:       c.Reports,
		Action:        string(c.Action),
		Note:          c.Note,
		ResolvedBy:    c.ResolvedBy,
		ResolvedAt:    apikit.TimeOrNull(c.ResolvedAt),
		CreatedAt:     apikit.Timestamp(c.CreatedAt),
		ReportedAt:    apikit.Timestamp(c.ReportedAt),
	}
}

// AbuseReport is the report of a visitor.
type AbuseReport struct {
	ID        string    `json:"id" example:"abr_3kq7c8v0d5m2a"`
	Reason    string    `json:"reason" enum:"phishing,malware,spam,illegal,copyright,other"`
	Details   string    `json:"details"`
	Email     string    `json:"email" doc:"Empty: none was left, or it was deleted after 90 days."`
	CreatedAt time.Time `json:"createdAt"`
}

func abuseReportOf(r abuse.Report) AbuseReport {
	return AbuseReport{ID: r.ID, Reason: string(r.Reason), Details: r.Details, Email: r.Email, CreatedAt: apikit.Timestamp(r.CreatedAt)}
}

type adminAbuseCasesInput struct {
	AdminListInput
	State string `query:"state" enum:"open,actioned,dismissed" doc:"Only cases in this state."`
}

func (a *API) adminListAbuseCases(ctx context.Context, in *adminAbuseCasesInput) (*apikit.ListOutput[AbuseCase], error) {
	return adminPage(ctx, a, func(o *operator.Service) (operator.Page[operator.AbuseCase], error) {
		return o.AbuseCases(ctx, abuse.State(in.State), in.query())
	}, abuseCaseOf)
}

// AbuseCaseDetails is a case with its reports.
type AbuseCaseDetails struct {
	AbuseCase
	Items []AbuseReport `json:"items" doc:"The stored reports, newest first."`
}

func (a *API) adminGetAbuseCase(ctx context.Context, in *apikit.ByID) (*apikit.Output[AbuseCaseDetails], error) {
	o, err := a.operator(ctx)
	if err != nil {
		return nil, err
	}
	c, reports, err := o.AbuseCase(ctx, in.ID)
	return apikit.OutputOf(AbuseCaseDetails{abuseCaseOf(c), apikit.Map(reports, abuseReportOf)}), err
}

type resolveAbuseCase struct {
	Action string `json:"action" doc:"block_link, block_host or dismiss." example:"block_link"`
	Note   string `json:"note" required:"false" doc:"At most 500 characters, for operators."`
}

func (a *API) adminResolveAbuseCase(ctx context.Context, in *apikit.ByIDWith[resolveAbuseCase]) (*apikit.Output[AbuseCase], error) {
	action := abuse.Action(in.Body.Action)
	if action == abuse.SuspendWorkspace { // an operation of its own, because it requires a recent login
		action = ""
	}
	return a.resolveAbuse(ctx, in.ID, action, in.Body.Note)
}

type suspendAbuseCase struct {
	Note string `json:"note" required:"false" doc:"At most 500 characters, for operators."`
}

func (a *API) adminSuspendAbuseCase(ctx context.Context, in *apikit.ByIDWith[suspendAbuseCase]) (*apikit.Output[AbuseCase], error) {
	return a.resolveAbuse(ctx, in.ID, abuse.SuspendWorkspace, in.Body.Note)
}

func (a *API) resolveAbuse(ctx context.Context, id string, action abuse.Action, note string) (*apikit.Output[AbuseCase], error) {
	o, err := a.operator(ctx)
	if err != nil {
		return nil, err
	}
	c, err := o.ResolveAbuse(ctx, id, action, note)
	return apikit.OutputOf(abuseCaseOf(c)), err
}

// abuseRoutes registers the operations on abuse reports; op describes one of
// operators, recent requires a recent login for it.
func (a *API) abuseRoutes(
	r *apikit.Router, op func(id, summary, description string, errors ...fault.Code) operation, recent func(operation) operation,
) {
	apikit.Get(r, "/admin/abuse-cases", a.adminListAbuseCases, op("adminListAbuseCases", "List the abuse reports of visitors",
		"One case for each link, newest first."))
	apikit.Get(r, "/admin/abuse-cases/{id}", a.adminGetAbuseCase, op("adminGetAbuseCase", "Get the abuse reports about a link", ""))
	apikit.Post(r, "/admin/abuse-cases/{id}/resolve", a.adminResolveAbuseCase, op("adminResolveAbuseCase",
		"Resolve the abuse reports about a link",
		"Blocks the link (block_link) or the host of its destination (block_host), or does nothing (dismiss). Emails the outcome to reporters who left an address. Returns 409 for a resolved case, and for block_link and block_host of a bio page.", fault.Conflict))
	apikit.Post(r, "/admin/abuse-cases/{id}/suspend-workspace", a.adminSuspendAbuseCase, recent(op("adminSuspendAbuseCase", "Suspend the workspace of a reported link",
		"Resolves the case. The links of the workspace return 410. Returns 409 for a resolved case.", fault.Conflict)))
}
