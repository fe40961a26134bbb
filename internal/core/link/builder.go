package link

import (
	"context"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/domain"
	"linnet/internal/core/event"
)

// Builder validates and builds many links of one workspace without storing them,
// for an import. It caches domains and conventions, so it must be short-lived and
// used by one goroutine.
type Builder struct {
	service *Service
	actor   access.Actor
	ids     *ident.Sequence
}

// Builder returns a Builder for the actor, who must be allowed to write links.
func (s *Service) Builder(a access.Actor) (*Builder, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return nil, err
	}
	return &Builder{
		service: s.forBatch(newDomainCache(s.deps.Domains)),
		actor:   a,
		ids:     ident.NewSequence(ident.Link),
	}, nil
}

// WorkspaceID returns the workspace of the links.
func (b *Builder) WorkspaceID() string { return b.actor.WorkspaceID }

// Build returns the link of a draft, with the faults of Create except for those
// that depend on stored links. A draft without an alias gives a link without one:
// DrawAlias adds it. SetPassword adds the password.
func (b *Builder) Build(ctx context.Context, d Draft) (*Link, error) {
	l, err := b.service.build(ctx, b.actor, d)
	if err == nil {
		l.ID = b.ids.Next()
	}
	return l, err
}

// SetPassword hashes a password and sets it on a built link. It takes about 20 ms.
func (b *Builder) SetPassword(ctx context.Context, l *Link, plain string) (err error) {
	l.PasswordHash, err = b.service.hash(ctx, b.actor.WorkspaceID, plain)
	return err
}

// Reserve counts the size of writes that are about to be stored. It is
// LimitReached if they exceed the storage limit of the plan.
func (b *Builder) Reserve(ctx context.Context, writes ...Write) error {
	return b.service.storage.reserve(ctx, b.service.deps.Store, b.actor.WorkspaceID, sizeOf(writes))
}

// DrawAlias sets a random alias. Later tries draw a longer one.
func (b *Builder) DrawAlias(l *Link, try int) { l.Aliases = []string{b.service.drawAlias(l, try)} }

// CheckAliases returns the fault of the first alias that is invalid or reserved,
// at the given field.
func (b *Builder) CheckAliases(ctx context.Context, l *Link, field string) error {
	on, err := b.service.deps.Domains.Resolve(ctx, l.Domain)
	if err != nil {
		return err
	}
	for _, alias := range l.Aliases {
		var faults fault.List
		faults.AddErr(field, CheckAlias(alias))
		if err := faults.Err(); err != nil {
			return err
		}
		if err := b.service.checkReserved(alias, on.IsDefault()); err != nil {
			return err
		}
	}
	return nil
}

// Edit returns the next version of a stored link, and whether it differs from it.
func (b *Builder) Edit(ctx context.Context, stored *Link, edit Edit) (next *Link, differs bool, err error) {
	return b.service.edit(ctx, b.actor, stored, Change{Target{ID: stored.ID}, edit}, b.service.hash)
}

// Write returns a link with an event that stores its version.
func (b *Builder) Write(kind event.Kind, l *Link) Write {
	return Write{Link: l, Event: newEvent(kind, b.actor.By(), l, normalTime(b.service.deps.Clock.Now()))}
}

// WriteUnstored returns a new link without an event. Most links of a large import never
// change: their history is the link itself, and version 1 is stored before a change.
func (b *Builder) WriteUnstored(l *Link) Write {
	l.UnstoredBytes = int64(len(l.FirstVersion().Data))
	return Write{Link: l}
}

// Domain returns the domain of host if the workspace may create links on it, its
// domain of new links for "", and NotFound otherwise; see domain.Service.Usable.
func (b *Builder) Domain(ctx context.Context, host string) (domain.Domain, error) {
	return b.service.deps.Domains.Usable(ctx, b.actor.WorkspaceID, host)
}

// Limit returns how many links the workspace may have (0: no limit) and, if there
// is a limit, how many it has.
func (b *Builder) Limit(ctx context.Context) (limit, used int, err error) {
	limit, err = b.service.checkLimits(ctx, b.actor.WorkspaceID)
	if err != nil || limit == 0 {
		return 0, 0, err
	}
	used, err = b.service.deps.Store.CountLinks(ctx, b.actor.WorkspaceID)
	return limit, used, err
}

// ByID returns those of the links that exist, by id.
func (b *Builder) ByID(ctx context.Context, ids []string) (map[string]*Link, error) {
	return b.service.byID(ctx, b.actor.View(), ids, false)
}

// domainCache caches the answers of source, including NotFound.
type domainCache struct {
	source   Domains
	usable   map[string]cachedDomain
	resolved map[string]cachedDomain
}

func newDomainCache(source Domains) *domainCache {
	return &domainCache{source: source, usable: map[string]cachedDomain{}, resolved: map[string]cachedDomain{}}
}

// known returns the cached domains; others are NotFound.
func (c *domainCache) known() Domains { return &domainCache{noDomains{}, c.usable, c.resolved} }

// forBatch returns a service that reads the conventions and each domain once. It is for
// one call by one goroutine about links of one workspace.
func (s *Service) forBatch(domains *domainCache) *Service {
	c := s.withDomains(domains)
	c.conventions = &cachedConventions{source: s.conventions}
	return c
}

// withDomains returns a copy of the service that looks up domains elsewhere.
func (s *Service) withDomains(domains Domains) *Service {
	c := *s
	c.deps.Domains = domains
	return &c
}

// noDomains has no domains.
type noDomains struct{}

// Default implements Domains.
func (noDomains) Default(context.Context) (domain.Domain, error) {
	return domain.Domain{}, errUnknownDomain()
}

// Usable implements Domains.
func (noDomains) Usable(context.Context, string, string) (domain.Domain, error) {
	return domain.Domain{}, errUnknownDomain()
}

// Resolve implements Domains.
func (noDomains) Resolve(context.Context, string) (domain.Domain, error) {
	return domain.Domain{}, errUnknownDomain()
}

func errUnknownDomain() error { return fault.New(fault.NotFound, "There is no such domain.") }

type cachedDomain struct {
	domain domain.Domain
	err    error
}

// maxCachedDomains limits the cache, because an import can contain any number of
// hosts.
const maxCachedDomains = 10_000

// Default implements Domains. No host that is resolved is empty.
func (c *domainCache) Default(ctx context.Context) (domain.Domain, error) {
	return cached(c.resolved, "", func() (domain.Domain, error) { return c.source.Default(ctx) })
}

// Usable implements Domains.
func (c *domainCache) Usable(ctx context.Context, workspaceID, host string) (domain.Domain, error) {
	return cached(c.usable, host, func() (domain.Domain, error) { return c.source.Usable(ctx, workspaceID, host) })
}

// Resolve implements Domains.
func (c *domainCache) Resolve(ctx context.Context, host string) (domain.Domain, error) {
	return cached(c.resolved, host, func() (domain.Domain, error) { return c.source.Resolve(ctx, host) })
}

func cached(cache map[string]cachedDomain, host string, load func() (domain.Domain, error)) (domain.Domain, error) {
	if hit, ok := cache[host]; ok {
		return hit.domain, hit.err
	}
	d, err := load()
	if err != nil && !fault.Is(err, fault.NotFound) {
		return d, err
	}
	if len(cache) >= maxCachedDomains {
		clear(cache)
	}
	cache[host] = cachedDomain{d, err}
	return d, err
}
