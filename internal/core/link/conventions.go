package link

import (
	"context"
	"slices"

	"linnet/internal/core/utm"
)

// Conventions knows what a workspace asks of its links' campaign parameters.
type Conventions interface {
	UTMConventions(ctx context.Context, workspaceID string) (utm.Conventions, error)
}

// Minding returns a service that refuses links whose campaign parameters are
// not what their workspace asks for.
func (s *Service) Minding(conventions Conventions) *Service {
	c := *s
	c.conventions = conventions
	return &c
}

// asks returns what the workspace asks of its links; nothing without Minding.
func (s *Service) asks(ctx context.Context, workspaceID string) (utm.Conventions, error) {
	if s.conventions == nil {
		return utm.Conventions{}, nil
	}
	return s.conventions.UTMConventions(ctx, workspaceID)
}

// askingOnce returns a service for one call about many links of one workspace:
// it reads the conventions once.
func (s *Service) askingOnce() *Service {
	if s.conventions == nil {
		return s
	}
	return s.Minding(&askedOnce{from: s.conventions})
}

// askedOnce remembers the first answer. It is used by one goroutine, for one
// workspace.
type askedOnce struct {
	from   Conventions
	answer utm.Conventions
	asked  bool
}

// UTMConventions is that of Conventions.
func (o *askedOnce) UTMConventions(ctx context.Context, workspaceID string) (utm.Conventions, error) {
	if o.asked {
		return o.answer, nil
	}
	answer, err := o.from.UTMConventions(ctx, workspaceID)
	o.answer, o.asked = answer, err == nil
	return answer, err
}

// minding returns a normalised draft with a fault for each value that is not
// as asked. Only web addresses have campaign parameters.
func (d Draft) minding(asks utm.Conventions) Draft {
	if scheme, _ := Scheme(d.URL); scheme == "http" || scheme == "https" {
		d.Unread = slices.Concat(d.Unread, asks.Check(d.UTM.Effective(d.URL)))
	}
	return d
}

// minding returns the patch with the faults of the campaign that it makes. A
// campaign that it leaves alone is not judged: it may be older than what is
// asked now.
func (p Patch) minding(asks utm.Conventions, kept *Link) Patch {
	next := p.draft(kept).Normalized()
	if next.UTM.Effective(next.URL) != kept.UTM.Effective(kept.URL) {
		p.Unread = next.minding(asks).Unread
	}
	return p
}
