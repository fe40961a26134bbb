package link

import (
	"context"

	"linnet/internal/base/fault"
	"linnet/internal/core/domain"
	"linnet/internal/core/routing"
)

// checkLoops blames every destination that is a short link itself. Whether it
// exists today does not matter: it may be made to lead back tomorrow. The
// app's own pages on the default domain, and the roots of all, are fine.
func (s *Service) checkLoops(ctx context.Context, d Draft, faults *fault.List) error {
	known := map[string]*domain.Domain{} // by name and port; nil: no domain of this install
	var failed error
	check := func(field, address string) {
		name, port, first, ok := shortPath(address)
		if !ok || first == "" || failed != nil {
			return
		}
		on, seen := known[name+":"+port]
		if !seen {
			if on, failed = s.domainBehind(ctx, name, port); failed != nil {
				return
			}
			known[name+":"+port] = on
		}
		if on != nil && !isReserved(routing.FoldAlias(first, false), on.IsDefault(), s.reserved) {
			faults.Add(field, "This address is a short link itself, which could lead round in circles. Give the page that it leads to.")
		}
	}
	check("url", d.URL)
	check("fallbackUrl", d.FallbackURL)
	routing.EachURL(d.Rules, d.Split, check)
	return failed
}

// domainBehind returns the domain that answers requests for a name and port, as
// domain.CanonicalHost writes them; nil for none. Ports do not tell domains apart,
// except on a loopback install, where another port is another program.
func (s *Service) domainBehind(ctx context.Context, name, port string) (*domain.Domain, error) {
	own, err := s.domains.Usable(ctx, "", "")
	if err != nil {
		return nil, err
	}
	ownName, ownPort := domain.CanonicalHost(own.Host)
	switch {
	case domain.IsLoopback(ownName) && domain.IsLoopback(name):
		if port == ownPort {
			return &own, nil
		}
		return nil, nil //nolint:nilnil // no domain is an answer
	case name == ownName:
		return &own, nil
	}
	found, err := s.domains.Resolve(ctx, name)
	if fault.Is(err, fault.NotFound) {
		return nil, nil //nolint:nilnil // no domain is an answer
	}
	return &found, err
}
