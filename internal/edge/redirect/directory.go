package redirect

import (
	"context"
	"log/slog"
	"strings"
	"sync"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/routing"
)

// DefaultCacheBytes bounds the memory of compiled links: about a million plain
// ones.
const DefaultCacheBytes = 448 << 20

const (
	maxDomainBytes     = 16 << 20
	maxUnknownAliases  = 100_000
	maxUnknownHosts    = 10_000
	entryOverheadBytes = 120 // of a cache entry without its value
)

// linkScope is a set of aliases: those of a domain under one rule for letter
// case. A domain's rule may change while entries of the other rule are cached.
// The generation changes when all links of the domain are evicted, so that a read
// that began before is not served after it.
type linkScope struct {
	domainID      string
	caseSensitive bool
	generation    uint64
}

// hostScope is the scope of all hosts.
type hostScope struct{}

// Directory caches compiled links and domains. It is safe for concurrent use.
type Directory struct {
	links   *readThroughCache[linkScope, *routing.Route]
	domains *readThroughCache[hostScope, *Domain]

	generations sync.Map // uint64 by id of a domain whose links were evicted
}

// DirectoryDeps configures a Directory.
type DirectoryDeps struct {
	Loader     Loader
	CacheBytes uint64 // of compiled links; 0: DefaultCacheBytes
	Clock      clock.Clock
	Log        *slog.Logger
}

// NewDirectory returns an empty directory.
func NewDirectory(deps DirectoryDeps) *Directory {
	if deps.CacheBytes == 0 {
		deps.CacheBytes = DefaultCacheBytes
	}
	log := &cacheLog{clock: deps.Clock, log: deps.Log}
	d := &Directory{
		links: newCache(cacheBounds[linkScope, *routing.Route]{
			weight:   deps.CacheBytes,
			negative: maxUnknownAliases,
			weigh:    func(k key[linkScope], r *routing.Route) uint32 { return entryWeight(len(k.name) + r.Size()) },
		}, log, func(ctx context.Context, k key[linkScope]) (*routing.Route, string, error) {
			return loadRoute(ctx, deps.Loader, k)
		}),
	}
	d.domains = newCache(cacheBounds[hostScope, *Domain]{
		weight:   maxDomainBytes,
		negative: maxUnknownHosts,
		weigh: func(k key[hostScope], dom *Domain) uint32 {
			return entryWeight(len(k.name) + dom.size())
		},
	}, log, func(ctx context.Context, k key[hostScope]) (*Domain, string, error) {
		return d.loadDomain(ctx, deps.Loader, k)
	})
	return d
}

// entryWeight returns the weight of a cache entry, in bytes.
func entryWeight(size int) uint32 {
	return uint32(min(entryOverheadBytes+size, 1<<30)) //nolint:gosec // bounded
}

func (d *Directory) loadDomain(ctx context.Context, loader Loader, k key[hostScope]) (*Domain, string, error) {
	dom, err := loader.Domain(ctx, k.name)
	dom.links = d.scope(dom.ID, dom.CaseSensitive)
	dom.number, _ = ident.Number(dom.ID)
	dom.workspace, _ = ident.Number(dom.WorkspaceID)
	return &dom, k.name, err
}

// scope returns the current scope of a domain's links.
func (d *Directory) scope(domainID string, caseSensitive bool) linkScope {
	generation, _ := d.generations.Load(domainID)
	n, _ := generation.(uint64)
	return linkScope{domainID, caseSensitive, n}
}

// loadRoute reads and compiles the link that serves a key.
func loadRoute(ctx context.Context, loader Loader, k key[linkScope]) (*routing.Route, string, error) {
	target, err := loader.Target(ctx, k.scope.domainID, routing.LookupKeys(k.name, k.scope.caseSensitive))
	if err != nil {
		return nil, "", err
	}
	if !target.Kind.Known() { // stored by a newer version
		return nil, "", fault.New(fault.NotFound, "There is no such link.")
	}
	route, err := routing.Compile(target)
	if err != nil {
		return nil, "", fault.Wrap(err, fault.Internal, "The link's rules cannot be read.")
	}
	name := routing.FoldAlias(target.Alias, k.scope.caseSensitive)
	if !routing.IsWildcard(name) {
		name = k.name
	}
	return route, name, nil
}

// Domain returns the domain of a host, a result of Hosts.Canonical, or NotFound.
func (d *Directory) Domain(ctx context.Context, host string) (*Domain, error) {
	dom, _, err := d.domains.get(ctx, key[hostScope]{name: host})
	return dom, err
}

// Found is a link and the wildcard alias that matched, "" for an exact match.
type Found struct {
	Route    *routing.Route
	Wildcard string
}

// Link returns the link of a request path (decoded, without its leading slash),
// or NotFound.
func (d *Directory) Link(ctx context.Context, dom *Domain, path string) (Found, error) {
	name := routing.FirstKey(path, dom.CaseSensitive)
	if name == "" {
		return Found{}, errNotFound()
	}
	route, served, err := d.links.get(ctx, key[linkScope]{dom.links, name})
	if err != nil {
		return Found{}, err
	}
	if !routing.IsWildcard(served) {
		served = ""
	}
	return Found{Route: route, Wildcard: served}, nil
}

// Forget evicts an alias. It must be called after every change of the link
// behind it, and after the alias was created.
func (d *Directory) Forget(domainID, alias string) {
	for _, caseSensitive := range []bool{false, true} {
		name := routing.FoldAlias(alias, caseSensitive)
		d.links.evict(key[linkScope]{d.scope(domainID, caseSensitive), name}, routing.IsWildcard(name))
	}
}

// ForgetDomain evicts a domain under its hosts, former ones included, and its
// links: compiled links contain some of their domain's settings. Links of other
// domains stay cached.
func (d *Directory) ForgetDomain(domainID string, hosts ...string) {
	generation := d.scope(domainID, false).generation
	d.generations.Store(domainID, generation+1)
	for _, host := range hosts {
		d.domains.evict(key[hostScope]{name: strings.ToLower(host)}, false)
	}
	d.links.evictWhere(func(k key[linkScope]) bool { return k.scope.domainID == domainID })
}

// ForgetAll evicts everything, for example after missed events.
func (d *Directory) ForgetAll() {
	d.domains.evictAll()
	d.links.evictAll()
}

// Close stops the caches' background work. The directory continues to work.
func (d *Directory) Close() {
	d.links.close()
	d.domains.close()
}

// CacheSize is what the cache of links has.
type CacheSize struct {
	Links, Unknown  int    // links, and aliases that do not exist
	Bytes, MaxBytes uint64 // of the links, as the cache weighs them
}

// Size returns what the cache of links has.
func (d *Directory) Size() CacheSize {
	links := d.links.positive
	return CacheSize{links.EstimatedSize(), d.links.negative.EstimatedSize(), links.WeightedSize(), links.GetMaximum()}
}
