package httpapi

import (
	"context"

	"linnet/internal/core/access"
	"linnet/internal/core/domain"
	"linnet/internal/edge/apikit"
)

// Domains is what the API needs of core/domain.
type Domains interface {
	// List returns the domains that the workspace may use.
	List(ctx context.Context, actor access.Actor) ([]domain.Domain, error)
}

// Domain is a domain as the API returns it.
type Domain struct {
	ID            string  `json:"id" example:"dom_3kq7c8v0d5m2a"`
	Host          string  `json:"host" doc:"With the port if the install has one." example:"go.example.com"`
	IsDefault     bool    `json:"isDefault" doc:"True for the install's own domain, which every workspace may use."`
	CaseSensitive bool    `json:"caseSensitive" doc:"True if aliases that differ only in case are different."`
	RootURL       *string `json:"rootUrl" doc:"The destination of the bare host; null: Linnet's own page."`
	NotFoundURL   *string `json:"notFoundUrl" doc:"The destination of unknown aliases; null: the 404 page."`
	ExpiredURL    *string `json:"expiredUrl" doc:"The destination of expired links without a fallback URL; null: the expired page."`
}

func (a *API) listDomains(ctx context.Context, _ *struct{}) (*apikit.ListOutput[Domain], error) {
	found, err := a.Domains.List(ctx, apikit.ActorOf(ctx))
	if err != nil {
		return nil, err
	}
	return apikit.WholeList(apikit.Map(found, func(d domain.Domain) Domain {
		return Domain{
			ID: d.ID, Host: d.Host, IsDefault: d.IsDefault(), CaseSensitive: d.CaseSensitive,
			RootURL: apikit.TextOrNull(
				d.RootURL,
			), NotFoundURL: apikit.TextOrNull(d.NotFoundURL), ExpiredURL: apikit.TextOrNull(d.ExpiredURL),
		}
	})), nil
}
