package redirect

import (
	"context"
	"log/slog"
	"strings"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/routing"
)

// DefaultCacheBytes is the memory that compiled links may take: about a million
// plain ones. It is taken only as links are visited.
const DefaultCacheBytes = 448 << 20

const (
	maxDomainBytes = 16 << 20
	maxAbsent      = 100_000 // unknown aliases that are remembered
	maxAbsentHosts = 10_000
	entryBytes     = 120 // of a cache entry around its value
)

// Directory keeps compiled links and domains in memory. Any number of
// goroutines may use it.
type Directory struct {
	links   *shelf[*routing.Route]
	domains *shelf[*Domain]
}

// NewDirectory returns an empty directory that reads from loader and keeps up
// to cacheBytes of links (0: DefaultCacheBytes).
func NewDirectory(loader Loader, cacheBytes uint64, clk clock.Clock, log *slog.Logger) *Directory {
	if cacheBytes == 0 {
		cacheBytes = DefaultCacheBytes
	}
	d, quiet := &Directory{}, &cacheLog{clk: clk, log: log}
	d.links = newShelf(shelfSize[*routing.Route]{
		weight: cacheBytes, absent: maxAbsent,
		weigh: func(k key, r *routing.Route) uint32 {
			return uint32(min(entryBytes+len(k.name)+r.Size(), 1<<30)) //nolint:gosec // bounded
		},
	}, quiet, func(ctx context.Context, k key) (*routing.Route, string, error) { return loadRoute(ctx, loader, k) })
	d.domains = newShelf(shelfSize[*Domain]{
		weight: maxDomainBytes, absent: maxAbsentHosts,
		weigh: func(k key, dom *Domain) uint32 {
			return uint32(min(entryBytes+len(k.name)+len(dom.RootURL)+len(dom.NotFoundURL), 1<<30)) //nolint:gosec // bounded
		},
	}, quiet, func(ctx context.Context, k key) (*Domain, string, error) {
		dom, err := loader.Domain(ctx, k.name)
		dom.scope = scopeOf(dom.ID, dom.CaseSensitive)
		dom.number, _ = ident.Number(dom.ID)
		dom.workspace, _ = ident.Number(dom.WorkspaceID)
		return &dom, k.name, err
	})
	return d
}

// loadRoute reads and compiles the link that serves a key. Scopes carry the
// domain's case rule in front of its id.
func loadRoute(ctx context.Context, loader Loader, k key) (*routing.Route, string, error) {
	caseSensitive, domainID := k.scope[0] == scopeExact, k.scope[1:]
	target, err := loader.Target(ctx, domainID, routing.LookupKeys(k.name, caseSensitive))
	if err != nil {
		return nil, "", err
	}
	route, err := routing.Compile(target)
	if err != nil {
		return nil, "", fault.Wrap(err, fault.Internal, "The link's rules cannot be read.")
	}
	name := routing.FoldAlias(target.Alias, caseSensitive)
	if !routing.IsWildcard(name) {
		name = k.name
	}
	return route, name, nil
}

// The first byte of a scope.
const (
	scopeFolded = '~'
	scopeExact  = '='
)

// scopeOf returns the part of every key that a domain's links share.
func scopeOf(domainID string, caseSensitive bool) string {
	if caseSensitive {
		return string(scopeExact) + domainID
	}
	return string(scopeFolded) + domainID
}

// Domain returns the domain of a host as Hosts.Canonical writes it, or
// NotFound.
func (d *Directory) Domain(ctx context.Context, host string) (*Domain, error) {
	dom, _, err := d.domains.get(ctx, key{"", host})
	return dom, err
}

// Found is a link and the wildcard that led to it, "" for its very alias.
type Found struct {
	Route    *routing.Route
	Wildcard string
}

// Link returns the link behind a visited path (decoded, without its leading
// slash), or NotFound.
func (d *Directory) Link(ctx context.Context, dom *Domain, path string) (Found, error) {
	name := routing.FirstKey(path, dom.CaseSensitive)
	if name == "" {
		return Found{}, fault.New(fault.NotFound, "There is nothing at this address.")
	}
	route, served, err := d.links.get(ctx, key{dom.scope, name})
	if err != nil {
		return Found{}, err
	}
	if !routing.IsWildcard(served) {
		served = ""
	}
	return Found{Route: route, Wildcard: served}, nil
}

// Forget drops what is known of an alias. It must be called after every change
// of the link behind it, and after an alias comes to be.
func (d *Directory) Forget(domainID, alias string) {
	for _, exact := range []bool{false, true} {
		folded := routing.FoldAlias(alias, exact)
		d.links.forget(key{scopeOf(domainID, exact), folded}, routing.IsWildcard(folded))
	}
}

// ForgetHost drops what is known of a domain: its settings and, because links
// carry some of them, its links.
func (d *Directory) ForgetHost(host string) {
	d.domains.forget(key{"", strings.ToLower(host)}, false)
	d.links.forgetAll()
}

// ForgetAll drops everything, as after changes that nobody could tell of.
func (d *Directory) ForgetAll() {
	d.domains.forgetAll()
	d.links.forgetAll()
}

// Close ends the caches' own clean-up. The directory goes on answering.
func (d *Directory) Close() {
	d.links.absent.StopAllGoroutines()
	d.domains.absent.StopAllGoroutines()
}

// Size returns how many links and how many unknown aliases are in memory.
func (d *Directory) Size() (links, absent int) {
	return d.links.known.EstimatedSize(), d.links.absent.EstimatedSize()
}
