package httpapi

import (
	"context"
	"time"

	"linnet/internal/core/operator"
	"linnet/internal/core/webhost"
	"linnet/internal/edge/apikit"
)

// AdminWorkspace is a workspace as operators see it.
type AdminWorkspace struct {
	ID        string     `json:"id" example:"wsp_3kq7c8v0d5m2a"`
	Name      string     `json:"name"`
	Plan      string     `json:"plan" example:"FREE"`
	Owner     string     `json:"owner" doc:"The email address of its first owner."`
	Links     int        `json:"links"`
	Members   int        `json:"members"`
	Domains   int        `json:"domains"`
	CreatedAt time.Time  `json:"createdAt"`
	Suspended bool       `json:"suspended"`
	DeletedAt *time.Time `json:"deletedAt" doc:"null: it is not deleted."`
}

func (a *API) adminWorkspaces(ctx context.Context, in *AdminStateListInput) (*apikit.ListOutput[AdminWorkspace], error) {
	return adminPage(ctx, a, func(o *operator.Service) (operator.Page[operator.Workspace], error) {
		return o.Workspaces(ctx, in.query())
	}, func(w operator.Workspace) AdminWorkspace {
		return AdminWorkspace{
			ID:        w.ID,
			Name:      w.Name,
			Plan:      string(w.Plan),
			Owner:     w.Owner,
			Links:     w.Links,
			Members:   w.Members,
			Domains:   w.Domains,
			CreatedAt: apikit.Timestamp(w.CreatedAt),
			Suspended: w.Suspended,
			DeletedAt: apikit.TimeOrNull(w.DeletedAt),
		}
	})
}

type adminUpdateWorkspace struct {
	Plan string `json:"plan" example:"PROFESSIONAL"`
}

func (a *API) adminUpdateWorkspace(ctx context.Context, in *apikit.ByIDWith[adminUpdateWorkspace]) (*struct{}, error) {
	o, err := a.operator(ctx)
	if err != nil {
		return nil, err
	}
	return nil, o.SetPlan(ctx, in.ID, in.Body.Plan)
}

func (a *API) adminSuspendWorkspace(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
	return a.setWorkspaceSuspended(ctx, in.ID, true)
}

func (a *API) adminRestoreWorkspace(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
	return a.setWorkspaceSuspended(ctx, in.ID, false)
}

func (a *API) setWorkspaceSuspended(ctx context.Context, id string, suspended bool) (*struct{}, error) {
	o, err := a.operator(ctx)
	if err != nil {
		return nil, err
	}
	return nil, o.SuspendWorkspace(ctx, id, suspended)
}

// AdminDomain is a domain as operators see it.
type AdminDomain struct {
	ID            string     `json:"id" example:"dom_3kq7c8v0d5m2a"`
	Host          string     `json:"host" doc:"In ASCII." example:"go.example.com"`
	UnicodeHost   string     `json:"unicodeHost" doc:"The host as people read it." example:"go.example.com"`
	WorkspaceID   string     `json:"workspaceId" doc:"Empty for the default domain."`
	WorkspaceName string     `json:"workspaceName"`
	Status        string     `json:"status" enum:"pending,verified,failing"`
	IsDefault     bool       `json:"isDefault"`
	Certificate   string     `json:"certificate" enum:"none,pending,valid,failed"`
	Links         int        `json:"links"`
	CreatedAt     time.Time  `json:"createdAt"`
	CheckedAt     *time.Time `json:"checkedAt" doc:"The last check of its DNS records; null: never."`
	FailingSince  *time.Time `json:"failingSince" doc:"null: its records are correct."`
}

func (a *API) adminDomains(ctx context.Context, in *AdminListInput) (*apikit.ListOutput[AdminDomain], error) {
	return adminPage(ctx, a, func(o *operator.Service) (operator.Page[operator.Domain], error) {
		return o.AllDomains(ctx, in.query())
	}, func(d operator.Domain) AdminDomain {
		return AdminDomain{
			ID:            d.ID,
			Host:          d.Host,
			UnicodeHost:   webhost.Unicode(d.Host),
			WorkspaceID:   d.WorkspaceID,
			WorkspaceName: d.WorkspaceName,
			Status:        d.Status,
			IsDefault:     d.WorkspaceID == "",
			Certificate:   a.Certificate(ctx, d.Host),
			Links:         d.Links,
			CreatedAt:     apikit.Timestamp(d.CreatedAt),
			CheckedAt:     apikit.TimeOrNull(d.CheckedAt),
			FailingSince:  apikit.TimeOrNull(d.FailingSince),
		}
	})
}

// AdminLink is a link as operators see it.
type AdminLink struct {
	ID            string    `json:"id" example:"lnk_3kq7c8v0d5m2a"`
	ShortLink     string    `json:"shortLink" doc:"The host and the alias." example:"go.example.com/launch"`
	URL           string    `json:"url" doc:"The destination."`
	WorkspaceID   string    `json:"workspaceId"`
	WorkspaceName string    `json:"workspaceName"`
	Clicks        int64     `json:"clicks"`
	CreatedAt     time.Time `json:"createdAt"`
	Blocked       bool      `json:"blocked"`
	Deleted       bool      `json:"deleted"`
}

type adminLinksInput struct {
	apikit.PageParams
	Search string `query:"search" maxLength:"2000" doc:"A short URL, an alias of the default domain, or a part of the destination."`
}

func (a *API) adminLinks(ctx context.Context, in *adminLinksInput) (*apikit.ListOutput[AdminLink], error) {
	return adminPage(ctx, a, func(o *operator.Service) (operator.Page[operator.Link], error) {
		return o.FindLinks(ctx, operator.Query{Search: in.Search, Cursor: in.Cursor, Limit: in.Limit})
	}, func(l operator.Link) AdminLink {
		out := AdminLink(l)
		out.CreatedAt = apikit.Timestamp(l.CreatedAt)
		return out
	})
}

func (a *API) adminBlockLink(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
	return a.setLinkBlocked(ctx, in.ID, true)
}

func (a *API) adminUnblockLink(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
	return a.setLinkBlocked(ctx, in.ID, false)
}

func (a *API) setLinkBlocked(ctx context.Context, id string, blocked bool) (*struct{}, error) {
	o, err := a.operator(ctx)
	if err != nil {
		return nil, err
	}
	_, err = o.BlockLinkByID(ctx, id, blocked)
	return nil, err
}
