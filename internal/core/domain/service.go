package domain

import (
	"context"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
)

// Store stores domains.
type Store interface {
	// DomainByHost returns the domain of a host, of any workspace, or NotFound.
	DomainByHost(ctx context.Context, host string) (Domain, error)
	// Domains returns the default domain and the workspace's own, oldest first.
	Domains(ctx context.Context, workspaceID string) ([]Domain, error)
	// PutDefaultDomain makes d the default domain, or renames the existing one
	// to d's host, and returns it. It stores an event when anything changed.
	// A default domain that has aliases, also those of deleted links, is
	// renamed only with move: without it the result has the old host. A host
	// that belongs to a workspace is a Conflict.
	PutDefaultDomain(ctx context.Context, d Domain, move bool) (Domain, error)
}

// Service implements the operations on domains.
type Service struct {
	store Store
	clock clock.Clock
}

// NewService returns a service over store.
func NewService(store Store, clock clock.Clock) *Service { return &Service{store: store, clock: clock} }

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
	now := s.clock.Now()
	d, err := s.store.PutDefaultDomain(ctx, Domain{ID: ident.New(ident.Domain), Host: host, CreatedAt: now, UpdatedAt: now}, move)
	if err != nil {
		return Domain{}, err
	}
	if d.Host != host {
		return Domain{}, &MoveError{Current: d.Host, Wanted: host}
	}
	return d, nil
}

// Default returns the default domain, or Unavailable before the first start.
func (s *Service) Default(ctx context.Context) (Domain, error) { return s.defaultDomain(ctx, "") }

// List returns the domains on which the actor's workspace may create links,
// including the default domain.
func (s *Service) List(ctx context.Context, a access.Actor) ([]Domain, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return nil, err
	}
	return s.store.Domains(ctx, a.WorkspaceID)
}

// Resolve returns the domain that serves a host, or NotFound. It requires no
// permission, because the redirect handler reveals the same.
func (s *Service) Resolve(ctx context.Context, host string) (Domain, error) {
	return s.store.DomainByHost(ctx, NormalHost(host))
}

// Usable returns the domain of host if the workspace may create links on it; an
// empty host stands for the default domain. It returns NotFound otherwise, also
// for a domain of another workspace.
func (s *Service) Usable(ctx context.Context, workspaceID, host string) (Domain, error) {
	if host == "" {
		return s.defaultDomain(ctx, workspaceID)
	}
	d, err := s.store.DomainByHost(ctx, NormalHost(host))
	if err != nil {
		return Domain{}, err
	}
	if !d.IsDefault() && d.WorkspaceID != workspaceID {
		return Domain{}, fault.New(fault.NotFound, "There is no such domain.")
	}
	return d, nil
}

func (s *Service) defaultDomain(ctx context.Context, workspaceID string) (Domain, error) {
	all, err := s.store.Domains(ctx, workspaceID)
	if err != nil {
		return Domain{}, err
	}
	for _, d := range all {
		if d.IsDefault() {
			return d, nil
		}
	}
	return Domain{}, fault.New(fault.Unavailable, "The default domain is not set up yet.")
}
