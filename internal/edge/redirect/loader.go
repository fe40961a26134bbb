package redirect

import (
	"context"
	"net/http"
	"net/netip"

	"linnet/internal/core/routing"
)

// Domain is a host that serves links, as far as a redirect needs it.
type Domain struct {
	ID            string
	WorkspaceID   string // empty for the default domain
	Host          string
	CaseSensitive bool
	RootURL       string // where "/" leads; empty: a page
	NotFoundURL   string // where an unknown alias leads; empty: a page

	scope     string // of the keys of its links
	number    uint64 // ident.Number of ID and WorkspaceID
	workspace uint64
}

// Loader reads the records. It is asked only for what is not in memory, and
// for links that allow a limited number of clicks.
type Loader interface {
	// Domain returns the domain of a host, written as it is kept: lower case,
	// and the port only where it is part of the default domain's name. NotFound
	// when the host serves no links.
	Domain(ctx context.Context, host string) (Domain, error)
	// Target returns the link behind the first of the keys (routing.LookupKeys)
	// that is taken on the domain, tombstones included, with that alias as its
	// Alias and the domain's expired URL as its ExpiredURL. NotFound when none
	// is taken.
	Target(ctx context.Context, domainID string, keys []string) (routing.Target, error)
	// Claim takes one of a limited link's clicks, and reports whether there was
	// one left: of a thousand that claim the last click at once, one gets true.
	Claim(ctx context.Context, linkID string) (bool, error)
	// ClaimsLeft reports whether a limited link has clicks left, taking none.
	ClaimsLeft(ctx context.Context, linkID string) (bool, error)
}

// Passwords compares a password with its hash. It must bound how many it works
// on at once: each takes memory and time on purpose.
type Passwords interface {
	Matches(ctx context.Context, plain, hash string) (bool, error)
}

// Client tells the visitor's address from a request and the proxies it came
// through.
type Client func(r *http.Request) netip.Addr

// Budget allows a bounded number of something for each key.
type Budget interface {
	Allow(key string) bool
}

// TryBudget is a Budget whose uses can be returned.
type TryBudget interface {
	Budget
	GiveBack(key string)
}
