package httpapi

import (
	"context"
	"time"

	"linnet/internal/core/operator"
	"linnet/internal/edge/apikit"
)

// operator returns the operations of the calling operator, or NotFound.
func (a *API) operator(ctx context.Context) (*operator.Service, error) {
	return a.Operators.As(ctx, apikit.ActorOf(ctx))
}

// AdminListInput are the parameters of a list.
type AdminListInput struct {
	apikit.PageParams
	Search string `query:"search" maxLength:"500" doc:"Only items that contain this text, ignoring case."`
}

// AdminStateListInput are the parameters of a list of users or workspaces.
type AdminStateListInput struct {
	AdminListInput
	State string `query:"state" enum:"active,suspended" doc:"Only active or suspended items."`
}

func (in *AdminListInput) query() operator.Query {
	return operator.Query{Search: in.Search, Cursor: in.Cursor, Limit: in.Limit}
}

func (in *AdminStateListInput) query() operator.Query {
	q := in.AdminListInput.query()
	q.State = operator.State(in.State)
	return q
}

// adminPage lists a page of items as the calling operator.
func adminPage[T, O any](
	ctx context.Context, a *API, list func(*operator.Service) (operator.Page[T], error), convert func(T) O,
) (*apikit.ListOutput[O], error) {
	o, err := a.operator(ctx)
	if err != nil {
		return nil, err
	}
	page, err := list(o)
	if err != nil {
		return nil, err
	}
	return apikit.Page(apikit.Map(page.Items, convert), page.Next, page.Total), nil
}

// AdminUser is a user as operators see it.
type AdminUser struct {
	ID         string     `json:"id" example:"usr_3kq7c8v0d5m2a"`
	Email      string     `json:"email"`
	Name       string     `json:"name"`
	CreatedAt  time.Time  `json:"createdAt"`
	LastSeenAt *time.Time `json:"lastSeenAt" doc:"The last use of an open session; null without one."`
	Suspended  bool       `json:"suspended"`
	Operator   bool       `json:"operator"`
	Workspaces int        `json:"workspaces" doc:"The number of workspaces that the user is a member of."`
	Sessions   int        `json:"sessions" doc:"The number of stored sessions."`
}

func adminUserOf(u operator.User) AdminUser {
	return AdminUser{
		ID:         u.ID,
		Email:      u.Email,
		Name:       u.Name,
		CreatedAt:  apikit.Timestamp(u.CreatedAt),
		LastSeenAt: apikit.TimeOrNull(u.LastSeenAt),
		Suspended:  u.Suspended,
		Operator:   u.Operator,
		Workspaces: u.Workspaces,
		Sessions:   u.Sessions,
	}
}

func (a *API) adminUsers(ctx context.Context, in *AdminStateListInput) (*apikit.ListOutput[AdminUser], error) {
	return adminPage(ctx, a, func(o *operator.Service) (operator.Page[operator.User], error) { return o.Users(ctx, in.query()) }, adminUserOf)
}

type suspensionResult struct {
	Workspaces []string `json:"workspaces" doc:"The ids of the workspaces that changed."`
}

func (a *API) adminSuspendUser(ctx context.Context, in *apikit.ByID) (*apikit.Output[suspensionResult], error) {
	return a.setUserSuspended(ctx, in.ID, true)
}

func (a *API) adminRestoreUser(ctx context.Context, in *apikit.ByID) (*apikit.Output[suspensionResult], error) {
	return a.setUserSuspended(ctx, in.ID, false)
}

func (a *API) setUserSuspended(ctx context.Context, userID string, suspended bool) (*apikit.Output[suspensionResult], error) {
	o, err := a.operator(ctx)
	if err != nil {
		return nil, err
	}
	changed, err := o.SuspendUser(ctx, userID, suspended)
	out := &apikit.Output[suspensionResult]{}
	out.Body.Workspaces = apikit.OrEmpty(changed)
	return out, err
}

func (a *API) adminEndSessions(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
	o, err := a.operator(ctx)
	if err != nil {
		return nil, err
	}
	return nil, o.EndSessions(ctx, in.ID)
}

type adminInvitation struct {
	Email string `json:"email" doc:"The address of the invited person."`
}

type adminInvited struct {
	Email string `json:"email"`
	URL   string `json:"url" doc:"The sign-up link. It is returned only here."`
	Sent  bool   `json:"sent" doc:"False if the email could not be sent yet: it is queued."`
}

func (a *API) adminInvite(ctx context.Context, in *apikit.With[adminInvitation]) (*apikit.Output[adminInvited], error) {
	o, err := a.operator(ctx)
	if err != nil {
		return nil, err
	}
	link, sent, err := a.Accounts.InviteBy(ctx, o.Actor(), in.Body.Email)
	out := &apikit.Output[adminInvited]{}
	out.Body.Email, out.Body.URL, out.Body.Sent = in.Body.Email, link, sent
	return out, err
}
