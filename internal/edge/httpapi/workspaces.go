package httpapi

import (
	"context"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/plan"
	"linnet/internal/core/workspace"
	"linnet/internal/edge/apikit"
)

// Workspace is a workspace as the API returns it.
type Workspace struct {
	ID        string    `json:"id" example:"wsp_3kq7c8v0d5m2a"`
	Name      string    `json:"name"`
	Plan      string    `json:"plan" doc:"The name of a package; the operator may define others than the built-in ones." example:"FREE"`
	HasPlans  bool      `json:"hasPlans" doc:"False on an install without plans: nothing is limited or sold."`
	TimeZone  string    `json:"timeZone" doc:"IANA name. Analytics use its days and hours." example:"Europe/Berlin"`
	CreatedAt time.Time `json:"createdAt"`

	DeletedAt *time.Time `json:"deletedAt" doc:"Null unless the workspace is deleted."`
	PurgeAt   *time.Time `json:"purgeAt" doc:"When a deleted workspace can no longer be restored."`

	Role        string   `json:"role" enum:"owner,admin,editor,viewer" doc:"The role of the calling user."`
	Permissions []string `json:"permissions" doc:"What the calling user may do in the workspace, such as links:write. New permissions may be added." example:"[\"links:read\",\"links:write\"]"`

	RetentionDays     *int64 `json:"retentionDays" doc:"The click retention that the workspace set, in days; null: that of its plan." example:"90"`
	PlanRetentionDays *int64 `json:"planRetentionDays" doc:"The click retention of the plan, in days; null: no limit. The shorter retention applies."`

	DefaultDomainID *string `json:"defaultDomainId" doc:"The domain of new links and bio pages that name none; null: the install's own domain, also while the chosen one is deleted." example:"dom_3kq7c8v0d5m2a"`
}

func (a *API) workspaceOf(w workspace.Workspace) Workspace {
	var purgeAt time.Time
	if !w.DeletedAt.IsZero() {
		purgeAt = w.DeletedAt.Add(workspace.Grace)
	}
	return Workspace{
		DeletedAt:         apikit.TimeOrNull(w.DeletedAt),
		PurgeAt:           apikit.TimeOrNull(purgeAt),
		ID:                w.ID,
		Name:              w.Name,
		Plan:              string(w.Plan),
		HasPlans:          a.Plans.Enabled(),
		TimeZone:          w.TimeZone,
		CreatedAt:         apikit.Timestamp(w.CreatedAt),
		Role:              string(w.Role),
		Permissions:       permissionsOf(w.Role),
		RetentionDays:     limit(w.RetentionDays),
		PlanRetentionDays: limit(a.Plans.Limits(w.Plan).RetentionDays),
		DefaultDomainID:   apikit.TextOrNull(w.DefaultDomainID),
	}
}

type listWorkspacesInput struct {
	Deleted bool   `query:"deleted" doc:"True lists the deleted workspaces that the user can restore."`
	Holds   string `query:"holds" maxLength:"40" doc:"The id of a link, a QR code, a bio page, a domain or a webhook. Lists only the workspace in which the calling user can read it." example:"lnk_3kq7c8v0d5m2a"`
}

func (a *API) listWorkspaces(ctx context.Context, in *listWorkspacesInput) (*apikit.ListOutput[Workspace], error) {
	listed, err := a.workspacesOf(ctx, apikit.ActorOf(ctx), in.Deleted)
	if err == nil && in.Holds != "" {
		listed, err = a.holding(ctx, listed, in.Holds)
	}
	if err != nil {
		return nil, err
	}
	return apikit.WholeList(apikit.Map(listed, a.workspaceOf)), nil
}

func (a *API) workspacesOf(ctx context.Context, actor access.Actor, deleted bool) ([]workspace.Workspace, error) {
	switch {
	case actor.KeyID != "": // a key belongs to one workspace
		current, err := a.Workspaces.Current(ctx, actor)
		return []workspace.Workspace{current}, err
	case deleted:
		return a.Workspaces.Deleted(ctx, actor)
	default:
		return a.Workspaces.List(ctx, actor)
	}
}

// holding returns the workspace of the list in which the caller can read the item
// with the id; none when there is no such workspace.
func (a *API) holding(ctx context.Context, listed []workspace.Workspace, id string) ([]workspace.Workspace, error) {
	for _, w := range listed {
		actor, err := a.inWorkspace(ctx, w.ID)
		if err == nil {
			err = a.read(ctx, actor, id)
		}
		if err == nil {
			return []workspace.Workspace{w}, nil
		}
		if !fault.Rejects(err) {
			return nil, err
		}
	}
	return nil, nil
}

// read reads an item that has a page of the dashboard, of the type that its id
// names.
func (a *API) read(ctx context.Context, actor access.Actor, id string) error {
	var err error
	prefix, _, _ := strings.Cut(id, "_")
	switch prefix {
	case ident.Link:
		_, err = a.Links.Get(ctx, actor, id)
	case ident.QRCode:
		_, err = a.QRCodes.Get(ctx, actor, id)
	case ident.BioPage:
		_, err = a.BioPages.Get(ctx, actor, id)
	case ident.Domain:
		_, err = a.Domains.Get(ctx, actor, id)
	case ident.Webhook:
		_, err = a.Webhooks.Get(ctx, actor, id)
	default:
		err = fault.New(fault.NotFound, "Items of this type have no page of their own.")
	}
	return err
}

func (a *API) getWorkspace(ctx context.Context, in *apikit.ByID) (*apikit.Output[Workspace], error) {
	actor, err := a.inWorkspace(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	got, err := a.Workspaces.Current(ctx, actor)
	return apikit.OutputOf(a.workspaceOf(got)), err
}

type createWorkspace struct {
	Name     string `json:"name" doc:"1 to 80 characters."`
	TimeZone string `json:"timeZone,omitempty" doc:"IANA name; UTC by default." example:"Europe/Berlin"`
}

func (a *API) createWorkspace(ctx context.Context, in *apikit.With[createWorkspace]) (*apikit.Output[Workspace], error) {
	created, err := a.Workspaces.Create(ctx, apikit.ActorOf(ctx), in.Body.Name, in.Body.TimeZone)
	return apikit.OutputOf(a.workspaceOf(created)), err
}

func (a *API) deleteWorkspace(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
	actor, err := a.inWorkspace(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return nil, a.Workspaces.Delete(ctx, actor)
}

func (a *API) restoreWorkspace(ctx context.Context, in *apikit.ByID) (*apikit.Output[Workspace], error) {
	actor := apikit.ActorOf(ctx)
	if in.ID == "current" {
		in.ID = actor.WorkspaceID
	}
	restored, err := a.Workspaces.Restore(ctx, actor, in.ID)
	return apikit.OutputOf(a.workspaceOf(restored)), err
}

type transferWorkspace struct {
	UserID string `json:"userId" doc:"A member of the workspace." example:"usr_3kq7c8v0d5m2a"`
}

func (a *API) transferWorkspace(ctx context.Context, in *apikit.ByIDWith[transferWorkspace]) (*apikit.Output[Workspace], error) {
	actor, err := a.inWorkspace(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if err := a.Members.TransferOwnership(ctx, actor, in.Body.UserID); err != nil {
		return nil, err
	}
	return a.workspaceFor(ctx, actor.WorkspaceID)
}

// workspaceFor returns a workspace with the current role of the calling user.
func (a *API) workspaceFor(ctx context.Context, id string) (*apikit.Output[Workspace], error) {
	actor, err := a.Workspaces.ActorFor(ctx, apikit.ActorOf(ctx), id)
	if err != nil {
		return nil, err
	}
	got, err := a.Workspaces.Current(ctx, actor)
	return apikit.OutputOf(a.workspaceOf(got)), err
}

type updateWorkspace struct {
	Name          apikit.Opt[string] `json:"name,omitzero"`
	TimeZone      apikit.Opt[string] `json:"timeZone,omitzero" doc:"IANA name. Analytics use its days and hours." example:"Europe/Berlin"`
	RetentionDays apikit.Opt[int]    `json:"retentionDays,omitzero" nullable:"true" doc:"At least 1 and at most that of the plan; null: that of the plan. Older clicks are deleted within a day."`

	DefaultDomainID apikit.Opt[string] `json:"defaultDomainId,omitzero" nullable:"true" doc:"A verified domain of the workspace, for new links and bio pages that name none; null, or the install's own domain: the install's own." example:"dom_3kq7c8v0d5m2a"`
}

func (a *API) updateWorkspace(ctx context.Context, in *apikit.ByIDWith[updateWorkspace]) (*apikit.Output[Workspace], error) {
	actor, err := a.inWorkspace(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	var p workspace.Patch
	if in.Body.Name.Named {
		p.Name = &in.Body.Name.Value
	}
	if in.Body.TimeZone.Named {
		p.TimeZone = &in.Body.TimeZone.Value
	}
	if days := in.Body.RetentionDays; days.Named {
		if !days.Null && days.Value < 1 {
			days.Value = -1 // rejected: null, not 0, stands for the plan's retention
		}
		p.RetentionDays = &days.Value
	}
	if in.Body.DefaultDomainID.Named {
		p.DefaultDomainID = &in.Body.DefaultDomainID.Value
	}
	changed, err := a.Workspaces.Update(ctx, actor, p)
	return apikit.OutputOf(a.workspaceOf(changed)), err
}

type planRequest struct {
	Package string `json:"package" doc:"The name of a package of GET /packages." example:"PROFESSIONAL"`
}

func (a *API) requestPlan(ctx context.Context, in *apikit.ByIDWith[planRequest]) (*messageOutput, error) {
	actor, err := a.inWorkspace(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if err := a.PlanRequests.Request(ctx, actor, plan.Name(in.Body.Package)); err != nil {
		return nil, err
	}
	return message("Your request was sent. You will get a reply by email."), nil
}

// inWorkspace returns the actor in the workspace of the path.
func (a *API) inWorkspace(ctx context.Context, id string) (access.Actor, error) {
	actor := apikit.ActorOf(ctx)
	if id == "current" || id == actor.WorkspaceID {
		return actor, nil
	}
	if actor.KeyID != "" {
		return access.Actor{}, errKeyWorkspace()
	}
	return a.Workspaces.ActorFor(ctx, actor, id)
}
