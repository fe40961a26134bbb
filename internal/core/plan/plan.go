// Package plan is the one place of packages and their limits. The pricing
// cards, the dashboard and the checks of the server all read it.
package plan

// Name names a package (spec: seed "Pricing package"). An operator's file may
// add names of its own.
type Name string

// The packages.
const (
	Free         Name = "FREE"
	Basic        Name = "BASIC"
	Professional Name = "PROFESSIONAL"
	Business     Name = "BUSINESS"
	Enterprise   Name = "ENTERPRISE"
)

// Unlimited is a limit that is never reached.
const Unlimited = 0

// Limits is what a package allows; Unlimited (0) means no limit. A limit stops
// what is created, never a redirect (spec: product §11).
type Limits struct {
	Links          int
	ClicksPerMonth int
	Domains        int
	Members        int
	RetentionDays  int
	BioPages       int
	// StorageMiB bounds the bytes of links and their versions, in MiB.
	StorageMiB int
}

// Package is a plan on offer for one period, as the pricing cards show it.
type Package struct {
	ID            string   // stable and unique over both periods, such as "basic-yearly"
	Name          Name     //
	Price         string   // for people, such as "$9"; empty: on request
	Features      []string // what is allowed, in words
	IsMostPopular bool
}
