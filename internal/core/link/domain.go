package link

import (
	"context"

	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

// DeleteOnDomain deletes all links of a workspace on a domain and frees their
// aliases, so that they cannot be restored. Its events are the system's.
func (s *Service) DeleteOnDomain(ctx context.Context, workspaceID, domainID string) error {
	a := access.Actor{WorkspaceID: workspaceID}
	for {
		ids, err := s.deps.Store.LinkIDsOnDomain(ctx, workspaceID, domainID, chunkSize)
		if err != nil || len(ids) == 0 {
			return err
		}
		if err := s.deleteAndFree(ctx, a, ids); err != nil {
			return err
		}
	}
}

func (s *Service) deleteAndFree(ctx context.Context, a access.Actor, ids []string) error {
	_, err := s.writeChunk(ctx, a, ids, event.LinkDeleted, make([]Result, len(ids)), func(writes []Write) ([]error, error) {
		return s.deps.Store.DeleteLinks(ctx, a.WorkspaceID, writes)
	})
	if err != nil {
		return err
	}
	deleted, err := s.byID(ctx, a.View(), ids, true)
	if err != nil {
		return err
	}
	for _, l := range deleted {
		if err := s.free(ctx, a, l, l.Aliases); err != nil {
			return err
		}
	}
	return nil
}
