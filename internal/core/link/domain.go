package link

import (
	"context"
	"fmt"

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

// deleteAndFree deletes links and frees the aliases of those and of links that were
// deleted before. It returns the fault of a link if it frees none.
func (s *Service) deleteAndFree(ctx context.Context, a access.Actor, ids []string) error {
	results := make([]Result, len(ids))
	_, err := s.writeChunk(ctx, a, ids, event.LinkDeleted, results, func(writes []Write) ([]error, error) {
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
	if len(deleted) == 0 {
		return fmt.Errorf("delete links of a domain: %w", results[0].Err)
	}
	return nil
}
