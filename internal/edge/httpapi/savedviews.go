package httpapi

import (
	"context"
	"time"

	"linnet/internal/core/savedview"
	"linnet/internal/edge/apikit"
)

// SavedView is a named filter of the list of links.
type SavedView struct {
	ID string `json:"id" example:"viw_3kq7c8v0d5m2a"`
	savedview.Settings
	CreatedAt time.Time `json:"createdAt"`
}

func viewOf(v savedview.View) SavedView {
	return SavedView{ID: v.ID, Settings: v.Settings, CreatedAt: apikit.Timestamp(v.CreatedAt)}
}

func (a *API) listViews(ctx context.Context, _ *struct{}) (*apikit.ListOutput[SavedView], error) {
	views, err := a.SavedViews.List(ctx, apikit.ActorOf(ctx))
	return apikit.WholeList(apikit.Map(views, viewOf)), err
}

func (a *API) createView(ctx context.Context, in *apikit.With[apikit.Draft[savedview.Settings]]) (*apikit.Output[SavedView], error) {
	made, err := a.SavedViews.Create(ctx, apikit.ActorOf(ctx), in.Body.Of(savedview.Settings{}))
	return apikit.OutputOf(viewOf(made)), err
}

func (a *API) updateView(ctx context.Context, in *apikit.ByIDWith[apikit.Partial[savedview.Settings]]) (*apikit.Output[SavedView], error) {
	changed, err := a.SavedViews.Update(ctx, apikit.ActorOf(ctx), in.ID, in.Body.Onto)
	return apikit.OutputOf(viewOf(changed)), err
}

func (a *API) deleteView(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
	return nil, a.SavedViews.Delete(ctx, apikit.ActorOf(ctx), in.ID)
}
