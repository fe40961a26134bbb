package link

import (
	"context"
	"fmt"
	"slices"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/domain"
	"linnet/internal/core/routing"
)

// MaxAliases bounds how many aliases one link gathers by being renamed.
const MaxAliases = 100

// Update changes what the patch names. With ifVersion above 0 the kept version
// must be that, else PreconditionFailed. A patch that changes nothing leaves
// the version alone.
func (s *Service) Update(ctx context.Context, a access.Actor, id string, ifVersion int64, p Patch) (*Link, error) {
	results, err := s.UpdateMany(ctx, a, []Change{{ID: id, IfVersion: ifVersion, Patch: p}})
	return one(results, err)
}

// ErrStale is the fault of a change to a version that is no longer the last.
func ErrStale() error {
	return fault.New(fault.PreconditionFailed, "Somebody has changed this link meanwhile. Load it again and repeat your change.")
}

// patched returns what the link would be with the patch.
func (s *Service) patched(ctx context.Context, kept *Link, p Patch) (*Link, error) {
	d := p.draft(kept).Normalized()
	var faults fault.List
	if d.Domain != "" && domain.NormalHost(d.Domain) != kept.Domain {
		faults.Add("domain", "A link stays on its domain, where its codes are in print. Make a new link on the other one.")
	}
	if p.Status.Named && p.Status.Value != Active && p.Status.Value != Archived {
		faults.Add("status", "The status can be set to archived or active; the others follow from the link's times and limits.")
	}
	if p.Rules.Named || p.Split.Named { // an older link that exceeds the limit can still be changed otherwise
		d = d.checkRoutingSize(&faults)
	}
	faults.AddErr("", d.Validate(s.schemes...))
	s.checkBlocked(d, &faults)
	if err := s.checkLoops(ctx, d, &faults); err != nil {
		return nil, err
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	next := *kept
	d.onto(&next)
	nameRules(&next, kept.Rules)
	if next.URL != kept.URL || next.Title != "" {
		next.PageTitle = ""
	}
	if p.Status.Named {
		next.Archived = p.Status.Value == Archived
	}
	if kept.MaxClicks == 0 {
		next.UsedClicks = 0
	}
	if err := s.rename(ctx, kept, &next, *d.Alias); err != nil {
		return nil, err
	}
	if p.Password.Named {
		next.PasswordHash = ""
	}
	if d.Password == "" {
		return &next, nil
	}
	var err error
	next.PasswordHash, err = s.hash(ctx, kept.WorkspaceID, d.Password)
	return &next, err
}

// rename makes alias the link's own and keeps the others behind it, so that
// nothing in print ever breaks.
func (s *Service) rename(ctx context.Context, kept, next *Link, alias string) error {
	folded := routing.FoldAlias(alias, kept.CaseSensitive)
	others := slices.DeleteFunc(slices.Clone(kept.Aliases), func(old string) bool {
		return routing.FoldAlias(old, kept.CaseSensitive) == folded
	})
	next.Aliases = append([]string{alias}, others...)
	if len(next.Aliases) == len(kept.Aliases) {
		return nil // one of its own already
	}
	if len(next.Aliases) > MaxAliases {
		return fault.New(fault.Invalid, fmt.Sprintf("A link keeps its old aliases, at most %d of them. Make a new link.", MaxAliases)).At("alias")
	}
	on, err := s.domains.Resolve(ctx, kept.Domain)
	if err != nil {
		return err
	}
	return s.checkReserved(alias, on.IsDefault())
}

// nameRules gives an id to every rule that is not one of the old ones. Ids are
// ours, because clicks are counted by them.
func nameRules(l *Link, old []routing.Rule) {
	rules := slices.Clone(l.Rules)
	for i := range rules {
		known := func(r routing.Rule) bool { return r.ID == rules[i].ID && r.ID != "" }
		if !slices.ContainsFunc(old, known) {
			rules[i].ID = ident.New(ident.Rule)
		}
	}
	l.Rules = rules
}

// Delete removes a link. Its aliases stay taken and answer that the link is
// gone, so that nobody can take over a printed code.
func (s *Service) Delete(ctx context.Context, a access.Actor, id string) error {
	results, err := s.DeleteMany(ctx, a, []string{id})
	_, err = one(results, err)
	return err
}
