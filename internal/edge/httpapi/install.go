package httpapi

import (
	"context"

	"linnet/internal/core/plan"
)

// Plans knows the packages on offer and what they allow.
type Plans interface {
	Packages() (monthly, yearly []plan.Package)
	Limits(name plan.Name) plan.Limits
}

// Package is a plan on offer.
type Package struct {
	ID            string   `json:"id" example:"professional-monthly"`
	Name          string   `json:"name" enum:"FREE,BASIC,PROFESSIONAL,BUSINESS,ENTERPRISE"`
	Price         string   `json:"price" doc:"With its currency sign; empty when it is agreed in person." example:"$9"`
	Features      []string `json:"features"`
	IsMostPopular bool     `json:"isMostPopular"`
}

type packagesOutput struct {
	Body struct {
		Monthly []Package `json:"monthly"`
		Yearly  []Package `json:"yearly"`
	} `nameHint:"Packages"`
}

func (a *API) listPackages(context.Context, *struct{}) (*packagesOutput, error) {
	monthly, yearly := a.Plans.Packages()
	out := &packagesOutput{}
	out.Body.Monthly, out.Body.Yearly = each(monthly, packageOf), each(yearly, packageOf)
	return out, nil
}

func packageOf(p plan.Package) Package {
	return Package{ID: p.ID, Name: string(p.Name), Price: p.Price, Features: orEmpty(p.Features), IsMostPopular: p.IsMostPopular}
}

type ipOutput struct {
	Body struct {
		IP string `json:"ip" doc:"The address that this call came from; empty when it is not known." example:"203.0.113.7"`
	} `nameHint:"ClientAddress"`
}

func (a *API) ip(ctx context.Context, _ *struct{}) (*ipOutput, error) {
	out := &ipOutput{}
	if addr := callerOf(ctx).client.Addr; addr.IsValid() {
		out.Body.IP = addr.String()
	}
	return out, nil
}

type capabilitiesOutput struct {
	Body struct {
		Cities bool `json:"cities" doc:"Cities and regions of visitors are known. Where they are not, conditions on them never hold."`
	} `nameHint:"Capabilities"`
}

func (a *API) capabilities(context.Context, *struct{}) (*capabilitiesOutput, error) {
	out := &capabilitiesOutput{}
	out.Body.Cities = a.knowsCities
	return out, nil
}
