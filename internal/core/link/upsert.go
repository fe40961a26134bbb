package link

import (
	"context"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/routing"
)

const externalIDField = "externalId"

// ErrExternalID returns the fault of a link whose external id another link of the
// workspace has.
func ErrExternalID() error {
	return fault.New(fault.Conflict, "Another link has this external id. Choose another, or change that link.").At(externalIDField)
}

// Upsert applies edit to the link that the draft describes, or creates the draft if there
// is none, and reports which. That is the link with the draft's external id or, if it has
// none, the newest one with its destination on its domain and, if it has an alias, with
// that. Requests at the same moment create one link for an external id; without one, each
// may create its own. The faults are those of Update and Create.
func (s *Service) Upsert(ctx context.Context, a access.Actor, d Draft, edit Edit) (l *Link, created bool, err error) {
	for again := false; ; again = true {
		id, err := s.described(ctx, a, d)
		if err != nil {
			return nil, false, err
		}
		if id != "" {
			l, err = s.Update(ctx, a, id, nil, edit)
			return l, false, err
		}
		l, err = s.Create(ctx, a, d)
		if again || !fault.Names(err, externalIDField) { // else another request has created it
			return l, err == nil, err
		}
	}
}

// described returns the id of the link that a draft describes, see Upsert; "" if there is
// none.
func (s *Service) described(ctx context.Context, a access.Actor, d Draft) (string, error) {
	d = d.Normalized()
	f := Filter{ExternalID: d.ExternalID, Limit: 1}
	if f.ExternalID == "" {
		on, err := s.deps.Domains.Usable(ctx, a.WorkspaceID, d.Domain)
		if fault.Is(err, fault.NotFound) {
			return "", nil // a fault of Create
		}
		if err != nil {
			return "", err
		}
		f.URL, f.Domain = d.URL, on.Host
		if d.Alias != nil {
			f.Alias = routing.FoldAlias(*d.Alias, on.CaseSensitive)
		}
	}
	if f.ExternalID == "" && f.URL == "" {
		return "", nil
	}
	page, err := s.List(ctx, a, f)
	if err != nil || len(page.Links) == 0 {
		return "", err
	}
	return page.Links[0].ID, nil
}
