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

// checkRootPage returns why a domain of the workspace cannot show a bio page at its
// root: Invalid if the workspace has no such page, and Conflict if it is on another
// custom domain or not published.
func (s *Service) checkRootPage(ctx context.Context, d *Domain, workspaceID string) error {
	if d.RootPageID == "" {
		return nil
	}
	missing := fault.New(fault.Invalid, "This workspace has no such bio page. Choose another one.").At("rootPageId")
	if s.deps.RootPage == nil {
		return missing
	}
	p, err := s.deps.RootPage(ctx, workspaceID, d.RootPageID)
	switch {
	case fault.Is(err, fault.NotFound):
		return missing
	case err != nil:
		return err
	case !p.OnDefault && p.Domain != d.Host:
		return fault.New(fault.Conflict,
			fmt.Sprintf("This bio page is on %s. Choose a page of this domain or of the default domain.", webhost.Unicode(p.Domain))).At("rootPageId")
	case !p.Published:
		return fault.New(fault.Conflict, "This bio page is not published. Publish it first, or choose another one.").At("rootPageId")
	}
	return nil
}
