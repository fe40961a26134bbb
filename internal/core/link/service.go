package link

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/domain"
	"linnet/internal/core/routing"
)

// Domains knows which host is whose.
type Domains interface {
	// Usable returns the domain of that host when the workspace may put links
	// on it, the default domain for "", and NotFound otherwise.
	Usable(ctx context.Context, workspaceID, host string) (domain.Domain, error)
	// Resolve returns the domain that serves a host, whosever it is, or NotFound.
	Resolve(ctx context.Context, host string) (domain.Domain, error)
}

// Limits knows what a workspace's plan allows.
type Limits interface {
	// LinkLimit returns how many links the workspace may hold; 0: any number.
	LinkLimit(ctx context.Context, workspaceID string) (int, error)
}

// Hasher turns a link's password into what is kept of it.
type Hasher interface {
	Hash(ctx context.Context, plain string) (string, error)
}

// Service holds the operations on links.
type Service struct {
	store    Store
	domains  Domains
	limits   Limits
	reserved func(firstSegment string) bool
	hasher   Hasher
	clk      clock.Clock
	schemes  []string
	facts    *routing.Facts
	storage  *storage // nil: no limit
	turns    *turns

	conventions Conventions // nil: nothing is asked of campaigns
	blocked     func(address string) bool
	room        func(ctx context.Context, workspaceID string) error
}

// NewService returns a service over store. reserved reports whether a first
// segment, folded, is one of the app's own routes on the default domain.
func NewService(
	store Store, domains Domains, limits Limits, reserved func(aliasFirstSegment string) bool, hasher Hasher, clk clock.Clock,
) *Service {
	return &Service{
		store: store, domains: domains, limits: limits, reserved: reserved, hasher: hasher, clk: clk, turns: newTurns(),
		blocked: func(string) bool { return false },
		room:    func(context.Context, string) error { return nil },
	}
}

// AllowSchemes returns a service that also takes destinations with these
// schemes, in lower case. The dangerous ones stay refused.
func (s *Service) AllowSchemes(schemes ...string) *Service {
	c := *s
	c.schemes = schemes
	return &c
}

// Knowing returns a service that simulates visits with what the redirect can
// find out about visitors. Without it countries and devices are unknown.
func (s *Service) Knowing(facts *routing.Facts) *Service {
	c := *s
	c.facts = facts
	return &c
}

// Refusing returns a service that refuses destinations that blocked reports.
func (s *Service) Refusing(blocked func(address string) bool) *Service {
	c := *s
	c.blocked = blocked
	return &c
}

// Metering returns a service that creates links only while room returns nil for
// the workspace.
func (s *Service) Metering(room func(ctx context.Context, workspaceID string) error) *Service {
	c := *s
	c.room = room
	return &c
}

// checkBlocked blames every destination that the operator blocked.
func (s *Service) checkBlocked(d Draft, faults *fault.List) {
	check := func(field, address string) {
		if address != "" && s.blocked(address) {
			faults.Add(field, "Links to this address are not allowed on this install. Choose another destination.")
		}
	}
	check("url", d.URL)
	check("fallbackUrl", d.FallbackURL)
	routing.EachURL(d.Rules, d.Split, check)
}

// Create makes a link. Its faults: Invalid with every faulty field, Conflict at
// "alias" when that is taken or reserved, LimitReached when the plan is full.
func (s *Service) Create(ctx context.Context, a access.Actor, d Draft) (*Link, error) {
	results, err := s.CreateMany(ctx, a, []Draft{d})
	return one(results, err)
}

// build validates a draft and returns its link, without an alias when one is to
// be drawn, and without a password: hashNew adds that when the link is sure to
// be stored.
func (s *Service) build(ctx context.Context, a access.Actor, d Draft) (*Link, error) {
	asks, err := s.asks(ctx, a.WorkspaceID)
	if err != nil {
		return nil, err
	}
	d = d.Normalized().minding(asks)
	var faults fault.List
	on, err := s.domains.Usable(ctx, a.WorkspaceID, d.Domain)
	if fault.Is(err, fault.NotFound) {
		faults.Add("domain", "This workspace has no such domain. Choose one of its own, or leave it out for the default domain.")
	} else if err != nil {
		return nil, err
	}
	d = d.checkRoutingSize(&faults)
	faults.AddErr("", d.Validate(s.schemes...))
	s.checkBlocked(d, &faults)
	if err := s.checkLoops(ctx, d, &faults); err != nil {
		return nil, err
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	now := normalTime(s.clk.Now())
	l := &Link{
		ID: ident.New(ident.Link), WorkspaceID: a.WorkspaceID,
		DomainID: on.ID, Domain: on.Host, CaseSensitive: on.CaseSensitive,
		CreatedBy: a.UserID, CreatedAt: now, UpdatedAt: now, Version: 1,
	}
	if d.Alias != nil {
		if err := s.checkReserved(*d.Alias, on.IsDefault()); err != nil {
			return nil, err
		}
		l.Aliases = []string{*d.Alias}
	}
	d.onto(l)
	nameRules(l, nil)
	return l, nil
}

// onto puts a judged draft's values into the link; domain, alias and password
// have ways of their own.
func (d Draft) onto(l *Link) {
	l.URL, l.Title, l.Comments, l.Tags, l.FolderID = d.URL, d.Title, d.Comments, d.Tags, d.FolderID
	l.Preview, l.UTM, l.Rules, l.Split = d.Preview, d.UTM, d.Rules, d.Split
	l.RedirectStatus, l.ForwardQuery, l.ForwardPath, l.Indexable = d.RedirectStatus, *d.ForwardQuery, d.ForwardPath, d.Indexable
	l.TrackConversions = d.TrackConversions
	l.StartsAt, l.ExpiresAt, l.MaxClicks, l.FallbackURL = d.StartsAt, d.ExpiresAt, d.MaxClicks, d.FallbackURL
}

// drawTries bounds how often a random alias is drawn. Seven characters of 33
// are 42 billion; a second draw is rare and a third one never seen.
const drawTries = 8

// draw returns a random alias that is not reserved by chance. Later tries
// draw a longer one, should a small domain ever run full.
func (s *Service) draw(l *Link, try int) string {
	alphabet := ident.AliasLower
	if l.CaseSensitive {
		alphabet = ident.AliasMixed
	}
	for {
		alias := ident.Alias(alphabet, RandomAlias+try/4)
		if s.checkReserved(alias, true) == nil {
			return alias
		}
	}
}

// checkReserved refuses an alias whose first segment is not for links.
func (s *Service) checkReserved(alias string, onDefault bool) error {
	first, _, _ := strings.Cut(routing.FoldAlias(alias, false), "/")
	if looksReserved(first, onDefault, s.reserved) {
		return fault.New(fault.Conflict, fmt.Sprintf("“%s” is reserved for Linnet's own pages, or looks like a name that is. Choose another alias.", first)).At("alias")
	}
	return nil
}

// Get returns one link of the actor's workspace, or NotFound.
func (s *Service) Get(ctx context.Context, a access.Actor, id string) (*Link, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return nil, err
	}
	return s.store.Link(ctx, a.WorkspaceID, id)
}

// Bounds of a list.
const (
	defaultLimit = 50
	maxLimit     = 100
	maxSearch    = 200
	maxPage      = 100_000
)

// List returns one page of the workspace's links.
func (s *Service) List(ctx context.Context, a access.Actor, f Filter) (Page, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return Page{}, err
	}
	if f.Limit == 0 {
		f.Limit = defaultLimit
	}
	if f.Sort == "" {
		f.Sort = ByCreatedAt
	}
	f.Now = s.clk.Now()
	f.Domain = domain.NormalHost(f.Domain)
	if err := f.validate(); err != nil {
		return Page{}, err
	}
	return s.store.Links(ctx, a.WorkspaceID, f)
}

func (f Filter) validate() error {
	var l fault.List
	if f.Limit < 1 || f.Limit > maxLimit {
		l.Add("limit", fmt.Sprintf("A page holds 1 to %d links.", maxLimit))
	}
	if f.Page < 0 || f.Page > maxPage {
		l.Add("page", fmt.Sprintf("Pages are counted from 1 to %d.", maxPage))
	}
	if f.Page > 1 && f.Cursor != "" {
		l.Add("page", "Ask for a page or behind a cursor, not for both.")
	}
	if utf8.RuneCountInString(f.Search) > maxSearch || !utf8.ValidString(f.Search) || strings.ContainsRune(f.Search, 0) {
		l.Add("search", fmt.Sprintf("Search for a text of at most %d characters.", maxSearch))
	}
	switch f.Sort {
	case ByCreatedAt, ByAlias, ByClickCount, ByLastClickedAt:
	default:
		l.Add("sort", "Sort by createdAt, alias, clickCount or lastClickedAt.")
	}
	for _, status := range f.Statuses {
		switch status {
		case Active, Scheduled, Expiring, Expired, Archived, Blocked:
		default:
			l.Add("status", "A status is active, expiring, scheduled, expired, archived or blocked.")
		}
	}
	return l.Err()
}

// Count returns how many links the workspace holds, archived included.
func (s *Service) Count(ctx context.Context, a access.Actor) (int, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return 0, err
	}
	return s.store.CountLinks(ctx, a.WorkspaceID)
}
