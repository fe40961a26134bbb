package domain

import (
	"context"
	"fmt"

	"linnet/internal/base/fault"
	"linnet/internal/core/webhost"
)

// RootPage is a bio page as far as a domain needs it to show it at its root.
type RootPage struct {
	Domain    string // the host of the page's own domain
	OnDefault bool   // the page is on the default domain
	Published bool
}

// ErrNoRootPage returns the fault of a page that the workspace does not have.
func ErrNoRootPage() *fault.Error {
	return fault.New(fault.Invalid, "This workspace has no such bio page. Choose another one.").At("rootPageId")
}

// rootPage returns a bio page, or nil for an empty id and for a page that the workspace
// does not have.
func (s *Service) rootPage(ctx context.Context, workspaceID, id string) (*RootPage, error) {
	if id == "" || s.deps.RootPage == nil {
		return nil, nil //nolint:nilnil // no page is a valid result
	}
	p, err := s.deps.RootPage(ctx, workspaceID, id)
	if fault.Is(err, fault.NotFound) {
		return nil, nil //nolint:nilnil // no page is a valid result
	}
	return &p, err
}

// checkRootPage returns why the domain cannot show its page, which is p, at its root:
// Invalid if the workspace has no such page, and Conflict if it is on another custom
// domain or not published.
func (d *Domain) checkRootPage(p *RootPage) error {
	switch {
	case d.RootPageID == "":
		return nil
	case p == nil:
		return ErrNoRootPage()
	case !p.OnDefault && p.Domain != d.Host:
		return fault.New(fault.Conflict,
			fmt.Sprintf("This bio page is on %s. Choose a page of this domain or of the default domain.", webhost.Unicode(p.Domain))).At("rootPageId")
	case !p.Published:
		return fault.New(fault.Conflict, "This bio page is not published. Publish it first, or choose another one.").At("rootPageId")
	}
	return nil
}
