package link

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/domain"
	"linnet/internal/core/routing"
	"linnet/internal/core/webhost"
)

// Get returns one link of the actor's workspace, or NotFound.
func (s *Service) Get(ctx context.Context, a access.Actor, id string) (*Link, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return nil, err
	}
	return s.deps.Store.Link(ctx, a.View(), id)
}

// Lookup returns the link with an alias on a domain; an empty host is the default
// domain, not the one that the workspace has chosen for new links, so that a changed
// choice does not change which link is found. A link of another workspace is NotFound.
func (s *Service) Lookup(ctx context.Context, a access.Actor, host, alias string) (*Link, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return nil, err
	}
	on, err := s.lookupDomain(ctx, a.WorkspaceID, host)
	if err != nil {
		return nil, err
	}
	return s.deps.Store.LinkByAlias(ctx, a.View(), on.ID, routing.FoldAlias(alias, on.CaseSensitive))
}

func (s *Service) lookupDomain(ctx context.Context, workspaceID, host string) (domain.Domain, error) {
	if host == "" {
		return s.deps.Domains.Default(ctx)
	}
	return s.deps.Domains.Usable(ctx, workspaceID, host)
}

// Count returns how many links the workspace has, archived ones included.
func (s *Service) Count(ctx context.Context, a access.Actor) (int, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return 0, err
	}
	return s.deps.Store.CountLinks(ctx, a.WorkspaceID)
}

// Limits on a list.
const (
	defaultLimit = 50
	maxLimit     = 100
	maxSearch    = 200        // characters
	maxOffset    = 10_000_000 // links
)

// List returns one page of the links that the actor may see.
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
	f.Now = s.deps.Clock.Now()
	f.Domain = webhost.Normal(f.Domain)
	f.URL, f.ExternalID = strings.TrimSpace(f.URL), strings.TrimSpace(f.ExternalID)
	if err := f.validate(); err != nil {
		return Page{}, err
	}
	if err := s.searchShortURL(ctx, &f); err != nil {
		return Page{}, err
	}
	return s.deps.Store.Links(ctx, a.View(), f)
}

// searchShortURL makes a search for a short URL of this install, with or without its
// scheme, one for the link of its alias.
func (s *Service) searchShortURL(ctx context.Context, f *Filter) error {
	address := strings.TrimSpace(f.Search)
	if !strings.Contains(address, "/") {
		return nil
	}
	if !strings.Contains(address, "://") {
		address = "https://" + address
	}
	host, alias, ok := shortPath(address)
	if !ok || alias == "" {
		return nil
	}
	on, err := s.domainServing(ctx, host)
	if err != nil || on == nil || isReserved(routing.FoldAlias(alias, false), on.IsDefault(), s.guards.Reserved) {
		return err
	}
	f.Search, f.Domain, f.Alias = "", on.Host, routing.FoldAlias(NormalAlias(alias), on.CaseSensitive)
	return nil
}

func (f *Filter) validate() error {
	var l fault.List
	if f.Limit < 1 || f.Limit > maxLimit {
		l.Add("limit", fmt.Sprintf("The limit must be between 1 and %d.", maxLimit))
	}
	if f.Offset < 0 || f.Offset > maxOffset {
		l.Add("page", fmt.Sprintf("A page begins after 0 to %d links.", maxOffset))
	}
	if f.Offset > 0 && f.Cursor != "" {
		l.Add("page", "Use either a page or a cursor, not both.")
	}
	if utf8.RuneCountInString(f.Search) > maxSearch || !utf8.ValidString(f.Search) || strings.ContainsRune(f.Search, 0) {
		l.Add("search", fmt.Sprintf("Search for at most %d characters.", maxSearch))
	}
	for _, exact := range []struct{ field, value string }{{"url", f.URL}, {externalIDField, f.ExternalID}} {
		if !utf8.ValidString(exact.value) || strings.ContainsRune(exact.value, 0) {
			l.Add(exact.field, "This is not valid UTF-8 text.")
		}
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

// byID returns those of the links that exist, by id. With deleted it returns
// deleted links instead of the others.
func (s *Service) byID(ctx context.Context, v access.View, ids []string, deleted bool) (map[string]*Link, error) {
	found, err := s.deps.Store.LinksByID(ctx, v, ids, deleted)
	if err != nil {
		return nil, err
	}
	out := make(map[string]*Link, len(found))
	for _, l := range found {
		out[l.ID] = l
	}
	return out, nil
}
