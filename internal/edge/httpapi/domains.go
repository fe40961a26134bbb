package httpapi

import (
	"context"

	"linnet/internal/core/access"
	"linnet/internal/core/domain"
	"linnet/internal/edge/apikit"
)

// Domains is what the API needs of core/domain.
type Domains interface {
	// List returns those that the workspace may put links on.
	List(ctx context.Context, actor access.Actor) ([]domain.Domain, error)
}

// Domain is a host that serves links.
type Domain struct {
	ID            string  `json:"id" example:"dom_3kq7c8v0d5m2a"`
	Host          string  `json:"host" doc:"With a port where the install has one." example:"go.example.com"`
	IsDefault     bool    `json:"isDefault" doc:"The install's own, which every workspace may use."`
	CaseSensitive bool    `json:"caseSensitive" doc:"Launch and launch are two aliases here."`
	RootURL       *string `json:"rootUrl" doc:"Where the bare host leads; null for Linnet's own page."`
	NotFoundURL   *string `json:"notFoundUrl" doc:"Where an unknown alias leads; null for the 404 page."`
	ExpiredURL    *string `json:"expiredUrl" doc:"Where an ended link leads that has no fallback of its own."`
}

func (a *API) listDomains(ctx context.Context, _ *struct{}) (*apikit.ListOutput[Domain], error) {
	found, err := a.Domains.List(ctx, apikit.ActorOf(ctx))
	if err != nil {
		return nil, err
	}
	return apikit.WholeList(apikit.Map(found, func(d domain.Domain) Domain {
		return Domain{
			ID: d.ID, Host: d.Host, IsDefault: d.IsDefault(), CaseSensitive: d.CaseSensitive,
			RootURL: apikit.TextOrNull(d.RootURL), NotFoundURL: apikit.TextOrNull(d.NotFoundURL), ExpiredURL: apikit.TextOrNull(d.ExpiredURL),
		}
	})), nil
}
