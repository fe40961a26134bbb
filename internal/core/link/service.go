package link

import (
	"context"
	"fmt"
	"strings"

	"linnet/internal/base/clock"
	"linnet/internal/base/fair"
	"linnet/internal/base/fault"
	"linnet/internal/core/domain"
	"linnet/internal/core/plan"
	"linnet/internal/core/routing"
	"linnet/internal/core/utm"
)

// Domains looks up domains by host.
type Domains interface {
	// Default returns the default domain.
	Default(ctx context.Context) (domain.Domain, error)
	// Usable returns the domain of host if the workspace may create links on it, its
	// domain of new links for "", and NotFound otherwise.
	Usable(ctx context.Context, workspaceID, host string) (domain.Domain, error)
	// Resolve returns the domain of host, of any workspace, or NotFound.
	Resolve(ctx context.Context, host string) (domain.Domain, error)
}

// Guards decide which links a workspace may have.
type Guards interface {
	// Reserved reports whether a folded path without slashes at its ends belongs to
	// the app's own routes on the default domain.
	Reserved(path string) bool
	// DropIn reports whether a folded path is that of an endpoint of a drop-in API, on
	// every domain. Links that had it before work for visitors.
	DropIn(path string) bool
	// Blocked reports whether the operator blocks a destination.
	Blocked(address string) bool
	// Listed reports whether a deny-list contains a destination.
	Listed(address string) bool
	// Room returns why the workspace may create no link now, or nil.
	Room(ctx context.Context, workspaceID string) error
	// Limits returns the limits of the workspace's package.
	Limits(ctx context.Context, workspaceID string) (plan.Limits, error)
	Conventions
}

// Hasher hashes the passwords of links.
type Hasher interface {
	Hash(ctx context.Context, plain string) (string, error)
}

// Conventions returns a workspace's conventions for campaign parameters.
type Conventions interface {
	UTMConventions(ctx context.Context, workspaceID string) (utm.Conventions, error)
}

// Deps are the dependencies of a Service. Those of the second group may be
// omitted.
type Deps struct {
	Store   Store
	Domains Domains
	Hasher  Hasher
	Clock   clock.Clock

	Facts   *routing.Facts // of simulated visits; nil: place and device are unknown
	Schemes []string       // accepted in destinations beside the built-in ones, in lower case
}

// Service implements the operations on links. It is safe for concurrent use.
type Service struct {
	deps        Deps
	guards      Guards
	conventions Conventions // guards, or a cache of theirs
	storage     *storage
	hashing     *fair.Gate // by workspace
}

// New returns a Service.
func New(d Deps, guards Guards) *Service {
	return &Service{
		deps: d, guards: guards, conventions: guards, hashing: fair.New(0),
		storage: &storage{limits: guards.Limits, clock: d.Clock, sizes: map[string]measurement{}},
	}
}

// checkDraft reports everything that is wrong with a normalized draft, apart from
// its domain and its campaign parameters.
func (s *Service) checkDraft(ctx context.Context, d *Draft, faults *fault.List) error {
	faults.AddErr("", d.Validate(s.deps.Schemes...))
	s.checkBlocked(d, faults)
	if err := s.checkLoops(ctx, d, faults); err != nil {
		return err
	}
	return faults.Err()
}

// eachDestination calls check with the field and the URL of every destination.
func (s *Settings) eachDestination(check func(field, address string)) {
	check("url", s.URL)
	check("fallbackUrl", s.FallbackURL)
	routing.EachURL(s.Rules, s.Split, check)
}

// Destinations returns the URLs that a link can lead to, without those of its
// domain.
func (s *Settings) Destinations() []string {
	var all []string
	s.eachDestination(func(_, address string) {
		if address != "" {
			all = append(all, address)
		}
	})
	return all
}

// checkBlocked reports destinations that the operator or a deny-list blocks.
func (s *Service) checkBlocked(d *Draft, faults *fault.List) {
	d.eachDestination(func(field, address string) {
		switch {
		case address == "":
		case s.guards.Blocked(address):
			faults.Add(field, "Links to this address are not allowed on this install. Choose another destination.")
		case s.guards.Listed(address):
			faults.Add(field, "This address is on a list of dangerous websites. Choose another destination, or contact support if this is wrong.")
		}
	})
}

// Reserved reports whether a name cannot be an alias, on the default domain or on
// others, because it is the app's own or looks like a name that is.
func (s *Service) Reserved(name string, onDefault bool) bool {
	path := routing.FoldAlias(name, false)
	return looksReserved(path, onDefault, s.guards.Reserved) || s.guards.DropIn(path)
}

// checkReserved returns a Conflict for an alias that is reserved.
func (s *Service) checkReserved(alias string, onDefault bool) error {
	path := strings.TrimSuffix(routing.FoldAlias(alias, false), wildcard)
	if looksReserved(path, onDefault, s.guards.Reserved) || s.guards.DropIn(path) {
		return fault.New(fault.Conflict, fmt.Sprintf("“%s” is reserved for Linnet's own pages, or looks like a name that is. Choose another alias.", path)).
			At("alias")
	}
	return nil
}
