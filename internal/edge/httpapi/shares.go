package httpapi

import (
	"context"
	"time"

	"linnet/internal/core/share"
	"linnet/internal/edge/apikit"
)

// Share is a shared page as the API returns it to members.
type Share struct {
	ID          string     `json:"id" example:"shr_3kq7c8v0d5m2a"`
	Scope       string     `json:"scope" enum:"link,folder,tag,workspace"`
	SubjectID   *string    `json:"subjectId" doc:"The id of the link, folder or tag; null for the workspace."`
	Label       *string    `json:"label" doc:"The name of the link, folder, tag or workspace; null if it was deleted."`
	Name        *string    `json:"name" doc:"The title of the page; null: the label."`
	HasPassword bool       `json:"hasPassword"`
	ExpiresAt   *time.Time `json:"expiresAt"`
	CreatedBy   string     `json:"createdBy" example:"usr_3kq7c8v0d5m2a"`
	CreatedAt   time.Time  `json:"createdAt"`
	ShareSelection
}

// CreatedShare is a new share with the URL of its page.
type CreatedShare struct {
	Share
	URL string `json:"url" doc:"The URL of the page. Everyone with the URL can open the page. It is returned only once."`
}

func shareOf(s share.Share) Share {
	return Share{
		ID:             s.ID,
		Scope:          string(s.Scope),
		SubjectID:      apikit.TextOrNull(s.SubjectID),
		Label:          apikit.TextOrNull(s.Label),
		HasPassword:    s.PasswordHash != "",
		ExpiresAt:      apikit.TimeOrNull(s.ExpiresAt),
		CreatedBy:      s.CreatedBy,
		CreatedAt:      apikit.Timestamp(s.CreatedAt),
		Name:           apikit.TextOrNull(s.Name),
		ShareSelection: selectionOf(s, nil),
	}
}

type listSharesInput struct {
	Scope     string `query:"scope" enum:"link,folder,tag,workspace" doc:"The kind of subject."`
	SubjectID string `query:"subjectId" doc:"The id of the link, folder or tag; requires scope."`
}

func (a *API) listShares(ctx context.Context, in *listSharesInput) (*apikit.ListOutput[Share], error) {
	found, err := a.Shares.List(ctx, apikit.ActorOf(ctx), share.Scope(in.Scope), in.SubjectID)
	if err != nil {
		return nil, err
	}
	return apikit.WholeList(apikit.Map(found, shareOf)), nil
}

type createShare struct {
	Scope     string     `json:"scope" enum:"link,folder,tag,workspace"`
	SubjectID *string    `json:"subjectId,omitempty" nullable:"true" doc:"The id of the link, folder or tag." example:"lnk_3kq7c8v0d5m2a"`
	Password  *string    `json:"password,omitempty" nullable:"true" doc:"4 to 200 characters. It is never returned."`
	ExpiresAt *time.Time `json:"expiresAt,omitempty" nullable:"true"`
	Name      *string    `json:"name,omitempty" nullable:"true" doc:"At most 100 characters."`
	DraftSelection
}

func (a *API) createShare(ctx context.Context, in *apikit.With[createShare]) (*apikit.Output[CreatedShare], error) {
	draft := share.Draft{
		Name:      apikit.Value(in.Body.Name),
		Scope:     share.Scope(in.Body.Scope),
		SubjectID: apikit.Value(in.Body.SubjectID),
		Password:  apikit.Value(in.Body.Password),
		Selection: in.Body.selection(),
	}
	if in.Body.ExpiresAt != nil {
		draft.ExpiresAt = apikit.Timestamp(*in.Body.ExpiresAt)
	}
	made, token, err := a.Shares.Create(ctx, apikit.ActorOf(ctx), draft)
	if err != nil {
		return nil, err
	}
	page := *a.publicURL
	page.Path, page.RawQuery = "/share/"+token, ""
	return apikit.OutputOf(CreatedShare{Share: shareOf(made), URL: page.String()}), nil
}

func shareResponse(s share.Share, err error) (*apikit.Output[Share], error) {
	if err != nil {
		return nil, err
	}
	return apikit.OutputOf(shareOf(s)), nil
}

func (a *API) getShare(ctx context.Context, in *apikit.ByID) (*apikit.Output[Share], error) {
	return shareResponse(a.Shares.Get(ctx, apikit.ActorOf(ctx), in.ID))
}

type updateShare struct {
	Name      apikit.Opt[string]    `json:"name,omitzero" nullable:"true" doc:"null removes it."`
	Password  apikit.Opt[string]    `json:"password,omitzero" nullable:"true" doc:"null removes it."`
	ExpiresAt apikit.Opt[time.Time] `json:"expiresAt,omitzero" nullable:"true" doc:"null: never."`
}

func (a *API) updateShare(ctx context.Context, in *apikit.ByIDWith[updateShare]) (*apikit.Output[Share], error) {
	var p share.Patch
	if in.Body.Name.Named {
		p.Name = &in.Body.Name.Value
	}
	if in.Body.Password.Named {
		p.Password = &in.Body.Password.Value
	}
	if in.Body.ExpiresAt.Named {
		at := in.Body.ExpiresAt.Value
		if !at.IsZero() {
			at = apikit.Timestamp(at)
		}
		p.ExpiresAt = &at
	}
	return shareResponse(a.Shares.Update(ctx, apikit.ActorOf(ctx), in.ID, p))
}

func (a *API) revokeShare(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
	return nil, a.Shares.Revoke(ctx, apikit.ActorOf(ctx), in.ID)
}
