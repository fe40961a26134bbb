package plan

import (
	"slices"
	"strings"
	"sync/atomic"
)

// mebibyte is the unit of the storage in plans.
const mebibyte = 1 << 20

// offer is the configuration of one package, for both billing periods.
type offer struct {
	name        Name
	monthly     string // monthly price
	yearly      string // yearly price
	mostPopular bool
	limits      Limits
	extras      []string // features other than limits
}

// Catalog holds the offered packages. It is safe for concurrent use. Its offers are
// immutable; whether the install has plans changes with Apply.
type Catalog struct {
	offers []offer
	fixed  bool        // Apply has no effect
	off    atomic.Bool // there are no plans
}

// BuiltIn returns the five built-in packages. A year costs twelve months less
// 16%, rounded to the dollar.
func BuiltIn() *Catalog {
	return &Catalog{offers: []offer{
		{
			name:    Free,
			monthly: "$0",
			yearly:  "$0",
			// Twice thirty days, so that a report can compare the last thirty with
			// those before.
			limits: Limits{Links: 100, ClicksPerMonth: 5_000, Domains: 1, Members: 1, RetentionDays: 60, BioPages: 1, Storage: 50 * mebibyte},
			extras: []string{"No credit card needed"},
		},
		{
			name:    Basic,
			monthly: "$9",
			yearly:  "$91",
			limits:  Limits{Links: 1_000, ClicksPerMonth: 50_000, Domains: 3, Members: 2, RetentionDays: 90, BioPages: 3, Storage: 500 * mebibyte},
		},
		{
			name:        Professional,
			monthly:     "$19",
			yearly:      "$192",
			mostPopular: true,
			limits: Limits{
				Links:          10_000,
				ClicksPerMonth: 250_000,
				Domains:        10,
				Members:        5,
				RetentionDays:  365,
				BioPages:       10,
				Storage:        5_000 * mebibyte,
			},
		},
		{
			name:    Business,
			monthly: "$49",
			yearly:  "$494",
			limits: Limits{
				Links:          50_000,
				ClicksPerMonth: 1_000_000,
				Domains:        30,
				Members:        15,
				RetentionDays:  730,
				BioPages:       50,
				Storage:        25_000 * mebibyte,
			},
		},
		{name: Enterprise, limits: Limits{}},
	}}
}

// Off returns the catalog of an install without plans: every workspace is on
// FREE, which has no limits.
func Off() *Catalog {
	c := &Catalog{fixed: true}
	c.off.Store(true)
	return c
}

// Fixed reports whether the server's configuration decides whether the install has
// plans. It is true for Off and Load.
func (c *Catalog) Fixed() bool { return c.fixed }

// Apply turns the plans on or off as the operator chose, unless the catalog is fixed.
func (c *Catalog) Apply(choice Choice) {
	if !c.fixed {
		c.off.Store(choice == WithoutPlans)
	}
}

// Enabled reports whether the install has plans.
func (c *Catalog) Enabled() bool { return !c.off.Load() }

// offered returns the packages on offer.
func (c *Catalog) offered() []offer {
	if !c.Enabled() {
		return []offer{{name: Free, monthly: "$0", yearly: "$0"}}
	}
	return c.offers
}

// Names returns the offered packages in the order of the catalog.
func (c *Catalog) Names() []string {
	offers := c.offered()
	names := make([]string, len(offers))
	for i, o := range offers {
		names[i] = string(o.name)
	}
	return names
}

// Offers reports whether the package is offered.
func (c *Catalog) Offers(name Name) bool { return slices.Contains(c.Names(), string(name)) }

// Packages returns the packages of both periods in the order of the catalog. The
// caller may modify the result.
func (c *Catalog) Packages() (monthly, yearly []Package) {
	for _, o := range c.offered() {
		monthly = append(monthly, o.card("monthly", o.monthly))
		yearly = append(yearly, o.card("yearly", o.yearly))
	}
	return monthly, yearly
}

func (o offer) card(period, price string) Package {
	return Package{
		ID:            strings.ToLower(string(o.name)) + "-" + period,
		Name:          o.name,
		Price:         price,
		Features:      append(o.limits.Describe(), o.extras...),
		Limits:        o.limits,
		Extras:        slices.Clone(o.extras),
		IsMostPopular: o.mostPopular,
	}
}

// Limits returns the limits of a package; those of FREE for a package that is no
// longer offered.
func (c *Catalog) Limits(name Name) Limits {
	var free Limits // every catalog has FREE
	for _, o := range c.offered() {
		switch o.name {
		case name:
			return o.limits
		case Free:
			free = o.limits
		}
	}
	return free
}
