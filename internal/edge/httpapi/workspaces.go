package httpapi

import (
	"context"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/plan"
	"linnet/internal/core/workspace"
	"linnet/internal/edge/apikit"
)

// Workspaces is what the API needs of core/workspace.
type Workspaces interface {
	// ActorFor returns the user in the workspace, in their first one when
	// workspaceID is empty, and NotFound when they are in no such workspace.
	ActorFor(ctx context.Context, userID, sessionID, workspaceID string) (access.Actor, error)
	List(ctx context.Context, actor access.Actor) ([]workspace.Workspace, error)
	Current(ctx context.Context, actor access.Actor) (workspace.Workspace, error)
	Update(ctx context.Context, actor access.Actor, p workspace.Patch) (workspace.Workspace, error)
	// RequestPlan asks the operator for another package.
	RequestPlan(ctx context.Context, actor access.Actor, name plan.Name) error
}

// Workspace owns links and has a plan.
type Workspace struct {
	ID        string    `json:"id" example:"wsp_3kq7c8v0d5m2a"`
	Name      string    `json:"name"`
	Plan      string    `json:"plan" enum:"FREE,BASIC,PROFESSIONAL,BUSINESS,ENTERPRISE"`
	TimeZone  string    `json:"timeZone" doc:"IANA name; days and hours of the analytics are told in it." example:"Europe/Berlin"`
	CreatedAt time.Time `json:"createdAt"`

	Role        string   `json:"role" enum:"owner,admin,editor,viewer" doc:"The role of the calling user."`
	Permissions []string `json:"permissions" doc:"What the calling user may do in the workspace, such as links:write. New permissions may be added." example:"[\"links:read\",\"links:write\"]"`

	RetentionDays     *int64 `json:"retentionDays" doc:"How many days the workspace wants clicks to be kept; null: as long as its plan does." example:"90"`
	PlanRetentionDays *int64 `json:"planRetentionDays" doc:"How many days the plan keeps clicks; null: for good. The shorter of both holds."`
}

func (a *API) workspaceOf(w workspace.Workspace) Workspace {
	return Workspace{
		ID: w.ID, Name: w.Name, Plan: string(w.Plan), TimeZone: w.TimeZone, CreatedAt: apikit.Timestamp(w.CreatedAt),
		Role: string(w.Role), Permissions: apikit.Map(access.Permissions(w.Role), func(p access.Permission) string { return string(p) }),
		RetentionDays: limit(w.RetentionDays), PlanRetentionDays: limit(a.Plans.Limits(w.Plan).RetentionDays),
	}
}

func (a *API) listWorkspaces(ctx context.Context, _ *struct{}) (*apikit.ListOutput[Workspace], error) {
	mine, err := a.Workspaces.List(ctx, apikit.ActorOf(ctx))
	if err != nil {
		return nil, err
	}
	return apikit.WholeList(apikit.Map(mine, a.workspaceOf)), nil
}

// WorkspacePath names the workspace in the path.
type WorkspacePath struct {
	ID string `path:"id" doc:"The workspace's id, or current for the one that the call acts in." example:"current"`
}

type workspaceOutput struct{ Body Workspace }

func (a *API) getWorkspace(ctx context.Context, in *WorkspacePath) (*workspaceOutput, error) {
	actor, err := a.inWorkspace(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	got, err := a.Workspaces.Current(ctx, actor)
	return &workspaceOutput{a.workspaceOf(got)}, err
}

type updateWorkspaceInput struct {
	WorkspacePath
	Body struct {
		Name          apikit.Opt[string] `json:"name,omitzero"`
		TimeZone      apikit.Opt[string] `json:"timeZone,omitzero" doc:"IANA name; days and hours of the analytics are told in it." example:"Europe/Berlin"`
		RetentionDays apikit.Opt[int]    `json:"retentionDays,omitzero" nullable:"true" doc:"1 or more, and no more than the plan's; null: as long as the plan. Clicks that become too old are deleted within a day."`
	} `nameHint:"UpdateWorkspace"`
}

func (a *API) updateWorkspace(ctx context.Context, in *updateWorkspaceInput) (*workspaceOutput, error) {
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
			days.Value = -1 // 0 is no way to say "as long as the plan" here
		}
		p.RetentionDays = &days.Value
	}
	changed, err := a.Workspaces.Update(ctx, actor, p)
	return &workspaceOutput{a.workspaceOf(changed)}, err
}

type requestPlanInput struct {
	WorkspacePath
	Body struct {
		Package string `json:"package" doc:"The name of a package, as in GET /packages." example:"PROFESSIONAL"`
	} `nameHint:"PlanRequest"`
}

func (a *API) requestPlan(ctx context.Context, in *requestPlanInput) (*messageOutput, error) {
	actor, err := a.inWorkspace(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if err := a.Workspaces.RequestPlan(ctx, actor, plan.Name(in.Body.Package)); err != nil {
		return nil, err
	}
	return message("Your request was sent. You get an answer by mail."), nil
}

// inWorkspace returns the caller in the workspace that the path names.
func (a *API) inWorkspace(ctx context.Context, id string) (access.Actor, error) {
	actor := apikit.ActorOf(ctx)
	if id == "current" || id == actor.WorkspaceID {
		return actor, nil
	}
	return a.Workspaces.ActorFor(ctx, actor.UserID, actor.SessionID, id)
}
