package httpapi

import (
	"context"

	"linnet/internal/core/plan"
	"linnet/internal/edge/apikit"
)

// Package is a package as the API returns it.
type Package struct {
	ID            string        `json:"id" example:"professional-monthly"`
	Name          string        `json:"name" doc:"The name of a package; the operator may define others than the built-in ones." example:"FREE"`
	Price         string        `json:"price" doc:"The price with its currency sign; empty: on request." example:"$9"`
	Features      []string      `json:"features" doc:"Sentences about the limits and the extras."`
	Extras        []string      `json:"extras" doc:"The features that are not limits."`
	Limits        PackageLimits `json:"limits"`
	IsMostPopular bool          `json:"isMostPopular"`
}

// PackageLimits are the limits of a package.
type PackageLimits struct {
	Links          *int64 `json:"links" doc:"Links, archived ones included; null: no limit." example:"1000"`
	ClicksPerMonth *int64 `json:"clicksPerMonth" doc:"Clicks by people in a calendar month, in UTC; null: no limit." example:"50000"`
	RetentionDays  *int64 `json:"retentionDays" doc:"Days after which clicks are deleted; null: never." example:"90"`
}

type packages struct {
	Enabled bool      `json:"enabled" doc:"False on an install without plans: nothing is limited or sold."`
	Monthly []Package `json:"monthly"`
	Yearly  []Package `json:"yearly"`
}

func (a *API) listPackages(context.Context, *struct{}) (*apikit.Output[packages], error) {
	monthly, yearly := a.Plans.Packages()
	out := &apikit.Output[packages]{}
	out.Body.Enabled = a.Plans.Enabled()
	out.Body.Monthly, out.Body.Yearly = apikit.Map(monthly, packageOf), apikit.Map(yearly, packageOf)
	return out, nil
}

func packageOf(p plan.Package) Package {
	return Package{
		ID:            p.ID,
		Name:          string(p.Name),
		Price:         p.Price,
		Features:      apikit.OrEmpty(p.Features),
		IsMostPopular: p.IsMostPopular,
		Extras:        apikit.OrEmpty(p.Extras),
		Limits: PackageLimits{
			Links:          limit(p.Limits.Links),
			ClicksPerMonth: limit(p.Limits.ClicksPerMonth),
			RetentionDays:  limit(p.Limits.RetentionDays),
		},
	}
}
