package domain

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/plan"
	"linnet/internal/core/qr/look"
	"linnet/internal/core/throttle"
	"linnet/internal/core/webhost"
)

// Store stores domains. Each change is stored in one transaction with its events.
type Store interface {
	// DomainByHost returns the domain that serves a host, of any workspace, or
	// NotFound.
	DomainByHost(ctx context.Context, host string) (Domain, error)
	// Domains returns the default domain and the workspace's own that are not
	// deleted, oldest first.
	Domains(ctx context.Context, workspaceID string) ([]Domain, error)
	// Domain returns a domain of the workspace, deleted ones included, or the
	// default domain, or NotFound.
	Domain(ctx context.Context, workspaceID, id string) (Domain, error)
	// NewLinkDomain returns the domain that a workspace has chosen for new links, while
	// it serves links of the workspace; otherwise the default domain, or NotFound before
	// the first start.
	NewLinkDomain(ctx context.Context, workspaceID string) (Domain, error)
	// PutDefaultDomain makes d the default domain, or renames the existing one
	// to d's host, and returns it. It stores an event when anything changed.
	// A default domain that has aliases, also those of deleted links, is
	// renamed only with move: without it the result has the old host. A host
	// that belongs to a workspace is a Conflict.
	PutDefaultDomain(ctx context.Context, d Domain, move bool) (Domain, error)
	// InsertDomain stores a new domain. It is LimitReached when the workspace has
	// limit domains (0: no limit), and Conflict when the workspace has one with
	// the host.
	InsertDomain(ctx context.Context, d Domain, limit int, e event.Event) error
	// ChangeDomain applies edit to a domain, as Domain finds it, and stores the result
	// with the events of edit. edit may run several times, and must not use the store.
	// It is Conflict when the domain would serve a host that another one serves, or
	// that another one of the workspace has, and when a domain with aliases, also of
	// deleted links, would change its workspace or case rule. It is Invalid when the
	// page at its root was deleted.
	ChangeDomain(ctx context.Context, workspaceID, id string, edit func(*Domain) ([]event.Event, error)) (Domain, error)
	// DomainsDue returns up to limit domains whose next check is due, the most
	// overdue first.
	DomainsDue(ctx context.Context, now time.Time, limit int) ([]Domain, error)

	// AllDomains returns the domains that are not deleted, by host.
	AllDomains(ctx context.Context) ([]Domain, error)
	// AllDeletedDomains returns the domains of all workspaces that are purged after
	// a time, by host.
	AllDeletedDomains(ctx context.Context, now time.Time) ([]Domain, error)

	// DeletedDomains returns the domains of a workspace that are purged after a
	// time, the last deleted first.
	DeletedDomains(ctx context.Context, workspaceID string, now time.Time) ([]Domain, error)
	// DomainUsage returns the usage of each domain on which the view has links,
	// also of deleted domains.
	DomainUsage(ctx context.Context, v access.View) ([]Usage, error)

	// DomainsToPurge returns up to limit deleted domains whose purge is due, the
	// most overdue first.
	DomainsToPurge(ctx context.Context, now time.Time, limit int) ([]Domain, error)
}

// Certificates returns the state of TLS certificates.
type Certificates interface {
	State(ctx context.Context, host string) (Certificate, error)
}

// Deps are the dependencies of a Service. Those of the second group decide what may be
// changed: only a service that changes nothing may omit them. Those of the third group
// are optional.
type Deps struct {
	Store Store
	Clock clock.Clock

	Limits plan.LimitsOf
	// RoleIn returns the role of a user in a workspace, or NotFound.
	RoleIn func(ctx context.Context, userID, workspaceID string) (access.Role, error)
	// Operator returns the cause of what an operator of the install changes, or
	// NotFound for other users.
	Operator func(ctx context.Context, a access.Actor) (event.Actor, error)
	// CheckLook returns Invalid, with the field of the look, for images that a workspace does
	// not have.
	CheckLook func(ctx context.Context, workspaceID string, l look.Look) error

	Resolver     Resolver     // nil: no domain is verified
	Certificates Certificates // nil: no host has one
	// RootPage returns a bio page of a workspace, or of any for an empty one, or
	// NotFound; nil: domains show none.
	RootPage func(ctx context.Context, workspaceID, pageID string) (RootPage, error)
	// Notify is called after a domain became failing, or verified again; nil: not
	// called.
	Notify func(ctx context.Context, d Domain) error
	Log    *slog.Logger // nil: nothing is logged
}

// Service implements the operations on domains. It is safe for concurrent use.
type Service struct {
	deps    Deps
	checks  *throttle.Limiter // requested checks, by domain
	targets targetCache
}

// New returns a Service.
func New(d Deps) *Service {
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	s := &Service{deps: d}
	if d.Clock != nil {
		s.checks = throttle.New(d.Clock, throttle.Limit{Burst: checkBurst, Every: checkEvery}, maxChecked)
	}
	return s
}

// MoveError reports that the default domain has aliases and another host than
// the public URL's: renaming it would break every short link in use.
type MoveError struct {
	Current, Wanted string // hosts
}

// Error returns both hosts.
func (e *MoveError) Error() string {
	return "the default domain " + e.Current + " has links, and the public URL would move them to " + e.Wanted
}

// EnsureDefault makes the host of the public URL the default domain. An existing
// default domain that has aliases is renamed only with move; without it the
// error is a *MoveError and nothing changes.
func (s *Service) EnsureDefault(ctx context.Context, publicURL string, move bool) (Domain, error) {
	host, err := PublicHost(publicURL)
	if err != nil {
		return Domain{}, err
	}
	now := s.deps.Clock.Now()
	d := Domain{
		ID:        ident.New(ident.Domain),
		Host:      host,
		Status:    Verified,
		Settings:  DefaultSettings(),
		CreatedAt: now,
		UpdatedAt: now,
		Version:   1,
	}
	d, err = s.deps.Store.PutDefaultDomain(ctx, d, move)
	if err != nil {
		return Domain{}, err
	}
	if d.Host != host {
		return Domain{}, &MoveError{Current: d.Host, Wanted: host}
	}
	return d, nil
}

// Default returns the default domain, or Unavailable before the first start.
func (s *Service) Default(ctx context.Context) (Domain, error) { return s.newLinkDomain(ctx, "") }

// Resolve returns the domain that serves a host, or NotFound. It requires no
// permission, because the redirect handler reveals the same.
func (s *Service) Resolve(ctx context.Context, host string) (Domain, error) {
	return s.deps.Store.DomainByHost(ctx, webhost.Normal(host))
}

// Usable returns the domain of host if the workspace may create links on it; an
// empty host stands for the domain that the workspace has chosen for new links, or the
// default domain. It returns NotFound otherwise, with a sentence for the user;
// IsPending distinguishes domains that are not verified.
func (s *Service) Usable(ctx context.Context, workspaceID, host string) (Domain, error) {
	if host == "" {
		return s.newLinkDomain(ctx, workspaceID)
	}
	host = webhost.Normal(host)
	d, err := s.deps.Store.DomainByHost(ctx, host)
	switch {
	case err == nil && (d.IsDefault() || d.WorkspaceID == workspaceID):
		return d, nil
	case err != nil && !fault.Is(err, fault.NotFound):
		return Domain{}, err
	}
	own, err := s.deps.Store.Domains(ctx, workspaceID)
	if err != nil {
		return Domain{}, err
	}
	if slices.ContainsFunc(own, func(d Domain) bool { return d.Host == host }) {
		return Domain{}, fault.Wrap(errPending, fault.NotFound,
			webhost.Unicode(host)+" is not verified yet. Finish its setup, or choose another domain.")
	}
	return Domain{}, fault.New(fault.NotFound, "This workspace has no such domain. Choose one of its own, or omit it for the default.")
}

var errPending = errors.New("domain: pending")

// IsPending reports whether an error of Usable is due to a domain of the workspace
// that is not verified.
func IsPending(err error) bool { return errors.Is(err, errPending) }

// TLSOwner returns the workspace of a host for which a certificate may be ordered and
// used: that of a domain that serves links, or "" for the default domain. It returns
// NotFound for other hosts. It reads the records once or twice.
func (s *Service) TLSOwner(ctx context.Context, host string) (workspaceID string, err error) {
	asked, err := webhost.Parse(host)
	if err != nil || asked.Addr().IsValid() {
		return "", errNoDomain()
	}
	d, err := s.deps.Store.DomainByHost(ctx, asked.Name())
	if !fault.Is(err, fault.NotFound) {
		return d.WorkspaceID, err
	}
	own, err := s.Default(ctx) // its stored host may have a port
	if err != nil {
		return "", err
	}
	if webhost.Name(own.Host) == asked.Name() {
		return "", nil
	}
	return "", errNoDomain()
}

// newLinkDomain returns the domain of new links of a workspace; for "" the default
// domain.
func (s *Service) newLinkDomain(ctx context.Context, workspaceID string) (Domain, error) {
	d, err := s.deps.Store.NewLinkDomain(ctx, workspaceID)
	if fault.Is(err, fault.NotFound) {
		return Domain{}, fault.New(fault.Unavailable, "The default domain is not set up yet.")
	}
	return d, err
}

func errNoDomain() error { return fault.New(fault.NotFound, "There is no such domain.") }
