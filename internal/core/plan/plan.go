// Package plan defines the packages and their limits for the pricing page, the
// dashboard and the checks of the server.
package plan

// Name is the name of a package. A plans file may add others.
type Name string

// The built-in packages.
const (
	Free         Name = "FREE"
	Basic        Name = "BASIC"
	Professional Name = "PROFESSIONAL"
	Business     Name = "BUSINESS"
	Enterprise   Name = "ENTERPRISE"
)

// Unlimited means no limit.
const Unlimited = 0

// Limits are the limits of a package; Unlimited (0) means no limit. A limit
// rejects new items and never a redirect.
type Limits struct {
	Links          int
	ClicksPerMonth int
	Domains        int
	Members        int
	RetentionDays  int
	BioPages       int
	// Storage bounds the bytes of all versions of links and those of the images of
	// the media library together, in bytes.
	Storage int64
}

// Package is an offered package for one billing period.
type Package struct {
	ID            string   // stable and unique across periods, such as "basic-yearly"
	Name          Name     //
	Price         string   // formatted, such as "$9"; empty: on request
	Features      []string // sentences about limits and features
	Limits        Limits
	Extras        []string // the Features that are not limits
	IsMostPopular bool
}
