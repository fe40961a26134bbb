package httpapi

import (
	"context"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/workspace"
)

// Workspaces is what the API needs of core/workspace.
type Workspaces interface {
	// ActorFor returns the user in the workspace, in their first one when
	// workspaceID is empty, and NotFound when they are in no such workspace.
	ActorFor(ctx context.Context, userID, sessionID, workspaceID string) (access.Actor, error)
	List(ctx context.Context, actor access.Actor) ([]workspace.Workspace, error)
	Current(ctx context.Context, actor access.Actor) (workspace.Workspace, error)
	Rename(ctx context.Context, actor access.Actor, name string) (workspace.Workspace, error)
}

// Workspace owns links and has a plan.
type Workspace struct {
	ID        string    `json:"id" example:"wsp_3kq7c8v0d5m2a"`
	Name      string    `json:"name"`
	Plan      string    `json:"plan" enum:"FREE,BASIC,PROFESSIONAL,BUSINESS,ENTERPRISE"`
	TimeZone  string    `json:"timeZone" doc:"IANA name; days and hours of the analytics are told in it." example:"Europe/Berlin"`
	CreatedAt time.Time `json:"createdAt"`
}

func workspaceOf(w workspace.Workspace) Workspace {
	return Workspace{ID: w.ID, Name: w.Name, Plan: string(w.Plan), TimeZone: w.TimeZone, CreatedAt: instant(w.CreatedAt)}
}

func (a *API) listWorkspaces(ctx context.Context, _ *struct{}) (*listOutput[Workspace], error) {
	mine, err := a.Workspaces.List(ctx, actorOf(ctx))
	if err != nil {
		return nil, err
	}
	return wholeList(each(mine, workspaceOf)), nil
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
	return &workspaceOutput{workspaceOf(got)}, err
}

type renameWorkspaceInput struct {
	WorkspacePath
	Body struct {
		Name string `json:"name"`
	} `nameHint:"UpdateWorkspace"`
}

func (a *API) renameWorkspace(ctx context.Context, in *renameWorkspaceInput) (*workspaceOutput, error) {
	actor, err := a.inWorkspace(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	renamed, err := a.Workspaces.Rename(ctx, actor, in.Body.Name)
	return &workspaceOutput{workspaceOf(renamed)}, err
}

// inWorkspace returns the caller in the workspace that the path names.
func (a *API) inWorkspace(ctx context.Context, id string) (access.Actor, error) {
	actor := actorOf(ctx)
	if id == "current" || id == actor.WorkspaceID {
		return actor, nil
	}
	return a.Workspaces.ActorFor(ctx, actor.UserID, actor.SessionID, id)
}
