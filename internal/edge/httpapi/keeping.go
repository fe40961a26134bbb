package httpapi

import (
	"context"
	"net/http"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/link"
	"linnet/internal/core/savedview"
)

// What is kept and what is let go: views, tombstones and clicks.

// Views is what the API needs of core/savedview.
type Views interface {
	List(ctx context.Context, actor access.Actor) ([]savedview.View, error)
	Create(ctx context.Context, actor access.Actor, name, query string) (savedview.View, error)
	Update(ctx context.Context, actor access.Actor, id string, p savedview.Patch) (savedview.View, error)
	Delete(ctx context.Context, actor access.Actor, id string) error
}

// Tombstones is what the API needs of core/link about deleted links.
type Tombstones interface {
	Tombstones(ctx context.Context, actor access.Actor, search string, limit int, cursor string) (link.TombstonePage, error)
	FreeAlias(ctx context.Context, actor access.Actor, id, alias string) error
}

// Retention is what the API needs of core/retention.
type Retention interface {
	// DeleteClicks deletes a link's clicks for good.
	DeleteClicks(ctx context.Context, actor access.Actor, linkID string) error
}

func (a *API) keepingRoutes() {
	get(a, "/saved-views", a.listViews, operation{id: "listSavedViews", tag: "Saved views", summary: "List the own saved views of links",
		detail: "In the current workspace, the oldest first."})
	post(a, "/saved-views", a.createView, operation{id: "createSavedView", tag: "Saved views", summary: "Save a view", status: http.StatusCreated,
		detail: "At most 20; one more is 402.", fails: codes(fault.Conflict, fault.LimitReached)})
	patch(a, "/saved-views/{id}", a.updateView, operation{id: "updateSavedView", tag: "Saved views", summary: "Change a saved view",
		detail: "Changes what it names.", fails: codes(fault.Conflict)})
	del(a, "/saved-views/{id}", a.deleteView, operation{id: "deleteSavedView", tag: "Saved views", summary: "Delete a saved view"})
	get(a, "/tombstones", a.listTombstones, operation{id: "listTombstones", tag: "Links", summary: "List deleted links whose aliases are still taken",
		detail: "The last deleted first. POST /links/{id}/restore brings one back.", fails: codes(fault.Invalid)})
	del(a, "/tombstones/{id}", a.freeAlias, operation{id: "freeAlias", tag: "Links", summary: "Free the aliases of a deleted link",
		detail: "Anybody may take them again, and whoever follows a printed code then lands there. For owners and admins."})
	del(a, "/links/{id}/clicks", a.deleteClicks, operation{id: "deleteLinkClicks", tag: "Links", summary: "Delete a link's clicks for good",
		detail: "Also those it was imported with, and the leads and sales that came of them. The link goes on, and counts from 0; what its click limit has used up stays used. For owners and admins."})
}

// SavedView is a filter of the list of links that has a name.
type SavedView struct {
	ID        string    `json:"id" example:"viw_3kq7c8v0d5m2a"`
	Name      string    `json:"name" example:"Spring, by clicks"`
	Query     string    `json:"query" doc:"Of the address of the list of links." example:"tag=spring&sort=clickCount"`
	CreatedAt time.Time `json:"createdAt"`
}

func viewOf(v savedview.View) SavedView {
	return SavedView{ID: v.ID, Name: v.Name, Query: v.Query, CreatedAt: instant(v.CreatedAt)}
}

type viewOutput struct{ Body SavedView }

func (a *API) listViews(ctx context.Context, _ *struct{}) (*listOutput[SavedView], error) {
	views, err := a.Views.List(ctx, actorOf(ctx))
	return wholeList(each(views, viewOf)), err
}

type createViewInput struct {
	Body struct {
		Name  string `json:"name" doc:"1 to 40 characters; whatever the case, no two alike."`
		Query string `json:"query" doc:"At most 2,000 bytes."`
	} `nameHint:"CreateSavedView"`
}

func (a *API) createView(ctx context.Context, in *createViewInput) (*viewOutput, error) {
	made, err := a.Views.Create(ctx, actorOf(ctx), in.Body.Name, in.Body.Query)
	return &viewOutput{viewOf(made)}, err
}

// ViewPath names the view in the path.
type ViewPath struct {
	ID string `path:"id" example:"viw_3kq7c8v0d5m2a"`
}

type updateViewInput struct {
	ViewPath
	Body struct {
		Name  Opt[string] `json:"name,omitzero" doc:"1 to 40 characters; whatever the case, no two alike."`
		Query Opt[string] `json:"query,omitzero" doc:"At most 2,000 bytes."`
	} `nameHint:"UpdateSavedView"`
}

func (a *API) updateView(ctx context.Context, in *updateViewInput) (*viewOutput, error) {
	var p savedview.Patch
	if in.Body.Name.Named {
		p.Name = &in.Body.Name.Value
	}
	if in.Body.Query.Named {
		p.Query = &in.Body.Query.Value
	}
	changed, err := a.Views.Update(ctx, actorOf(ctx), in.ID, p)
	return &viewOutput{viewOf(changed)}, err
}

func (a *API) deleteView(ctx context.Context, in *ViewPath) (*struct{}, error) {
	return nil, a.Views.Delete(ctx, actorOf(ctx), in.ID)
}

// Tombstone is a deleted link whose aliases are still taken.
type Tombstone struct {
	LinkID    string    `json:"linkId" example:"lnk_3kq7c8v0d5m2a"`
	Domain    string    `json:"domain" example:"localhost:8080"`
	Aliases   []string  `json:"aliases" doc:"They answer 410, and nobody else can take them."`
	URL       string    `json:"url" doc:"Where the link led." example:"https://example.com/"`
	Title     *string   `json:"title"`
	DeletedAt time.Time `json:"deletedAt"`
}

type listTombstonesInput struct {
	PageParams
	Search string `query:"search" maxLength:"200" doc:"In aliases, destination, title and comments, whatever the case."`
}

func (a *API) listTombstones(ctx context.Context, in *listTombstonesInput) (*listOutput[Tombstone], error) {
	page, err := a.Tombstones.Tombstones(ctx, actorOf(ctx), in.Search, in.Limit, in.Cursor)
	if err != nil {
		return nil, err
	}
	items := each(page.Tombstones, func(t link.Tombstone) Tombstone {
		return Tombstone{LinkID: t.LinkID, Domain: t.Domain, Aliases: t.Aliases, URL: t.URL, Title: text(t.Title), DeletedAt: instant(t.DeletedAt)}
	})
	return &listOutput[Tombstone]{List[Tombstone]{Items: items, NextCursor: text(page.NextCursor), Total: page.Total}}, nil
}

type freeAliasInput struct {
	LinkPath
	Alias string `query:"alias" doc:"Which of the link's aliases; without it, all of them." example:"launch"`
}

func (a *API) freeAlias(ctx context.Context, in *freeAliasInput) (*struct{}, error) {
	return nil, a.Tombstones.FreeAlias(ctx, actorOf(ctx), in.ID, in.Alias)
}

func (a *API) deleteClicks(ctx context.Context, in *LinkPath) (*struct{}, error) {
	return nil, a.Retention.DeleteClicks(ctx, actorOf(ctx), in.ID)
}
