package operator

import (
	"context"
	"fmt"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
)

// FindLinks returns the link behind a short URL or an alias of the default domain,
// or a page of the links whose destination contains q.Search. Deleted links are
// found, too.
func (s *Service) FindLinks(ctx context.Context, q Query) (Page[Link], error) {
	found, err := s.find(ctx, q.Search)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return Page[Link]{}, err
	}
	return s.store.FindLinks(ctx, found.LinkID, q.bounded())
}

// BlockLink blocks or unblocks the link behind a short URL or an alias of the
// default domain, and returns it. A blocked link returns 451.
func (s *Service) BlockLink(ctx context.Context, target string, blocked bool) (*link.Link, error) {
	found, err := s.find(ctx, target)
	if err != nil {
		return nil, err
	}
	return s.BlockLinkByID(ctx, found.LinkID, blocked)
}

// BlockLinkByID is BlockLink for the id of a link.
// It returns Conflict for a link that a deny-list blocks and that is to be unblocked.
func (s *Service) BlockLinkByID(ctx context.Context, id string, blocked bool) (*link.Link, error) {
	feedID, err := s.store.LinkFeed(ctx, id)
	if err != nil {
		return nil, err
	}
	switch {
	case feedID != "" && blocked:
		if err := s.store.EndLinkFeed(ctx, id); err != nil {
			return nil, err
		}
	case feedID != "":
		return nil, fault.New(fault.Conflict, "A deny-list blocks this link. Add an exception for its destination instead.")
	}
	return s.setBlocked(ctx, id, blocked, "")
}

// SetLinkListed blocks a link for a deny-list, or, with an empty id, ends such a
// block. It does not change a link that an operator blocked.
func (s *Service) SetLinkListed(ctx context.Context, id, feedID string) error {
	by, err := s.store.LinkFeed(ctx, id)
	if err != nil {
		return err
	}
	if by == "" && feedID == "" {
		return nil
	}
	_, err = s.setBlocked(ctx, id, feedID != "", feedID)
	return err
}

func (s *Service) setBlocked(ctx context.Context, id string, blocked bool, feedID string) (*link.Link, error) {
	return s.store.ChangeLinkBlock(ctx, id, feedID, func(l *link.Link) ([]event.Event, error) {
		return l.SetBlocked(blocked, s.by, s.clock.Now()), nil
	})
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
