package link

import (
	"context"
	"slices"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/routing"
)

// Create creates a link. Its faults are Invalid with every invalid field,
// Conflict at "alias" if that is taken or reserved, ErrExternalID, and LimitReached.
func (s *Service) Create(ctx context.Context, a access.Actor, d Draft) (*Link, error) {
	results, err := s.CreateMany(ctx, a, []Draft{d})
	return single(results, err)
}

// CreateMany creates up to MaxMany links and returns a result for each. At most
// MaxNewPasswords of them may have a password. Each link is a millisecond older than
// the one before it, so that lists with the newest first are in the order of drafts.
func (s *Service) CreateMany(ctx context.Context, a access.Actor, drafts []Draft) ([]Result, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return nil, err
	}
	if err := checkMany(len(drafts)); err != nil {
		return nil, err
	}
	if err := checkPasswords(drafts, func(d Draft) string { return d.NewPassword() }); err != nil {
		return nil, err
	}
	limit, err := s.checkLimits(ctx, a.WorkspaceID)
	if err != nil {
		return nil, err
	}
	s = s.forBatch(newDomainCache(s.deps.Domains))
	results := make([]Result, len(drafts))
	pending := make([]int, 0, len(drafts)) // indexes into results
	now, ids := normalTime(s.deps.Clock.Now()), ident.NewSequence(ident.Link)
	for i, d := range drafts {
		l, err := s.build(ctx, a, d)
		if err != nil && !fault.Rejects(err) {
			return nil, err
		}
		if results[i] = (Result{Link: l, Err: err}); err == nil {
			l.ID = ids.Next()
			l.CreatedAt = now.Add(-time.Duration(i) * time.Millisecond)
			pending = append(pending, i)
		}
	}
	if pending, err = s.hashNew(ctx, a.WorkspaceID, limit, drafts, results, pending); err != nil {
		return nil, err
	}
	if err := s.insert(ctx, a, limit, drafts, results, pending); err != nil {
		return nil, err
	}
	return withoutRejected(results), nil
}

// checkLimits returns the workspace's link limit (0: none), or LimitReached when
// its quota or its tombstones allow no further links.
func (s *Service) checkLimits(ctx context.Context, workspaceID string) (limit int, err error) {
	if err := s.guards.Room(ctx, workspaceID); err != nil {
		return 0, err
	}
	limits, err := s.guards.Limits(ctx, workspaceID)
	if err != nil {
		return 0, err
	}
	return limits.Links, s.checkTombstones(ctx, workspaceID, limits.Links)
}

// maxDraws limits how often a random alias is drawn. Seven characters out of 33
// make 42 billion aliases, so even a second draw is rare.
const maxDraws = 8

// insert stores the links of results at the pending indexes. It draws random
// aliases, and draws those again that are taken.
func (s *Service) insert(ctx context.Context, a access.Actor, limit int, drafts []Draft, results []Result, pending []int) error {
	for try := 0; len(pending) > 0; try++ {
		for _, i := range pending {
			if drafts[i].Alias == nil {
				results[i].Link.Aliases = []string{s.drawAlias(results[i].Link, try)}
			}
		}
		_, err := s.write(ctx, a, event.LinkCreated, results, pending, func(writes []Write) ([]error, error) {
			return s.deps.Store.InsertLinks(ctx, a.WorkspaceID, limit, writes)
		})
		if err != nil {
			return err
		}
		pending = slices.DeleteFunc(pending, func(i int) bool {
			return try == maxDraws || drafts[i].Alias != nil || !fault.Is(results[i].Err, fault.Conflict) || !fault.Names(results[i].Err, "alias")
		})
	}
	return nil
}

// build validates a draft and returns its link. The link has no password yet, and
// no alias if a random one is to be drawn.
func (s *Service) build(ctx context.Context, a access.Actor, d Draft) (*Link, error) {
	conventions, err := s.conventions.UTMConventions(ctx, a.WorkspaceID)
	if err != nil {
		return nil, err
	}
	domainStatus := d.RedirectStatus == 0
	d = d.Normalized()
	d.checkConventions(conventions)
	var faults fault.List
	on, err := s.deps.Domains.Usable(ctx, a.WorkspaceID, d.Domain)
	if fault.Is(err, fault.NotFound) {
		faults.AddErr("domain", err)
	} else if err != nil {
		return nil, err
	}
	if domainStatus && on.RedirectStatus != 0 {
		d.RedirectStatus = on.RedirectStatus
	}
	d.checkRoutingSize(&faults)
	if err := access.RequireTarget(a, d.FolderID); fault.Is(err, fault.Invalid) {
		faults.AddErr("", err)
	} else if err != nil {
		return nil, err
	}
	if err := s.checkDraft(ctx, &d, &faults); err != nil {
		return nil, err
	}
	now := normalTime(s.deps.Clock.Now())
	l := &Link{
		ID: ident.New(ident.Link), WorkspaceID: a.WorkspaceID,
		DomainID: on.ID, Domain: on.Host, CaseSensitive: on.CaseSensitive, Settings: d.Settings,
		Archived: d.Status == Archived, CreatedBy: a.UserID, CreatedAt: now, UpdatedAt: now, Version: 1,
	}
	if d.Alias != nil {
		if err := s.checkReserved(*d.Alias, on.IsDefault()); err != nil {
			return nil, err
		}
		l.Aliases = []string{*d.Alias}
	}
	l.Rules = withRuleIDs(l.Rules, nil)
	return l, nil
}

// drawAlias returns a random alias that is not reserved. Every fourth try adds a
// character, in case that the aliases of a length are used up.
func (s *Service) drawAlias(l *Link, try int) string {
	alphabet := ident.AliasLower
	if l.CaseSensitive {
		alphabet = ident.AliasMixed
	}
	for {
		alias := ident.Alias(alphabet, RandomAlias+try/4)
		if s.checkReserved(alias, true) == nil {
			return alias
		}
	}
}

// withRuleIDs returns the rules with a new id for each that has none of the ids
// of old: clicks are counted by rule id.
func withRuleIDs(rules, old []routing.Rule) []routing.Rule {
	rules = slices.Clone(rules)
	for i := range rules {
		known := func(r routing.Rule) bool { return r.ID == rules[i].ID && r.ID != "" }
		if !slices.ContainsFunc(old, known) {
			rules[i].ID = ident.New(ident.Rule)
		}
	}
	return rules
}
