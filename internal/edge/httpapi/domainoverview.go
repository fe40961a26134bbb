package httpapi

import (
	"context"
	"time"

	"linnet/internal/core/domain"
	"linnet/internal/edge/apikit"
)

// DeletedDomain is a domain that can be restored.
type DeletedDomain struct {
	ID          string    `json:"id" example:"dom_3kq7c8v0d5m2a"`
	Host        string    `json:"host" doc:"In ASCII." example:"go.example.com"`
	UnicodeHost string    `json:"unicodeHost" doc:"The host as people read it." example:"go.example.com"`
	DeletedAt   time.Time `json:"deletedAt"`
	PurgeAt     time.Time `json:"purgeAt" doc:"When the domain is purged with its links. It can be restored until then."`
}

func (a *API) listDeletedDomains(ctx context.Context, _ *struct{}) (*apikit.ListOutput[DeletedDomain], error) {
	found, err := a.DomainOverview.Deleted(ctx, apikit.ActorOf(ctx))
	if err != nil {
		return nil, err
	}
	return apikit.WholeList(apikit.Map(found, func(d domain.Domain) DeletedDomain {
		return DeletedDomain{
			ID:          d.ID,
			Host:        d.Host,
			UnicodeHost: d.UnicodeHost(),
			DeletedAt:   apikit.Timestamp(d.DeletedAt),
			PurgeAt:     apikit.Timestamp(d.PurgeAt),
		}
	})), nil
}

func (a *API) purgeDomain(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
	return nil, a.Domains.Purge(ctx, apikit.ActorOf(ctx), in.ID)
}

// DomainUsage is the number of objects on a domain.
type DomainUsage struct {
	DomainID string `json:"domainId" example:"dom_3kq7c8v0d5m2a"`
	Links    int    `json:"links" doc:"Links of the workspace, archived ones included."`
	QRCodes  int    `json:"qrCodes" doc:"Saved QR codes of those links."`
}

func (a *API) listDomainUsage(ctx context.Context, _ *struct{}) (*apikit.ListOutput[DomainUsage], error) {
	found, err := a.DomainOverview.Usage(ctx, apikit.ActorOf(ctx))
	if err != nil {
		return nil, err
	}
	return apikit.WholeList(apikit.Map(found, func(u domain.Usage) DomainUsage { return DomainUsage(u) })), nil
}
