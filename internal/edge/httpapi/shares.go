package httpapi

import (
	"context"
	"net/http"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/share"
)

// Shares is what the API needs of core/share to keep shared pages.
type Shares interface {
	Create(ctx context.Context, actor access.Actor, d share.Draft) (made share.Share, token string, err error)
	Get(ctx context.Context, actor access.Actor, id string) (share.Share, error)
	List(ctx context.Context, actor access.Actor, scope share.Scope, subjectID string) ([]share.Share, error)
	Update(ctx context.Context, actor access.Actor, id string, p share.Patch) (share.Share, error)
	Revoke(ctx context.Context, actor access.Actor, id string) error
}

func (a *API) shareRoutes() {
	get(a, "/shares", a.listShares, operation{id: "listShares", tag: "Shared pages", summary: "List shared pages",
		detail: "The newest first, expired ones among them. Their addresses are not told again.", fails: codes(fault.Invalid)})
	post(a, "/shares", a.createShare, operation{id: "createShare", tag: "Shared pages", summary: "Share figures with people without an account",
		status: http.StatusCreated, fails: codes(fault.LimitReached),
		detail: "Of a link, a folder, a tag or the workspace: exactly the filters, the traffic, the period and the parts that are given. " +
			"The answer has the page's address, once: only its hash is stored."})
	get(a, "/shares/{id}", a.getShare, operation{id: "getShare", tag: "Shared pages", summary: "Read a shared page's settings"})
	patch(a, "/shares/{id}", a.updateShare, operation{id: "updateShare", tag: "Shared pages", summary: "Change a shared page's name, password or end",
		detail: "A new password asks everybody again."})
	del(a, "/shares/{id}", a.revokeShare, operation{id: "revokeShare", tag: "Shared pages", summary: "Stop sharing",
		detail: "At once and for ever."})
}

// Share is a page of figures for whoever has its address.
type Share struct {
	ID          string     `json:"id" example:"shr_3kq7c8v0d5m2a"`
	Scope       string     `json:"scope" enum:"link,folder,tag,workspace"`
	SubjectID   *string    `json:"subjectId" doc:"Of the link, folder or tag; null for the workspace."`
	Label       *string    `json:"label" doc:"What it is about, in words; null when that has been deleted."`
	Name        *string    `json:"name" doc:"Shown in lists and as the page's title; null: the label serves."`
	HasPassword bool       `json:"hasPassword"`
	ExpiresAt   *time.Time `json:"expiresAt"`
	CreatedBy   string     `json:"createdBy" example:"usr_3kq7c8v0d5m2a"`
	CreatedAt   time.Time  `json:"createdAt"`
	ShareSelection
}

// CreatedShare is a share with the address of its page.
type CreatedShare struct {
	Share
	URL string `json:"url" doc:"The page. Whoever has it can see it; it is told only here."`
}

func shareOf(s share.Share) Share {
	return Share{
		ID: s.ID, Scope: string(s.Scope), SubjectID: text(s.SubjectID), Label: text(s.Label), HasPassword: s.PasswordHash != "",
		ExpiresAt: moment(s.ExpiresAt), CreatedBy: s.CreatedBy, CreatedAt: instant(s.CreatedAt),
		Name: text(s.Name), ShareSelection: selectionOf(s, nil),
	}
}

type listSharesInput struct {
	Scope     string `query:"scope" enum:"link,folder,tag,workspace" doc:"Those of one subject."`
	SubjectID string `query:"subjectId" doc:"With scope: the link, folder or tag."`
}

func (a *API) listShares(ctx context.Context, in *listSharesInput) (*listOutput[Share], error) {
	found, err := a.Shares.List(ctx, actorOf(ctx), share.Scope(in.Scope), in.SubjectID)
	if err != nil {
		return nil, err
	}
	return wholeList(each(found, shareOf)), nil
}

type createShareInput struct {
	Body struct {
		Scope     string     `json:"scope" enum:"link,folder,tag,workspace"`
		SubjectID *string    `json:"subjectId,omitempty" nullable:"true" doc:"Of the link, folder or tag." example:"lnk_3kq7c8v0d5m2a"`
		Password  *string    `json:"password,omitempty" nullable:"true" doc:"4 to 200 characters. It never comes out again."`
		ExpiresAt *time.Time `json:"expiresAt,omitempty" nullable:"true"`
		Name      *string    `json:"name,omitempty" nullable:"true" doc:"At most 100 characters."`
		DraftSelection
	} `nameHint:"CreateShare"`
}

type createdShareOutput struct{ Body CreatedShare }

func (a *API) createShare(ctx context.Context, in *createShareInput) (*createdShareOutput, error) {
	draft := share.Draft{
		Name: plain(in.Body.Name), Scope: share.Scope(in.Body.Scope), SubjectID: plain(in.Body.SubjectID),
		Password: plain(in.Body.Password), Selection: in.Body.selection(),
	}
	if in.Body.ExpiresAt != nil {
		draft.ExpiresAt = instant(*in.Body.ExpiresAt)
	}
	made, token, err := a.Shares.Create(ctx, actorOf(ctx), draft)
	if err != nil {
		return nil, err
	}
	page := *a.publicURL
	page.Path, page.RawQuery = "/share/"+token, ""
	return &createdShareOutput{CreatedShare{Share: shareOf(made), URL: page.String()}}, nil
}

// SharePath names the share in the path.
type SharePath struct {
	ID string `path:"id" doc:"The share's id." example:"shr_3kq7c8v0d5m2a"`
}

type shareOutput struct{ Body Share }

func shareAnswer(s share.Share, err error) (*shareOutput, error) {
	if err != nil {
		return nil, err
	}
	return &shareOutput{shareOf(s)}, nil
}

func (a *API) getShare(ctx context.Context, in *SharePath) (*shareOutput, error) {
	return shareAnswer(a.Shares.Get(ctx, actorOf(ctx), in.ID))
}

type updateShareInput struct {
	SharePath
	Body struct {
		Name      Opt[string]    `json:"name,omitzero" nullable:"true" doc:"null takes it away."`
		Password  Opt[string]    `json:"password,omitzero" nullable:"true" doc:"null takes it away."`
		ExpiresAt Opt[time.Time] `json:"expiresAt,omitzero" nullable:"true" doc:"null: it never ends."`
	} `nameHint:"UpdateShare"`
}

func (a *API) updateShare(ctx context.Context, in *updateShareInput) (*shareOutput, error) {
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
			at = instant(at)
		}
		p.ExpiresAt = &at
	}
	return shareAnswer(a.Shares.Update(ctx, actorOf(ctx), in.ID, p))
}

func (a *API) revokeShare(ctx context.Context, in *SharePath) (*struct{}, error) {
	return nil, a.Shares.Revoke(ctx, actorOf(ctx), in.ID)
}
