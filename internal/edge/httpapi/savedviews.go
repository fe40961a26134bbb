package httpapi

import (
	"context"
	"time"

	"linnet/internal/core/savedview"
	"linnet/internal/edge/apikit"
)

// SavedView is a named filter of the list of links.
type SavedView struct {
	ID        string    `json:"id" example:"viw_3kq7c8v0d5m2a"`
	Name      string    `json:"name" example:"Spring, by clicks"`
	Query     string    `json:"query" doc:"The query of the URL of the list of links." example:"tag=spring&sort=clickCount"`
	CreatedAt time.Time `json:"createdAt"`
}

func viewOf(v savedview.View) SavedView {
	return SavedView{ID: v.ID, Name: v.Name, Query: v.Query, CreatedAt: apikit.Timestamp(v.CreatedAt)}
}

func (a *API) listViews(ctx context.Context, _ *struct{}) (*apikit.ListOutput[SavedView], error) {
	views, err := a.SavedViews.List(ctx, apikit.ActorOf(ctx))
	return apikit.WholeList(apikit.Map(views, viewOf)), err
}

type createSavedView struct {
	Name  string `json:"name" doc:"1 to 40 characters; unique, case-insensitive."`
	Query string `json:"query" doc:"At most 2,000 bytes."`
}

func (a *API) createView(ctx context.Context, in *apikit.With[createSavedView]) (*apikit.Output[SavedView], error) {
	made, err := a.SavedViews.Create(ctx, apikit.ActorOf(ctx), in.Body.Name, in.Body.Query)
	return apikit.OutputOf(viewOf(made)), err
}

type updateSavedView struct {
	Name  apikit.Opt[string] `json:"name,omitzero" doc:"1 to 40 characters; unique, case-insensitive."`
	Query apikit.Opt[string] `json:"query,omitzero" doc:"At most 2,000 bytes."`
}

func (a *API) updateView(ctx context.Context, in *apikit.ByIDWith[updateSavedView]) (*apikit.Output[SavedView], error) {
	var p savedview.Patch
	if in.Body.Name.Named {
		p.Name = &in.Body.Name.Value
	}
	if in.Body.Query.Named {
		p.Query = &in.Body.Query.Value
	}
	changed, err := a.SavedViews.Update(ctx, apikit.ActorOf(ctx), in.ID, p)
	return apikit.OutputOf(viewOf(changed)), err
}

func (a *API) deleteView(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
	return nil, a.SavedViews.Delete(ctx, apikit.ActorOf(ctx), in.ID)
}
