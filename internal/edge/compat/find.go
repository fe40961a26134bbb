package compat

import (
	"context"
	"net/url"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/core/link"
)

// Find returns the link of a short URL, with or without its scheme, or of an alias as FindAlias does; NotFound: there
// is none.
func (s *Services) Find(c *Call, text string) (*link.Link, error) {
	text = strings.TrimSpace(text)
	if _, rest, ok := strings.Cut(text, "://"); ok {
		text = rest
	}
	if host, alias, ok := strings.Cut(text, "/"); ok && alias != "" {
		if _, err := s.Domains.Usable(c.Context(), c.Actor.WorkspaceID, host); err == nil {
			return noShortURL(s.Links.Lookup(c.Context(), c.Actor, host, strings.Trim(alias, "/")))
		}
	}
	return s.FindAlias(c, text)
}

// FindAlias returns the link with an alias on the domain of a call, or for one on the default domain: on the domain of
// new links, else on the default domain. NotFound: there is none.
func (s *Services) FindAlias(c *Call, alias string) (*link.Link, error) {
	alias = strings.Trim(alias, "/")
	on, err := s.Domains.Usable(c.Context(), c.Actor.WorkspaceID, c.Domain)
	if err != nil {
		return nil, err
	}
	l, err := s.Links.Lookup(c.Context(), c.Actor, on.Host, alias)
	if fault.Is(err, fault.NotFound) && c.Domain == "" && !on.IsDefault() {
		l, err = s.Links.Lookup(c.Context(), c.Actor, "", alias)
	}
	return noShortURL(l, err)
}

// noShortURL says that an address finds no link.
func noShortURL(l *link.Link, err error) (*link.Link, error) {
	if fault.Is(err, fault.NotFound) {
		return nil, fault.New(fault.NotFound, "There is no such short URL.")
	}
	return l, err
}

// IsOurs reports whether an address is on a domain of this server, with a path.
func (s *Services) IsOurs(ctx context.Context, address string) bool {
	u, err := url.Parse(address)
	if err != nil || strings.Trim(u.Path, "/") == "" {
		return false
	}
	_, err = s.Domains.Resolve(ctx, u.Host)
	return err == nil
}
