package operator

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/denylist"
	"linnet/internal/core/event"
)

// Denylists returns all deny-lists, the oldest first.
func (s *Service) Denylists(ctx context.Context) ([]denylist.Feed, error) { return s.store.Feeds(ctx) }

// Denylist returns the deny-list with an id or a URL, or NotFound.
func (s *Service) Denylist(ctx context.Context, idOrURL string) (denylist.Feed, error) {
	all, err := s.store.Feeds(ctx)
	if err != nil {
		return denylist.Feed{}, err
	}
	for _, f := range all {
		if f.ID == idOrURL || f.URL == idOrURL {
			return f, nil
		}
	}
	return denylist.Feed{}, fault.New(fault.NotFound, "There is no such deny-list.")
}

// AddDenylist downloads a list and subscribes to it. It returns Invalid for a URL
// that is malformed or has no list, Conflict for one that is subscribed to, and
// LimitReached when there are denylist.MaxFeeds.
func (s *Service) AddDenylist(ctx context.Context, name, url string) (denylist.Feed, error) {
	name, url, err := denylist.CheckFeed(name, url)
	if err != nil {
		return denylist.Feed{}, err
	}
	if s.updater == nil {
		return denylist.Feed{}, errNoUpdater()
	}
	f := denylist.Feed{ID: ident.New(ident.DenyFeed), Name: name, URL: url, CreatedBy: s.by.ID, CreatedAt: s.clock.Now()}
	f, keys, err := s.updater.First(ctx, f)
	if err != nil {
		return f, err
	}
	f.Generation = 1
	return f, s.store.InsertFeed(ctx, f, keys, s.event(event.DenylistAdded, "", f.ID, event.Created(feedState(f))))
}

// DenylistPatch are the settings of a list to change; nil: unchanged.
type DenylistPatch struct {
	Name   *string
	Paused *bool
}

// UpdateDenylist changes the settings of a list. A paused list blocks nothing.
func (s *Service) UpdateDenylist(ctx context.Context, id string, p DenylistPatch) (denylist.Feed, error) {
	if p.Name != nil {
		if err := denylist.CheckFeedName(*p.Name); err != nil {
			return denylist.Feed{}, err
		}
	}
	return s.store.ChangeFeed(ctx, id, func(f *denylist.Feed) ([]event.Event, error) {
		before := feedState(*f)
		if p.Name != nil {
			f.Name = strings.TrimSpace(*p.Name)
		}
		if p.Paused != nil {
			f.Paused = *p.Paused
		}
		return []event.Event{s.event(event.DenylistUpdated, "", id, event.Updated(before, feedState(*f)))}, nil
	})
}

// RemoveDenylist deletes a list. The links that only it blocks work again.
func (s *Service) RemoveDenylist(ctx context.Context, id string) error {
	f, err := s.store.Feed(ctx, id)
	if err != nil {
		return err
	}
	return s.store.DeleteFeed(ctx, id, s.event(event.DenylistRemoved, "", id, event.Deleted(feedState(f))))
}

// FetchDenylist downloads a list now. A failure is the list's Error. acceptShrink
// accepts a copy that lost most of its entries. It returns Conflict for a paused
// list.
func (s *Service) FetchDenylist(ctx context.Context, id string, acceptShrink bool) (denylist.Feed, error) {
	f, err := s.store.Feed(ctx, id)
	if err != nil {
		return f, err
	}
	if f.Paused {
		return f, fault.New(fault.Conflict, "The list is paused. Resume it first.")
	}
	if s.updater == nil {
		return f, errNoUpdater()
	}
	return s.updater.Update(ctx, f, acceptShrink)
}

func errNoUpdater() error {
	return fault.New(fault.Unavailable, "Lists cannot be downloaded here.")
}

// Exceptions returns a page of the entries of deny-lists that do not block.
func (s *Service) Exceptions(ctx context.Context, q Query) (Page[denylist.Exception], error) {
	return s.store.ListExceptions(ctx, q.bounded())
}

// AddException cancels the entry of all deny-lists for a host or a URL. It returns
// Invalid for a malformed pattern, and Conflict for an exception that exists.
func (s *Service) AddException(ctx context.Context, pattern, reason string) (denylist.Exception, error) {
	pattern, err := denylist.NormalizeException(pattern)
	if err != nil {
		return denylist.Exception{}, err
	}
	if reason = strings.TrimSpace(reason); utf8.RuneCountInString(reason) > denylist.MaxReason {
		return denylist.Exception{}, fault.New(fault.Invalid, fmt.Sprintf("Use at most %d characters.", denylist.MaxReason)).At("reason")
	}
	x := denylist.Exception{ID: ident.New(ident.DenyExcept), Pattern: pattern, Reason: reason, CreatedBy: s.by.ID, CreatedAt: s.clock.Now()}
	return x, s.store.InsertException(ctx, x, s.event(event.DenyExceptionAdded, "", x.ID, event.Created(event.DenyException{Pattern: pattern})))
}

// RemoveException deletes the exception with an id or a pattern, or returns
// NotFound.
func (s *Service) RemoveException(ctx context.Context, idOrPattern string) error {
	return s.store.DeleteException(ctx, idOrPattern, func(x denylist.Exception) event.Event {
		return s.event(event.DenyExceptionRemoved, "", x.ID, event.Deleted(event.DenyException{Pattern: x.Pattern}))
	})
}

func feedState(f denylist.Feed) event.Denylist {
	return event.Denylist{Name: f.Name, URL: f.URL, Paused: f.Paused, Entries: f.Entries}
}
