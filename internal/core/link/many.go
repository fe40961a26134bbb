package link

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

// MaxMany bounds how many links one call changes.
const MaxMany = 1_000

// Limits on one call that changes many links. Each change stores a version of
// the whole link, so a short call could otherwise write a thousand times its
// own length.
const (
	manyAtOnce   = 100     // links that are loaded at a time
	maxManyBytes = 8 << 20 // of new versions
)

// Result is what became of one of many: the link as it is now, or the fault
// that left it as it was.
type Result struct {
	Link *Link
	Err  error
}

// Change is a patch for one of many links.
type Change struct {
	ID        string
	IfVersion int64 // 0: any
	Patch     Patch
}

// one unwraps the result of a call with one link.
func one(results []Result, err error) (*Link, error) {
	if err != nil {
		return nil, err
	}
	return results[0].Link, results[0].Err
}

// settled takes away the links of results that are faults: they were never
// stored so.
func settled(results []Result) []Result {
	for i := range results {
		if results[i].Err != nil {
			results[i].Link = nil
		}
	}
	return results
}

// checkMany refuses more than a call may carry.
func checkMany(n int) error {
	if n > MaxMany {
		return fault.New(fault.Invalid, fmt.Sprintf("One call changes at most %d links; this one names %d. Split it up.", MaxMany, n))
	}
	return nil
}

// isFault reports whether err is about one link, and not about the machinery
// that all of them need.
func isFault(err error) bool {
	var f *fault.Error
	return errors.As(err, &f) && f.Code != fault.Unavailable && f.Code != fault.Internal
}

// checkRepeats returns an Invalid fault that names each id that came before in
// the same call. field returns the name of the i-th id.
func checkRepeats(ids []string, field func(i int) string) error {
	var faults fault.List
	first := make(map[string]int, len(ids))
	for i, id := range ids {
		if before, repeated := first[id]; repeated {
			faults.Add(field(i), fmt.Sprintf("This link is named before, in entry %d. Name each link once.", before))
			continue
		}
		first[id] = i
	}
	return faults.Err()
}

// errTooManyBytes is the fault of a link that a call left out because the links
// before it took maxManyBytes.
func errTooManyBytes() error {
	return fault.New(fault.TooLarge, fmt.Sprintf(
		"This link was left as it is: one call stores at most %d MiB of links. Send the rest in another call.", maxManyBytes>>20))
}

// inParts runs do on parts of results, at most manyAtOnce long, until the
// versions that it reports exceed maxManyBytes; later results are faults.
func inParts(results []Result, do func(from, to int) (size int, err error)) error {
	total := 0
	for from := 0; from < len(results); from += manyAtOnce {
		to := min(from+manyAtOnce, len(results))
		if total > maxManyBytes {
			for i := from; i < to; i++ {
				results[i] = Result{Err: errTooManyBytes()}
			}
			continue
		}
		size, err := do(from, to)
		if err != nil {
			return err
		}
		total += size
	}
	return nil
}

// CreateMany makes up to MaxMany links, each with a result of its own. At most
// MaxNewPasswords of them have a password.
func (s *Service) CreateMany(ctx context.Context, a access.Actor, drafts []Draft) ([]Result, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return nil, err
	}
	if err := checkMany(len(drafts)); err != nil {
		return nil, err
	}
	if err := s.room(ctx, a.WorkspaceID); err != nil {
		return nil, err
	}
	if err := checkPasswords(drafts, func(d Draft) string { return d.Password }); err != nil {
		return nil, err
	}
	limit, err := s.limits.LinkLimit(ctx, a.WorkspaceID)
	if err != nil {
		return nil, err
	}
	if err := s.checkTombstones(ctx, a.WorkspaceID, limit); err != nil {
		return nil, err
	}
	s = s.askingOnce()
	results := make([]Result, len(drafts))
	waiting := make([]int, 0, len(drafts)) // indexes into results
	for i, d := range drafts {
		l, err := s.build(ctx, a, d)
		if err != nil && !isFault(err) {
			return nil, err
		}
		if results[i] = (Result{Link: l, Err: err}); err == nil {
			waiting = append(waiting, i)
		}
	}
	if waiting, err = s.hashNew(ctx, a.WorkspaceID, limit, drafts, results, waiting); err != nil {
		return nil, err
	}
	for try := 0; len(waiting) > 0; try++ {
		for _, i := range waiting {
			if drafts[i].Alias == nil {
				results[i].Link.Aliases = []string{s.draw(results[i].Link, try)}
			}
		}
		_, err := s.write(ctx, a, event.LinkCreated, results, waiting, func(writes []Write) ([]error, error) {
			return s.store.InsertLinks(ctx, a.WorkspaceID, limit, writes)
		})
		if err != nil {
			return nil, err
		}
		// A drawn alias that was taken by chance is drawn again.
		waiting = slices.DeleteFunc(waiting, func(i int) bool {
			return try == drawTries || drafts[i].Alias != nil || !fault.Is(results[i].Err, fault.Conflict)
		})
	}
	return settled(results), nil
}

// write stores the links of results at these indexes and puts the faults of
// single links into results. It returns the size of the new versions in bytes.
func (s *Service) write(
	ctx context.Context, a access.Actor, kind event.Kind, results []Result, at []int, store func([]Write) ([]error, error),
) (size int, err error) {
	writes := make([]Write, len(at))
	now := normalTime(s.clk.Now())
	for n, i := range at {
		e, err := newEvent(kind, a, results[i].Link, now)
		if err != nil {
			return 0, err
		}
		writes[n] = Write{Link: results[i].Link, Event: e}
		size += len(e.Data)
	}
	if kind != event.LinkDeleted { // deleting is how room is made
		if err := s.storage.reserve(ctx, s.store, a.WorkspaceID, int64(size)); err != nil {
			return 0, err
		}
	}
	faults, err := store(writes)
	if err != nil {
		return 0, err
	}
	for n, i := range at {
		results[i].Err = faults[n]
	}
	return size, nil
}

// anyVersionTries is how often a patch that minds no version is applied to
// what somebody else has just stored.
const anyVersionTries = 5

// UpdateMany applies up to MaxMany patches, each with a result of its own.
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
	if err := checkPasswords(changes, func(c Change) string { return c.Patch.Password.Value }); err != nil {
		return nil, err
	}
	results := make([]Result, len(changes))
	err := inParts(results, func(from, to int) (int, error) {
		return s.updateSome(ctx, a, changes[from:to], results[from:to])
	})
	if err != nil {
		return nil, err
	}
	return settled(results), nil
}

func idsOf(changes []Change) []string {
	ids := make([]string, len(changes))
	for i, c := range changes {
		ids[i] = c.ID
	}
	return ids
}

// updateSome applies patches and returns the size of the new versions in bytes.
func (s *Service) updateSome(ctx context.Context, a access.Actor, changes []Change, results []Result) (size int, err error) {
	waiting := make([]int, len(changes))
	for i := range changes {
		waiting[i] = i
	}
	for try := 1; len(waiting) > 0; try++ {
		changed, err := s.patchAll(ctx, a, changes, results, waiting)
		if err != nil {
			return 0, err
		}
		n, err := s.write(ctx, a, event.LinkUpdated, results, changed, func(writes []Write) ([]error, error) {
			return s.store.UpdateLinks(ctx, a.WorkspaceID, writes)
		})
		if err != nil {
			return 0, err
		}
		size += n
		waiting = slices.DeleteFunc(changed, func(i int) bool {
			return try == anyVersionTries || changes[i].IfVersion > 0 || !fault.Is(results[i].Err, fault.PreconditionFailed)
		})
	}
	return size, nil
}

// patchAll puts into results what the links at these indexes would become, and
// returns the indexes of those that change.
func (s *Service) patchAll(ctx context.Context, a access.Actor, changes []Change, results []Result, at []int) ([]int, error) {
	ids := make([]string, len(at))
	for n, i := range at {
		ids[n] = changes[i].ID
	}
	kept, err := s.byID(ctx, a, ids, false)
	if err != nil {
		return nil, err
	}
	s = s.askingOnce()
	changed := make([]int, 0, len(at))
	for _, i := range at {
		next, differs, err := s.patchOne(ctx, kept[changes[i].ID], changes[i])
		if err != nil && !isFault(err) {
			return nil, err
		}
		if results[i] = (Result{Link: next, Err: err}); differs {
			changed = append(changed, i)
		}
	}
	return changed, nil
}

// patchOne returns what kept becomes, and whether it differs at all.
func (s *Service) patchOne(ctx context.Context, kept *Link, c Change) (next *Link, differs bool, err error) {
	switch {
	case kept == nil:
		return nil, false, errNoLink()
	case c.IfVersion > 0 && kept.Version != c.IfVersion:
		return nil, false, ErrStale()
	}
	asks, err := s.asks(ctx, kept.WorkspaceID)
	if err != nil {
		return nil, false, err
	}
	next, err = s.patched(ctx, kept, c.Patch.minding(asks, kept))
	if err != nil {
		return nil, false, err
	}
	if reflect.DeepEqual(kept, next) {
		return kept, false, nil
	}
	next.Version++
	next.UpdatedAt = normalTime(s.clk.Now())
	return next, true, nil
}

func errNoLink() error { return fault.New(fault.NotFound, "There is no such link.") }

// byID reads links, deleted ones or the others.
func (s *Service) byID(ctx context.Context, a access.Actor, ids []string, deleted bool) (map[string]*Link, error) {
	found, err := s.store.LinksByID(ctx, a.WorkspaceID, ids, deleted)
	if err != nil {
		return nil, err
	}
	out := make(map[string]*Link, len(found))
	for _, l := range found {
		out[l.ID] = l
	}
	return out, nil
}

// DeleteMany removes up to MaxMany links, each with a result of its own.
func (s *Service) DeleteMany(ctx context.Context, a access.Actor, ids []string) ([]Result, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return nil, err
	}
	return s.each(ctx, a, ids, false, event.LinkDeleted, func(writes []Write) ([]error, error) {
		return s.store.DeleteLinks(ctx, a.WorkspaceID, writes)
	})
}

// RestoreMany brings deleted links back as they were, with their aliases and
// figures, as far as the plan has room. It is how a delete is undone.
func (s *Service) RestoreMany(ctx context.Context, a access.Actor, ids []string) ([]Result, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return nil, err
	}
	limit, err := s.limits.LinkLimit(ctx, a.WorkspaceID)
	if err != nil {
		return nil, err
	}
	return s.each(ctx, a, ids, true, event.LinkRestored, func(writes []Write) ([]error, error) {
		return s.store.RestoreLinks(ctx, a.WorkspaceID, limit, writes)
	})
}

// each runs store on those of the links that are there.
func (s *Service) each(
	ctx context.Context, a access.Actor, ids []string, deleted bool, kind event.Kind, store func([]Write) ([]error, error),
) ([]Result, error) {
	if err := checkMany(len(ids)); err != nil {
		return nil, err
	}
	if err := checkRepeats(ids, func(i int) string { return fmt.Sprintf("ids[%d]", i) }); err != nil {
		return nil, err
	}
	results := make([]Result, len(ids))
	err := inParts(results, func(from, to int) (int, error) {
		return s.eachOf(ctx, a, ids[from:to], deleted, kind, results[from:to], store)
	})
	if err != nil {
		return nil, err
	}
	return settled(results), nil
}

// eachOf runs store on some links and returns the size of their new versions in
// bytes.
func (s *Service) eachOf(
	ctx context.Context, a access.Actor, ids []string, deleted bool, kind event.Kind, results []Result, store func([]Write) ([]error, error),
) (size int, err error) {
	kept, err := s.byID(ctx, a, ids, deleted)
	if err != nil {
		return 0, err
	}
	at := make([]int, 0, len(ids))
	for i, id := range ids {
		// A deleted link whose aliases were freed is nowhere any more.
		if results[i].Link = kept[id]; results[i].Link == nil || len(results[i].Link.Aliases) == 0 {
			results[i].Err = errNoLink()
			continue
		}
		if deleted { // it comes back as a version of its own
			kept[id].Version++
			kept[id].UpdatedAt = normalTime(s.clk.Now())
		}
		at = append(at, i)
	}
	return s.write(ctx, a, kind, results, at, store)
}
