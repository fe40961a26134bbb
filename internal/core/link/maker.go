package link

import (
	"context"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/domain"
	"linnet/internal/core/event"
	"linnet/internal/core/routing"
)

// Maker judges and builds many links of one workspace, as an import does, and
// stores none of them. It remembers domains, so that a hundred thousand rows
// cost a few reads of them. It is used by one goroutine, and not for long: what
// it remembers grows old.
type Maker struct {
	s *Service
	a access.Actor
}

// Maker returns a maker for the actor, who must be allowed to write links.
func (s *Service) Maker(a access.Actor) (*Maker, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return nil, err
	}
	c := *s.askingOnce()
	c.domains = &domainMemory{from: s.domains, usable: map[string]remembered{}, resolved: map[string]remembered{}}
	return &Maker{s: &c, a: a}, nil
}

// WorkspaceID returns the workspace that the links are made for.
func (m *Maker) WorkspaceID() string { return m.a.WorkspaceID }

// New returns the link that a draft makes, with the faults of Create except
// those that only the store knows. Without an alias in the draft it has none
// yet: Draw gives one. It has no password yet: SetPassword sets it.
func (m *Maker) New(ctx context.Context, d Draft) (*Link, error) { return m.s.build(ctx, m.a, d) }

// SetPassword hashes a password that a draft names and sets it on the link that
// New made of it. It takes about 20 ms.
func (m *Maker) SetPassword(ctx context.Context, l *Link, plain string) (err error) {
	l.PasswordHash, err = m.s.hash(ctx, m.a.WorkspaceID, plain)
	return err
}

// Reserve counts the bytes of writes that are about to be stored. It is
// LimitReached when the workspace's plan has no room for them.
func (m *Maker) Reserve(ctx context.Context, writes ...Write) error {
	size := 0
	for _, w := range writes {
		size += len(w.Event.Data)
	}
	return m.s.storage.reserve(ctx, m.s.store, m.a.WorkspaceID, int64(size))
}

// Draw gives a link a random alias; later tries draw a longer one.
func (m *Maker) Draw(l *Link, try int) { l.Aliases = []string{m.s.draw(l, try)} }

// CheckAliases returns nil when the link's aliases may be used on its domain,
// and else the fault of the first that may not, at that field.
func (m *Maker) CheckAliases(ctx context.Context, l *Link, field string) error {
	on, err := m.s.domains.Resolve(ctx, l.Domain)
	if err != nil {
		return err
	}
	for _, alias := range l.Aliases {
		var faults fault.List
		faults.AddErr(field, CheckAlias(alias))
		if err := faults.Err(); err != nil {
			return err
		}
		if err := m.s.checkReserved(alias, on.IsDefault()); err != nil {
			return err
		}
	}
	return nil
}

// Patched returns what kept becomes with the patch, and whether it differs.
func (m *Maker) Patched(ctx context.Context, kept *Link, p Patch) (next *Link, differs bool, err error) {
	return m.s.patchOne(ctx, kept, Change{ID: kept.ID, Patch: p})
}

// Write returns a link with the event that tells of it.
func (m *Maker) Write(kind event.Kind, l *Link) (Write, error) {
	e, err := newEvent(kind, m.a, l, normalTime(m.s.clk.Now()))
	return Write{Link: l, Event: e}, err
}

// Usable returns the domain of a host when the workspace may put links on it,
// the default domain for "", and NotFound otherwise.
func (m *Maker) Usable(ctx context.Context, host string) (domain.Domain, error) {
	return m.s.domains.Usable(ctx, m.a.WorkspaceID, host)
}

// Limit returns how many links the workspace may hold (0: any number), and how
// many it holds where that matters.
func (m *Maker) Limit(ctx context.Context) (limit, used int, err error) {
	if err := m.s.room(ctx, m.a.WorkspaceID); err != nil {
		return 0, 0, err
	}
	limit, err = m.s.limits.LinkLimit(ctx, m.a.WorkspaceID)
	if err != nil || limit == 0 {
		return 0, 0, err
	}
	if err := m.s.checkTombstones(ctx, m.a.WorkspaceID, limit); err != nil {
		return 0, 0, err
	}
	used, err = m.s.store.CountLinks(ctx, m.a.WorkspaceID)
	return limit, used, err
}

// ByID returns those of the links that are there, by id.
func (m *Maker) ByID(ctx context.Context, ids []string) (map[string]*Link, error) {
	return m.s.byID(ctx, m.a, ids, false)
}

// Folded returns an alias as aliases are compared on the link's domain.
func (l *Link) Folded(alias string) string { return routing.FoldAlias(alias, l.CaseSensitive) }

// domainMemory remembers what it was told of domains, also that there is none.
type domainMemory struct {
	from     Domains
	usable   map[string]remembered
	resolved map[string]remembered
}

type remembered struct {
	domain domain.Domain
	err    error
}

// maxRemembered bounds the hosts that are remembered: destinations name many.
const maxRemembered = 10_000

// Usable is that of Domains.
func (m *domainMemory) Usable(ctx context.Context, workspaceID, host string) (domain.Domain, error) {
	return remember(m.usable, host, func() (domain.Domain, error) { return m.from.Usable(ctx, workspaceID, host) })
}

// Resolve is that of Domains.
func (m *domainMemory) Resolve(ctx context.Context, host string) (domain.Domain, error) {
	return remember(m.resolved, host, func() (domain.Domain, error) { return m.from.Resolve(ctx, host) })
}

func remember(known map[string]remembered, host string, ask func() (domain.Domain, error)) (domain.Domain, error) {
	if r, ok := known[host]; ok {
		return r.domain, r.err
	}
	d, err := ask()
	if err != nil && !fault.Is(err, fault.NotFound) {
		return d, err
	}
	if len(known) >= maxRemembered {
		clear(known)
	}
	known[host] = remembered{d, err}
	return d, err
}
