package link

import (
	"context"

	"linnet/internal/base/fault"
	"linnet/internal/core/domain"
	"linnet/internal/core/routing"
	"linnet/internal/core/webhost"
)

// checkLoops reports every destination that is a short URL of this install,
// whether it exists or not, because its link may later lead back to this one. The
// app's own pages on the default domain and the root of each domain are accepted.
func (s *Service) checkLoops(ctx context.Context, d *Draft, faults *fault.List) error {
	domains := map[webhost.Host]*domain.Domain{} // nil: not of this install
	var failed error
	d.eachDestination(func(field, address string) {
		host, alias, ok := shortPath(address)
		if !ok || alias == "" || failed != nil {
			return
		}
		on, found := domains[host]
		if !found {
			if on, failed = s.domainServing(ctx, host); failed != nil {
				return
			}
			domains[host] = on
		}
		if on != nil && !isReserved(routing.FoldAlias(alias, false), on.IsDefault(), s.guards.Reserved) {
			faults.Add(field, "This address is a short link of this install, which could create a loop. Enter the page that it leads to.")
		}
	})
	return failed
}

// domainServing returns the domain that serves requests for a host, or nil. Domains
// do not differ by port, except on loopback hosts, where another port is another
// program.
func (s *Service) domainServing(ctx context.Context, host webhost.Host) (*domain.Domain, error) {
	own, err := s.deps.Domains.Default(ctx)
	if fault.Is(err, fault.NotFound) {
		return nil, nil //nolint:nilnil // no domain is a valid result
	}
	if err != nil {
		return nil, err
	}
	ownHost, err := webhost.Parse(own.Host)
	switch {
	case err == nil && ownHost.IsLoopback() && host.IsLoopback():
		if host.Port() == ownHost.Port() {
			return &own, nil
		}
		return nil, nil //nolint:nilnil // no domain is a valid result
	case err == nil && host.Name() == ownHost.Name():
		return &own, nil
	}
	found, err := s.deps.Domains.Resolve(ctx, host.Name())
	if fault.Is(err, fault.NotFound) {
		return nil, nil //nolint:nilnil // no domain is a valid result
	}
	return &found, err
}
