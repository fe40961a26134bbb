package link

import (
	"context"

	"linnet/internal/base/fault"
	"linnet/internal/core/hostname"
	"linnet/internal/core/routing"
)

// checkLoops blames every destination that is a short link itself. Whether it
// exists today does not matter: it may be made to lead back tomorrow. The
// app's own pages on the default domain, and the roots of all, are fine.
func (s *Service) checkLoops(ctx context.Context, d Draft, faults *fault.List) error {
	known := map[string]*hostname.Domain{} // by host; nil: somebody else's
	var failed error
	check := func(field, address string) {
		host, first, ok := shortPath(address)
		if !ok || first == "" || failed != nil {
			return
		}
		on, seen := known[host]
		if !seen {
			found, err := s.domains.Resolve(ctx, host)
			switch {
			case err == nil:
				on = &found
			case !fault.Is(err, fault.NotFound):
				failed = err
				return
			}
			known[host] = on
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
