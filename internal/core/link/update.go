package link

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/webhost"
)

// MaxAliases limits the aliases of one link, which grow by one with each rename.
const MaxAliases = 100

// Target is a link to change.
type Target struct {
	ID         string
	IfVersions []int64 // the expected versions; empty: any
}

// Change is an edit of one link.
type Change struct {
	Target

	Edit Edit
}

// Update applies an edit. It returns PreconditionFailed if the stored version is none
// of ifVersions, unless that is empty. An edit that changes nothing stores no version.
func (s *Service) Update(ctx context.Context, a access.Actor, id string, ifVersions []int64, edit Edit) (*Link, error) {
	results, err := s.UpdateMany(ctx, a, []Change{{Target{id, ifVersions}, edit}})
	return single(results, err)
}

// UpdateMany applies up to MaxMany edits and returns a result for each.
func (s *Service) UpdateMany(ctx context.Context, a access.Actor, changes []Change) ([]Result, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return nil, err
	}
	if err := checkMany(len(changes)); err != nil {
		return nil, err
	}
	if err := checkRepeats(idsOf(changes), func(i int) string { return fmt.Sprintf("links[%d].id", i) }); err != nil {
		return nil, err
	}
	if err := checkPasswords(changes, func(c Change) string { return c.Edit.newPassword() }); err != nil {
		return nil, err
	}
	return s.updateAll(ctx, a, changes)
}

// UpdateEach applies one edit to up to MaxMany links and returns a result for
// each. A new password is hashed once: the links have the same hash.
func (s *Service) UpdateEach(ctx context.Context, a access.Actor, targets []Target, edit Edit) ([]Result, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return nil, err
	}
	if err := checkMany(len(targets)); err != nil {
		return nil, err
	}
	changes := make([]Change, len(targets))
	for i, t := range targets {
		changes[i] = Change{t, edit}
	}
	if err := checkRepeats(idsOf(changes), func(i int) string { return fmt.Sprintf("links[%d].id", i) }); err != nil {
		return nil, err
	}
	shared := *s
	shared.deps.Hasher = &sharedHash{source: s.deps.Hasher}
	return shared.updateAll(ctx, a, changes)
}

// updateAll applies the edits of a call whose limits were checked.
func (s *Service) updateAll(ctx context.Context, a access.Actor, changes []Change) ([]Result, error) {
	results := make([]Result, len(changes))
	err := inChunks(results, func(from, to int) (int, error) {
		return s.updateChunk(ctx, a, changes[from:to], results[from:to])
	})
	if err != nil {
		return nil, err
	}
	return withoutRejected(results), nil
}

func idsOf(changes []Change) []string {
	ids := make([]string, len(changes))
	for i, c := range changes {
		ids[i] = c.ID
	}
	return ids
}

// updateChunk applies edits and returns the size of the new versions in bytes.
//
// It applies them to the links as they are before the transaction, in which nothing
// else may be read. The transaction stores these results, or applies the edit again
// to a link that changed in between.
func (s *Service) updateChunk(ctx context.Context, a access.Actor, changes []Change, results []Result) (size int, err error) {
	domains := newDomainCache(s.deps.Domains)
	s = s.forBatch(domains)
	prepared, err := s.prepareAll(ctx, a, changes, results)
	if err != nil || len(prepared) == 0 {
		return 0, err
	}
	reserved := int64(0)
	ids, indexes := make([]string, len(prepared)), make([]int, len(prepared))
	byID := make(map[string]*preparedChange, len(prepared))
	for n, p := range prepared {
		ids[n], indexes[n], byID[p.ID] = p.ID, p.index, p
		reserved += int64(len(p.event.Data))
	}
	if err := s.storage.reserve(ctx, s.deps.Store, a.WorkspaceID, reserved); err != nil {
		return 0, err
	}
	offline := s.withDomains(domains.known())
	stored, err := s.deps.Store.ChangeLinks(ctx, a.View(), ids, func(l *Link) ([]event.Event, error) {
		return offline.apply(ctx, a, byID[l.ID], l)
	})
	if err != nil {
		return 0, err
	}
	for n, r := range stored {
		results[indexes[n]] = r
		if r.Err == nil {
			size += len(prepared[n].event.Data)
		}
	}
	s.storage.release(a.WorkspaceID, reserved-int64(size))
	return size, nil
}

// preparedChange is an edit that was applied to a link before the transaction.
type preparedChange struct {
	Change
	index int // of the result
	base  *Link
	next  *Link
	event event.Event
}

// prepareAll sets results to the edited links and returns those that differ from the
// stored ones.
func (s *Service) prepareAll(ctx context.Context, a access.Actor, changes []Change, results []Result) ([]*preparedChange, error) {
	stored, err := s.byID(ctx, a.View(), idsOf(changes), false)
	if err != nil {
		return nil, err
	}
	now := normalTime(s.deps.Clock.Now())
	prepared := make([]*preparedChange, 0, len(changes))
	for i, c := range changes {
		base := stored[c.ID]
		next, differs, err := s.edit(ctx, a, base, c, s.hash)
		if err != nil && !fault.Rejects(err) {
			return nil, err
		}
		if results[i] = (Result{Link: next, Err: err}); differs {
			e := newEvent(event.LinkUpdated, a.By(), next, now)
			prepared = append(prepared, &preparedChange{Change: c, index: i, base: base, next: next, event: e})
		}
	}
	return prepared, nil
}

// apply applies a change to a stored link. s knows the domains and conventions that
// preparing it read. A domain beyond them is that of a destination that another
// change has validated.
func (s *Service) apply(ctx context.Context, a access.Actor, p *preparedChange, l *Link) ([]event.Event, error) {
	if reflect.DeepEqual(l, p.base) {
		*l = *p.next
		return []event.Event{p.event}, nil
	}
	hashed := func(context.Context, string, string) (string, error) { return p.next.PasswordHash, nil }
	next, differs, err := s.edit(ctx, a, l, p.Change, hashed)
	if err != nil || !differs {
		return nil, err
	}
	*l = *next
	return []event.Event{newEvent(event.LinkUpdated, a.By(), l, l.UpdatedAt)}, nil
}

// hashPassword hashes a password of a workspace.
type hashPassword func(ctx context.Context, workspaceID, plain string) (string, error)

// edit returns the next version of a stored link, and whether it differs from
// it. A nil link is NotFound.
func (s *Service) edit(
	ctx context.Context, a access.Actor, stored *Link, c Change, hash hashPassword,
) (next *Link, differs bool, err error) {
	switch {
	case stored == nil:
		return nil, false, ErrNotFound()
	case len(c.IfVersions) > 0 && !slices.Contains(c.IfVersions, stored.Version):
		return nil, false, errStale()
	}
	if err := access.RequireFolder(a, stored.FolderID, "link"); err != nil {
		return nil, false, err
	}
	conventions, err := s.conventions.UTMConventions(ctx, stored.WorkspaceID)
	if err != nil {
		return nil, false, err
	}
	d := c.Edit.on(stored).Normalized()
	if d.UTM.Effective(d.URL) != stored.UTM.Effective(stored.URL) { // an older link may violate newer conventions
		d.checkConventions(conventions)
	}
	next, err = s.applyDraft(ctx, stored, d, hash)
	if err != nil {
		return nil, false, err
	}
	if next.FolderID != stored.FolderID {
		if err := access.RequireTarget(a, next.FolderID); err != nil {
			return nil, false, err
		}
	}
	if reflect.DeepEqual(stored, next) {
		return stored, false, nil
	}
	next.Version++
	next.UpdatedAt = normalTime(s.deps.Clock.Now())
	return next, true, nil
}

// on returns a link with the edit applied, as a draft to validate.
func (e Edit) on(l *Link) Draft {
	d := Draft{Domain: l.Domain, Alias: new(l.Alias()), Settings: l.Settings}
	e(&d)
	if l.Title == "" && strings.TrimSpace(d.Title) == l.PageTitle {
		d.Title = "" // a client returned the page title that it was shown
	}
	return d
}

// applyDraft returns the stored link with a normalized draft of it, which is
// validated first.
func (s *Service) applyDraft(ctx context.Context, stored *Link, d Draft, hash hashPassword) (*Link, error) {
	var faults fault.List
	if d.Domain != "" && webhost.Normal(d.Domain) != stored.Domain {
		faults.Add(
			"domain",
			"The domain of a link cannot be changed, because its short URL may be in print. Create a new link on the other domain.",
		)
	}
	if d.Status != "" && d.Status != Active && d.Status != Archived {
		faults.Add("status", "The status can be set to archived or active. The other states follow from the link's times and limits.")
	}
	if d.changesRouting(stored) { // an older link that exceeds the limit can still be changed otherwise
		d.checkRoutingSize(&faults)
	}
	if err := s.checkDraft(ctx, &d, &faults); err != nil {
		return nil, err
	}
	next := *stored
	next.Settings = d.Settings
	next.Rules = withRuleIDs(d.Rules, stored.Rules)
	if next.URL != stored.URL || next.Title != "" {
		next.PageTitle = ""
	}
	if d.Status != "" {
		next.Archived = d.Status == Archived
	}
	if stored.MaxClicks == 0 {
		next.UsedClicks = 0
	}
	if err := s.rename(ctx, stored, &next, *d.Alias); err != nil {
		return nil, err
	}
	if d.Password == nil {
		return &next, nil
	}
	next.PasswordHash = ""
	if *d.Password == "" {
		return &next, nil
	}
	var err error
	next.PasswordHash, err = hash(ctx, stored.WorkspaceID, *d.Password)
	return &next, err
}

// changesRouting reports whether the draft has other rules or another split.
func (d *Draft) changesRouting(stored *Link) bool {
	return !reflect.DeepEqual(d.Rules, stored.Rules) || !reflect.DeepEqual(d.Split, stored.Split)
}

// rename makes alias the primary one of next. The previous aliases remain, so
// that short URLs in print continue to work.
func (s *Service) rename(ctx context.Context, stored, next *Link, alias string) error {
	folded := stored.FoldAlias(alias)
	others := slices.DeleteFunc(slices.Clone(stored.Aliases), func(old string) bool { return stored.FoldAlias(old) == folded })
	next.Aliases = append([]string{alias}, others...)
	if len(next.Aliases) == len(stored.Aliases) {
		return nil // one of the link's aliases already
	}
	if len(next.Aliases) > MaxAliases {
		return fault.New(fault.Invalid, fmt.Sprintf("A link has at most %d aliases, including its former ones. Create a new link.", MaxAliases)).
			At("alias")
	}
	on, err := s.deps.Domains.Resolve(ctx, stored.Domain)
	if err != nil {
		return err
	}
	return s.checkReserved(alias, on.IsDefault())
}

// errStale returns the fault of a change to a version that is not the latest.
func errStale() error {
	return fault.New(fault.PreconditionFailed, "This link was changed in the meantime. Reload it and repeat your change.")
}

// ErrNotFound returns the fault of a link that does not exist.
func ErrNotFound() error { return fault.New(fault.NotFound, "There is no such link.") }
