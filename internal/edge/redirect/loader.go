package redirect

import (
	"context"
	"net/http"
	"net/netip"

	"linnet/internal/core/domain"
	"linnet/internal/core/locale"
	"linnet/internal/core/routing"
	"linnet/internal/edge/publicpage"
)

// Domain is a host that serves links, with the settings that redirects need.
type Domain struct {
	ID          string
	WorkspaceID string // empty for the default domain
	Host        string
	domain.Settings

	links     linkScope
	number    uint64 // ident.Number of ID and WorkspaceID
	workspace uint64
}

// language returns the language of what a visitor sees on a domain, which is nil if it is
// unknown. Bio pages may fix another one.
func (d *Domain) language(r *http.Request) locale.Choice {
	if d == nil {
		return publicpage.Language(r, "", "")
	}
	return publicpage.Language(r, "", d.Language)
}

// Loader reads the records. It is called for cache misses and for links with a
// click limit.
type Loader interface {
	// Domain returns the domain of a host as it is stored: lower case, with a
	// port only where it is part of the default domain's name. NotFound when the
	// host serves no links.
	Domain(ctx context.Context, host string) (Domain, error)
	// Target returns the link of the first of the keys (routing.LookupKeys) that
	// is taken on the domain, tombstones included, with that alias as its Alias
	// and the domain's expired URL as its ExpiredURL. NotFound when none is
	// taken.
	Target(ctx context.Context, domainID string, keys []string) (routing.Target, error)
	// Claim uses one of a limited link's clicks and reports whether one was left.
	// Of concurrent claims for the last click, one succeeds.
	Claim(ctx context.Context, linkID string) (bool, error)
	// ClaimsLeft reports whether a limited link has clicks left.
	ClaimsLeft(ctx context.Context, linkID string) (bool, error)
}

// Passwords compares a password with its hash. It must bound its concurrency,
// because each comparison is expensive by design.
type Passwords interface {
	Matches(ctx context.Context, plain, hash string) (bool, error)
}

// Client returns the visitor's address, taking trusted proxies into account.
type Client func(r *http.Request) netip.Addr

// Budget limits a kind of event per key.
type Budget interface {
	Allow(key string) bool
}

// RefundableBudget is a Budget whose uses can be refunded.
type RefundableBudget interface {
	Budget
	Refund(key string)
}
