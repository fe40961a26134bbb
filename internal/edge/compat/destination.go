package compat

import (
	"regexp"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/core/link"
)

// withScheme is a destination with a scheme, or with the // before a host.
var withScheme = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*:|//)`)

// Destination returns a destination with the scheme that the shortener adds where there is none.
func Destination(text, scheme string) string {
	text = strings.TrimSpace(text)
	if text == "" || withScheme.MatchString(text) {
		return text
	}
	return scheme + "://" + text
}

// Existing returns the newest active link with the destination of a draft on its domain that
// fits; nil: there is none. A domain that the workspace cannot use has none: the creation of
// the link says why.
func (s *Services) Existing(c *Call, d link.Draft, fits func(*link.Link) bool) (*link.Link, error) {
	wanted := d.Normalized()
	if wanted.URL == "" {
		return nil, nil //nolint:nilnil // the creation says why
	}
	on, err := s.Domains.Usable(c.Context(), c.Actor.WorkspaceID, d.Domain)
	if fault.Is(err, fault.NotFound) {
		return nil, nil //nolint:nilnil // as above
	}
	if err != nil {
		return nil, err
	}
	page, err := s.Links.List(c.Context(), c.Actor, link.Filter{URL: wanted.URL, Domain: on.Host, Statuses: []link.Status{link.Active}})
	for i := range page.Links {
		if fits(&page.Links[i]) {
			return &page.Links[i], nil
		}
	}
	return nil, err
}

// OpenToAll reports whether a link leads every visitor to its destination, at any time.
func OpenToAll(l *link.Link) bool {
	return l.PasswordHash == "" && l.MaxClicks == 0 && l.ExpiresAt.IsZero() && len(l.Rules) == 0 && len(l.Split) == 0
}
