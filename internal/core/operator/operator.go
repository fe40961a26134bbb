// Package operator implements the operations of the operator of an install:
// block links, suspend users and workspaces, set plans. There is no actor: a
// process that can open the records acts for the operator.
package operator

import (
	"context"
	"fmt"
	"strings"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/denylist"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/plan"
	"linnet/internal/core/routing"
)

// MaxListed bounds a list of users, workspaces or hosts.
const MaxListed = 10_000

// User is a row of the list of users.
type User struct {
	ID         string    `json:"id"`
	Email      string    `json:"email"`
	Name       string    `json:"name"`
	CreatedAt  time.Time `json:"createdAt"`
	Suspended  bool      `json:"suspended"`
	Workspaces int       `json:"workspaces"`
}

// Workspace is a row of the list of workspaces.
type Workspace struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	Plan      plan.Name `json:"plan"`
	Owner     string    `json:"owner"` // email address of the first owner
	Links     int       `json:"links"`
	CreatedAt time.Time `json:"createdAt"`
	Suspended bool      `json:"suspended"`
}

// Store stores the changes of the operator. Each method is one transaction that
// includes the event.
type Store interface {
	Accounts
	Links
	Hosts
}

// Accounts stores users and workspaces.
type Accounts interface {
	// ListUsers returns up to limit users whose address or name contains search,
	// the newest first.
	ListUsers(ctx context.Context, search string, limit int) ([]User, error)
	// ListWorkspaces does the same for workspaces, by name or owner.
	ListWorkspaces(ctx context.Context, search string, limit int) ([]Workspace, error)
	// UserIDByEmail returns the user with the address, ignoring case, or NotFound.
	UserIDByEmail(ctx context.Context, email string) (string, error)
	// SetUserSuspended suspends or restores a user and the workspaces that the
	// user owns, and deletes the user's sessions. It returns those workspaces.
	SetUserSuspended(ctx context.Context, userID string, suspended bool, e event.Event) ([]string, error)
	// SetWorkspaceSuspended suspends or restores a workspace, or returns NotFound.
	SetWorkspaceSuspended(ctx context.Context, id string, suspended bool, e event.Event) error
	// SetPlan sets the package of a workspace, or returns NotFound.
	SetPlan(ctx context.Context, workspaceID string, name plan.Name, e event.Event) error
}

// Links reads and blocks links of all workspaces.
type Links interface {
	// Target returns the link of the first key that exists, or NotFound.
	Target(ctx context.Context, domainID string, keys []string) (routing.Target, error)
	// LinkAnywhere returns a link, deleted or not, or NotFound.
	LinkAnywhere(ctx context.Context, id string) (*link.Link, error)
	// SetLinkBlocked stores w.Link.Blocked if the stored version is one less than
	// that of w.Link.
	SetLinkBlocked(ctx context.Context, w link.Write) error
}

// Hosts stores the hosts that no link may lead to.
type Hosts interface {
	// BlockedHosts returns all blocked hosts, sorted.
	BlockedHosts(ctx context.Context) ([]string, error)
	// SetHostBlocked adds or removes a host. Removing an unknown host returns
	// NotFound.
	SetHostBlocked(ctx context.Context, host string, blocked bool, e event.Event) error
}

// Domains resolves hosts to domains.
type Domains interface {
	// Resolve returns the domain of a host ("" for the default one), or NotFound.
	Resolve(ctx context.Context, host string) (domainID string, caseSensitive bool, err error)
}

// Service implements the operations of the operator.
type Service struct {
	store   Store
	domains Domains
	plans   *plan.Catalog
	clock   clock.Clock
}

// NewService returns a service over store.
func NewService(store Store, domains Domains, plans *plan.Catalog, clock clock.Clock) *Service {
	return &Service{store: store, domains: domains, plans: plans, clock: clock}
}

// Users lists users, the newest first, at most MaxListed.
func (s *Service) Users(ctx context.Context, search string, limit int) ([]User, error) {
	return s.store.ListUsers(ctx, strings.ToLower(strings.TrimSpace(search)), min(max(limit, 1), MaxListed))
}

// Workspaces lists workspaces, the newest first, at most MaxListed.
func (s *Service) Workspaces(ctx context.Context, search string, limit int) ([]Workspace, error) {
	return s.store.ListWorkspaces(ctx, strings.ToLower(strings.TrimSpace(search)), min(max(limit, 1), MaxListed))
}

func (s *Service) event(kind event.Kind, workspaceID, subject string, payload any) event.Event {
	return event.New(event.Actor{Kind: event.System}, kind, workspaceID, subject, payload, s.clock.Now())
}

// SetPlan sets the package of a workspace. It returns Invalid for a package that
// is not offered.
func (s *Service) SetPlan(ctx context.Context, workspaceID, name string) error {
	chosen := plan.Name(strings.ToUpper(name))
	if !s.plans.Offers(chosen) {
		return fault.New(fault.Invalid, fmt.Sprintf("There is no plan %q. Choose one of: %s.", name, strings.Join(s.plans.Names(), ", ")))
	}
	return s.store.SetPlan(
		ctx,
		workspaceID,
		chosen,
		s.event(event.WorkspacePlanSet, workspaceID, workspaceID, event.Created(event.Plan{Plan: string(chosen)})),
	)
}

// Suspend suspends (or restores) a user, named by email address, with the
// workspaces that the user owns, or one workspace, named by id. A suspended
// user cannot log in; the links of a suspended workspace answer 451. It returns
// the ids of the workspaces that changed.
func (s *Service) Suspend(ctx context.Context, target string, suspended bool) ([]string, error) {
	userKind, workspaceKind := event.UserSuspended, event.WorkspaceSuspended
	if !suspended {
		userKind, workspaceKind = event.UserRestored, event.WorkspaceRestored
	}
	if strings.HasPrefix(target, ident.Workspace+"_") {
		return []string{target}, s.store.SetWorkspaceSuspended(ctx, target, suspended, s.event(workspaceKind, target, target, event.None{}))
	}
	userID, err := s.store.UserIDByEmail(ctx, target)
	if fault.Is(err, fault.NotFound) {
		return nil, fault.New(fault.NotFound, fmt.Sprintf("%q is neither the email address of a user nor the id of a workspace.", target))
	}
	if err != nil {
		return nil, err
	}
	return s.store.SetUserSuspended(ctx, userID, suspended, s.event(userKind, "", userID, event.None{}))
}

// blockTries is the number of attempts when the link changes concurrently.
const blockTries = 5

// BlockLink blocks (or unblocks) the link behind a short URL or an alias of the
// default domain, and returns it. A blocked link answers 451.
func (s *Service) BlockLink(ctx context.Context, target string, blocked bool) (*link.Link, error) {
	found, err := s.find(ctx, target)
	if err != nil {
		return nil, err
	}
	for try := 1; ; try++ {
		l, err := s.store.LinkAnywhere(ctx, found.LinkID)
		if err != nil || l.Blocked == blocked {
			return l, err
		}
		w, err := link.BlockWrite(l, blocked, s.clock.Now())
		if err != nil {
			return nil, err
		}
		err = s.store.SetLinkBlocked(ctx, w)
		if err == nil || try == blockTries || !fault.Is(err, fault.PreconditionFailed) {
			return w.Link, err
		}
	}
}

// find returns the link behind a short URL or an alias of the default domain.
func (s *Service) find(ctx context.Context, target string) (routing.Target, error) {
	host, alias := splitShortURL(target)
	domainID, caseSensitive, err := s.domains.Resolve(ctx, host)
	if fault.Is(err, fault.NotFound) {
		return routing.Target{}, fault.New(fault.NotFound, fmt.Sprintf("No domain of this install is %q.", host))
	}
	if err != nil {
		return routing.Target{}, err
	}
	found, err := s.store.Target(ctx, domainID, routing.LookupKeys(routing.FoldAlias(alias, caseSensitive), caseSensitive))
	if fault.Is(err, fault.NotFound) {
		return routing.Target{}, fault.New(fault.NotFound, fmt.Sprintf("There is no link %q.", target))
	}
	return found, err
}

// BlockHost blocks (or unblocks) destinations on a host and its subdomains. It
// accepts a host or an address, and returns the host.
func (s *Service) BlockHost(ctx context.Context, pattern string, blocked bool) (string, error) {
	host := denylist.Host(strings.TrimPrefix(strings.TrimSpace(pattern), "*."))
	if host == "" || strings.ContainsAny(host, " /*?#@") || len(host) > 253 {
		return "", fault.New(fault.Invalid, fmt.Sprintf("%q is not a host, such as evil.example.", pattern))
	}
	err := s.store.SetHostBlocked(ctx, host, blocked, s.event(event.HostsBlocked, "", host, event.Block{Host: host, Blocked: blocked}))
	if fault.Is(err, fault.NotFound) {
		return "", fault.New(fault.NotFound, host+" is not blocked.")
	}
	return host, err
}

// BlockedHosts returns all blocked hosts, sorted.
func (s *Service) BlockedHosts(ctx context.Context) ([]string, error) {
	return s.store.BlockedHosts(ctx)
}
