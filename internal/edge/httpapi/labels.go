package httpapi

import (
	"context"
	"time"

	"linnet/internal/core/label"
	"linnet/internal/edge/apikit"
)

// Tag is a tag as the API returns it.
type Tag struct {
	ID        string    `json:"id" example:"tag_3kq7c8v0d5m2a"`
	Name      string    `json:"name" example:"spring"`
	Color     *string   `json:"color" example:"#1f6feb"`
	Links     int       `json:"links" doc:"The number of links with the tag."`
	CreatedAt time.Time `json:"createdAt"`
}

// Folder is a folder as the API returns it. A link is in at most one folder.
type Folder struct {
	ID        string    `json:"id" example:"fld_3kq7c8v0d5m2a"`
	Name      string    `json:"name" example:"Campaigns"`
	Links     int       `json:"links" doc:"The number of links in the folder."`
	CreatedAt time.Time `json:"createdAt"`
	FolderAccess
	Level string `json:"level" enum:"read,write" doc:"What you may do with the links in the folder; your role may allow less."`
}

// UTMTemplate is a set of saved campaign parameters.
type UTMTemplate struct {
	ID        string    `json:"id" example:"tpl_3kq7c8v0d5m2a"`
	Name      string    `json:"name" example:"Newsletter"`
	UTM       UTM       `json:"utm"`
	CreatedAt time.Time `json:"createdAt"`
}

func tagOf(l label.Label) Tag {
	return Tag{ID: l.ID, Name: l.Name, Color: apikit.TextOrNull(l.Color), Links: l.Links, CreatedAt: apikit.Timestamp(l.CreatedAt)}
}

func folderOf(l label.Label) Folder {
	return Folder{
		ID:           l.ID,
		Name:         l.Name,
		Links:        l.Links,
		CreatedAt:    apikit.Timestamp(l.CreatedAt),
		FolderAccess: folderAccessOf(l.Access),
		Level:        string(l.Level),
	}
}

func templateOf(l label.Label) UTMTemplate {
	return UTMTemplate{ID: l.ID, Name: l.Name, UTM: utmOf(l.UTM), CreatedAt: apikit.Timestamp(l.CreatedAt)}
}

// labelBody is the body of a label. set sets the fields that it has.
type labelBody interface {
	set(*label.Settings)
}

// TagInput is the body of a tag.
type TagInput struct {
	Name  apikit.Opt[string] `json:"name,omitzero" doc:"1 to 50 characters without commas; unique, case-insensitive."`
	Color apikit.Opt[string] `json:"color,omitzero" nullable:"true" example:"#1f6feb"`
}

// FolderInput is the body of a folder.
type FolderInput struct {
	Name apikit.Opt[string] `json:"name,omitzero" doc:"1 to 50 characters; unique, case-insensitive."`
}

// UTMTemplateInput is the body of a UTM template.
type UTMTemplateInput struct {
	Name apikit.Opt[string]   `json:"name,omitzero" doc:"1 to 50 characters; unique, case-insensitive."`
	UTM  apikit.Opt[UTMInput] `json:"utm,omitzero" doc:"Replaces all parameters."`
}

func (b TagInput) set(s *label.Settings) {
	b.Name.SetTo(&s.Name)
	b.Color.SetTo(&s.Color)
}

func (b FolderInput) set(s *label.Settings) { b.Name.SetTo(&s.Name) }

func (b UTMTemplateInput) set(s *label.Settings) {
	b.Name.SetTo(&s.Name)
	if b.UTM.Named {
		s.UTM = b.UTM.Value.core()
	}
}

type (
	createLabelInput[B labelBody] struct{ Body B }
	updateLabelInput[B labelBody] struct {
		apikit.ByID
		Body B
	}
	labelOutput[W any] struct{ Body W }
)

type listLabelsInput struct {
	Search string   `query:"search" maxLength:"100" doc:"Words that are parts of the name; case-insensitive."`
	IDs    []string `query:"ids" maxItems:"100" doc:"Lists only these, separated by commas."`
	Limit  int      `query:"limit" minimum:"1" maximum:"1000" default:"1000" doc:"The maximum number of items on a page."`
	Cursor string   `query:"cursor" maxLength:"512" doc:"nextCursor of the previous page."`
}

func listLabels[W any](
	a *API, kind label.Kind, wire func(label.Label) W,
) func(context.Context, *listLabelsInput) (*apikit.ListOutput[W], error) {
	return func(ctx context.Context, in *listLabelsInput) (*apikit.ListOutput[W], error) {
		page, err := a.Labels.List(ctx, apikit.ActorOf(ctx), kind, label.Query(*in))
		return apikit.Page(apikit.Map(page.Labels, wire), page.NextCursor, page.Total), err
	}
}

func createLabel[B labelBody, W any](
	a *API, kind label.Kind, wire func(label.Label) W,
) func(context.Context, *createLabelInput[B]) (*labelOutput[W], error) {
	return func(ctx context.Context, in *createLabelInput[B]) (*labelOutput[W], error) {
		var settings label.Settings
		in.Body.set(&settings)
		made, err := a.Labels.Create(ctx, apikit.ActorOf(ctx), kind, settings)
		return &labelOutput[W]{wire(made)}, err
	}
}

func updateLabel[B labelBody, W any](
	a *API, kind label.Kind, wire func(label.Label) W,
) func(context.Context, *updateLabelInput[B]) (*labelOutput[W], error) {
	return func(ctx context.Context, in *updateLabelInput[B]) (*labelOutput[W], error) {
		changed, err := a.Labels.Update(ctx, apikit.ActorOf(ctx), kind, in.ID, in.Body.set)
		return &labelOutput[W]{wire(changed)}, err
	}
}

func deleteLabel(a *API, kind label.Kind) func(context.Context, *apikit.ByID) (*struct{}, error) {
	return func(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
		return nil, a.Labels.Delete(ctx, apikit.ActorOf(ctx), kind, in.ID)
	}
}
