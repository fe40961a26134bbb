package httpapi

import (
	"context"
	"time"

	"linnet/internal/core/domain"
	"linnet/internal/edge/apikit"
)

// Domain is a domain as the API returns it.
type Domain struct {
	ID          string            `json:"id" example:"dom_3kq7c8v0d5m2a"`
	Host        string            `json:"host" doc:"In ASCII, with the port if the install has one." example:"go.example.com"`
	UnicodeHost string            `json:"unicodeHost" doc:"The host as people read it." example:"go.example.com"`
	Status      string            `json:"status" enum:"pending,verified,failing" doc:"Links work on verified and failing domains. The DNS records of a failing domain are gone."`
	IsDefault   bool              `json:"isDefault" doc:"True for the install's own domain, which every workspace may use."`
	Records     []DomainRecord    `json:"records" doc:"The DNS records that the domain needs, with the values found by the last check; empty for the default domain."`
	Certificate DomainCertificate `json:"certificate"`

	domain.Settings

	CreatedAt    time.Time  `json:"createdAt"`
	VerifiedAt   *time.Time `json:"verifiedAt" doc:"When the ownership was first verified."`
	CheckedAt    *time.Time `json:"checkedAt" doc:"When the DNS records were last checked."`
	FailingSince *time.Time `json:"failingSince"`
}

// DomainRecord is a DNS record that a domain needs.
type DomainRecord struct {
	Purpose string   `json:"purpose" enum:"ownership,route"`
	Type    string   `json:"type" enum:"TXT,CNAME,A,AAAA"`
	Name    string   `json:"name" example:"_linnet.go.example.com"`
	Value   string   `json:"value" doc:"Empty if the addresses of the install are unknown."`
	OK      bool     `json:"ok" doc:"True if the last check found the value."`
	Found   []string `json:"found" doc:"The values that the last check found."`
	Error   *string  `json:"error" doc:"Why the last check has no result."`
	FoundAt *string  `json:"foundAt" doc:"The wrong name at which the last check found the value; null: none." example:"_linnet.go.example.com.example.com"`
}

// DomainCertificate is the state of a host's TLS certificate.
type DomainCertificate struct {
	State     string     `json:"state" enum:"none,pending,valid,failed"`
	ExpiresAt *time.Time `json:"expiresAt"`
	Error     *string    `json:"error" doc:"Why the last order failed."`
}

func domainOf(d domain.Detail) Domain {
	return Domain{
		ID:          d.ID,
		Host:        d.Host,
		UnicodeHost: d.UnicodeHost(),
		Status:      string(d.Status),
		IsDefault:   d.IsDefault(),
		Records:     apikit.Map(d.Records, domainRecordOf),
		Certificate: DomainCertificate{
			State:     string(d.Certificate.State),
			ExpiresAt: apikit.TimeOrNull(d.Certificate.ExpiresAt),
			Error:     apikit.TextOrNull(d.Certificate.Error),
		},
		Settings:     d.Settings,
		CreatedAt:    apikit.Timestamp(d.CreatedAt),
		VerifiedAt:   apikit.TimeOrNull(d.VerifiedAt),
		CheckedAt:    apikit.TimeOrNull(d.CheckedAt),
		FailingSince: apikit.TimeOrNull(d.FailingSince),
	}
}

func domainRecordOf(r domain.Record) DomainRecord {
	return DomainRecord{
		Purpose: string(r.Purpose),
		Type:    r.Type,
		Name:    r.Name,
		Value:   r.Value,
		OK:      r.OK,
		Found:   apikit.OrEmpty(r.Found),
		Error:   apikit.TextOrNull(r.Error),
		FoundAt: apikit.TextOrNull(r.FoundAt),
	}
}

func domainResponse(d domain.Detail, err error) (*apikit.Output[Domain], error) {
	if err != nil {
		return nil, err
	}
	return apikit.OutputOf(domainOf(d)), nil
}

type listDomainsInput struct {
	Search string `query:"search" maxLength:"200" doc:"A part of the host or of the notes; case-insensitive."`
}

func (a *API) listDomains(ctx context.Context, in *listDomainsInput) (*apikit.ListOutput[Domain], error) {
	found, err := a.Domains.List(ctx, apikit.ActorOf(ctx), in.Search)
	if err != nil {
		return nil, err
	}
	return apikit.WholeList(apikit.Map(found, domainOf)), nil
}

type createDomain struct {
	Host string `json:"host" doc:"A host name that you control; internationalized names are accepted." example:"go.example.com"`
}

func (a *API) createDomain(ctx context.Context, in *apikit.With[createDomain]) (*apikit.Output[Domain], error) {
	return domainResponse(a.Domains.Create(ctx, apikit.ActorOf(ctx), in.Body.Host))
}

func (a *API) getDomain(ctx context.Context, in *apikit.ByID) (*apikit.Output[Domain], error) {
	return domainResponse(a.Domains.Get(ctx, apikit.ActorOf(ctx), in.ID))
}

func (a *API) deleteDomain(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
	return nil, a.Domains.Delete(ctx, apikit.ActorOf(ctx), in.ID)
}

func (a *API) restoreDomain(ctx context.Context, in *apikit.ByID) (*apikit.Output[Domain], error) {
	return domainResponse(a.Domains.Restore(ctx, apikit.ActorOf(ctx), in.ID))
}

func (a *API) verifyDomain(ctx context.Context, in *apikit.ByID) (*apikit.Output[Domain], error) {
	return domainResponse(a.Domains.Verify(ctx, apikit.ActorOf(ctx), in.ID))
}

type transferDomain struct {
	WorkspaceID string `json:"workspaceId" example:"wsp_3kq7c8v0d5m2a"`
}

func (a *API) transferDomain(ctx context.Context, in *apikit.ByIDWith[transferDomain]) (*apikit.Output[Domain], error) {
	return domainResponse(a.Domains.Transfer(ctx, apikit.ActorOf(ctx), in.ID, in.Body.WorkspaceID))
}

func (a *API) updateDomain(ctx context.Context, in *apikit.ByIDWith[apikit.Partial[domain.Settings]]) (*apikit.Output[Domain], error) {
	return domainResponse(a.Domains.Update(ctx, apikit.ActorOf(ctx), in.ID, in.Body.Onto))
}
