package records

import (
	"context"
	"slices"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/transfer"
)

// errRaced reports that the links of a batch changed after they were read.
func errRaced() error {
	return fault.New(fault.Conflict, "These links changed during the import.")
}

// AliasOwners returns the owners of the aliases that are taken. An alias that
// overlaps with an alias of another workspace belongs to that workspace's link.
// Most aliases are free, so links are loaded in a second query.
func (s *Store) AliasOwners(
	ctx context.Context,
	workspaceID string,
	keys []transfer.AliasKey,
) (map[transfer.AliasKey]transfer.AliasOwner, error) {
	byDomain := map[string][]string{}
	for _, k := range keys {
		byDomain[k.DomainID] = append(byDomain[k.DomainID], k.Folded)
	}
	owners := map[transfer.AliasKey]transfer.AliasOwner{}
	for domainID, aliases := range byDomain {
		for some := range slices.Chunk(aliases, namesAtOnce) {
			list, args := inList([]any{domainID}, some)
			taken, err := queryAll(ctx, s.read, scanPair, `SELECT folded, target_id FROM aliases WHERE domain_id = $1 AND folded IN `+list, args...)
			if err != nil {
				return nil, err
			}
			blocked, err := overlaps(ctx, s.read, workspaceID, domainID, some)
			if err != nil {
				return nil, err
			}
			for folded, o := range blocked {
				if !slices.ContainsFunc(taken, func(t [2]string) bool { return t[0] == folded }) {
					taken = append(taken, [2]string{folded, o.linkID})
				}
			}
			if len(taken) == 0 {
				continue
			}
			if err := s.ownersOf(ctx, domainID, taken, owners); err != nil {
				return nil, err
			}
		}
	}
	return owners, nil
}

// LinksByExternalID implements transfer.Store.
func (s *Store) LinksByExternalID(ctx context.Context, workspaceID string, ids []string) (map[string]string, error) {
	found := map[string]string{}
	for some := range slices.Chunk(ids, namesAtOnce) {
		list, args := inList([]any{workspaceID}, some)
		links, err := queryAll(ctx, s.read, scanPair,
			`SELECT external_id, id FROM links WHERE workspace_id = $1 AND external_id IN `+list+` AND external_id <> '' AND deleted_at = 0`, args...)
		if err != nil {
			return nil, err
		}
		for _, l := range links {
			found[l[0]] = l[1]
		}
	}
	return found, nil
}

// ownersOf adds the owners of taken aliases, pairs of an alias and a link.
func (s *Store) ownersOf(ctx context.Context, domainID string, taken [][2]string, into map[transfer.AliasKey]transfer.AliasOwner) error {
	ids := make([]string, len(taken))
	for i, t := range taken {
		ids[i] = t[1]
	}
	list, args := inList(nil, ids)
	found, err := queryAll(ctx, s.read, func(row scanner) (transfer.AliasOwner, error) {
		var owner transfer.AliasOwner
		var deletedAt int64
		err := row.Scan(&owner.LinkID, &owner.WorkspaceID, &deletedAt)
		owner.Deleted = deletedAt > 0
		return owner, err
	}, `SELECT id, workspace_id, deleted_at FROM links WHERE id IN `+list, args...)
	if err != nil {
		return err
	}
	byID := make(map[string]transfer.AliasOwner, len(found))
	for _, owner := range found {
		byID[owner.LinkID] = owner
	}
	for _, t := range taken {
		into[transfer.AliasKey{DomainID: domainID, Folded: t[0]}] = byID[t[1]]
	}
	return nil
}

// ImportBatch stores a batch and its step in one transaction.
func (s *Store) ImportBatch(ctx context.Context, b transfer.Batch) error {
	return s.inTx(ctx, func(tx conn) error {
		if err := storeStep(ctx, tx, b.Step); err != nil {
			return err
		}
		if len(b.New) > 0 {
			room, err := roomFor(ctx, tx, b.WorkspaceID, b.Limit, true)
			if err != nil {
				return err
			}
			if len(b.New) > room {
				return errRaced()
			}
		}
		if err := lockDomains(ctx, tx, slices.Concat(b.New, b.Changed), true); err != nil {
			return err
		}
		if err := checkDomains(ctx, tx, b.New); err != nil {
			return err
		}
		if err := insertNew(ctx, tx, b); err != nil {
			return err
		}
		if err := changeMany(ctx, tx, b); err != nil {
			return err
		}
		if err := putOpenings(ctx, tx, b.WorkspaceID, b.Openings); err != nil {
			return err
		}
		if err := insertImportLinks(ctx, tx, b); err != nil {
			return err
		}
		if len(b.New)+len(b.Changed) == 0 {
			return nil
		}
		tx.emit(b.Event)
		return nil
	})
}

// insertNew stores the new links of a batch.
func insertNew(ctx context.Context, tx conn, b transfer.Batch) error {
	if err := insertMany(ctx, tx, b.New); err != nil {
		return err
	}
	if !b.FetchTitles {
		return nil
	}
	return addTitleTasks(ctx, tx, linksIn(b.New)...)
}

// insertImportLinks records which links the import made, so that they can be
// listed and deleted together.
func insertImportLinks(ctx context.Context, tx conn, b transfer.Batch) error {
	rows := make([][]any, len(b.New))
	for i, w := range b.New {
		rows[i] = []any{b.Step.JobID, w.Link.ID}
	}
	return insertRows(ctx, tx, `INSERT INTO import_links (job_id, link_id)`, rows)
}

// changeMany stores changes of links that are there. It returns errRaced for the whole
// batch if one of them changed since the batch was planned.
func changeMany(ctx context.Context, tx conn, b transfer.Batch) error {
	stored, err := lockChanged(ctx, tx, b)
	if err != nil {
		return err
	}
	published := tx.events.mark()
	for _, w := range b.Changed {
		before := stored[w.Link.ID]
		if before == nil || before.Version != w.Link.Version-1 {
			return errRaced()
		}
		err := storeLink(ctx, tx, before, w.Link, []event.Event{w.Event})
		if fault.Is(err, fault.Conflict) || fault.Is(err, fault.Invalid) {
			return errRaced()
		}
		if err != nil {
			return err
		}
		stored[w.Link.ID] = w.Link // a later row of the same link builds on it
	}
	tx.events.silence(published) // the batch publishes one event
	return nil
}

// lockChanged locks the links that a batch changes and returns them by id.
func lockChanged(ctx context.Context, tx conn, b transfer.Batch) (map[string]*link.Link, error) {
	stored := make(map[string]*link.Link, len(b.Changed))
	ids := make([]string, len(b.Changed))
	for i, w := range b.Changed {
		ids[i] = w.Link.ID
	}
	for some := range slices.Chunk(ids, namesAtOnce) {
		if err := lockForChange(ctx, tx, `links`, some...); err != nil {
			return nil, err
		}
		found, err := linksByID(ctx, tx, access.WholeWorkspace(b.WorkspaceID), some, false)
		if err != nil {
			return nil, err
		}
		for _, l := range found {
			stored[l.ID] = l
		}
	}
	return stored, nil
}
