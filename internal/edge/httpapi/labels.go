package httpapi

import (
	"context"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/label"
	"linnet/internal/edge/apikit"
)

// Labels is what the API needs of core/label.
type Labels interface {
	List(ctx context.Context, actor access.Actor, kind label.Kind) ([]label.Label, error)
	Get(ctx context.Context, actor access.Actor, kind label.Kind, id string) (label.Label, error)
	Create(ctx context.Context, actor access.Actor, kind label.Kind, draft label.Draft) (label.Label, error)
	// Update gives a label all values of the draft.
	Update(ctx context.Context, actor access.Actor, kind label.Kind, id string, draft label.Draft) (label.Label, error)
	// Delete takes a label away, also from its links, which stay.
	Delete(ctx context.Context, actor access.Actor, kind label.Kind, id string) error
}

// Tag is a word that links are found by.
type Tag struct {
	ID        string    `json:"id" example:"tag_3kq7c8v0d5m2a"`
	Name      string    `json:"name" example:"spring"`
	Color     *string   `json:"color" example:"#1f6feb"`
	Links     int       `json:"links" doc:"How many have it."`
	CreatedAt time.Time `json:"createdAt"`
}

// Folder holds links; a link is in one or in none.
type Folder struct {
	ID        string    `json:"id" example:"fld_3kq7c8v0d5m2a"`
	Name      string    `json:"name" example:"Campaigns"`
	Links     int       `json:"links" doc:"How many are in it."`
	CreatedAt time.Time `json:"createdAt"`
}

// UTMTemplate is saved campaign values.
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
	return Folder{ID: l.ID, Name: l.Name, Links: l.Links, CreatedAt: apikit.Timestamp(l.CreatedAt)}
}

func templateOf(l label.Label) UTMTemplate {
	return UTMTemplate{ID: l.ID, Name: l.Name, UTM: utmOf(l.UTM), CreatedAt: apikit.Timestamp(l.CreatedAt)}
}

// labelBody is what a label is given. onto puts what was named into a draft.
type labelBody interface{ onto(draft *label.Draft) }

// TagInput is what a tag is given.
type TagInput struct {
	Name  apikit.Opt[string] `json:"name,omitzero" doc:"1 to 50 characters without a comma; whatever the case, no two alike."`
	Color apikit.Opt[string] `json:"color,omitzero" nullable:"true" example:"#1f6feb"`
}

// FolderInput is what a folder is given.
type FolderInput struct {
	Name apikit.Opt[string] `json:"name,omitzero" doc:"1 to 50 characters; whatever the case, no two alike."`
}

// UTMTemplateInput is what a template is given.
type UTMTemplateInput struct {
	Name apikit.Opt[string]   `json:"name,omitzero" doc:"1 to 50 characters; whatever the case, no two alike."`
	UTM  apikit.Opt[UTMInput] `json:"utm,omitzero" doc:"Replaced as a whole."`
}

func (b TagInput) onto(d *label.Draft) {
	b.Name.SetTo(&d.Name)
	b.Color.SetTo(&d.Color)
}

func (b FolderInput) onto(d *label.Draft) { b.Name.SetTo(&d.Name) }

func (b UTMTemplateInput) onto(d *label.Draft) {
	b.Name.SetTo(&d.Name)
	if b.UTM.Named {
		d.UTM = b.UTM.Value.core()
	}
}

// LabelPath names the label in the path.
type LabelPath struct {
	ID string `path:"id"`
}

type (
	createLabelInput[B labelBody] struct{ Body B }
	updateLabelInput[B labelBody] struct {
		LabelPath
		Body B
	}
	labelOutput[W any] struct{ Body W }
)

func listLabels[W any](a *API, kind label.Kind, wire func(label.Label) W) func(context.Context, *struct{}) (*apikit.ListOutput[W], error) {
	return func(ctx context.Context, _ *struct{}) (*apikit.ListOutput[W], error) {
		found, err := a.Labels.List(ctx, apikit.ActorOf(ctx), kind)
		return apikit.WholeList(apikit.Map(found, wire)), err
	}
}

func createLabel[B labelBody, W any](
	a *API, kind label.Kind, wire func(label.Label) W,
) func(context.Context, *createLabelInput[B]) (*labelOutput[W], error) {
	return func(ctx context.Context, in *createLabelInput[B]) (*labelOutput[W], error) {
		var draft label.Draft
		in.Body.onto(&draft)
		made, err := a.Labels.Create(ctx, apikit.ActorOf(ctx), kind, draft)
		return &labelOutput[W]{wire(made)}, err
	}
}

func updateLabel[B labelBody, W any](
	a *API, kind label.Kind, wire func(label.Label) W,
) func(context.Context, *updateLabelInput[B]) (*labelOutput[W], error) {
	return func(ctx context.Context, in *updateLabelInput[B]) (*labelOutput[W], error) {
		kept, err := a.Labels.Get(ctx, apikit.ActorOf(ctx), kind, in.ID)
		if err != nil {
			return nil, err
		}
		draft := label.Draft{Name: kept.Name, Color: kept.Color, UTM: kept.UTM}
		in.Body.onto(&draft)
		changed, err := a.Labels.Update(ctx, apikit.ActorOf(ctx), kind, in.ID, draft)
		return &labelOutput[W]{wire(changed)}, err
	}
}

func deleteLabel(a *API, kind label.Kind) func(context.Context, *LabelPath) (*struct{}, error) {
	return func(ctx context.Context, in *LabelPath) (*struct{}, error) {
		return nil, a.Labels.Delete(ctx, apikit.ActorOf(ctx), kind, in.ID)
	}
}
