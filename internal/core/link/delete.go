package link

import (
	"context"
	"fmt"

	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

// Delete deletes a link. Its aliases remain taken and answer 410, so that a
// short URL in print cannot be taken over.
func (s *Service) Delete(ctx context.Context, a access.Actor, id string) error {
	results, err := s.DeleteMany(ctx, a, []string{id})
	_, err = single(results, err)
	return err
}

// DeleteMany deletes up to MaxMany links and returns a result for each.
func (s *Service) DeleteMany(ctx context.Context, a access.Actor, ids []string) ([]Result, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return nil, err
	}
	return s.writeEach(ctx, a, ids, event.LinkDeleted, func(writes []Write) ([]error, error) {
		return s.deps.Store.DeleteLinks(ctx, a.WorkspaceID, writes)
	})
}

// RestoreMany restores deleted links with their aliases and clicks, within the
// limit of the plan. It is the undo of a deletion.
func (s *Service) RestoreMany(ctx context.Context, a access.Actor, ids []string) ([]Result, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return nil, err
	}
	limits, err := s.guards.Limits(ctx, a.WorkspaceID)
	if err != nil {
		return nil, err
	}
	return s.writeEach(ctx, a, ids, event.LinkRestored, func(writes []Write) ([]error, error) {
		return s.deps.Store.RestoreLinks(ctx, a.WorkspaceID, limits.Links, writes)
	})
}

// writeEach deletes or restores links with store, in chunks.
func (s *Service) writeEach(
	ctx context.Context, a access.Actor, ids []string, kind event.Kind, store func([]Write) ([]error, error),
) ([]Result, error) {
	if err := checkMany(len(ids)); err != nil {
		return nil, err
	}
	if err := checkRepeats(ids, func(i int) string { return fmt.Sprintf("ids[%d]", i) }); err != nil {
		return nil, err
	}
	results := make([]Result, len(ids))
	err := inChunks(results, func(from, to int) (int, error) {
		return s.writeChunk(ctx, a, ids[from:to], kind, results[from:to], store)
	})
	if err != nil {
		return nil, err
	}
	return withoutRejected(results), nil
}

// writeChunk deletes or restores some links and returns the size of their new
// versions in bytes.
func (s *Service) writeChunk(
	ctx context.Context, a access.Actor, ids []string, kind event.Kind, results []Result, store func([]Write) ([]error, error),
) (size int, err error) {
	restore := kind == event.LinkRestored
	stored, err := s.byID(ctx, a.View(), ids, restore)
	if err != nil {
		return 0, err
	}
	at := make([]int, 0, len(ids))
	for i, id := range ids {
		l := stored[id]
		if l == nil || len(l.Aliases) == 0 { // a deleted link without aliases cannot be restored
			results[i].Err = ErrNotFound()
			continue
		}
		if results[i].Err = access.RequireFolder(a, l.FolderID, "link"); results[i].Err != nil {
			continue
		}
		if restore {
			l.Version++
			l.UpdatedAt = normalTime(s.deps.Clock.Now())
		}
		results[i].Link = l
		at = append(at, i)
	}
	return s.write(ctx, a, kind, results, at, store)
}
