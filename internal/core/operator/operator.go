// Package operator implements the operations of the operators of an install: list
// and suspend users and workspaces, set plans, block links and destinations. An
// operator is a user with the operator flag, or a process that can open the
// records. Operators never act as another user.
package operator

import (
	"context"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/abuse"
	"linnet/internal/core/access"
	"linnet/internal/core/denylist"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/plan"
	"linnet/internal/core/routing"
)

// MaxListed bounds a page of a list.
const MaxListed = 10_000

// State selects users and workspaces.
type State string

// The states. AnyState selects all.
const (
	AnyState  State = ""
	Active    State = "active"
	Suspended State = "suspended"
)

// Query selects a page of a list that is ordered from the newest to the oldest.
type Query struct {
	Search string // part of an address or name, ignoring case; empty: all
	State  State
	Cursor string // Next of the previous page
	Limit  int    // 1 to MaxListed; other values are set to the nearest bound
}

func (q Query) bounded() Query {
	q.Limit = min(max(q.Limit, 1), MaxListed)
	return q
}

// Page is a page of a list.
type Page[T any] struct {
	Items []T
	Next  string // cursor of the next page; empty: this is the last one
	Total int    // items on all pages
}

// User is a row of the list of users.
type User struct {
	ID         string    `json:"id"`
	Email      string    `json:"email"`
	Name       string    `json:"name"`
	CreatedAt  time.Time `json:"createdAt"`
	LastSeenAt time.Time `json:"lastSeenAt,omitzero"` // of the open sessions
	Suspended  bool      `json:"suspended"`
	Operator   bool      `json:"operator"`
	Workspaces int       `json:"workspaces"`
	Sessions   int       `json:"sessions"`
}

// Workspace is a row of the list of workspaces.
type Workspace struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	Plan      plan.Name `json:"plan"`
	Owner     string    `json:"owner"` // email address of the first owner
	Links     int       `json:"links"`
	Members   int       `json:"members"`
	Domains   int       `json:"domains"`
	CreatedAt time.Time `json:"createdAt"`
	Suspended bool      `json:"suspended"`
	DeletedAt time.Time `json:"deletedAt,omitzero"`
}

// Link is a row of the list of links.
type Link struct {
	ID            string    `json:"id"`
	ShortLink     string    `json:"shortLink"` // host and alias
	URL           string    `json:"url"`
	WorkspaceID   string    `json:"workspaceId"`
	WorkspaceName string    `json:"workspaceName"`
	Clicks        int64     `json:"clicks"`
	CreatedAt     time.Time `json:"createdAt"`
	Blocked       bool      `json:"blocked"`
	Deleted       bool      `json:"deleted"`
}

// Domain is a row of the list of domains.
type Domain struct {
	ID            string
	Host          string // in ASCII
	WorkspaceID   string // empty: the default domain
	WorkspaceName string
	Status        string
	Links         int
	CreatedAt     time.Time
	CheckedAt     time.Time // zero: never
	FailingSince  time.Time // zero: it is not
}

// Store stores the changes of the operators. Each method is one transaction that
// includes the event.
type Store interface {
	// ListUsers returns a page of users by email address and name.
	ListUsers(ctx context.Context, q Query) (Page[User], error)
	// UserIDByEmail returns the user with the address, ignoring case, or NotFound.
	UserIDByEmail(ctx context.Context, email string) (string, error)
	// IsOperator reports whether the user is an operator and not suspended.
	IsOperator(ctx context.Context, userID string) (bool, error)
	// SetOperator grants or revokes the operator flag of a user, or returns NotFound.
	SetOperator(ctx context.Context, userID string, operator bool, e event.Event) error
	// SetUserSuspended suspends or restores a user, and deletes the user's sessions. A
	// workspace is suspended while one of its owners is. It returns the workspaces that
	// are suspended or restored with the user.
	SetUserSuspended(ctx context.Context, userID string, suspended bool, e event.Event) ([]string, error)
	// DeleteSessions deletes all sessions of a user, or returns NotFound.
	DeleteSessions(ctx context.Context, userID string, e event.Event) error

	// ListWorkspaces returns a page of workspaces by id, name and owner.
	ListWorkspaces(ctx context.Context, q Query) (Page[Workspace], error)
	// ListAllDomains returns a page of domains by host and workspace.
	ListAllDomains(ctx context.Context, q Query) (Page[Domain], error)
	// SetWorkspaceSuspended suspends or restores a workspace. It returns NotFound, and
	// Conflict for a workspace to be restored whose owner is suspended.
	SetWorkspaceSuspended(ctx context.Context, id string, suspended bool, e event.Event) error
	// SetPlan sets the package of a workspace, or returns NotFound.
	SetPlan(ctx context.Context, workspaceID string, name plan.Name, e event.Event) error
	// SetPlanChoice stores whether the install has plans.
	SetPlanChoice(ctx context.Context, choice plan.Choice, e event.Event) error

	// Target returns the link of the first key that exists, or NotFound.
	Target(ctx context.Context, domainID string, keys []string) (routing.Target, error)
	// LinkAnywhere returns a link, deleted or not, or NotFound.
	LinkAnywhere(ctx context.Context, id string) (*link.Link, error)
	// FindLinks returns a page of links whose destination contains q.Search, or,
	// with an id, that link.
	FindLinks(ctx context.Context, id string, q Query) (Page[Link], error)
	// ChangeLinkBlock applies edit to a link, deleted or not, and stores whether it is
	// blocked and its version with the events of edit. feedID is the deny-list that
	// blocks it; empty: none. edit may run several times, and must not use the store.
	ChangeLinkBlock(ctx context.Context, id, feedID string, edit func(*link.Link) ([]event.Event, error)) (*link.Link, error)
	// LinkFeed returns the id of the deny-list that blocks a link, or "".
	LinkFeed(ctx context.Context, linkID string) (string, error)
	// EndLinkFeed makes the block of a link by a deny-list one by an operator.
	EndLinkFeed(ctx context.Context, linkID string) error

	// ListRules returns a page of rules by pattern and reason.
	ListRules(ctx context.Context, q Query) (Page[denylist.Rule], error)
	// InsertRule stores a rule. It returns Conflict if there is one of the same kind
	// and pattern, and LimitReached if there are denylist.MaxRules, or as many
	// patterns as denylist.MaxPatterns.
	InsertRule(ctx context.Context, r denylist.Rule, e event.Event) error
	// DeleteRule deletes a rule, or returns NotFound.
	DeleteRule(ctx context.Context, id string, e event.Event) error
	// RuleByPattern returns the rule of a kind and a pattern, or NotFound.
	RuleByPattern(ctx context.Context, kind denylist.Kind, pattern string) (denylist.Rule, error)
	// Rule returns a rule, or NotFound.
	Rule(ctx context.Context, id string) (denylist.Rule, error)

	// Feeds returns all lists, the oldest first.
	Feeds(ctx context.Context) ([]denylist.Feed, error)
	// Feed returns a list, or NotFound.
	Feed(ctx context.Context, id string) (denylist.Feed, error)
	// InsertFeed stores a list with the keys of its first copy. It returns Conflict
	// at "url" if there is one with the URL, and LimitReached if there are
	// denylist.MaxFeeds.
	InsertFeed(ctx context.Context, f denylist.Feed, keys []uint64, e event.Event) error
	// ChangeFeed applies edit to a list and stores the result with the events of edit,
	// or returns NotFound. edit may run several times, and must not use the store.
	ChangeFeed(ctx context.Context, id string, edit func(*denylist.Feed) ([]event.Event, error)) (denylist.Feed, error)
	// DeleteFeed deletes a list, or returns NotFound.
	DeleteFeed(ctx context.Context, id string, e event.Event) error
	// ListExceptions returns a page of exceptions by pattern and reason.
	ListExceptions(ctx context.Context, q Query) (Page[denylist.Exception], error)
	// InsertException stores an exception. It returns Conflict at "pattern" for one
	// that exists, and LimitReached if there are denylist.MaxExceptions.
	InsertException(ctx context.Context, x denylist.Exception, e event.Event) error
	// DeleteException deletes an exception with an id or a pattern; event returns the
	// event. It returns NotFound if there is none.
	DeleteException(ctx context.Context, idOrPattern string, event func(denylist.Exception) event.Event) error

	// ListAbuseCases returns a page of cases by short link, destination and
	// workspace; state "" selects all.
	ListAbuseCases(ctx context.Context, state abuse.State, q Query) (Page[AbuseCase], error)
	// AbuseCase returns a case, or NotFound.
	AbuseCase(ctx context.Context, id string) (AbuseCase, error)
	// AbuseReports returns the stored reports of a case, the newest first.
	AbuseReports(ctx context.Context, caseID string) ([]abuse.Report, error)
	// ResolveAbuseCase stores the state of an open case and queues a mail to each
	// reporter who left an address. It returns Conflict for a resolved case.
	ResolveAbuseCase(ctx context.Context, c abuse.Case, e event.Event) error
}

// Domains resolves hosts to domains.
type Domains interface {
	// Resolve returns the domain of a host ("" for the default one), or NotFound.
	Resolve(ctx context.Context, host string) (domainID string, caseSensitive bool, err error)
}

// Service implements the operations of the operators.
type Service struct {
	store   Store
	domains Domains
	plans   *plan.Catalog
	updater *denylist.Updater
	clock   clock.Clock
	by      event.Actor // the cause of events
}

// Deps are the dependencies of a Service.
type Deps struct {
	Store   Store
	Domains Domains           // nil: short links are not found
	Plans   *plan.Catalog     // nil: plans cannot be set
	Updater *denylist.Updater // nil: deny-lists cannot be added or updated
	Clock   clock.Clock
}

// New returns a service that acts for the system, as commands do. As returns one for an
// operator.
func New(d Deps) *Service {
	return &Service{
		store:   d.Store,
		domains: d.Domains,
		plans:   d.Plans,
		updater: d.Updater,
		clock:   d.Clock,
		by:      event.Actor{Kind: event.System},
	}
}

// As returns the service for an operator. It returns NotFound if the user is not one,
// so that the operations do not exist for others, and ReauthRequired for a session
// that is confined to a workspace.
func (s *Service) As(ctx context.Context, a access.Actor) (*Service, error) {
	is, err := s.store.IsOperator(ctx, a.UserID)
	if err != nil {
		return nil, err
	}
	if !is || a.SessionID == "" {
		return nil, fault.New(fault.NotFound, "There is no such operation.")
	}
	if err := access.RequireUser(a); err != nil {
		return nil, err
	}
	operator := *s
	operator.by = event.Actor{Kind: event.Operator, ID: a.UserID, AddressPrefix: a.AddressPrefix}
	return &operator, nil
}

// Cause returns the cause of the events of what an operator does elsewhere. It has the
// errors of As.
func (s *Service) Cause(ctx context.Context, a access.Actor) (event.Actor, error) {
	as, err := s.As(ctx, a)
	if err != nil {
		return event.Actor{}, err
	}
	return as.by, nil
}

// Actor returns the cause of the events of s.
func (s *Service) Actor() event.Actor { return s.by }

func (s *Service) event(kind event.Kind, workspaceID, subject string, payload any) event.Event {
	return event.New(s.by, kind, workspaceID, subject, payload, s.clock.Now())
}
